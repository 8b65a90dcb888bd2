import { type Component, erroOf, MessageFault } from './read-message.ts'

/** Maximum length of a message in a form field, in characters. */
const MAX_BROWSER_TEXT = 65_536

/** A message as text for a form field: base64url of its JSON, without padding. */
export function encodeForBrowser(message: object): string {
  return Buffer.from(JSON.stringify(message), 'utf8').toString('base64url')
}

/**
 * The JSON of a form field. Padding, another alphabet, left-over bits and invalid UTF-8 are faults: so
 * each message has exactly one text, and two texts can be compared instead of their messages.
 */
export function decodeFromBrowser(text: string, component: Component = 'S'): unknown {
  const fault = (detail: string) =>
    new MessageFault(erroOf({ code: '203', component, detail, message: undefined }))
  if (text.length > MAX_BROWSER_TEXT) return fault(`longer than ${MAX_BROWSER_TEXT} characters`)
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return fault('not base64url without padding')
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) return fault('not base64url without padding')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return fault('not JSON')
  }
}
