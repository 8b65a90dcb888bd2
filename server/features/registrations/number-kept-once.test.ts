import { describe, expect, it } from 'vitest'
import { useTestGateway, type WireAnswer } from '../../testing/gateway.fixture.ts'
import { deduplicatingMerchant, outcome } from './stored-card.fixture.ts'

const gateway = useTestGateway()

const AT_ONCE = 5

const many = (ask: (at: number) => Promise<WireAnswer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, at) => ask(at)))

async function activeIn(entityId: string) {
  const { transactions } = await gateway().store.read.findTransactions(
    { entityIds: [entityId], paymentTypes: ['RG'] },
    { offset: 0, limit: 100, maxRows: 1000, counts: false },
  )
  return transactions.filter(({ row }) => row.state === 'active').map(({ row }) => row.id)
}

describe('a number that is kept once and that several requests store at the same time', () => {
  it('gets one registration, which all answers name', async () => {
    const { register, entityId } = await deduplicatingMerchant(gateway())
    const made = await many(() => register())
    expect(made.map(outcome)).toEqual(made.map(() => [200, '000.100.110']))
    expect([...new Set(made.map(({ body }) => body.id))]).toEqual(await activeIn(entityId))
  })

  it('gets one registration also with payments, which all succeed and name it', async () => {
    const { pay, entityId, payWith } = await deduplicatingMerchant(gateway())
    const paid = await many((at) => pay({ amount: `${at + 1}.00` }))
    expect(paid.map(outcome)).toEqual(paid.map(() => [200, '000.100.110']))
    expect(new Set(paid.map(({ body }) => body.id)).size).toBe(AT_ONCE)
    const tokens = [...new Set(paid.map(({ body }) => String(body.registrationId)))]
    expect(tokens).toEqual(await activeIn(entityId))
    for (const token of tokens) expect(outcome(await payWith(token))).toEqual([200, '000.100.110'])
  })

  it('gets another registration for another brand', async () => {
    const { register, entityId } = await deduplicatingMerchant(gateway())
    const card = { 'card.number': '4970100000000154' }
    const visa = await register(card)
    const debit = await register({ ...card, paymentBrand: 'CARTEBANCAIRE' })
    expect(outcome(debit)).toEqual([200, '000.100.110'])
    expect(debit.body.id).not.toBe(visa.body.id)
    expect((await register(card)).body.id).toBe(visa.body.id)
    expect(await activeIn(entityId)).toHaveLength(2)
  })
})

describe('payments with a registration that is deleted at the same time', () => {
  it('are paid with it or refused, and never refer to a wiped number', async () => {
    const { register, payWith, remove } = await deduplicatingMerchant(gateway())
    const { id } = (await register()).body
    const answers = await Promise.all([payWith(id), payWith(id), remove(id), payWith(id)])
    const [first, second, removed, last] = answers.map(outcome)
    expect(removed).toEqual([200, '000.100.110'])
    const allowed = [
      [200, '000.100.110'],
      [400, '100.150.202'],
    ]
    for (const paid of [first, second, last]) expect(allowed).toContainEqual(paid)
    expect(outcome(await payWith(id))).toEqual([400, '100.150.202'])
  })
})
