import { MINUTE_MS } from '../../../common/durations.ts'
import { ClientWindow } from '../../http/throttling/client-window.ts'
import type { Clock } from '../../kernel/timers/clock.ts'

/** Lines about one thing in a minute: what strangers or a flood cause must not fill the log. */
const MAX_LINES = 10

/** Whether a line about something, such as one kind of event of one account, is still written. */
export function createLineLimit(clock: Clock): (about: string) => boolean {
  const lines = new ClientWindow(clock, { max: MAX_LINES, periodMs: MINUTE_MS })
  return (about) => lines.admit(about) === undefined
}
