/** Passkeys: what the server asks is handed to the browser, and its answer back. Bytes travel as base64url. */

const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0))
const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/** Whether this page may ask for passkeys: not where it came over plain http, nor from a number instead of a name. */
export const canUsePasskeys = () => Boolean(window.PublicKeyCredential) && !/^[\d.]+$|^\[/.test(location.hostname)

const described = list => (list ?? []).map(one => ({ ...one, id: bytes(one.id) }))

/** A new passkey, as the server understands it. */
export async function makePasskey(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: described(options.excludeCredentials) }
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }))
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response)
  return told(made, { attestationObject: text(response.attestationObject) })
}

/** What a passkey of the person's choice signs, as the server understands it. */
export async function usePasskey(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: described(options.allowCredentials) }
  const used = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }))
  const response = /** @type {AuthenticatorAssertionResponse} */ (used.response)
  return told(used, { authenticatorData: text(response.authenticatorData), signature: text(response.signature),
    userHandle: response.userHandle ? text(response.userHandle) : null })
}

const told = (credential, response) => ({ id: credential.id, rawId: text(credential.rawId), type: credential.type,
  response: { clientDataJSON: text(credential.response.clientDataJSON), ...response } })
