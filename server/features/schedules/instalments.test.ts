import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cardPayment,
  type Form,
  useTestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'
import { decide } from '../registrations/stored-card.fixture.ts'
import { merchantWithCard, monthly } from './subscriber.fixture.ts'

const gateway = useTestGateway()

const of = (count: number): Form => ({
  'standingInstruction.type': 'INSTALLMENT',
  'standingInstruction.numberOfInstallments': String(count),
})
const byMerchant: Form = {
  'standingInstruction.source': 'MIT',
  'standingInstruction.mode': 'REPEATED',
}
const byCardholder: Form = {
  'standingInstruction.source': 'CIT',
  'standingInstruction.mode': 'INITIAL',
}
const order: Form = { amount: '9.99', currency: 'EUR', paymentType: 'DB' }

/** The simulator declines the payments of a card with this holder, to be paid again after 72 hours. */
const DECLINING = { 'card.holder': '800.100.155' }
/** Of this one it waits a day for a decision, and then declines. */
const WAITING = { 'card.holder': '800.400.500' }

/** A merchant whose shopper has paid the first of some instalments, with a schedule for the others. */
async function instalmentsOf(count: number, { 'card.holder': holder, ...job }: Form = {}) {
  const merchant = await merchantWithCard(gateway())
  const { entityId, send } = merchant
  const first = await send('/v1/payments', {
    ...cardPayment(entityId, holder === undefined ? {} : { 'card.holder': holder }),
    'customParameters[SIMULATOR_outcome]': 'approve',
    createRegistration: 'true',
    ...byCardholder,
    ...of(count),
  })
  const { registrationId = '' } = first.body as unknown as { registrationId?: string }
  const series = { ...byMerchant, ...of(count) }
  const made = await merchant.subscribe({ ...monthly, registrationId, ...series, ...job })
  expect(made.body.result.code).toBe('000.100.110')
  const path = `/scheduling/v1/schedules/${made.body.id}`
  return {
    ...merchant,
    registrationId,
    path,
    change: (form: Form) => send(`${path}/reschedule`, form),
    pay: (id: string, form: Form = {}) =>
      send(`/v1/registrations/${id}/payments`, {
        entityId,
        ...order,
        ...byMerchant,
        ...of(count),
        ...form,
      }),
    card: async (form: Form = {}) => {
      const { paymentType: _t, amount: _a, currency: _c, ...details } = cardPayment(entityId)
      const known = { transactionLinkId: 'MCC000000355', 'card.cvv': undefined }
      return (await send('/v1/registrations', { ...details, ...known, ...form })).body.id
    },
    charged: async () => {
      const all = await merchant.payments()
      return all.filter(({ state }) => state === 'succeeded').length
    },
  }
}

const ended = { state: 'ended', endReason: 'it had its last run' }

describe('a schedule of instalments whose card is changed', () => {
  it.each([2, 3, 4, 12])('charges %i in all, the first payment among them', async (count) => {
    const merchant = await instalmentsOf(count)
    await merchant.advance({ to: '2026-12-02 00:00:00' })
    await merchant.change({ registrationId: await merchant.card() })
    await merchant.advance({ to: '2028-12-02 00:00:00' })
    expect(await merchant.charged()).toBe(count)
  })

  it('leaves nothing for the merchant to charge without it, with either card', async () => {
    const merchant = await instalmentsOf(3)
    const registrationId = await merchant.card()
    const { body } = await merchant.change({ registrationId })
    await merchant.advance({ to: '2028-12-02 00:00:00' })
    expect(await merchant.charged()).toBe(3)
    const { plan } = await merchant.get(`/scheduling/v1/schedules/${body.id}`)
    expect(plan).toMatchObject(ended)
    for (const id of [merchant.registrationId, registrationId])
      expect((await merchant.pay(id)).body.result.code).toBe('100.150.300')
  })

  it('goes on counting when the card before is deleted', async () => {
    const merchant = await instalmentsOf(4)
    await merchant.advance({ to: '2026-12-02 00:00:00' })
    await merchant.change({ registrationId: await merchant.card() })
    await merchant.remove(
      `/v1/registrations/${merchant.registrationId}?entityId=${merchant.entityId}`,
    )
    await merchant.advance({ to: '2028-12-02 00:00:00' })
    expect(await merchant.charged()).toBe(4)
  })

  it('counts beside the instalments of a purchase of the other card', async () => {
    const merchant = await instalmentsOf(3)
    const first = await merchant.send('/v1/payments', {
      ...cardPayment(merchant.entityId),
      createRegistration: 'true',
      ...byCardholder,
      ...of(2),
    })
    const { registrationId = '' } = first.body as unknown as { registrationId?: string }
    await merchant.change({ registrationId })
    await merchant.advance({ to: '2028-12-02 00:00:00' })
    expect(await merchant.charged()).toBe(3 + 1)
    expect((await merchant.pay(registrationId, of(2))).body.result.code).toBe('000.100.110')
    expect((await merchant.pay(registrationId, of(2))).body.result.code).toBe('100.150.300')
  })

  it('pays the last one with it, which was declined before', async () => {
    const merchant = await instalmentsOf(2, { ...untilMiddleOfDecember, ...DECLINING })
    await merchant.advance({ to: '2026-12-02 00:00:00' })
    expect(await merchant.charged()).toBe(1)
    const changed = await merchant.change({ registrationId: await merchant.card() })
    expect(changed.body.plan).toMatchObject({ retryAt: '2026-12-02 00:00:00+0000' })
    await merchant.advance({ advance: 'PT1S' })
    expect(await merchant.charged()).toBe(2)
  })

  it('pays the last one with it, whose decline became known after the change', async () => {
    const merchant = await instalmentsOf(2, { ...untilMiddleOfDecember, ...WAITING })
    await merchant.advance({ to: '2026-12-01 08:00:00' })
    const changed = await merchant.change({ registrationId: await merchant.card() })
    expect(changed.body.result.code).toBe('000.100.110')
    await merchant.advance({ to: '2026-12-10 00:00:00' })
    expect(await merchant.charged()).toBe(2)
    expect((await merchant.get(`/scheduling/v1/schedules/${changed.body.id}`)).plan).toMatchObject(
      ended,
    )
  })
})

const untilMiddleOfDecember = { 'job.endDate': '2026-12-15 00:00:00' }

describe('two purchases in instalments with one card', () => {
  it('are charged by their schedules, each for itself', async () => {
    const merchant = await instalmentsOf(3, { amount: '10.00' })
    const { registrationId } = merchant
    await merchant.advance({ to: '2026-12-15 00:00:00' })
    const paid = await merchant.pay(registrationId, {
      ...byCardholder,
      ...of(4),
      'card.cvv': '123',
      amount: '50.00',
    })
    expect(paid.body.result.code).toBe('000.100.110')
    const series = { ...byMerchant, ...of(4) }
    await merchant.subscribe({ ...monthly, registrationId, ...series, amount: '50.00' })
    await merchant.advance({ to: '2028-01-01 00:00:00' })
    const amounts = (await merchant.payments()).map(({ amountMinor }) => amountMinor)
    const many = (amount: number) => amounts.filter((one) => one === amount).length
    expect([many(1000), many(5000)]).toEqual([2, 4])
  })

  it('are told apart where one is charged already', async () => {
    const merchant = await instalmentsOf(2, { amount: '10.00' })
    await merchant.advance({ to: '2026-12-15 00:00:00' })
    const first = { ...byCardholder, ...of(4), 'card.cvv': '123' }
    await merchant.pay(merchant.registrationId, first)
    await merchant.advance({ to: '2028-01-01 00:00:00' })
    const amounts = (await merchant.payments()).map(({ amountMinor }) => amountMinor)
    // Its schedule has had a further run planned: it is none of the other purchase.
    expect(amounts.filter((one) => one === 1000)).toHaveLength(1)
  })
})

/** What may happen to a series; `card` is one of those that pay or have paid it. */
const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('month' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('change' as const), declines: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      card: fc.nat(),
      outcome: fc.constantFrom('approve', 'decline:800.100.152', 'pending'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), of: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      choice: fc.constantFrom('approve' as const, 'decline' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
)

it('charges as many instalments as were agreed, whatever happens on the way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 6 }),
      fc.array(event, { minLength: 3, maxLength: 12 }),
      async (count, events) => {
        const merchant = await instalmentsOf(count)
        const cards = [merchant.registrationId]
        const pending: WireAnswer[] = []
        for (const one of events) {
          gateway().clock.advance(1)
          if (one.kind === 'month') await merchant.advance({ advance: 'P1M' })
          if (one.kind === 'change') {
            const id = await merchant.card(one.declines ? DECLINING : {})
            if ((await merchant.change({ registrationId: id })).status === 200) cards.push(id)
          }
          if (one.kind === 'pay') {
            const outcome = { 'customParameters[SIMULATOR_outcome]': one.outcome }
            const paid = await merchant.pay(cards[one.card % cards.length] ?? '', outcome)
            if (paid.body.result.code.startsWith('000.200'))
              pending.push(paid as unknown as WireAnswer)
          }
          if (one.kind === 'decide') {
            const waiting = pending.shift()
            if (waiting !== undefined) await decide(gateway(), waiting, one.choice)
          }
          if (one.kind === 'refund') {
            const all = await merchant.payments()
            const target = all[one.of % all.length]?.id
            const refund = { entityId: merchant.entityId, ...order, paymentType: 'RF' }
            await merchant.send(`/v1/payments/${target}`, refund)
          }
          if (one.kind === 'delete' && cards.length > 1) {
            const query = `?entityId=${merchant.entityId}`
            await merchant.remove(`/v1/registrations/${cards.shift()}${query}`)
          }
          expect(await merchant.charged()).toBeLessThanOrEqual(count)
        }
        for (const waiting of pending) await decide(gateway(), waiting)
        expect(await merchant.charged()).toBeLessThanOrEqual(count)
        const last = await merchant.card()
        const { status } = await merchant.change({ registrationId: last })
        // The schedule may have had all its runs: declined ones are among them. The merchant charges what is left.
        const left = status === 200 ? last : (cards.at(-1) ?? '')
        for (let made = 0; made < count; made += 1) await merchant.pay(left)
        await merchant.advance({ advance: 'P1Y' })
        expect(await merchant.charged()).toBeLessThanOrEqual(count)
        if (status === 200) expect(await merchant.charged()).toBe(count)
      },
    ),
    { numRuns: 25 },
  )
}, 300_000)
