/** `threeDSServerTransID`: a UUID of ours, in lower case. */
const TRANSACTION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The transaction that an issuer's last message names; nothing where the message is malformed. */
export function transactionIdIn(
  field: 'threeDSMethodData' | 'cres',
  text: string,
): string | undefined {
  if (text.length > 65_536 || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined
  try {
    const message = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (field === 'cres' && message?.messageType !== 'CRes') return undefined
    const id: unknown = message?.threeDSServerTransID
    return typeof id === 'string' && TRANSACTION_ID.test(id) ? id : undefined
  } catch {
    return undefined
  }
}
