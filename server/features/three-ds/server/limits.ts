import type { OutgoingLimits } from '../../../http/outgoing/client.ts'

/** Limits of authentication requests: a shopper waits, and the directory has to ask the issuer. */
export const AUTHENTICATION_LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 25_000,
  answerBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  // With 64 sockets and answers after 3 s, 372 of 500 parallel payments got no socket in time; with 256
  // all did.
  sockets: 256,
  idleSocketMs: 4_000,
}

/** Limits of the list of card ranges: hundreds of thousands of ranges, once a day; no shopper waits. */
export const PREPARATION_LIMITS: OutgoingLimits = {
  ...AUTHENTICATION_LIMITS,
  answerMs: 120_000,
  answerBytes: 64 * 1024 * 1024,
  sockets: 1,
}
