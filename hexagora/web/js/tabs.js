/** Tabs beside the board, by the usual keys. */

/** @param {(name: string) => void} opened */
export function listenToTabs(opened) {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')])
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => openTab(tab.dataset.tab, opened))
    tab.addEventListener('keydown', event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      const next = tabs[(i + step + tabs.length) % tabs.length]
      next.focus()
      next.click()
    })
  })
}

/** Whether this one is open. @param {string} name */
export const isOpen = name => document.querySelector(`[data-tab=${name}]`)?.getAttribute('aria-selected') === 'true'

/** @param {string} name @param {(name: string) => void} [opened] */
export function openTab(name, opened = () => {}) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[role=tab]'))) {
    const chosen = tab.dataset.tab === name
    tab.setAttribute('aria-selected', String(chosen))
    tab.tabIndex = chosen ? 0 : -1
    if (chosen) tab.classList.remove('news')
    const panel = document.getElementById(tab.getAttribute('aria-controls'))
    if (!panel) continue
    panel.hidden = !chosen
    for (const list of panel.querySelectorAll('[data-newest-last]')) list.scrollTop = list.scrollHeight
  }
  opened(name)
}
