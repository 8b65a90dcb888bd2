import { detailsOf } from '../../payments/index.ts'
import type { PaymentRow, SettlementMatchRow, Store } from '../../store/port.ts'
import type { ImportedFiles } from './imported-files.ts'

const MATCHES_AT_ONCE = 1000

/**
 * Of chargebacks and their reversals those that no line of an imported file tells of. A dispute may have several
 * of each: as many lines as it has tell of the first ones.
 */
export async function unfiledOf(
  booked: readonly PaymentRow[],
  store: Store,
  files: ImportedFiles,
): Promise<readonly PaymentRow[]> {
  const families = new Map<string, ReadonlySet<string>>()
  const unfiled: PaymentRow[] = []
  for (const payment of booked) {
    const { familyId } = payment
    const known = families.get(familyId) ?? (await unfiledIds(familyId, store, files))
    families.set(familyId, known)
    if (known.has(payment.id)) unfiled.push(payment)
  }
  return unfiled
}

async function unfiledIds(
  familyId: string,
  { read }: Store,
  files: ImportedFiles,
): Promise<ReadonlySet<string>> {
  const family = await read.paymentsOfFamily(familyId)
  const ids = family.map(({ id }) => id).slice(0, MATCHES_AT_ONCE)
  const matches = await files.linesOfImported(await read.settlementMatchesOfPayments(ids))
  // Lines that are counted off by the chargebacks that they tell of, oldest first.
  const lines = new Map<string, number>()
  for (const match of matches) {
    const key = keyOfLine(match)
    if (key !== undefined) lines.set(key, (lines.get(key) ?? 0) + 1)
  }
  const unfiled = new Set<string>()
  for (const payment of family) {
    const key = keyOfBooking(payment)
    if (key === undefined) continue
    const left = lines.get(key) ?? 0
    if (left === 0) unfiled.add(payment.id)
    else lines.set(key, left - 1)
  }
  return unfiled
}

function keyOfLine({ type, disputeId }: SettlementMatchRow): string | undefined {
  if (disputeId === null) return undefined
  return `${type === 'chargebackReversed' ? 'CR' : 'CB'} ${disputeId}`
}

function keyOfBooking(payment: PaymentRow): string | undefined {
  const { paymentType } = payment
  if (paymentType !== 'CB' && paymentType !== 'CR') return undefined
  return `${paymentType} ${detailsOf(payment).resultDetails?.DisputeId}`
}
