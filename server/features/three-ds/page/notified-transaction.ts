import { decodeFromBrowser } from '../messages/browser-text.ts'
import { isMessageFault, readMessage, readMethodData } from '../messages/read-message.ts'

/** The form field of each post that an issuer's frames end with. */
export type NotifiedField = 'threeDSMethodData' | 'cres'

/** The transaction that an issuer's last message names; nothing where the message is malformed. */
export function transactionIdIn(field: NotifiedField, text: string): string | undefined {
  const json = decodeFromBrowser(text)
  if (isMessageFault(json)) return undefined
  const message = field === 'cres' ? readMessage('CRes', json) : readMethodData(json)
  // Ours are in lower case; an issuer may repeat them otherwise.
  return isMessageFault(message) ? undefined : message.threeDSServerTransID.toLowerCase()
}
