import type { OutgoingLimits } from '../../../wire/outgoing/client.ts'

/** Of authentication requests: a shopper waits, and the issuer behind the directory is asked as well. */
export const AUTHENTICATION_LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 25_000,
  answerBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  sockets: 64,
  idleSocketMs: 4_000,
}

/** Of the list of card ranges: hundreds of thousands of them, once a day, and nobody waits. */
export const PREPARATION_LIMITS: OutgoingLimits = {
  ...AUTHENTICATION_LIMITS,
  answerMs: 120_000,
  answerBytes: 64 * 1024 * 1024,
  sockets: 1,
}
