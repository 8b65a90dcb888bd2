import { detailsOf } from '../../server/payments/index.ts'
import type { PaymentRow, SettlementMatchRow, Store } from '../../server/store/port.ts'
import type { ImportedFiles } from './imported-files.ts'

const MATCHES_AT_ONCE = 1000

/**
 * Of chargebacks and their reversals those that no line of an imported file tells of. A dispute may have several
 * of each, in other parts than the lines: what lines have in all tells of the first ones.
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
  // What lines have, in the currency of the payment, less the chargebacks that they tell of, oldest first.
  const lines = new Map<string, number>()
  for (const match of matches) {
    const key = keyOfLine(match)
    if (key !== undefined) lines.set(key, (lines.get(key) ?? 0) + Math.abs(match.amountMinor))
  }
  const byId = new Map(family.map((one) => [one.id, one]))
  const unfiled = new Set<string>()
  for (const payment of family) {
    const key = keyOfBooking(payment)
    if (key === undefined) continue
    const leftMinor = lines.get(key) ?? 0
    if (leftMinor <= 0) unfiled.add(payment.id)
    else lines.set(key, leftMinor - minorOf(payment, byId))
  }
  return unfiled
}

/** In another currency than the payment's, a line has all of the payment. */
function minorOf(
  { amountMinor, currency, referencedId }: PaymentRow,
  byId: ReadonlyMap<string, PaymentRow>,
): number {
  const target = byId.get(referencedId ?? '')
  const charged = target?.paymentType === 'CB' ? byId.get(target.referencedId ?? '') : target
  return charged === undefined || charged.currency === currency ? amountMinor : charged.amountMinor
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
