/**
 * A text as a QR code (ISO/IEC 18004): bytes, the lowest level of correction, one of the versions 1 to 20, always the mask
 * that scores best.
 */
import { svg } from '../static/js/dom.js'

const MOST = 20 // versions: 858 bytes
/** For level L, by version: correction bytes of a block, blocks. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]
const LEVEL_L = 1
const BORDER = 4
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x, y) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2, (x, y) => (x * y) % 2 + (x * y) % 3,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2, (x, y) => ((x + y) % 2 + (x * y) % 3) % 2,
]

const sizeOf = version => 17 + 4 * version

/** Places of the alignment patterns of a version, along one side. */
function alignments(version) {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2, last = sizeOf(version) - 7
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)]
}

/** Modules that hold data, of a version. */
function room(version) {
  const marks = alignments(version).length
  const aligned = marks ? (marks * marks - 3) * 25 - (marks - 2) * 10 : 0
  return sizeOf(version) ** 2 - 3 * 64 - 2 * (sizeOf(version) - 16) - aligned - 31 - (version >= 7 ? 36 : 0)
}

// the field of 256 elements

const EXP = new Uint8Array(512), LOG = new Uint8Array(256)
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x
  LOG[x] = i
  x = (x << 1) ^ (x & 128 ? 0x11d : 0)
}
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0)

function corrected(data, count) {
  let generator = [1]
  for (let i = 0; i < count; i++) {
    generator = [...generator, 0].map((value, k) => value ^ (k ? times(generator[k - 1], EXP[i]) : 0))
  }
  const rest = [...data, ...Array(count).fill(0)]
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]
    for (let k = 1; k <= count; k++) rest[i + k] ^= times(generator[k], factor)
  }
  return rest.slice(data.length)
}

// bytes

/** All bytes of the code: length, text, padding and corrections, blocks woven into each other. */
function codewords(bytes, version) {
  const all = Math.floor(room(version) / 8), blocks = BLOCKS[version - 1], extra = CORRECTION[version - 1]
  const data = all - blocks * extra
  const bits = [[4, 4], [bytes.length, version < 10 ? 8 : 16], ...bytes.map(byte => [byte, 8])]
    .flatMap(([value, width]) => Array.from({ length: width }, (_, i) => (value >> (width - 1 - i)) & 1))
  const filled = [...bits, ...Array(12).fill(0)].slice(0, data * 8) // the end of the text, and a byte of nothing
  const words = Array.from({ length: filled.length / 8 }, (_, i) => filled.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0))
  for (let i = 0; words.length < data; i++) words.push(i % 2 ? 0x11 : 0xec)
  const short = Math.floor(data / blocks), longer = data % blocks
  const parts = []
  for (let i = 0, from = 0; i < blocks; i++) {
    const size = short + (i >= blocks - longer ? 1 : 0)
    parts.push(words.slice(from, from += size))
  }
  const fixes = parts.map(part => corrected(part, extra))
  const woven = list => Array.from({ length: Math.max(...list.map(one => one.length)) }, (_, i) => list.map(one => one[i])).flat().filter(word => word !== undefined)
  return [...woven(parts), ...woven(fixes)]
}

// modules

/** @param {string} text @returns {boolean[][]} rows of modules, true where it is dark */
export function modules(text) {
  const bytes = [...new TextEncoder().encode(text)]
  const fits = number => Math.floor(room(number) / 8) - BLOCKS[number - 1] * CORRECTION[number - 1] >= bytes.length + (number < 10 ? 2 : 3)
  const version = Array.from({ length: MOST }, (_, i) => i + 1).find(fits)
  if (!version) throw new Error('too long for a code')
  const tries = MASKS.map((_, mask) => drawn(codewords(bytes, version), version, mask))
  return tries.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

function drawn(words, version, mask) {
  const size = sizeOf(version)
  /** @type {(boolean|null)[][]} */
  const rows = Array.from({ length: size }, () => Array(size).fill(null))
  drawPatterns(rows, version)
  drawFormat(rows, mask)
  if (version >= 7) drawVersion(rows, version)
  drawData(rows, words, MASKS[mask])
  return /** @type {boolean[][]} */ (rows)
}

function drawPatterns(rows, version) {
  const size = rows.length
  const put = (x, y, dark) => { if (rows[y]?.[x] !== undefined) rows[y][x] = dark }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) put(cx + dx, cy + dy, ![2, 4].includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  const marks = alignments(version)
  for (const cx of marks) {
    for (const cy of marks) {
      if (rows[cy][cx] !== null) continue // a corner
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) put(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    }
  }
  for (let i = 8; i < size - 8; i++) rows[6][i] = rows[i][6] = i % 2 === 0
}

/** A number with the rest of its division behind it. */
function secured(value, width, divisor) {
  let rest = value << width
  for (let i = 31 - Math.clz32(rest); i >= width; i = 31 - Math.clz32(rest)) rest ^= divisor << (i - width)
  return (value << width) | rest
}

function drawFormat(rows, mask) {
  const size = rows.length, bits = secured((LEVEL_L << 3) | mask, 10, 0x537) ^ 0x5412
  const bit = i => ((bits >> i) & 1) === 1
  for (let i = 0; i < 15; i++) {
    rows[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = bit(i)
    rows[8][i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i] = bit(i)
  }
  rows[size - 8][8] = true
}

function drawVersion(rows, version) {
  const size = rows.length, bits = secured(version, 12, 0x1f25)
  for (let i = 0; i < 18; i++) {
    const far = size - 11 + i % 3, near = Math.floor(i / 3)
    rows[near][far] = rows[far][near] = ((bits >> i) & 1) === 1
  }
}

function drawData(rows, words, mask) {
  const size = rows.length
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const upwards = ((right + 1) & 2) === 0
    for (let i = 0; i < size; i++) {
      const y = upwards ? size - 1 - i : i
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue
        const dark = at < words.length * 8 && ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1
        rows[y][x] = dark !== (mask(x, y) === 0)
        at++
      }
    }
  }
}

/** How hard a code is to read: runs, squares and what looks like a corner. */
function penalty(rows) {
  const size = rows.length
  const columns = rows.map((_, x) => rows.map(row => row[x]))
  let found = 0
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2
    found += 40 * (text.match(/(?=00001011101|10111010000)/g)?.length ?? 0)
  }
  for (let y = 1; y < size; y++) for (let x = 1; x < size; x++) if (rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x - 1]) found += 3
  const dark = rows.flat().filter(Boolean).length / size ** 2
  return found + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}

/** The picture of a code. @param {string} text @param {string} label */
export function qrCode(text, label) {
  const rows = modules(text), size = rows.length + 2 * BORDER
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : ''))).join('')
  return svg('svg', { class: 'exchanged', viewBox: `0 0 ${size} ${size}`, width: 240, height: 240, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    svg('rect', { width: size, height: size, fill: '#fff' }), svg('path', { d: path, fill: '#000' }))
}
