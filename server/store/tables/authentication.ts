import { keyOf, sorted, text, time, version, wordOf } from './column.ts'
import { erasing } from './erasing.ts'
import { type RowOf, table } from './table.ts'

/**
 * An EMV 3-D Secure authentication of a payment. `browser`: it waits for the shopper's browser;
 * `requested`: the directory is asked; `challenge`, `decoupled`: the issuer asks the cardholder, and
 * its result comes with a message of the directory.
 */
export const authentications = table({
  name: 'authentication',
  key: ['id'],
  columns: {
    /** The `threeDSServerTransID`: a random UUID of 36 characters. */
    id: text,
    paymentId: keyOf('payment'),
    /** The channel. */
    entityId: sorted(text),
    state: wordOf<'browser' | 'requested' | 'challenge' | 'decoupled' | 'passed' | 'failed'>(),
    /** JSON text: what its messages said. Never card data. */
    data: text,
    createdAtMs: time,
    updatedAtMs: time,
    version,
  },
  read: 'authentication',
  insert: 'insertAuthentication',
  step: { kind: 'stepAuthentication', sets: ['state', 'data', 'updatedAtMs'] },
  writes: {
    /** What is left of its data when its customer is erased. */
    eraseAuthentication: erasing('authentication', { id: text }, 'data'),
  },
})

/**
 * What a payment needs for its charge and what must not be stored after it: the security code and
 * other confidential fields, encrypted under a key of their own (R-VLT-4). Exists only while the
 * payment waits.
 */
export const confidentials = table({
  name: 'confidential',
  key: ['paymentId'],
  columns: {
    paymentId: keyOf('payment'),
    entityId: sorted(text),
    keyId: keyOf('vault_key'),
    /** base64url of IV, ciphertext and tag. */
    sealed: text,
    createdAtMs: time,
  },
  read: 'confidential',
  insert: 'insertConfidential',
  /** No conflict when it is not there. */
  remove: 'deleteConfidential',
})

export type AuthenticationRow = RowOf<typeof authentications>
export type AuthenticationState = AuthenticationRow['state']
export type ConfidentialRow = RowOf<typeof confidentials>
