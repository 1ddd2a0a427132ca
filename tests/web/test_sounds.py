"""What sounds are like when they are really made: neither too loud nor too quiet, without a click at either end."""

from math import log10
from typing import Any

# Each sound is made into numbers by the page itself; noise comes from a generator that always gives the same.
MADE = """async () => {
  let n = 7
  Math.random = () => (n = (Math.imul(n, 1664525) + 1013904223) >>> 0) / 2 ** 32
  const { SOUNDS } = await import('/static/js/sound.js')
  const rate = 44100, edge = 44, window = 4410 // a millisecond, and a tenth of a second
  const found = {}
  for (const [name, make] of Object.entries(SOUNDS)) {
    const audio = new OfflineAudioContext(1, rate * 2.5, rate)
    make({ audio, time: 0.01 })
    const data = (await audio.startRendering()).getChannelData(0)
    const sums = new Float64Array(data.length + 1)
    let peak = 0, first = 0, last = 0, loudest = 0
    for (let i = 0; i < data.length; i++) {
      const loud = Math.abs(data[i])
      sums[i + 1] = sums[i] + loud * loud
      peak = Math.max(peak, loud)
      if (loud <= 0.0005) continue
      first ||= i
      last = i
    }
    for (let i = window; i < data.length; i += edge) loudest = Math.max(loudest, (sums[i] - sums[i - window]) / window)
    const swell = Math.sqrt((sums[first + edge] - sums[first]) / edge)
    found[name] = { peak, loudest, seconds: last / rate, edges: [first, last].map(i => Math.abs(data[i])), swell }
  }
  return found
}"""
LOUDEST, QUIETEST = 0.6, 0.1  # of the highest amplitude there is: two or three sounds at once must not be cut off
SPREAD = 9  # decibels between the loudest and the quietest, over a tenth of a second


def test_sounds_are_alike_in_loudness_and_begin_and_end_without_a_click(visitor: Any) -> None:
    found = visitor().sit("/").evaluate(MADE)
    assert {"turn", "move", "capture", "dice", "erupt", "burn", "win"} < set(found)
    for name, sound in found.items():
        assert QUIETEST < sound["peak"] < LOUDEST, (name, sound)
        assert max(sound["edges"]) < 0.01, (name, sound)
        assert sound["swell"] < 0.04, f"{name} swells, and does not burst in: {sound}"
        assert 0.05 < sound["seconds"] < 2, (name, sound)
    levels = [10 * log10(sound["loudest"]) for sound in found.values()]
    assert max(levels) - min(levels) < SPREAD, dict(zip(found, levels, strict=True))
