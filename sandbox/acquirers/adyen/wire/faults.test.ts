import { describe, expect, it } from 'vitest'
import { card, euros, MANUAL, startEmulator } from '../emulator.fixture.ts'

const PAYMENTS = '/v71/payments'

/** An emulator, a payment that is always sent with one key, and what was charged in all. */
async function aboutToPay() {
  const emulator = await startEmulator()
  const charged = () =>
    [...emulator.ledger.all().values()].reduce((sum, { captured }) => sum + captured, 0)
  return { ...emulator, charge: () => emulator.pay(card(), {}, 'key-1'), charged }
}

describe('a fault', () => {
  it.each([
    ['noConnection', 0],
    ['acceptedWithoutAnswer', 1_000],
    ['halfAnswer', 1_000],
  ] as const)('%s gives no answer; done is what the ledger says', async (kind, sum) => {
    const { faults, charge, charged } = await aboutToPay()
    faults.add({ kind }, { path: PAYMENTS })
    await expect(charge()).rejects.toThrow()
    expect(charged()).toBe(sum)
    expect((await charge()).body.resultCode).toBe('Authorised')
    expect(charged()).toBe(1_000)
  })

  it.each([
    [true, 1_000],
    [false, 0],
  ])('of a stored error is repeated; it was done: %s', async (isDone, sum) => {
    const { faults, charge, charged } = await aboutToPay()
    faults.add({ kind: 'storedError', isDone })
    const first = await charge()
    expect([first.status, first.body.errorType]).toEqual([500, 'internal'])
    expect(first.headers.get('transient-error')).toBeNull()
    expect((await charge()).body).toEqual(first.body)
    expect(charged()).toBe(sum)
  })

  it.each([
    [{ kind: 'error', status: 503 }, 503, '903', 'true'],
    [{ kind: 'rateLimited', retryAfterS: 3 }, 429, '000', 'true'],
    [{ kind: 'keyInUse' }, 409, '704', 'true'],
    [{ kind: 'credentialRevoked' }, 401, '000', null],
    [{ kind: 'otherEnvironment' }, 401, '000', null],
    [{ kind: 'permissionMissing' }, 403, '010', null],
    [{ kind: 'foreignAccount' }, 403, '901', null],
  ] as const)('%o does nothing and keeps nothing', async (fault, status, code, transient) => {
    const { faults, charge, charged } = await aboutToPay()
    faults.add(fault, { path: PAYMENTS })
    const first = await charge()
    expect([first.status, first.body.errorCode]).toEqual([status, code])
    expect(first.headers.get('transient-error')).toBe(transient)
    expect(charged()).toBe(0)
    expect((await charge()).status).toBe(200)
  })

  it('of a late answer holds it for 26 seconds of the clock, and its key with it', async () => {
    const { faults, charge, charged, pass } = await aboutToPay()
    faults.add({ kind: 'lateAnswer' })
    const late = charge()
    await expect.poll(() => faults.waiting.size).toBe(1)
    expect(charged()).toBe(1_000)
    const early = await charge()
    expect([early.status, early.headers.get('transient-error')]).toEqual([409, 'true'])
    pass(26_000)
    expect((await late).body.resultCode).toBe('Authorised')
    expect((await charge()).body).toEqual((await late).body)
  })

  it('of an expired key charges a second time', async () => {
    const { faults, charge, charged } = await aboutToPay()
    await charge()
    faults.add({ kind: 'keyExpired' })
    await charge()
    expect(charged()).toBe(2_000)
  })

  it('declines, or approves less', async () => {
    const { faults, pay, ledger } = await startEmulator()
    faults.add({ kind: 'decline', code: '31' })
    expect((await pay()).body.refusalReason).toBe('Issuer Suspected Fraud')
    faults.add({ kind: 'lessApproved', amount: 400 })
    const { body } = await pay()
    expect(body).toMatchObject({ resultCode: 'PartiallyAuthorised', amount: { value: 400 } })
    expect(ledger.of(body.pspReference)?.captured).toBe(400)
  })

  it('lets a modification fail, which the answer does not say', async () => {
    const { faults, pay, post, ledger, received, webhooks } = await startEmulator()
    const { pspReference } = (await pay(card(), MANUAL)).body
    const reason = 'Acquirer Error'
    faults.add({ kind: 'modificationFails', reason }, { path: /\/captures$/ })
    const { status, body } = await post(`payments/${pspReference}/captures`, euros(1_000))
    expect([status, body.status, ledger.of(pspReference)?.captured]).toEqual([201, 'received', 0])
    await webhooks.deliver()
    expect(received.at(-1)?.item).toMatchObject({ eventCode: 'CAPTURE', success: 'false', reason })
  })
})

describe('a fault of events', () => {
  it('sends them before the answer', async () => {
    const { faults, pay, received } = await startEmulator()
    faults.add({ kind: 'eventsBeforeAnswer' })
    const answer = pay().then(({ body }) => [body.resultCode, received.length])
    expect(await answer).toEqual(['Authorised', 1])
  })

  it('sends them twice, with another date, or loses them', async () => {
    const { faults, pay, received, webhooks } = await startEmulator()
    faults.add({ kind: 'eventsTwice' })
    await pay()
    faults.add({ kind: 'eventsLost' })
    await pay()
    await webhooks.deliver()
    expect(received.map(({ item }) => item.eventDate)).toEqual([
      '2026-11-02T13:00:00+01:00',
      '2026-11-02T13:00:01+01:00',
    ])
  })

  it('sends them of another account, of the other environment, and badly signed', async () => {
    const { faults, pay, received, webhooks } = await startEmulator()
    for (const kind of ['eventsOfOtherAccount', 'eventsOfOtherEnvironment'] as const) {
      faults.add({ kind })
      await pay()
    }
    await webhooks.deliver()
    expect(received.map(({ live, item }) => [live, item.merchantAccountCode])).toEqual([
      ['false', 'AnotherMerchant'],
      ['true', 'EmulatedECOM'],
    ])
  })
})

/** Sends a payment with one key until its outcome is heard. A stored error would come for ever. */
async function payUntilHeard(pay: () => Promise<{ status: number }>, isStored: () => boolean) {
  for (let tries = 0; tries < 40; tries++) {
    const answer = await pay().catch(() => undefined)
    if (answer?.status === 200 || isStored()) return
  }
  throw new Error('it came to no end')
}

it('whatever a seed brings, one key charges once', async () => {
  const kinds = new Set<string>()
  for (let seed = 1; seed <= 12; seed++) {
    const { faults, pay, charged } = await aboutToPay()
    faults.drawBy({ seed, share: 0.5 })
    for (let count = 1; count <= 4; count++) {
      const before = faults.taken.length
      const isStored = () => faults.taken.slice(before).includes('storedError')
      await payUntilHeard(() => pay(card(), {}, `key-${count}`), isStored)
    }
    expect(charged()).toBeLessThanOrEqual(4_000)
    for (const kind of faults.taken) kinds.add(kind)
  }
  expect([...kinds].sort()).toEqual([
    'acceptedWithoutAnswer',
    'error',
    'eventsBeforeAnswer',
    'eventsReversed',
    'eventsTwice',
    'halfAnswer',
    'keyInUse',
    'noConnection',
    'rateLimited',
    'storedError',
  ])
})
