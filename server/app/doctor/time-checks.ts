import type { DoctorCheck, DoctorResult } from '../../cli/doctor-check.ts'
import { systemClock } from '../../kernel/timers/clock.ts'
import { aheadMs } from './ask-time.ts'

/** A machine that keeps its time by NTP is never so far away, in milliseconds. */
const NOTICED_MS = 1_000
/** From here on terms, expiries and signatures of webhooks go wrong. */
const WRONG_MS = 30_000

export const timeChecks: readonly DoctorCheck[] = [
  {
    name: 'ntp',
    looksAt: 'the clock, against the NTP server that TILLGATE_NTP_SERVER names',
    why: 'what is due is done too early or too late, and merchants refuse webhooks whose time is wrong',
    fix: 'NTP (timedatectl set-ntp true)',
    look: async ({ config: { ntpServer } }) => [
      ntpServer === null
        ? { state: 'good', found: 'not asked: TILLGATE_NTP_SERVER names no server' }
        : await clockResult(ntpServer, systemClock.now),
    ],
  },
]

/** How far the clock of the machine is from that of an NTP server. */
export async function clockResult(
  server: string,
  now: () => number,
  maxWaitMs?: number,
): Promise<DoctorResult> {
  try {
    const ahead = await aheadMs(server, now, maxWaitMs)
    const apart = Math.abs(ahead)
    const state = apart < NOTICED_MS ? 'good' : apart < WRONG_MS ? 'warning' : 'problem'
    const side = ahead < 0 ? 'ahead of' : 'behind'
    return { state, found: `${(apart / 1000).toFixed(1)} s ${side} ${server}` }
  } catch (error) {
    return { state: 'unknown', found: `${server}: ${(error as Error).message}` }
  }
}
