/**
 * The lines of an analysis as a tree: every node is a moment, reached by one action from its parent. The first child of
 * a node goes on with its line, the others are side lines.
 *
 * @typedef {{text: string, parent: Node|null, children: Node[], comment: string, marks: string[],
 *   moment?: object, opinion?: object}} Node
 * @typedef {{actions: string[], at?: number, comments?: Record<string, string>, marks?: Record<string, string[]>,
 *   lines?: Line[]}} Line as match files hold it
 */

/** @returns {Node} */
const node = (text, parent) => ({ text, parent, children: [], comment: '', marks: [] })

/** The tree of a match file. @param {Line} line @returns {Node} */
export const treeOf = line => grown(node('', null), line)

/** @param {Node} start @param {Line} line */
function grown(start, line) {
  const moments = [start]
  for (const text of line.actions) moments.push(went(moments[moments.length - 1], text))
  for (const [i, moment] of moments.entries()) {
    if (line.comments?.[i]) moment.comment = line.comments[i]
    if (line.marks?.[i]) moment.marks = [...line.marks[i]]
  }
  for (const side of line.lines ?? []) grown(moments[side.at ?? 0], side)
  return start
}

/** The child that an action leads to, new where there was none. @param {Node} from */
export function went(from, text) {
  const known = from.children.find(child => child.text === text)
  if (known) return known
  const fresh = node(text, from)
  from.children.push(fresh)
  return fresh
}

/** The actions from the start to a node. @param {Node} to @returns {string[]} */
export const wayTo = to => (to.parent ? [...wayTo(to.parent), to.text] : [])

/** The last moment of the line that a node is on. @param {Node} from */
export const endOf = from => { let last = from; while (last.children[0]) last = last.children[0]; return last }
export const startOf = from => { let first = from; while (first.parent) first = first.parent; return first }
export const plyOf = to => wayTo(to).length

/** Makes the line of a node the main one, all the way. @param {Node} to */
export function promote(to) {
  for (let here = to; here.parent; here = here.parent) {
    const among = here.parent.children
    among.unshift(...among.splice(among.indexOf(here), 1))
  }
}

/** Takes a node and all that follows away; returns the moment before it. @param {Node} to */
export function cut(to) {
  to.parent.children.splice(to.parent.children.indexOf(to), 1)
  return to.parent
}

/** The tree as a match file holds it; what is empty is left out. @param {Node} start @returns {Line} */
export const lineOf = start => written([start])

/** @param {Node[]} begun the moment that a line leaves, and its first one if it is a side line */
function written(begun) {
  const moments = [...begun]
  while (moments[moments.length - 1].children[0]) moments.push(moments[moments.length - 1].children[0])
  const own = [...moments.entries()].filter(([i]) => i > 0 || begun.length === 1)
  const comments = Object.fromEntries(own.filter(([, moment]) => moment.comment).map(([i, moment]) => [i, moment.comment]))
  const marks = Object.fromEntries(own.filter(([, moment]) => moment.marks.length).map(([i, moment]) => [i, moment.marks]))
  const lines = own.flatMap(([at, moment]) => moment.children.slice(1).map(side => ({ at, ...written([moment, side]) })))
  return {
    actions: moments.slice(1).map(moment => moment.text),
    ...(own.some(([, moment]) => moment.comment) && { comments }), ...(own.some(([, moment]) => moment.marks.length) && { marks }),
    ...(lines.length && { lines }),
  }
}
