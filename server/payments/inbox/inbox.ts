import { MINUTE_MS } from '../../../common/durations.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { RepeatedWork } from '../feature.ts'
import { deleteSurplus } from './caps.ts'
import { createEventIntake, type EventIntake, type IntakeParts } from './intake.ts'
import { reapOldEvents } from './reaping.ts'
import { createEventWork, type WorkOffParts } from './work-off.ts'

/** What acquirers tell of their own accord: taken, worked off, and forgotten after its time. */
export interface Inbox {
  readonly intake: EventIntake
  readonly onTimer: TimerHandler
  readonly work: readonly RepeatedWork[]
}

export function createInbox(parts: IntakeParts & WorkOffParts): Inbox {
  const { store, clock } = parts
  /** Accounts of which this process has kept events for people since the last look. */
  const grown = new Set<string>()
  return {
    intake: createEventIntake(parts),
    onTimer: createEventWork(parts, (connector) => grown.add(connector)),
    work: [
      {
        everyMs: MINUTE_MS,
        needsRightTime: true,
        run: async () => (await reapOldEvents(store, clock.now())) > 0,
      },
      {
        everyMs: 10 * MINUTE_MS,
        async run() {
          const [connector] = grown
          if (connector === undefined) return false
          const deleted = await deleteSurplus(connector, store)
          if (deleted === 0) grown.delete(connector)
          return grown.size > 0
        },
      },
    ],
  }
}
