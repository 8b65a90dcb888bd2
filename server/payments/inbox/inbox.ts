import { MINUTE_MS } from '../../../common/durations.ts'
import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { RepeatedWork } from '../feature.ts'
import { createEventIntake, type EventIntake, type IntakeParts } from './intake.ts'
import { reapOldEvents } from './reaping.ts'
import { createEventWork, type WorkOffParts } from './work-off.ts'

/** What acquirers tell of their own accord: taken, worked off, and forgotten after its time. */
export interface Inbox {
  readonly intake: EventIntake
  readonly onTimer: TimerHandler
  readonly work: RepeatedWork
}

export function createInbox(parts: IntakeParts & WorkOffParts): Inbox {
  const { store, clock } = parts
  return {
    intake: createEventIntake(parts),
    onTimer: createEventWork(parts),
    work: {
      everyMs: MINUTE_MS,
      needsRightTime: true,
      run: async () => (await reapOldEvents(store, clock.now())) > 0,
    },
  }
}
