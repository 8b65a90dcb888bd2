import { DAY_MS } from '../../../common/durations.ts'
import { countIn, type DoctorCheck } from '../../cli/doctor-check.ts'

/** Deletions run hourly; a gateway that was stopped over a weekend has done them after this long. */
const MAX_LATE_MS = 2 * DAY_MS

export const numberDoctorChecks: readonly DoctorCheck[] = [
  {
    name: 'number-retention',
    looksAt: 'card numbers whose deletion is two days late',
    why: 'card numbers are kept longer than they are needed (PCI DSS 3.2.1)',
    fix: 'a gateway that runs with a right clock (tillgate clock confirm); tillgate numbers delete',
    async look(given) {
      const late = await countIn(
        given,
        `SELECT count(*) FROM timer WHERE kind = 'numberRetention' AND due_at_ms < ${given.nowMs - MAX_LATE_MS}`,
      )
      const state = late === 0 ? 'good' : 'problem'
      return [{ state, found: `${late} hours of stored numbers are late` }]
    },
  },
]
