import { DAY_MS } from '../../../common/durations.ts'
import { countIn, type DoctorCheck } from '../../cli/doctor-check.ts'

/** Notifications that were given up longer ago are no news. */
const LOOKED_BACK_MS = 7 * DAY_MS

/** Merchants who are told nothing any more. */
export const webhookDoctorChecks: readonly DoctorCheck[] = [
  {
    name: 'webhooks',
    looksAt:
      'webhooks that were switched off because they failed, and notifications given up in 7 days',
    why: 'shops do not hear of payments, and ship late or not at all',
    fix: 'the log of deliveries in the back office; docs/webhooks.md',
    async look(given) {
      const disabled = await countIn(given, `SELECT count(*) FROM webhook WHERE state = 'disabled'`)
      const givenUp = await countIn(
        given,
        `SELECT count(*) FROM delivery WHERE state = 'givenUp' AND updated_at_ms > ${given.nowMs - LOOKED_BACK_MS}`,
      )
      const state = disabled + givenUp === 0 ? 'good' : 'warning'
      return [{ state, found: `${disabled} switched off, ${givenUp} notifications given up` }]
    },
  },
]
