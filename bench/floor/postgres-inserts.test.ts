import { expect, it } from 'vitest'
import { newPayment } from './payment.ts'
import { insertsOf } from './postgres-inserts.ts'

it('writes seven rows for each payment of a batch, one statement for each table', () => {
  const form = { amount: '92.00', currency: 'EUR', 'card.number': '4200000000000000' }
  const batch = [newPayment(form), newPayment(form), newPayment(form)].map(
    ({ columns, sealedCard }) => [columns, 'order-1', sealedCard] as const,
  )
  const rows = insertsOf(batch).map(({ name, values }) => [name, values?.[0]?.length])
  expect(rows).toEqual([
    ['insert vault_record', 3],
    ['insert payment', 3],
    ['insert payment_event', 3],
    ['insert posting', 6],
    ['insert outbox', 3],
    ['insert idempotency', 3],
  ])
})
