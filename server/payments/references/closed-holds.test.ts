import { describe, expect, it } from 'vitest'
import {
  cardPayment,
  type Form,
  useTestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const APPROVED = '000.100.110'
const NOTHING_OPEN = '700.300.300'

const pending = { 'customParameters[SIMULATOR_outcome]': 'pending' }
const final = { sequence: 'FINAL' }

async function hold(amount: string, more: Form = {}): Promise<string> {
  const { demo, post } = gateway()
  const form = cardPayment(demo.entityId, { paymentType: 'PA', amount, ...more })
  return (await post('/v1/payments', form)).body.id
}

function capture(id: string, amount: string, more: Form = {}): Promise<WireAnswer> {
  const form = { paymentType: 'CP', amount, currency: 'EUR', ...more }
  return gateway().post(`/v1/payments/${id}`, form)
}

function reverse(id: string, more: Form = {}): Promise<WireAnswer> {
  return gateway().post(`/v1/payments/${id}`, { paymentType: 'RV', ...more })
}

type Change = 'INCREMENTAL_AUTH' | 'REAUTHORIZATION'

function change(id: string, kind: Change, amount: string, more: Form = {}): Promise<WireAnswer> {
  return gateway().post('/v1/payments', {
    entityId: gateway().demo.entityId,
    paymentType: 'PA',
    amount,
    currency: 'EUR',
    referenceUuid: id,
    'standingInstruction.type': 'UNSCHEDULED',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.source': 'MIT',
    'standingInstruction.industryPractice': kind,
    ...more,
  })
}

/** Sends the final outcome of the bank for a pending payment. */
async function decide({ body }: WireAnswer, choice: 'approve' | 'decline'): Promise<void> {
  const { SimulatorUrl = '' } = body.resultDetails as unknown as Readonly<Record<string, string>>
  const { pathname, searchParams } = new URL(SimulatorUrl)
  searchParams.set('choice', choice)
  if (choice === 'decline') searchParams.set('code', '800.100.151')
  const init = { method: 'POST', body: searchParams, redirect: 'manual' } as const
  await fetch(`${gateway().url}${pathname}/decide`, init)
}

async function codeOf(answer: Promise<WireAnswer>): Promise<string> {
  return (await answer).body.result.code
}

/** Minor units that the family of a payment holds, by its postings and by its own sums. */
async function held(id: string): Promise<readonly [posted: number, open: number]> {
  const { read } = gateway().store
  const postings = await read.postingsOfFamily(id)
  const posted = postings
    .filter(({ account }) => account === 'authorised')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const row = await read.payment(id)
  if (row === undefined) throw new Error('The hold is not there')
  return [posted, row.authorisedMinor - row.capturedMinor - row.reversedMinor]
}

describe('a FINAL capture', () => {
  it('closes the hold and releases the amount that it does not capture', async () => {
    const id = await hold('50.00')
    expect(await codeOf(capture(id, '20.00', final))).toBe(APPROVED)
    expect(await held(id)).toEqual([0, 0])
    const after = await capture(id, '1.00')
    expect(after.body.result).toEqual({
      code: '700.400.100',
      description: 'The payment was closed by sequence=FINAL',
    })
    expect(await codeOf(reverse(id))).toBe('700.400.300')
  })

  it('releases nothing before its success, and nothing at all when it is declined', async () => {
    const id = await hold('50.00')
    const last = await capture(id, '20.00', { ...final, ...pending })
    expect(await held(id)).toEqual([5000, 3000])
    await decide(last, 'decline')
    expect(await held(id)).toEqual([5000, 5000])
    const again = await capture(id, '20.00', { ...final, ...pending })
    await decide(again, 'approve')
    expect(await held(id)).toEqual([0, 0])
  })

  it('of the whole open amount releases nothing, and says that all is captured', async () => {
    const id = await hold('50.00')
    expect(await codeOf(capture(id, '50.00', final))).toBe(APPROVED)
    expect(await gateway().store.read.postingsOfFamily(id)).toHaveLength(4)
    expect(await codeOf(capture(id, '1.00'))).toBe(NOTHING_OPEN)
  })

  it('releases the amount of another capture that fails after it', async () => {
    const id = await hold('50.00')
    const slow = await capture(id, '10.00', pending)
    expect(await codeOf(capture(id, '20.00', final))).toBe(APPROVED)
    expect(await held(id)).toEqual([1000, 0])
    await decide(slow, 'decline')
    expect(await held(id)).toEqual([0, 0])
  })

  it('does not change another capture that succeeds after it', async () => {
    const id = await hold('50.00')
    const slow = await capture(id, '10.00', pending)
    await capture(id, '20.00', final)
    await decide(slow, 'approve')
    expect(await held(id)).toEqual([0, 0])
    expect(await gateway().store.read.payment(id)).toMatchObject({
      capturedMinor: 3000,
      reversedMinor: 2000,
    })
  })
})

describe('an increment that is approved after its hold was closed', () => {
  it('by a FINAL capture releases its amount at once', async () => {
    const id = await hold('100.00')
    const raise = await change(id, 'INCREMENTAL_AUTH', '20.00', pending)
    await capture(id, '100.00', final)
    await decide(raise, 'approve')
    expect(await held(id)).toEqual([0, 0])
  })

  it('by a reversal releases its amount at once, and cannot be captured', async () => {
    const id = await hold('100.00')
    const raise = await change(id, 'INCREMENTAL_AUTH', '20.00', pending)
    expect(await codeOf(reverse(id))).toBe(APPROVED)
    await decide(raise, 'approve')
    expect(await held(id)).toEqual([0, 0])
    expect(await codeOf(capture(id, '20.00'))).toBe(NOTHING_OPEN)
  })

  it('raises the hold when it is still open', async () => {
    const id = await hold('100.00')
    const raise = await change(id, 'INCREMENTAL_AUTH', '20.00', pending)
    await decide(raise, 'approve')
    expect(await codeOf(capture(id, '120.00'))).toBe(APPROVED)
  })
})

describe('a reversal', () => {
  it('of the rest releases the amount of a pending capture that fails later', async () => {
    const id = await hold('100.00')
    const slow = await capture(id, '40.00', pending)
    expect(await codeOf(reverse(id))).toBe(APPROVED)
    await decide(slow, 'decline')
    expect(await held(id)).toEqual([0, 0])
    expect(await codeOf(capture(id, '40.00'))).toBe(NOTHING_OPEN)
  })

  it('that is approved late also releases what became open meanwhile', async () => {
    const id = await hold('100.00')
    const slow = await capture(id, '40.00', pending)
    const rest = await reverse(id, pending)
    await decide(slow, 'decline')
    expect(await held(id)).toEqual([10_000, 4000])
    await decide(rest, 'approve')
    expect(await held(id)).toEqual([0, 0])
  })
})

describe('a renewal', () => {
  const message = ({ body }: WireAnswer) => body.result.parameterErrors?.[0]?.message

  it('is refused while captures of the old hold are pending', async () => {
    const id = await hold('100.00', { numberOfCaptures: '2' })
    const slow = await capture(id, '30.00', pending)
    const early = await change(id, 'REAUTHORIZATION', '70.00')
    expect(early.status).toBe(400)
    expect(message(early)).toContain(`while its CP ${slow.body.id} is under way`)
    await decide(slow, 'decline')
    const renewed = await change(id, 'REAUTHORIZATION', '70.00')
    expect(renewed.body.result.code).toBe(APPROVED)
    expect(await codeOf(capture(id, '20.00'))).toBe(NOTHING_OPEN)
    expect(await codeOf(capture(renewed.body.id, '30.00'))).toBe(APPROVED)
    expect(await codeOf(capture(renewed.body.id, '30.00'))).toBe(APPROVED)
    expect(await codeOf(capture(renewed.body.id, '10.00'))).toBe('700.400.100')
  })

  it('is refused while an increment is pending', async () => {
    const id = await hold('100.00')
    const raise = await change(id, 'INCREMENTAL_AUTH', '20.00', pending)
    const early = await change(id, 'REAUTHORIZATION', '100.00')
    expect(message(early)).toContain(`while its INCREMENTAL_AUTH ${raise.body.id} is under way`)
    await decide(raise, 'approve')
    expect(await codeOf(change(id, 'REAUTHORIZATION', '120.00'))).toBe(APPROVED)
  })
})

describe('an increment', () => {
  it('is refused when it could never be captured, as a renewal is', async () => {
    const id = await hold('10.00', { numberOfCaptures: '1' })
    await capture(id, '4.00')
    const { status, body } = await change(id, 'INCREMENTAL_AUTH', '50.00')
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors?.[0]?.message).toContain('numberOfCaptures')
    expect(await codeOf(reverse(id))).toBe(APPROVED)
  })

  it('cannot raise a hold above the largest amount, with pending increments counted', async () => {
    const id = await hold('9999999990.00')
    const slow = await change(id, 'INCREMENTAL_AUTH', '5.00', pending)
    const { status, body } = await change(id, 'INCREMENTAL_AUTH', '5.00')
    expect(status).toBe(400)
    expect(body.result.parameterErrors?.[0]?.message).toContain('9999999999.99 EUR at most')
    expect(await codeOf(change(id, 'INCREMENTAL_AUTH', '4.99'))).toBe(APPROVED)
    await decide(slow, 'approve')
    const reversal = await reverse(id)
    expect(reversal.body).toMatchObject({ amount: '9999999999.99', result: { code: APPROVED } })
  })
})
