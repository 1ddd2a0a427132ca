"""The entry of self-play on a GPU: one match a thread. Imported only when that is wanted."""

from typing import TYPE_CHECKING, Any

from numba import cuda

from hexagora.bots import signatures as kinds
from hexagora.bots.selfplay import play_one

if TYPE_CHECKING:
    from hexagora.engine.game import Game


def play_matches_on_gpu(boxes, states, words, nets, plan, who, clocks, lists, outs, table, rngs, gains, kept, counts,
                        movers, ends, slips, promised, tally):
    i = cuda.grid(1)
    if i < who.shape[0]:
        play_one(boxes, states, words, nets, plan, i, who, clocks, lists, outs, table, rngs, gains, kept, counts,
                 movers, ends, slips, promised, tally)


ENTRY = play_matches_on_gpu.__name__


def assembler(game: "Game", modules: list[Any], overrides: list[tuple[Any, Any]], capability: tuple[int, int]) -> str:
    """The text of the kernel for a GPU of that capability. Short functions are inlined; the others are called, for all
    of them together would be too much for one."""
    import sys

    from numba import types as t

    from hexagora.engine import gpu, kernels
    from hexagora.engine.binding import Bound
    from hexagora.engine.compiled import is_short

    def decorate(f: Any) -> Any:
        return f if f.__name__ == ENTRY else cuda.jit(device=True, forceinline=is_short(f))(f)

    bound = Bound(game.rules_modules, [kernels, *modules, sys.modules[__name__]], decorate, overrides)
    many = kinds.selfplay_entries(game)["play_one"]
    with gpu.pretended_device(capability):
        text, _ = cuda.compile_ptx(bound.functions[ENTRY], t.void(*many[:5], *many[6:]), device=False, cc=capability)
    return str(text)
