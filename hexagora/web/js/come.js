/** Whoever follows the link of a seat for the first time comes by posting to it. This page does so by itself; programs that
 * only look at links, as messengers do to show a preview, take nobody's seat. */
const form = document.querySelector('form')
const answer = await fetch(location.href, { method: 'POST' })
if (answer.ok) location.replace(answer.url)
else form?.submit() // and what is wrong is told
