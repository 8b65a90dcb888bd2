import { shownText } from '../parameters/masking.ts'
import { type Refusal, refuseParameters } from '../results/refusal.ts'

/** The header that carries a key (decisions §13). */
export const KEY_HEADER = 'idempotency-key'

/** Visible ASCII characters, at most 255 of them (R-IDEM-1). */
const KEY = /^[\x21-\x7e]{1,255}$/

/** The key of a request that carries one; 400 that names the header when it cannot be one. */
export function readKey(header: string | readonly string[]): string | Refusal {
  const key = typeof header === 'string' ? header : header.join(', ')
  return KEY.test(key) ? key : refuseParameters([{ ...badKey, value: shownText(key) }])
}

const badKey = {
  name: 'Idempotency-Key',
  message:
    'is a header of 1 to 255 visible ASCII characters without blanks, sent once: a random UUID will do',
}
