import { type Component, erroOf, MessageFault } from './message-fault.ts'

/** Longest text of a message that a browser brings, in characters. */
const MAX_BROWSER_TEXT = 65_536

/** A message as browsers carry it in a form field: base64url of its JSON, without padding. */
export function encodeForBrowser(message: object): string {
  return Buffer.from(JSON.stringify(message), 'utf8').toString('base64url')
}

/**
 * The JSON of a form field. Padding, another alphabet, left-over bits, and bytes that are no UTF-8 are
 * faults: one message has one text, so nothing gets past a comparison of texts.
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
