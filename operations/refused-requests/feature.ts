import { HOUR_MS } from '../../common/durations.ts'
import type { RefusedRequests } from '../../server/entities/refused-requests.ts'
import type { Core, Feature, Started } from '../../server/payments/index.ts'
import { createRefusedRequests } from './log.ts'
import { refusedRequestRoutes } from './routes.ts'

/** How long a refused request waits at most before it is written, in milliseconds. */
const WRITE_EVERY_MS = 1_000

/** Keeps what merchants' servers were refused, so that whoever builds or helps with an integration finds it. */
export const refusedRequests = {
  name: 'refused-requests',
  routes: refusedRequestRoutes,

  start(given: Pick<Core, 'store' | 'clock'>): Started & { readonly log: RefusedRequests } {
    const { log, write, deleteOld } = createRefusedRequests(given)
    return {
      log,
      work: [
        { everyMs: WRITE_EVERY_MS, run: write },
        { everyMs: HOUR_MS, needsRightTime: true, run: deleteOld },
      ],
      async close() {
        // At the end of the process: what the store does not take any more is lost.
        while (await write().catch(() => false));
      },
    }
  },
} as const satisfies Feature
