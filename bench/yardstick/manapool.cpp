// Mana Pool on the board `crossing` with default options, written by hand for speed: the C++ yardstick.
//
// Two layouts of the same game, chosen by a template parameter:
//   Bits   one 64-bit word per seat (61 cells fit): what a specialist would write for this one board;
//   Cells  one byte per cell and a scan of all cells: the direct translation of the rules.
// Rule ids (MAN-...) are those of the rules. Action codes are listed in __init__.py beside this file.
#include <cstdint>
#include <cstring>

namespace {

constexpr int SIDE = 5, CELLS = 61, POOL = 30, CORNERS = 6, SEATS = 3, GOAL = 10, ROUND_LIMIT = 100;
constexpr int OFF_BOARD = 63;  // a bit and a byte that are never a token and never empty
constexpr uint64_t BOARD = (uint64_t{1} << CELLS) - 1;
constexpr const char* TILES =
    "..a..|..TD..|aDALATa|.TLAALD.|..AAOAA..|.DLAALT.|aTALADa|..DT..|..a..";

constexpr int A_COLOUR = 0, A_CORNER = 3, A_FIRST = 15, A_END_MOVE = 24, A_END_COMBAT = 25;
constexpr int A_SPAWN = 26, A_MOVE = 243, A_ATTACK = 1545, MAX_LEGAL = 160;

enum Phase : uint8_t { COLOUR, CORNER, FIRST, SPAWN, MOVE, COMBAT, OVER };

constexpr int row_length(int row) { return 2 * SIDE - 1 - (row < SIDE ? SIDE - 1 - row : row - SIDE + 1); }
constexpr int first_x(int row) { return row < SIDE ? -row : 1 - SIDE; }  // axial x of a row's first cell

constexpr int cell_at(int x, int row) {
    if (row < 0 || row > 2 * SIDE - 2) return OFF_BOARD;
    const int place = x - first_x(row);
    if (place < 0 || place >= row_length(row)) return OFF_BOARD;
    int start = 0;
    for (int r = 0; r < row; r++) start += row_length(r);
    return start + place;
}

struct Tables {
    uint8_t neighbour[64][6];  // E, SE, SW, W, NW, NE
    int8_t attack[64], defence[64];
    bool locks[64];
    uint64_t locked, extra_action, extra_spawn;
    uint8_t corner[CORNERS], gate[CORNERS][3];  // gates ascending
    uint64_t gates[CORNERS];
};

constexpr Tables make_tables() {
    Tables t{};
    const int dx[6] = {1, 0, -1, -1, 0, 1}, dy[6] = {0, 1, 1, 0, -1, -1};
    const char* glyph = TILES;
    for (int row = 0; row < 2 * SIDE - 1; row++, glyph++)
        for (int place = 0; place < row_length(row); place++, glyph++) {
            const int x = first_x(row) + place, c = cell_at(x, row);
            const uint64_t bit = uint64_t{1} << c;
            for (int d = 0; d < 6; d++) t.neighbour[c][d] = static_cast<uint8_t>(cell_at(x + dx[d], row + dy[d]));
            t.attack[c] = *glyph == 'A' ? 2 : *glyph == 'a' ? 0 : 1;  // MAN-TILE-1, MAN-TILE-2
            t.defence[c] = *glyph == 'D' ? 2 : 1;                     // MAN-TILE-3
            t.locks[c] = *glyph == 'L' || *glyph == 'T' || *glyph == 'O';
            if (t.locks[c]) t.locked |= bit;
            if (*glyph == 'L') t.extra_action |= bit;
            if (*glyph == 'T') t.extra_spawn |= bit;
        }
    const int corner[CORNERS] = {0, 4, 34, 60, 56, 26};  // a1 a5 e9 i5 i1 e1: clockwise from the top left
    for (int k = 0; k < CORNERS; k++) {
        t.corner[k] = static_cast<uint8_t>(corner[k]);
        for (int d = 0; d < 6; d++)
            if (t.neighbour[corner[k]][d] != OFF_BOARD) t.gates[k] |= uint64_t{1} << t.neighbour[corner[k]][d];
        int n = 0;
        for (int c = 0; c < CELLS; c++)
            if (t.gates[k] >> c & 1) t.gate[k][n++] = static_cast<uint8_t>(c);
    }
    return t;
}

constexpr Tables T = make_tables();

struct Bits {
    uint64_t token[SEATS], spawner;

    void clear() { *this = Bits{}; }
    uint64_t empty() const { return BOARD & ~(token[0] | token[1] | token[2] | spawner); }
    uint64_t enemies(int p) const { return (token[0] | token[1] | token[2]) & ~token[p]; }
    void put_spawner(int c) { spawner |= uint64_t{1} << c; }
    void put(int p, int c) { token[p] |= uint64_t{1} << c; }
    void take(int p, int c) { token[p] &= ~(uint64_t{1} << c); }
    int owner(int c) const { return token[0] >> c & 1 ? 0 : token[1] >> c & 1 ? 1 : 2; }
    bool holds(int p, int c) const { return token[p] >> c & 1; }
    bool gate_open(int k) const { return T.gates[k] & empty(); }
    int extra_actions(int p) const { return __builtin_popcountll(token[p] & T.extra_action); }
    int extra_spawns(int p) const { return __builtin_popcountll(token[p] & T.extra_spawn); }

    int list_spawns(int k, int32_t* out) const {
        int n = 0;
        for (uint64_t m = T.gates[k] & empty(); m; m &= m - 1) out[n++] = A_SPAWN + __builtin_ctzll(m);
        return n;
    }
    // Branch-free inside: every candidate is written, the counter advances only for the legal ones.
    int list_steps(int p, bool attack, int32_t* out, int n) const {
        const uint64_t target = attack ? enemies(p) : empty();
        const int base = attack ? A_ATTACK : A_MOVE;
        for (uint64_t m = token[p] & ~T.locked; m; m &= m - 1) {
            const int c = __builtin_ctzll(m);
            for (int d = 0; d < 6; d++) {
                out[n] = base + c * 6 + d;
                n += target >> T.neighbour[c][d] & 1;
            }
        }
        return n;
    }
};

struct Cells {
    static constexpr uint8_t EMPTY = 3, BLOCKED = 4;
    uint8_t cell[64];  // seat, EMPTY, or BLOCKED (spawner or off the board)

    void clear() {
        std::memset(cell, EMPTY, CELLS);
        std::memset(cell + CELLS, BLOCKED, 64 - CELLS);
    }
    void put_spawner(int c) { cell[c] = BLOCKED; }
    void put(int p, int c) { cell[c] = static_cast<uint8_t>(p); }
    void take(int, int c) { cell[c] = EMPTY; }
    int owner(int c) const { return cell[c]; }
    bool holds(int p, int c) const { return cell[c] == p; }
    bool gate_open(int k) const {
        return cell[T.gate[k][0]] == EMPTY || cell[T.gate[k][1]] == EMPTY || cell[T.gate[k][2]] == EMPTY;
    }
    int count(int p, uint64_t tiles) const {
        int n = 0;
        for (; tiles; tiles &= tiles - 1) n += cell[__builtin_ctzll(tiles)] == p;
        return n;
    }
    int extra_actions(int p) const { return count(p, T.extra_action); }
    int extra_spawns(int p) const { return count(p, T.extra_spawn); }

    int list_spawns(int k, int32_t* out) const {
        int n = 0;
        for (int i = 0; i < 3; i++)
            if (cell[T.gate[k][i]] == EMPTY) out[n++] = A_SPAWN + T.gate[k][i];
        return n;
    }
    int list_steps(int p, bool attack, int32_t* out, int n) const {
        const int base = attack ? A_ATTACK : A_MOVE;
        for (int c = 0; c < CELLS; c++) {
            if (cell[c] != p || T.locks[c]) continue;
            for (int d = 0; d < 6; d++) {
                const int o = cell[T.neighbour[c][d]];
                out[n] = base + c * 6 + d;
                n += attack ? (o < EMPTY) & (o != p) : o == EMPTY;
            }
        }
        return n;
    }
};

template <class Board>
struct State {
    Board board;
    uint8_t colour[SEATS], corner[SEATS], next[SEATS], mana[SEATS];
    uint8_t colours_taken, corners_taken;        // bit sets
    uint8_t phase, player, first, ap, spawns, round;
    uint8_t winners;                             // bit set of seats; more than one: a shared win
};

template <class Board>
void reset(State<Board>& s) {
    std::memset(static_cast<void*>(&s), 0, sizeof s);
    s.board.clear();
}

int list_untaken(unsigned taken, int count, int base, int32_t* out) {
    int n = 0;
    for (int i = 0; i < count; i++)
        if (!(taken >> i & 1)) out[n++] = base + i;
    return n;
}

template <class Board>
int legal(const State<Board>& s, int32_t* out) {
    switch (s.phase) {
        case COLOUR: return list_untaken(s.colours_taken, 3, A_COLOUR, out);
        case CORNER: return list_untaken(s.corners_taken, CORNERS, A_CORNER, out);
        case FIRST: return list_untaken(0, SEATS, A_FIRST, out);
        case SPAWN: return s.board.list_spawns(s.corner[s.player], out);
        case MOVE: out[0] = A_END_MOVE; return s.board.list_steps(s.player, false, out, 1);
        case COMBAT: out[0] = A_END_COMBAT; return s.board.list_steps(s.player, true, out, 1);
        default: return 0;
    }
}

template <class Board>
void start_turn(State<Board>& s) {
    s.ap = static_cast<uint8_t>(1 + s.board.extra_actions(s.player));      // MAN-START-2
    s.spawns = static_cast<uint8_t>(1 + s.board.extra_spawns(s.player));   // MAN-START-4
    s.phase = s.board.gate_open(s.corner[s.player]) ? SPAWN : MOVE;        // MAN-START-6
}

template <class Board>
void finish_at_limit(State<Board>& s) {  // MAN-RULING-30
    int best = 0;
    for (int p = 0; p < SEATS; p++) best = s.mana[p] > best ? s.mana[p] : best;
    for (int p = 0; p < SEATS; p++)
        if (s.mana[p] == best) s.winners |= static_cast<uint8_t>(1 << p);
    for (int p = 0; p < SEATS; p++)
        if (s.mana[p] == best && s.board.holds(p, POOL)) s.winners = static_cast<uint8_t>(1 << p);
    s.phase = OVER;
}

template <class Board>
void end_turn(State<Board>& s) {
    if (s.board.holds(s.player, POOL) && ++s.mana[s.player] == GOAL) {  // MAN-END-1, MAN-RULING-27
        s.winners = static_cast<uint8_t>(1 << s.player);
        s.phase = OVER;
        return;
    }
    s.player = s.next[s.player];
    if (s.player == s.first && s.round++ == ROUND_LIMIT) return finish_at_limit(s);
    start_turn(s);
}

template <class Board>
void spend_action(State<Board>& s) {
    if (--s.ap == 0) end_turn(s);
}

template <class Board>
void choose_corner(State<Board>& s, int k) {
    s.corners_taken |= static_cast<uint8_t>(1 << k);
    s.corner[s.player] = static_cast<uint8_t>(k);
    s.board.put_spawner(T.corner[k]);
    for (int i = 0; i < 3; i++) s.board.put(s.player, T.gate[k][i]);
    if (++s.player < SEATS) return;
    s.phase = FIRST;
    for (int p = 0; p < SEATS; p++) {  // MAN-RULING-9: the nearest taken corner clockwise
        const int q = (p + 1) % SEATS, r = (p + 2) % SEATS;
        const int to_q = (s.corner[q] - s.corner[p] + CORNERS) % CORNERS;
        const int to_r = (s.corner[r] - s.corner[p] + CORNERS) % CORNERS;
        s.next[p] = static_cast<uint8_t>(to_q < to_r ? q : r);
    }
}

template <class Board>
void fight(State<Board>& s, int from, int to) {  // MAN-COMBAT-5..8, simultaneous (MAN-RULING-17)
    const bool defender_falls = T.attack[from] > T.defence[to], attacker_falls = T.attack[to] > T.defence[from];
    if (defender_falls) s.board.take(s.board.owner(to), to);
    if (attacker_falls) s.board.take(s.player, from);
}

template <class Board>
void apply(State<Board>& s, int a) {
    if (a >= A_ATTACK) {
        a -= A_ATTACK;
        fight(s, a / 6, T.neighbour[a / 6][a % 6]);
        spend_action(s);
    } else if (a >= A_MOVE) {
        a -= A_MOVE;
        s.board.take(s.player, a / 6);
        s.board.put(s.player, T.neighbour[a / 6][a % 6]);
        spend_action(s);
    } else if (a >= A_SPAWN) {
        s.board.put(s.player, a - A_SPAWN);
        if (--s.spawns == 0 || !s.board.gate_open(s.corner[s.player])) s.phase = MOVE;
    } else if (a == A_END_COMBAT) {
        end_turn(s);
    } else if (a == A_END_MOVE) {
        s.phase = COMBAT;
    } else if (a >= A_FIRST) {
        s.player = s.first = static_cast<uint8_t>(a - A_FIRST);
        s.round = 1;
        start_turn(s);
    } else if (a >= A_CORNER) {
        choose_corner(s, a - A_CORNER);
    } else {
        s.colours_taken |= static_cast<uint8_t>(1 << a);
        s.colour[s.player] = static_cast<uint8_t>(a);
        if (++s.player == SEATS) s.phase = CORNER, s.player = 0;
    }
}

// Plays whole random games from one generator; TRACE also hashes every legal list and every choice.
template <class Board, bool TRACE>
int64_t play(uint32_t* rng, int64_t games, double* wins, uint32_t* checksum) {
    int64_t decisions = 0;
    uint32_t x = *rng, hash = 2166136261u;
    int32_t actions[MAX_LEGAL];
    State<Board> s;
    for (int64_t g = 0; g < games; g++) {
        reset(s);
        for (; s.phase != OVER; decisions++) {
            const int n = legal(s, actions);
            x ^= x << 13, x ^= x >> 17, x ^= x << 5;
            const int a = actions[static_cast<uint64_t>(x) * static_cast<uint32_t>(n) >> 32];
            if (TRACE) {
                for (int i = 0; i < n; i++) hash = (hash ^ static_cast<uint32_t>(actions[i])) * 16777619u;
                hash = (hash ^ static_cast<uint32_t>(a)) * 16777619u;
            }
            apply(s, a);
        }
        for (int p = 0; p < SEATS; p++)
            if (s.winners >> p & 1) wins[p] += 1.0 / __builtin_popcount(s.winners);
    }
    *rng = x;
    if (TRACE) *checksum = hash;
    return decisions;
}

template <class Board>
uint32_t clone_many(int64_t count) {
    State<Board> ring[16];
    for (auto& s : ring) reset(s);
    for (int64_t i = 0; i < count; i++) {
        ring[(i + 1) & 15] = ring[i & 15];
        asm volatile("" : : "r"(ring) : "memory");  // the copy must happen
    }
    return ring[0].phase;
}

using BitState = State<Bits>;

}  // namespace

extern "C" {

// layout: 0 = Bits, 1 = Cells. *rng (not 0) is the xorshift32 state, advanced; wins[3] is added to. Returns decisions.
int64_t mp_play(int layout, uint32_t* rng, int64_t games, double* wins) {
    return layout ? play<Cells, false>(rng, games, wins, nullptr) : play<Bits, false>(rng, games, wins, nullptr);
}
int64_t mp_trace(int layout, uint32_t* rng, int64_t games, double* wins, uint32_t* checksum) {
    return layout ? play<Cells, true>(rng, games, wins, checksum) : play<Bits, true>(rng, games, wins, checksum);
}
uint32_t mp_clone(int layout, int64_t count) { return layout ? clone_many<Cells>(count) : clone_many<Bits>(count); }
int mp_state_bytes(int layout) { return layout ? sizeof(State<Cells>) : sizeof(BitState); }

// One decision at a time, layout Bits: for comparisons position by position.
void mp_reset(void* s) { reset(*static_cast<BitState*>(s)); }
int mp_legal(const void* s, int32_t* out) { return legal(*static_cast<const BitState*>(s), out); }
void mp_apply(void* s, int a) { apply(*static_cast<BitState*>(s), a); }
int mp_winners(const void* s) { return static_cast<const BitState*>(s)->winners; }
}
