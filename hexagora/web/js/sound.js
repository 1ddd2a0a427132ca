/**
 * Sounds, made here from oscillators and noise. Nothing is heard before somebody has clicked or pressed a key, nothing
 * while the setting is off; the last one that was asked for is told to the page as an event "sound", for whoever listens.
 */
import { onceDrawn } from './dom.js'
import { fireTimes } from './fire.js'
import { setSetting, settings, still } from './settings.js'

const LOUD = 0.35
const TUNING = 250 // milliseconds from the first click until the sound is opened
/** @type {AudioContext|null} */
let audio = null
let touched = false
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, tuneUp, { capture: true, once: true })

/** To open the sound takes a while: that is done in a pause after the first click, not in the middle of a decision. */
function tuneUp() {
  touched = true
  if (settings.sound === 'on' && canSound()) setTimeout(voice, TUNING)
}

/** Somebody was led here by a click on a page of ours, and is to be heard without another one; some browsers refuse. */
export function wasTouched() {
  touched = true
}

const canSound = () => touched && typeof AudioContext !== 'undefined'

function voice() {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') audio.resume()
  return audio
}

/** A tone that swells at once and dies away. */
function tone(at, { pitch, length, loud = 1, shape = 'sine', slide = 1 }) {
  const source = new OscillatorNode(at.audio, { type: /** @type {OscillatorType} */ (shape), frequency: pitch })
  if (slide !== 1) source.frequency.exponentialRampToValueAtTime(pitch * slide, at.time + length)
  fade(at, source, length, loud)
}

/** A breath of noise through a filter. */
function noise(at, { pitch, length, loud = 1, kind = 'bandpass', slide = 1 }) {
  const { sampleRate } = at.audio
  const buffer = new AudioBuffer({ length: Math.ceil(sampleRate * length), sampleRate })
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1
  const source = new AudioBufferSourceNode(at.audio, { buffer })
  const filter = new BiquadFilterNode(at.audio, { type: /** @type {BiquadFilterType} */ (kind), frequency: pitch, Q: 1.2 })
  if (slide !== 1) filter.frequency.exponentialRampToValueAtTime(pitch * slide, at.time + length)
  source.connect(filter)
  fade(at, filter, length, loud, source)
}

function fade({ audio: context, time }, node, length, loud, source = node) {
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, time)
  gain.gain.linearRampToValueAtTime(loud * LOUD, time + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, time + length)
  node.connect(gain).connect(context.destination)
  source.start(time)
  source.stop(time + length)
}

const later = (at, seconds) => ({ ...at, time: at.time + seconds })

/** Each sound by its name. @type {Record<string, (at: {audio: BaseAudioContext, time: number}) => void>} */
export const SOUNDS = {
  turn: at => [659, 880].forEach((pitch, i) => tone(later(at, i * 0.11), { pitch, length: 0.42, loud: 0.5 })),
  move: at => {
    noise(at, { pitch: 1100, length: 0.07, loud: 0.8 })
    tone(at, { pitch: 190, length: 0.11, loud: 0.7, slide: 0.7 })
  },
  capture: at => {
    noise(at, { pitch: 600, length: 0.16, loud: 1 })
    tone(at, { pitch: 130, length: 0.26, loud: 1, shape: 'triangle', slide: 0.5 })
  },
  dice: at => [0, 0.09, 0.17, 0.28, 0.42].forEach((wait, i) => noise(later(at, wait), { pitch: 2200 - i * 220, length: 0.06, loud: 2.3 - i * 0.25 })),
  gold: at => [1568, 2093, 2637].forEach((pitch, i) => tone(later(at, i * 0.06), { pitch, length: 0.25, loud: 0.45, shape: 'triangle' })),
  card: at => noise(at, { pitch: 3800, length: 0.16, loud: 0.62, kind: 'highpass', slide: 0.5 }),
  erupt: at => {
    tone(at, { pitch: 74, length: 0.8, loud: 0.62, shape: 'triangle', slide: 0.6 })
    noise(at, { pitch: 180, length: 0.7, loud: 2.2, kind: 'lowpass', slide: 2 })
  },
  burn: at => [0, 0.25, 0.5].forEach(wait => noise(later(at, wait), { pitch: 420, length: 0.9, loud: 2.4, kind: 'lowpass', slide: 4 })),
  win: at => [523, 659, 784, 1047].forEach((pitch, i) => tone(later(at, i * 0.13), { pitch, length: 0.6, loud: 0.55, shape: 'triangle' })),
  end: at => [494, 392].forEach((pitch, i) => tone(later(at, i * 0.2), { pitch, length: 0.6, loud: 0.5 })),
  no: at => tone(at, { pitch: 150, length: 0.18, loud: 0.6, shape: 'square', slide: 0.8 }),
}

/**
 * Plays a sound, if people want to hear it; one that finds the sound not yet open waits until what it goes with is seen.
 * @param {string} name @param {number} wait milliseconds
 */
export function play(name, wait = 0) {
  if (settings.sound !== 'on' || !canSound()) return
  document.dispatchEvent(new CustomEvent('sound', { detail: name }))
  if (audio) make(name, wait)
  else onceDrawn(() => onceDrawn(() => make(name, wait)))
}

function make(name, wait) {
  const context = voice()
  SOUNDS[name]?.({ audio: context, time: context.currentTime + 0.01 + wait / 1000 })
}

/** One key for all sounds; returns whether they are on now. */
export function switchSound() {
  setSetting('sound', settings.sound === 'on' ? 'off' : 'on')
  if (settings.sound === 'on') play('turn')
  return settings.sound === 'on'
}

/** The sounds of what happened, the most telling first. @param {import('./happened.js').Happened} what */
export function soundsOf({ pieces, captured, erupted, burnt, thrown, flows, dealt }) {
  const found = []
  if (erupted.length) found.push('erupt')
  if (burnt) found.push('burn')
  if (thrown) found.push('dice')
  if (captured.length) found.push('capture')
  else if (pieces.moved.length || pieces.came.length) found.push('move')
  if (dealt.length) found.push('card')
  if (flows.some(flow => flow.by > 0)) found.push('gold')
  return found
}

/**
 * What is heard when the table has changed.
 * @param {import('./state.js').State} before @param {import('./state.js').State} after @param {import('./happened.js').Happened} what
 */
export function hearChange(before, after, what) {
  const mine = after.seats.filter(seat => seat.mine).map(seat => seat.seat - 1)
  const { erupts, burns } = still() ? { erupts: 0, burns: 0 } : fireTimes(what)
  const waits = { erupt: erupts, burn: burns }
  soundsOf(what).slice(0, what.erupted.length ? 3 : 2).forEach(name => play(name, waits[name]))
  if (after.over && !before.over) return play(wins(after, mine) ? 'win' : 'end')
  if (after.scene.choices.length && !before.scene.choices.length && !before.open) play('turn')
}

/** A match may also end without a result. */
const wins = ({ over }, mine) => !!over.result && mine.some(player => over.result[player] === Math.max(...over.result))
