import type { Change, PaymentSum, PaymentSumRow } from '../../server/store/port.ts'

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
    version: 1,
  }
}

function idOf(entityId: string, span: string, sum: PaymentSum): string {
  const { spanMs, paymentType, operation, state, resultCode } = sum
  const { paymentBrand, currency, authentication } = sum
  const alike = [paymentType, operation, state, resultCode, paymentBrand, currency, authentication]
  return [entityId, span, spanMs, ...alike].join(' ')
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
    ...gone.flatMap((row) => changeOf(row, { ...row, paymentCount: 0, amountMinor: 0 })),
  ]
}

function changeOf(before: PaymentSumRow | undefined, row: PaymentSumRow): readonly Change[] {
  if (before === undefined) return [{ kind: 'insertPaymentSum', row }]
  const { paymentCount, amountMinor } = row
  if (before.paymentCount === paymentCount && before.amountMinor === amountMinor) return []
  const set = { paymentCount, amountMinor }
  return [{ kind: 'stepPaymentSum', id: row.id, expectedVersion: before.version, set }]
}

/** Sums of the same kind and span as one. */
export function added(sums: readonly PaymentSum[]): readonly PaymentSum[] {
  const all = new Map<string, PaymentSum>()
  for (const { count, amountMinor, ...group } of sums) {
    const key = JSON.stringify(Object.entries(group).sort())
    const before = all.get(key) ?? { count: 0, amountMinor: 0 }
    all.set(key, {
      ...group,
      count: before.count + count,
      amountMinor: before.amountMinor + amountMinor,
    })
  }
  return [...all.values()]
}
