import { hasOutcome } from '../../payments/index.ts'
import { resultGroupOf } from '../../results/catalogue.ts'
import type { Change, PaymentSum, PaymentSumRow } from '../../store/port.ts'

/** The row of a sum. */
export function rowOf(
  entityId: string,
  span: PaymentSumRow['span'],
  sum: PaymentSum,
): PaymentSumRow {
  const { count: paymentCount, amountMinor: exactMinor, ...group } = sum
  // Declined payments of any amount are summed, too: a sum beyond it must not stop all others.
  const amountMinor = Math.min(exactMinor, Number.MAX_SAFE_INTEGER)
  return {
    id: idOf(entityId, span, sum),
    entityId,
    span,
    ...group,
    paymentCount,
    amountMinor,
    openCount: mayChange(sum) ? paymentCount : 0,
    version: 1,
  }
}

function idOf(entityId: string, span: string, sum: PaymentSum): string {
  const { spanMs, paymentType, operation, state, resultCode } = sum
  const { paymentBrand, currency, authentication } = sum
  const alike = [paymentType, operation, state, resultCode, paymentBrand, currency, authentication]
  return [entityId, span, spanMs, ...alike].join(' ')
}

/** Whether payments of this kind get another state or result code yet. */
function mayChange({ state, resultCode }: PaymentSum): boolean {
  return !hasOutcome(state) || (state === 'succeeded' && isReview(resultCode))
}

function isReview(resultCode: string): boolean {
  return resultGroupOf(resultCode) === 'success_review'
}

/** The changes that make the stored rows of a span say what its payments say now. */
export function changesOf(
  stored: readonly PaymentSumRow[],
  now: readonly PaymentSumRow[],
): readonly Change[] {
  const before = new Map(stored.map((row) => [row.id, row]))
  const gone = stored.filter(({ id }) => !now.some((row) => row.id === id))
  return [
    ...now.flatMap((row) => changeOf(before.get(row.id), row)),
    ...gone.flatMap((row) =>
      changeOf(row, { ...row, paymentCount: 0, amountMinor: 0, openCount: 0 }),
    ),
  ]
}

function changeOf(before: PaymentSumRow | undefined, row: PaymentSumRow): readonly Change[] {
  if (before === undefined) return [{ kind: 'insertPaymentSum', row }]
  const { paymentCount, amountMinor, openCount } = row
  const isSame = before.paymentCount === paymentCount && before.amountMinor === amountMinor
  if (isSame && before.openCount === openCount) return []
  const set = { paymentCount, amountMinor, openCount }
  return [{ kind: 'stepPaymentSum', id: row.id, expectedVersion: before.version, set }]
}
