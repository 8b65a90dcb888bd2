import type { OutgoingLimits } from './client.ts'

/** No machine is so slow that these times pass: a test of a time-out has its own. */
export const OUTGOING_LIMITS: OutgoingLimits = {
  connectMs: 600_000,
  answerMs: 600_000,
  answerBytes: 1_000,
  headerBytes: 4_000,
  sockets: 4,
  idleSocketMs: 1_000,
}
