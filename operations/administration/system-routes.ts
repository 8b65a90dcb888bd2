import { Type } from 'typebox'
import { buildNumber } from '../../server/http/build-number.ts'
import { answer, count, moment, text, word } from '../../server/http/described-answer.ts'
import type { Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { type AdministrationParts, answerWith } from './call-parts.ts'

/** Due work that is counted; more is as bad. */
const MOST_COUNTED = 1000

export interface SystemParts extends AdministrationParts {
  readonly warnings?: () => readonly string[]
  /** Share of the time in which the event loop is busy. */
  readonly loopLoad: () => number
}

const systemAnswer = answer(
  'AdminSystem',
  {
    build: text(),
    environment: word(['test', 'live']),
    node: text(),
    startedAt: moment(),
    memoryMegabytes: count(),
    loopLoadPercent: count(),
    dueTimers: count(),
    longestDueSeconds: count(),
    dueQueues: count(),
    warnings: Type.Array(text()),
  },
  'How the gateway is.',
)

/** `GET /admin/v1/system`: how the process that answers is. */
export const systemRoutes: readonly Route<SystemParts>[] = [
  {
    access: 'token',
    method: 'get',
    path: '/admin/v1/system',
    right: 'system.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readSystem',
      tag: 'Administration',
      summary: 'Read how the gateway is',
      description:
        'Of the process that answers: version, time since its start, load; of the database: due work.',
      label: 'Status',
      answers: [systemAnswer],
    },
    async handle({ request }, parts) {
      const { store, clock, environment, warnings = () => [], loopLoad } = parts
      const nowMs = clock.now()
      const [timers, queues] = await Promise.all([
        store.read.dueTimers(nowMs, MOST_COUNTED),
        store.read.dueQueues(nowMs, '', MOST_COUNTED),
      ])
      const [longest] = timers
      const shown = {
        build: buildNumber,
        environment,
        node: process.version,
        startedAt: wireTimestamp(nowMs - process.uptime() * 1000),
        memoryMegabytes: Math.round(process.memoryUsage().rss / 1_048_576),
        loopLoadPercent: Math.round(loopLoad() * 100),
        dueTimers: timers.length,
        longestDueSeconds: longest === undefined ? 0 : Math.round((nowMs - longest.dueAtMs) / 1000),
        dueQueues: queues.length,
        warnings: warnings(),
      }
      return answerWith(systemAnswer, shown, request.ndc, parts)
    },
  },
]
