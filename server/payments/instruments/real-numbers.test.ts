import { describe, expect, it, onTestFinished } from 'vitest'
import { testCards } from '../../../reference/pages/test-data.ts'
import { settingsOf } from '../../entities/settings.ts'
import { storedCard } from '../../features/registrations/stored-card.fixture.ts'
import { entity } from '../../store/testing/sample-rows.ts'
import { cardPayment, startTestGateway, useTestGateway } from '../../testing/gateway.fixture.ts'
import { createRealNumberWarning, MAY_BE_REAL, mayBeReal } from './test-numbers.ts'

const gateway = useTestGateway()

/** Passes the check digit and fits VISA; no issuer has given it out. */
const REAL = '4929123456781236'

describe('a number that may belong to a real card', () => {
  it.each([REAL, '5412751234123452', '374245455400126'])(
    'is one that no test uses: %s',
    (number) => {
      expect(mayBeReal(number)).toBe(true)
    },
  )

  it.each([
    ...testCards.map(({ number }) => number.replaceAll(' ', '')),
    '4242424242424242',
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '4917610000000000',
    '4356000000000002',
    // A wrong check digit, and a range of no brand.
    '4929123456781234',
    '1234567812345670',
  ])('is not a test number: %s', (number) => {
    expect(mayBeReal(number)).toBe(false)
  })

  it('causes a warning in the answers of test that does not show it', async () => {
    const { demo, post } = gateway()
    const { entityId } = demo
    const number = { 'card.number': REAL }
    const checkout = await post('/v1/checkouts', {
      entityId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
    })
    const card = cardPayment(entityId, number)
    const paid = await post('/v1/payments', card)
    const stored = await post('/v1/registrations', storedCard(entityId, number))
    expect([paid.status, paid.body.warning]).toEqual([200, MAY_BE_REAL])
    expect([stored.status, stored.body.warning]).toEqual([200, MAY_BE_REAL])
    expect((await gateway().get(`/v1/payments/${paid.body.id}`)).body.warning).toBe(MAY_BE_REAL)
    // It is the merchant's to hear, not the shopper's.
    const submitted = await post(`/v1/checkouts/${checkout.body.id}/payment`, {
      ...number,
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
    })
    expect(submitted.body).not.toHaveProperty('warning')
    const status = await gateway().get(`/v1/checkouts/${checkout.body.id}/payment`)
    expect(status.body.warning).toBe(MAY_BE_REAL)
    expect(JSON.stringify([paid, stored, status])).not.toContain(REAL)
    expect((await post('/v1/payments', cardPayment(entityId))).body).not.toHaveProperty('warning')
  })

  it('causes no warning in live', async () => {
    // Nothing is sent there: payment details are stored here alone.
    const receiver = { url: 'http://127.0.0.1:9', token: 'token', entityId: 'f'.repeat(32) }
    const live = await startTestGateway({ environment: 'live', receiver })
    onTestFinished(() => live.close())
    const card = storedCard(live.demo.entityId, { 'card.number': REAL })
    const stored = await live.post('/v1/registrations', card)
    expect([stored.status, stored.body.result.code]).toEqual([200, '000.000.000'])
    expect(stored.body).not.toHaveProperty('warning')
  })

  it('causes at most one warning a minute in the log, with the count and without the number', () => {
    let nowMs = Date.UTC(2026, 10, 20, 15)
    const logged: unknown[] = []
    const warn = createRealNumberWarning({
      clock: { now: () => nowMs },
      log: { warn: (about) => logged.push(about) },
    })
    const read = {
      instrument: { kind: 'card', number: REAL, expiryMonth: '05', expiryYear: '2034' },
      brand: 'VISA',
    } as const
    const row = entity({ id: 'channel' })
    const channel = { entity: row, settings: settingsOf([]), path: [row] }
    for (let at = 0; at < 5; at++) warn(read, channel)
    nowMs += 60_000
    warn(read, channel)
    expect(logged).toEqual([
      { entityId: 'channel', numbers: 1 },
      { entityId: 'channel', numbers: 5 },
    ])
  })
})
