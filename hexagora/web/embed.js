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

  async function textToShow() {
    if (!match) return script.textContent?.trim() ?? ''
    const answer = await fetch(new URL(match, document.baseURI))
    if (!answer.ok) throw new Error(`${match}: ${answer.status} ${answer.statusText}`)
    return answer.text()
  }

  async function fill() {
    const text = await textToShow()
    const named = game ?? JSON.parse(text).game
    if (!named) throw new Error('data-game is missing: which game is it?')
    frame.src = new URL(`embed/${encodeURIComponent(named)}#e=${encodeURIComponent(JSON.stringify({ text, show, question, ply: Number(ply) || 0 }))}`, base).href
  }

  fill().catch(error => {
    const told = document.createElement('p')
    told.setAttribute('role', 'alert')
    told.textContent = `Hexagora: ${error.message}`
    frame.replaceWith(told)
  })
})()
