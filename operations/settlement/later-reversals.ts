import type { PaymentRow, Store } from '../../server/store/port.ts'
import { bookedAtMs } from './booked-payments.ts'

const FAMILIES_AT_ONCE = 50

/**
 * When payments were reversed, by their ids, in milliseconds. A reversal whose outcome is not known takes nothing
 * back yet.
 */
export async function reversalTimes(
  payments: readonly PaymentRow[],
  { read }: Store,
): Promise<ReadonlyMap<string, number>> {
  const reversed = payments.filter(({ reversedMinor }) => reversedMinor > 0)
  const times = new Map<string, number>()
  for (let at = 0; at < reversed.length; at += FAMILIES_AT_ONCE) {
    const ids = reversed.slice(at, at + FAMILIES_AT_ONCE).map(({ familyId }) => familyId)
    const families = await Promise.all([...new Set(ids)].map((id) => read.paymentsOfFamily(id)))
    for (const one of families.flat()) {
      const isReversal = one.operation === 'reversal' && one.state === 'succeeded'
      if (isReversal && one.referencedId !== null) times.set(one.referencedId, bookedAtMs(one))
    }
  }
  return times
}
