/**
 * One script tag shows a position, a replay or a puzzle in somebody's own page, where the tag stands:
 *
 *   <script src="https://…/embed.js" data-match="match.json" data-show="replay"></script>
 *
 * What is shown comes from a file (`data-match`) or is written between the tags; docs/embedding.md has all attributes.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const base = new URL('.', script.src)
  const { game, match, show = 'replay', question = '', ply = '0', height = '480', title = 'Hexagora' } = script.dataset
  const frame = document.createElement('iframe')
  Object.assign(frame, { title, loading: 'lazy' })
  frame.setAttribute('style', `display: block; inline-size: 100%; block-size: ${Number(height) || 480}px; border: 0;`)
  script.after(frame)

  const source = match ?? 'the text between the tags'
  const LONGEST = 2_000_000 // letters of an address that browsers open

  async function textToShow() {
    if (!match) return script.textContent?.trim() ?? ''
    const answer = await fetch(new URL(match, document.baseURI))
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
    return (await answer.text()).trim()
  }

  /** The game that a text names; only documents do. @param {string} text */
  function gameOf(text) {
    if (!text) throw new Error('nothing is there to be shown')
    const named = text.startsWith('{') && JSON.parse(text).game
    if (!named) throw new Error('data-game is missing: which game is it?')
    return named
  }

  async function fill() {
    const text = await textToShow()
    const shown = encodeURIComponent(JSON.stringify({ text, show, question, ply: Number(ply) || 0 }))
    if (shown.length > LONGEST) throw new Error('it is too long to be shown')
    frame.src = new URL(`embed/${encodeURIComponent(game ?? gameOf(text))}#e=${shown}`, base).href
  }

  fill().catch(error => {
    const told = document.createElement('p')
    told.setAttribute('role', 'alert')
    told.textContent = `Hexagora: ${source}: ${error.message}`
    frame.replaceWith(told)
  })
})()
