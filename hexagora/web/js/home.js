/**
 * Where the pages are at home: a server, which answers requests and holds a line for each table. This is the one place
 * that knows it. The site without a server (docs/site.md) has a file of the same name in this place, behind which the
 * same questions are answered inside the browser.
 */

/** Whether nobody else can come here: then there is nobody to invite, and nothing to share. */
export const alone = false

/** Whether friends can come by a link. */
export const canInvite = true

/** How others are invited to a table where a link alone does not lead them there; here it does. @type {null|((table: string) => Promise<HTMLElement>)} */
export const invitation = null

/** What people should know before a match begins, because of where it is kept. @type {(table: string) => Promise<string>} */
export const caution = async () => ''

/** Where something lies or a page is, by its address at a server. */
export const at = address => address

/** The address at a server of the page that is shown. */
export const here = () => location.pathname

/** Asks for what lies at an address. @returns {Promise<Response>} */
export const ask = (address, options = {}) => fetch(address, options)

/** A line to a table, with the messages of docs/protocol.md. @returns {WebSocket} */
export const line = table =>
  new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${encodeURIComponent(table)}/ws`)
