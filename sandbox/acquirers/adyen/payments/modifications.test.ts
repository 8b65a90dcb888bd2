import { describe, expect, it } from 'vitest'
import { card, euros, MANUAL, startEmulator } from '../emulator.fixture.ts'

/** A held card of 10 EUR, and what is asked about it. */
async function held(options: Parameters<typeof startEmulator>[0] = {}) {
  const emulator = await startEmulator(options)
  const { pspReference } = (await emulator.pay(card(), MANUAL)).body
  const ask = (what: string, body = {}) => emulator.post(`payments/${pspReference}/${what}`, body)
  return { ...emulator, pspReference, ask, sums: () => emulator.ledger.of(pspReference) }
}

describe('a modification', () => {
  it('is received, and its event says what became of it', async () => {
    const { ask, sums, pspReference, events, received } = await held()
    const { status, body } = await ask('captures', { ...euros(1_000), reference: 'c-1' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      paymentPspReference: pspReference,
      reference: 'c-1',
      status: 'received',
      amount: { value: 1_000 },
    })
    expect(sums()?.captured).toBe(1_000)
    expect(await events()).toEqual(['AUTHORISATION true', 'CAPTURE true'])
    expect(received[1]?.item).toMatchObject({
      pspReference: body.pspReference,
      originalReference: pspReference,
      merchantReference: 'c-1',
    })
  })

  it('is told by its own reference, or by that of the payment', async () => {
    const account = { modificationsTellReferenceOf: 'payment' } as const
    const { ask, webhooks, received } = await held({ account })
    await ask('captures', { ...euros(1_000), reference: 'c-1' })
    await webhooks.deliver()
    expect(received[1]?.item.merchantReference).toBe('p-1')
  })

  it('may take its time', async () => {
    const { ask, sums, pass, events } = await held({ account: { modificationsTakeMs: 60_000 } })
    await ask('captures', euros(1_000))
    expect([sums()?.captured, await events()]).toEqual([0, ['AUTHORISATION true']])
    pass(60_000)
    expect([sums()?.captured, (await events()).at(-1)]).toEqual([1_000, 'CAPTURE true'])
  })

  it('captures in parts, and never more than is held', async () => {
    const { ask, sums, events } = await held()
    for (const value of [400, 400, 400])
      expect((await ask('captures', euros(value))).status).toBe(201)
    expect(sums()?.captured).toBe(800)
    expect((await events()).slice(1)).toEqual(['CAPTURE true', 'CAPTURE true', 'CAPTURE false'])
    await ask('cancels')
    expect(sums()).toMatchObject({ captured: 800, released: 200 })
  })

  it('releases what a single capture leaves', async () => {
    const { ask, sums } = await held({ account: { multicapture: false } })
    await ask('captures', euros(400))
    expect(sums()).toMatchObject({ captured: 400, released: 600 })
  })

  it('pays back, and never more than is captured', async () => {
    const { ask, sums, events } = await held()
    await ask('refunds', euros(1))
    await ask('captures', euros(500))
    await ask('refunds', euros(300))
    await ask('refunds', euros(300))
    expect(sums()?.refunded).toBe(300)
    expect((await events()).filter((event) => event.startsWith('REFUND'))).toEqual([
      'REFUND false',
      'REFUND true',
      'REFUND false',
    ])
  })

  it('reverses: cancelled while held, paid back when captured, neither after several captures', async () => {
    const actions: unknown[] = []
    for (const captures of [0, 1, 2]) {
      const { ask, sums, webhooks, received } = await held()
      for (let at = 0; at < captures; at++) await ask('captures', euros(300))
      await ask('reversals')
      await webhooks.deliver()
      const { success, additionalData } = received.at(-1)?.item ?? {}
      actions.push([
        success,
        additionalData?.['modification.action'],
        sums()?.released,
        sums()?.refunded,
      ])
    }
    expect(actions).toEqual([
      ['true', 'cancel', 1_000, 0],
      ['true', 'refund', 700, 300],
      ['false', undefined, 0, 0],
    ])
  })

  it('sets the new total of a pre-authorisation', async () => {
    const { ask, sums, events, pay, post } = await held()
    await ask('amountUpdates', { ...euros(1_500), reference: 'u-1' })
    expect(sums()?.authorised).toBe(1_500)
    await ask('amountUpdates', { ...euros(1_200), reference: 'u-2' })
    expect(sums()).toMatchObject({ authorised: 1_500, released: 300 })
    const final = await pay(card(), { additionalData: { manualCapture: 'true' } })
    await post(`payments/${final.body.pspReference}/amountUpdates`, { ...euros(2), reference: 'u' })
    expect((await events()).at(-1)).toBe('AUTHORISATION_ADJUSTMENT false')
  })

  it('cancels by the merchant’s own reference, also where there is no such payment', async () => {
    const { post, sums, events, received, pspReference } = await held()
    const { status, body } = await post('cancels', { paymentReference: 'p-1', reference: 'v-1' })
    expect([status, body.paymentReference, body.status]).toEqual([201, 'p-1', 'received'])
    expect(sums()?.released).toBe(1_000)
    await post('cancels', { paymentReference: 'p-2' })
    expect((await events()).slice(1)).toEqual(['TECHNICAL_CANCEL true', 'TECHNICAL_CANCEL false'])
    expect(received[1]?.item.originalReference).toBe(pspReference)
    expect(received[2]?.item.originalReference).toBeUndefined()
  })

  it.each([
    ['an unknown payment', 'payments/XXXX/captures', euros(1), '167'],
    ['another currency', undefined, { amount: { value: 1, currency: 'USD' } }, '137'],
    ['no amount', undefined, {}, '100'],
  ])('of %s is refused at once', async (_, path, body, errorCode) => {
    const { post, pspReference } = await held()
    const answer = await post(path ?? `payments/${pspReference}/captures`, body)
    expect([answer.status, answer.body.errorCode]).toEqual([422, errorCode])
  })
})

describe('what happens afterwards', () => {
  it('a capture fails, and is repeated', async () => {
    const { ask, sums, happenings, events } = await held()
    const capture = (await ask('captures', euros(1_000))).body.pspReference
    happenings.captureFails(capture)
    expect(sums()).toMatchObject({ captured: 1_000, failed: 1_000 })
    await ask('refunds', euros(1))
    happenings.captureIsRepeated(capture)
    expect(sums()).toMatchObject({ captured: 2_000, failed: 1_000 })
    expect((await events()).slice(2)).toEqual([
      'CAPTURE_FAILED true',
      'REFUND false',
      'CAPTURE true',
    ])
  })

  it('a refund fails, and another comes back', async () => {
    const { ask, sums, happenings, events } = await held()
    await ask('captures', euros(1_000))
    const first = (await ask('refunds', euros(400))).body.pspReference
    const second = (await ask('refunds', euros(600))).body.pspReference
    happenings.refundFails(first)
    happenings.refundIsReversed(second)
    expect(sums()?.refunded).toBe(0)
    expect((await events()).slice(-2)).toEqual(['REFUND_FAILED true', 'REFUNDED_REVERSED true'])
  })

  it('a dispute takes the money, gives it back, and takes it again', async () => {
    const { ask, sums, happenings, events, pspReference, received, webhooks } = await held()
    await ask('captures', euros(1_000))
    const dispute = happenings.disputeOpens(pspReference)
    expect(sums()?.disputed).toBe(0)
    const disputed = (['CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'] as const).map(
      (course) => {
        happenings.disputeGoesOn(dispute, course)
        return sums()?.disputed
      },
    )
    expect(disputed).toEqual([1_000, 0, 1_000])
    expect((await events()).slice(2)).toEqual([
      'NOTIFICATION_OF_CHARGEBACK true',
      'CHARGEBACK true',
      'CHARGEBACK_REVERSED true',
      'SECOND_CHARGEBACK true',
    ])
    // What comes after a chargeback names the payment no more.
    const named = received.slice(2).map(({ item }) => item.originalReference)
    expect(named).toEqual([pspReference, pspReference, undefined, undefined])
    expect(received.slice(2).every(({ item }) => item.pspReference === dispute)).toBe(true)
    expect(webhooks.bodyFaults).toEqual([])
  })

  it('a merchant works in the Customer Area, a payout comes back, a report is there', async () => {
    const { happenings, sums, events, pspReference, webhooks, pay } = await held()
    happenings.captureElsewhere(pspReference, 600)
    happenings.refundElsewhere(pspReference, 100)
    happenings.cancelledElsewhere(pspReference)
    expect(sums()).toMatchObject({ captured: 600, refunded: 100, released: 400 })
    happenings.fraudIsReported(pspReference)
    happenings.payoutIsReversed(pspReference)
    happenings.reportIsAvailable('settlement.csv', 'https://ca-test.adyen.com/settlement.csv')
    happenings.told((await pay()).body.pspReference, 'MANUAL_REVIEW_ACCEPT')
    expect((await events()).slice(1)).toEqual([
      'CAPTURE true',
      'REFUND true',
      'CANCELLATION true',
      'NOTIFICATION_OF_FRAUD true',
      'PAIDOUT_REVERSED true',
      'REPORT_AVAILABLE true',
      'AUTHORISATION true',
      'MANUAL_REVIEW_ACCEPT true',
    ])
    expect(webhooks.bodyFaults).toEqual([])
  })
})
