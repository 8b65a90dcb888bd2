import type { SeriesOfRun } from '../../payments/index.ts'
import type { ScheduleRow, Store } from '../../store/port.ts'
import { endOfDay, planOf } from './plan.ts'
import { requestOf, runValues } from './request.ts'
import type { DueRun } from './rules.ts'

/** How late a run may be paid and still be one of the day on which it was due. */
const MAX_DELAY_MS = 3_600_000

type Reading = Pick<Store, 'read'>

/**
 * Where the series of a run is kept, and when its days end: in the time zone of the plan. Instalments are those of
 * the series with which the schedule was made, whatever card pays them now; of another type of series, what the
 * cardholder has agreed to with the card that is charged counts.
 */
export async function seriesOfRun(
  { row, due }: { readonly row: ScheduleRow; readonly due: DueRun },
  store: Reading,
): Promise<SeriesOfRun> {
  const request = requestOf(row)
  const isInstalment = runValues(request).get('standingInstruction.type') === 'INSTALLMENT'
  const first = await firstOf(row, store)
  return {
    registrationId: isInstalment ? first.registrationId : row.registrationId,
    madeAtMs: first.createdAtMs,
    endOfDay(day) {
      const endMs = endOfDay(day, planOf(request).zone)
      return due.kind === 'planned' && due.dueAtMs <= endMs ? endMs + MAX_DELAY_MS : endMs
    },
  }
}

/** The schedule with which the chain of another one began. */
export async function firstOf(row: ScheduleRow, { read }: Reading): Promise<ScheduleRow> {
  return (row.chainId === row.id ? undefined : await read.schedule(row.chainId)) ?? row
}
