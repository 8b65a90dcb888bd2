import { describe, expect, it } from 'vitest'
import { type Form, useTestGateway, type WireAnswer } from '../../testing/gateway.fixture.ts'
import {
  asked,
  decide,
  deduplicatingMerchant,
  outcome,
  payWith,
  store,
} from './stored-card.fixture.ts'

const gateway = useTestGateway()

const cit: Form = {
  'standingInstruction.source': 'CIT',
  'standingInstruction.mode': 'INITIAL',
  'standingInstruction.type': 'UNSCHEDULED',
  'card.cvv': '123',
}
const mit: Form = {
  'standingInstruction.source': 'MIT',
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.type': 'UNSCHEDULED',
}

const detailsOf = async (id: string) =>
  JSON.parse((await gateway().store.read.registration(id))?.details ?? '{}')

describe('a payment with a stored card whose success arrives late', () => {
  const firstOfSeries = ({ body }: WireAnswer) =>
    (body.standingInstruction as unknown as { initialTransactionId?: string }).initialTransactionId

  it('stores its series data for later payments, as an immediate success does', async () => {
    const id = await store(gateway())
    const first = await payWith(gateway(), id, { ...cit, ...asked('pending') })
    await decide(gateway(), first)
    const now = await gateway().get(`/v1/payments/${first.body.id}`)
    expect(firstOfSeries(now)).toEqual(expect.any(String))
    const later = await payWith(gateway(), id, mit)
    expect(firstOfSeries(later)).toBe(firstOfSeries(now))
  })

  it('stores its series data when the acquirer has to be asked', async () => {
    const id = await store(gateway())
    const first = await payWith(gateway(), id, { ...cit, ...asked('timeout-then-approved') })
    gateway().clock.advance(5_000)
    const now = await gateway().get(`/v1/payments/${first.body.id}`)
    expect(outcome(now)).toEqual([200, '000.100.110'])
    const later = await payWith(gateway(), id, mit)
    expect(firstOfSeries(later)).toBe(firstOfSeries(now))
  })

  it('stores no series data when it is declined', async () => {
    const id = await store(gateway())
    const first = await payWith(gateway(), id, { ...cit, ...asked('pending') })
    await decide(gateway(), first, 'decline')
    expect(await detailsOf(id)).not.toHaveProperty('link')
  })
})

describe('a late success where each number is kept once', () => {
  it('renews holder and expiry of the existing registration', async () => {
    const { register, pay } = await deduplicatingMerchant(gateway())
    const { id } = (await register()).body
    const newer = { 'card.holder': 'Jane Smith', 'card.expiryYear': '2036' }
    const paid = await pay({ ...newer, ...asked('pending') })
    expect((await detailsOf(id)).card.expiryYear).toBe('2034')
    await decide(gateway(), paid)
    expect((await detailsOf(id)).card).toMatchObject({ holder: 'Jane Smith', expiryYear: '2036' })
  })

  it('returns one token for payments that are approved one after the other', async () => {
    const { pay, read, payWith: use } = await deduplicatingMerchant(gateway())
    const paid = [await pay(asked('pending')), await pay(asked('pending'))]
    paid.push(await pay({ ...asked('pending'), 'card.expiryYear': '2036' }))
    for (const one of paid) await decide(gateway(), one)
    const answers = await Promise.all(paid.map(({ body }) => read(body.id)))
    const [token = '', ...more] = new Set(answers.map(({ body }) => String(body.registrationId)))
    expect(more).toEqual([])
    expect(await detailsOf(token)).toMatchObject({ card: { expiryYear: '2036' } })
    expect(outcome(await use(token))).toEqual([200, '000.100.110'])
  })

  it('stores the number in one place, so that a deletion removes it', async () => {
    const { pay, read, remove, refer } = await deduplicatingMerchant(gateway())
    const paid = [await pay(asked('pending')), await pay(asked('pending'))]
    for (const one of paid) await decide(gateway(), one)
    const [first, second] = await Promise.all(paid.map(({ body }) => read(body.id)))
    const rebill = { paymentType: 'RB', amount: '1.00', currency: 'EUR' }
    const id = String(second?.body.id)
    expect(outcome(await refer(id, rebill))).toEqual([200, '000.100.110'])
    await remove(String(first?.body.registrationId))
    expect((await refer(id, rebill)).body.result.code).toBe('700.500.004')
  })

  it('returns no token when the registration was deleted meanwhile', async () => {
    const { register, pay, read, remove } = await deduplicatingMerchant(gateway())
    const { id } = (await register()).body
    const paid = await pay(asked('pending'))
    await remove(id)
    await decide(gateway(), paid)
    const now = await read(paid.body.id)
    expect(outcome(now)).toEqual([200, '000.100.110'])
    expect(now.body).not.toHaveProperty('registrationId')
    expect(now.body).not.toHaveProperty('registration')
  })
})
