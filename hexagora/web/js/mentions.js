/** The cells that words on the page mention: a reader finds them on the board by their names. */
import { byId } from './dom.js'
import { showNames } from './stage.js'

const PLACES = ['prompt', 'notes', 'recap-list', 'hint-list', 'actions', 'takeback']

/** Looks at what is written now, in whatever language. */
export function showMentions() {
  const texts = PLACES.map(byId).filter(node => node && !node.closest('[hidden]')).flatMap(textsOf)
  showNames(new Set(texts.join(' ').split(/[^\p{L}\p{N}]+/u)))
}

/** What is read there, without the notation that a log keeps to itself. */
const textsOf = node => {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT, one => (one.parentElement?.closest('code') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT))
  const found = []
  while (walker.nextNode()) found.push(walker.currentNode.nodeValue ?? '')
  return found
}
