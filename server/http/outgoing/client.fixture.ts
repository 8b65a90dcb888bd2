import type { OutgoingLimits } from './client.ts'

/** Long enough for a busy machine. */
export const OUTGOING_LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 5_000,
  answerBytes: 1_000,
  headerBytes: 4_000,
  sockets: 4,
  idleSocketMs: 1_000,
}
