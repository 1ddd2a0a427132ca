"""Pictures of the tables, for the README and for the lobby: `python -m tests.web.screenshots`.

Each table is played on at random from a fixed seed, so that the pictures show matches in full swing. They go to
docs/images (PNG); the covers, which the lobby shows, to the folders of the games.
"""

import random
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import hexagora
from hexagora import registry
from tests import samples
from tests.server.support import serving, settings
from tests.web.conftest import ARGUMENTS, CHROMIUM

ROOT = Path(__file__).parent.parent.parent
IMAGES = ROOT / "docs" / "images"
DESKTOP, PHONE, COVER = (1360, 850), (360, 740), (640, 400)
COLOURS = 256  # of the palette of a picture
SEED = 7
SHOWN = registry.SUPPLIED[1]  # the game that is shown on a phone and in the dark as well
BOLD, BOLDNESS = ("play", "produce", "pay", "take"), 1.5  # what fills a board, and how much it is preferred
LONG = ("strategic", "war", "special")  # actions of many steps, of which a picture would catch the middle
QUALITY = 86  # of a cover

NAMES = ("Ada", "Blaise", "Carl", "Dora")

PLAY = """async ({ table, decisions, seed }) => {
  const { connect } = await import('/static/js/socket.js')
  let n = [...seed].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7) >>> 0
  const random = () => (n = (Math.imul(n, 1664525) + 1013904223) >>> 0) / 2 ** 32
  await new Promise(done => {
    let left = decisions
    const heed = message => {
      if (message.type !== 'state') return
      const willing = message.scene.choices.filter(choice => !/^dash/.test(choice.text))
      const calm = willing.filter(choice => !choice.warning && (choice.group !== 'end' || random() < 0.3))
      const bold = calm.filter(choice => /^(play|build|produce|move|attack)/.test(choice.text))
      const choices = bold.length && random() < 0.75 ? bold : calm.length ? calm : willing
      if (!left-- || message.over || !choices.length) return done()
      const choice = choices[Math.floor(random() * choices.length)]
      line.send({ type: 'act', seq: message.seq, text: choice.text })
    }
    const line = connect(table, { message: heed, open: () => {}, lost: () => {}, refused: () => {} })
  })
}"""


def save(png: bytes, path: Path) -> None:
    """With few colours the files are small; without Pillow they are as they come."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        from PIL import Image
    except ImportError:
        path.write_bytes(png)
        return
    Image.open(BytesIO(png)).convert("RGB").quantize(COLOURS, kmeans=2).save(path, optimize=True)


def careful_position(game: str, options: dict[str, Any], players: int, decisions: int) -> dict[str, Any]:
    """A position that players reached who take what brings points at once, and otherwise try anything."""
    match = hexagora.game(game).match(seed=SEED, players=players, **options)
    rng = random.Random(SEED)

    def worth(a: int) -> float:
        actor = match.actor
        choice = match.game.scene.choice(match.box, match.hidden(actor + 1), a)
        bold = BOLDNESS * (choice.text.startswith(BOLD) and not choice.warning)
        return match.fork().play(a).scores[actor] + bold - choice.text.startswith(LONG) / 2 + rng.random()

    for _ in range(decisions):
        match.play(max(match.actions(), key=worth))
    return match.position()


class Studio:
    def __init__(self, browser: Any, address: str):
        self.browser, self.address = browser, address

    def page(self, size: tuple[int, int], scheme: str = "light", scale: float = 1) -> Any:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, device_scale_factor=scale,
            reduced_motion="reduce", bypass_csp=True, locale="en-GB")  # fmt: skip
        return context.new_page()

    def table(self, game: str) -> tuple[str, Any]:
        """A match in full swing, and the page of the person who plays it."""
        picture = samples.of(game).PICTURE
        players, options, seed = picture["players"], picture["options"], picture["seed"]
        page = self.page(DESKTOP)
        page.goto(self.address)
        page.request.post(f"{self.address}/api/me", data={"name": NAMES[0]})
        seats = [{"kind": "me"}, *({"kind": "here", "name": name} for name in NAMES[1:players])]
        careful = picture.get("careful", 0)  # decisions with an eye on the score, where random play is bare
        start = {"start": careful_position(game, options, players, careful)} if careful else {}
        answer = page.request.post(
            f"{self.address}/api/tables",
            data={
                **start,
                "game": game,
                "options": {"players": players, **options},
                "seats": seats,
                "seed": seed,
                "public": False,
            },
        )
        assert answer.ok, f"{game}: {answer.text()}"
        table = answer.json()["table"]
        page.evaluate(PLAY, {"table": table, "decisions": picture["decisions"], "seed": seed})
        page.goto(f"{self.address}/t/{table}")
        page.wait_for_selector("body[data-seq]")
        if page.is_visible("#cover-open"):
            page.click("#cover-open")
        page.wait_for_timeout(300)
        return table, page

    def shoot(self, game: str) -> None:
        table, page = self.table(game)
        save(page.screenshot(), IMAGES / f"{game}.png")
        self.cover(game, page)
        if game == SHOWN:
            self.others(table, page)

    def others(self, table: str, page: Any) -> None:
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        save(page.screenshot(), IMAGES / "phone.png")
        dark = self.page(DESKTOP, "dark")
        dark.goto(f"{self.address}/t/{table}")
        dark.wait_for_selector("body[data-seq]")
        save(dark.screenshot(), IMAGES / "dark.png")

    def cover(self, game: str, page: Any) -> None:
        """The board alone, from near."""
        page.add_style_tag(content=BARE)
        page.set_viewport_size({"width": COVER[0], "height": COVER[1]})
        for _ in range(samples.of(game).PICTURE["closer"]):
            page.evaluate("document.querySelector('[data-tool=zoom-in]').click()")
        page.wait_for_timeout(200)
        page.screenshot(path=hexagora.game(game).folder / "cover.jpg", type="jpeg", quality=QUALITY)
        page.reload()
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        page.wait_for_selector("body[data-seq]")

    def lobby(self) -> None:
        page = self.page(DESKTOP)
        page.goto(self.address)
        page.wait_for_selector("[data-game-card]")
        page.wait_for_timeout(800)
        save(page.screenshot(), IMAGES / "lobby.png")
        page.click(f"[data-set-up={SHOWN}]")
        page.wait_for_selector("#preview .cell")
        page.wait_for_timeout(300)
        save(page.screenshot(), IMAGES / "new-table.png")


BARE = """#board { position: fixed !important; inset: 0; block-size: 100dvh !important; z-index: 99;
  aspect-ratio: auto !important; max-block-size: none !important; border-radius: 0 !important;
  background: var(--paper-2); border: none !important; outline: none !important; box-shadow: none !important; }
.board-frame, #board * { outline: none !important; }
.target, .ring, .layer-cursor, .coordinate, .pointed { display: none !important; }"""


def main(games: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, serving(settings(Path(folder))) as server, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        studio = Studio(browser, server.address)
        for game in games or registry.SUPPLIED:
            studio.shoot(game)
            print(game, flush=True)
        studio.lobby()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
