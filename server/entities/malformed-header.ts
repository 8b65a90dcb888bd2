const SEND = 'Send the header Authorization: Bearer <access token>'

/** A placeholder for a token, as examples write it. */
export const PLACEHOLDER = /^<.*>$/

/** What is wrong with a header that has one, as the end of a sentence. */
export const HOLDS_PLACEHOLDER =
  'holds a placeholder: put your own access token in its place, without the pointed brackets'

/** Schemes of HTTP that other services ask for. */
const OTHER_SCHEME = /^(?:basic|digest|token|apikey|api-key) /i

/**
 * Why an `Authorization` header has no access token, and what to send instead. Repeats nothing of the
 * header, because it may hold a token.
 */
export function malformedHeaderText(authorization: string | undefined): string {
  const sent = authorization?.trim() ?? ''
  if (sent === '') return SEND
  return `The Authorization header was sent, but ${faultOf(sent)}. ${SEND}`
}

function faultOf(sent: string): string {
  if (OTHER_SCHEME.test(sent)) return 'with a scheme other than Bearer'
  const [, after] = /^bearer(?:\s+(.*))?$/i.exec(sent) ?? []
  if (after === undefined) {
    return /^bearer$/i.test(sent)
      ? 'there is no access token after Bearer'
      : 'the word Bearer and a blank are missing before the access token'
  }
  if (PLACEHOLDER.test(after)) {
    return HOLDS_PLACEHOLDER
  }
  if (/^bearer\s/i.test(after)) return 'says Bearer twice'
  return 'what follows Bearer is no access token: it must be one word of letters, digits and signs'
}
