// A trivial two-player game on a boardgame.io server: players lay stones on the cells of a board in turn.
// Usage: node server.js <port> <cells> [<folder>]; the lobby is at the next port. With a folder, matches are kept there
// (boardgame.io's own FlatFile storage), else only in memory.

const { FlatFile, Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const port = Number(process.argv[2]);
const cells = Number(process.argv[3]);
const folder = process.argv[4];

const Stones = {
  name: "stones",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ cells: Array(cells).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (!Number.isInteger(cell) || cell < 0 || cell >= cells || G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
};

const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [Stones], origins: [Origins.LOCALHOST], db });
// The lobby has a port of its own: on the port of the game it is hidden by the socket of the game.
server.run({ port, lobbyConfig: { apiPort: port + 1 } });
