import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import {
  countedIn,
  type Series,
  seriesBegunBy,
  seriesFor,
  seriesRefusal,
  withBegun,
} from './series-rules.ts'
import { decide } from './stored-card.fixture.ts'

const gateway = useTestGateway()

const RECURRING = { 'standingInstruction.type': 'RECURRING' }
const INSTALLMENT = { 'standingInstruction.type': 'INSTALLMENT' }
const FIRST = { 'standingInstruction.mode': 'INITIAL', 'standingInstruction.source': 'CIT' }
const LATER = { 'standingInstruction.mode': 'REPEATED', 'standingInstruction.source': 'MIT' }
const OVER = [400, '100.150.300']

/** Stores a card with the first payment of a series. */
const begin = (more: Form) => store({ ...FIRST, ...more })

/** Stores a card with a payment. */
async function store(more: Form = {}): Promise<string> {
  const { entityId } = gateway().demo
  const form = { ...cardPayment(entityId), createRegistration: 'true', ...more }
  const { body } = await gateway().post('/v1/payments', form)
  return (body as unknown as { registrationId: string }).registrationId
}

async function repeat(registrationId: string, more: Form) {
  const { entityId } = gateway().demo
  const order = { entityId, amount: '9.99', currency: 'EUR', paymentType: 'DB' }
  const form = { ...order, ...LATER, ...INSTALLMENT, ...more }
  const path = `/v1/registrations/${registrationId}/payments`
  const answer = await gateway().post(path, form)
  const { status, body } = answer
  return { outcome: [status, body.result.code], said: body.result.description, answer }
}

const of = (count: number) => ({ 'standingInstruction.numberOfInstallments': String(count) })
const decline = { 'customParameters[SIMULATOR_outcome]': 'decline:800.100.152' }
const PAID = [200, '000.100.110']

describe('a series of instalments', () => {
  it('has as many payments as were agreed, the first one among them', async () => {
    const id = await begin({ ...INSTALLMENT, ...of(3) })
    expect((await repeat(id, {})).outcome).toEqual(PAID)
    expect((await repeat(id, of(3))).outcome).toEqual(PAID)
    for (const more of [{}, of(3), of(12)]) {
      const { outcome, said } = await repeat(id, more)
      expect(outcome).toEqual(OVER)
      expect(said).toContain('its 3 instalments are charged')
    }
  })

  it('does not count what was declined', async () => {
    const id = await begin({ ...INSTALLMENT, ...of(2) })
    expect((await repeat(id, decline)).outcome).toEqual([400, '800.100.152'])
    expect((await repeat(id, {})).outcome).toEqual(PAID)
    expect((await repeat(id, {})).outcome).toEqual(OVER)
  })

  it('is not exceeded by payments at the same time', async () => {
    const id = await begin({ ...INSTALLMENT, ...of(4) })
    const all = await Promise.all(Array.from({ length: 12 }, () => repeat(id, {})))
    const paid = all.filter(({ outcome }) => outcome[0] === 200)
    expect(paid).toHaveLength(3)
    for (const { outcome } of all)
      expect([PAID, OVER, [429, '800.120.100']]).toContainEqual(outcome)
  })

  it('counts what the requests say where nothing was agreed at the beginning', async () => {
    const id = await store()
    expect((await repeat(id, of(2))).outcome).toEqual(PAID)
    expect((await repeat(id, of(2))).outcome).toEqual(PAID)
    expect((await repeat(id, of(2))).outcome).toEqual(OVER)
  })

  it('takes no rebill as one more instalment', async () => {
    const { entityId } = gateway().demo
    const form = { ...cardPayment(entityId), createRegistration: 'true', ...FIRST }
    const first = await gateway().post('/v1/payments', { ...form, ...INSTALLMENT, ...of(2) })
    const rebill = { entityId, paymentType: 'RB', amount: '1.00', currency: 'EUR' }
    const { status, body } = await gateway().post(`/v1/payments/${first.body.id}`, rebill)
    expect([status, body.result.code]).toEqual([400, '100.150.300'])
  })

  it('takes no rebill of an instalment that names the number itself as one more', async () => {
    const { entityId } = gateway().demo
    const path = `/v1/registrations/${await store()}/payments`
    const order = { entityId, amount: '9.99', currency: 'EUR', paymentType: 'DB' }
    const paid = await gateway().post(path, { ...order, ...LATER, ...INSTALLMENT, ...of(2) })
    const rebill = { entityId, paymentType: 'RB', amount: '1.00', currency: 'EUR' }
    const { status, body } = await gateway().post(`/v1/payments/${paid.body.id}`, rebill)
    expect([status, body.result.code]).toEqual(OVER)
  })

  it('is not counted anew when its cardholder agrees to another type of series', async () => {
    const id = await begin({ ...INSTALLMENT, ...of(2) })
    expect((await repeat(id, {})).outcome).toEqual(PAID)
    const subscribed = { ...FIRST, ...RECURRING, 'card.cvv': '123' }
    expect((await repeat(id, subscribed)).outcome).toEqual(PAID)
    expect((await repeat(id, of(2))).outcome).toEqual(OVER)
    expect((await repeat(id, RECURRING)).outcome).toEqual(PAID)
  })

  it('is not gone on with as a series of another type', async () => {
    const id = await begin({ ...INSTALLMENT, ...of(1) })
    for (const type of ['RECURRING', 'UNSCHEDULED']) {
      const other = { 'standingInstruction.type': type }
      expect((await repeat(id, other)).outcome).toEqual([400, '200.300.404'])
      const practice = { ...other, 'standingInstruction.industryPractice': 'NO_SHOW' }
      expect((await repeat(id, practice)).outcome).toEqual(PAID)
      const ofAnother = { ...other, 'standingInstruction.initialTransactionId': '8412' }
      expect((await repeat(id, ofAnother)).outcome).toEqual(PAID)
    }
  })

  it('has a place of its own back from an instalment that fails after another purchase', async () => {
    const id = await begin({ ...INSTALLMENT, ...of(2) })
    gateway().clock.advance(1)
    const waiting = await repeat(id, { 'customParameters[SIMULATOR_outcome]': 'pending' })
    expect(waiting.outcome).toEqual([200, '000.200.001'])
    gateway().clock.advance(1)
    expect((await repeat(id, { ...FIRST, 'card.cvv': '123', ...of(2) })).outcome).toEqual(PAID)
    expect((await repeat(id, {})).outcome).toEqual(PAID)
    expect((await repeat(id, {})).outcome).toEqual(OVER)
    await decide(gateway(), waiting.answer, 'decline')
    expect((await repeat(id, {})).outcome).toEqual(PAID)
    expect((await repeat(id, {})).outcome).toEqual(OVER)
  })

  it('is refused without a number of instalments', async () => {
    const id = await store()
    expect((await repeat(id, {})).outcome).toEqual([400, '200.300.404'])
  })

  it('goes on beside another one that its cardholder begins with the same card', async () => {
    const id = await begin({ ...INSTALLMENT, ...of(2) })
    gateway().clock.advance(1)
    expect((await repeat(id, { ...FIRST, 'card.cvv': '123', ...of(3) })).outcome).toEqual(PAID)
    // Two of the later one, and one of the first.
    for (let left = 3; left > 0; left -= 1) expect((await repeat(id, {})).outcome).toEqual(PAID)
    expect((await repeat(id, {})).outcome).toEqual(OVER)
  })

  it('goes on where a later one has ended before it was charged', async () => {
    const id = await begin({ ...INSTALLMENT, ...of(2) })
    gateway().clock.advance(1)
    const ended = { ...of(3), 'standingInstruction.expiry': '2026-11-19' }
    expect((await repeat(id, { ...FIRST, 'card.cvv': '123', ...ended })).outcome).toEqual(PAID)
    expect((await repeat(id, {})).outcome).toEqual(PAID)
    expect((await repeat(id, {})).outcome).toEqual(OVER)
  })

  it('is told from others that began in the same millisecond', () => {
    const begun = (count: number) =>
      seriesBegunBy({ ...FIRST, ...INSTALLMENT, ...of(count) }, { isCharged: true, begunAtMs: 5 })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 15 }), (counts) => {
        let all = counts.reduce((before, count) => withBegun(before, begun(count)), {})
        const request = { ...LATER, ...INSTALLMENT }
        const when = { nowMs: 9, profile: 'legacy' as const }
        let charged = counts.length
        while (counts.length > 0 && seriesRefusal(all, request, when) === undefined) {
          const { begunAtMs } = seriesFor(all, request, when)
          const { INSTALLMENT: before = {} } = all as Record<string, Series>
          all = { INSTALLMENT: countedIn(before, begunAtMs, 1) }
          charged += 1
          if (charged > 100) break
        }
        expect(charged).toBe(counts.reduce((sum, count) => sum + count, 0))
      }),
    )
  })
})

describe('the last day of a mandate', () => {
  it('ends a series, with a registration and without', async () => {
    const expiry = { 'standingInstruction.expiry': '2020-01-01' }
    const id = await begin({ 'standingInstruction.type': 'RECURRING', ...expiry })
    const { outcome, said } = await repeat(id, { 'standingInstruction.type': 'RECURRING' })
    expect(outcome).toEqual(OVER)
    expect(said).toContain('its last day was 2020-01-01')
    const { entityId } = gateway().demo
    const { body } = await gateway().post('/v1/payments', {
      ...cardPayment(entityId),
      'card.cvv': undefined,
      ...LATER,
      'standingInstruction.type': 'RECURRING',
      'standingInstruction.initialTransactionId': '7',
      ...expiry,
    })
    expect(body.result.code).toBe('100.150.300')
  })

  it('is the sooner of what was agreed and what is sent', () => {
    const day = fc.integer({ min: 1, max: 28 })
    fc.assert(
      fc.property(day, day, day, (agreed, sent, today) => {
        const text = (each: number) => `2027-02-${String(each).padStart(2, '0')}`
        const series = seriesBegunBy(
          { ...FIRST, ...RECURRING, 'standingInstruction.expiry': text(agreed) },
          { isCharged: true, begunAtMs: 0 },
        )
        const request = { ...LATER, ...RECURRING, 'standingInstruction.expiry': text(sent) }
        const refusal = seriesRefusal(series ?? {}, request, {
          nowMs: Date.parse(`${text(today)}T12:00:00Z`),
          profile: 'strict',
        })
        expect(refusal === undefined).toBe(today <= Math.min(agreed, sent))
      }),
    )
  })
})
