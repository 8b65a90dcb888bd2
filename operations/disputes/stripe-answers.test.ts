import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../common/durations.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { stripeShop } from './stripe-shop.fixture.ts'

const pdf = {
  fileName: 'delivery.pdf',
  mediaType: 'application/pdf',
  content: Buffer.from('%PDF-1.7 signed by Jane Jones').toString('base64'),
}
const text = {
  fileName: 'delivery.txt',
  mediaType: 'text/plain',
  content: Buffer.from('Signed by Jane Jones').toString('base64'),
}

type Shop = Awaited<ReturnType<typeof stripeShop>>

/** A case that Stripe has told. */
async function toldCase(options: Parameters<Shop['disputed']>[0] = {}) {
  const shop = await stripeShop()
  const { payment, case: caseId } = await shop.disputed(options)
  await shop.tell()
  const [dispute] = await shop.disputes(payment)
  const id = dispute?.id ?? ''
  return {
    ...shop,
    payment,
    caseId,
    id,
    atStripe: () => shop.stripe.store.need('dispute', caseId),
    /** Words of the history. */
    history: async () =>
      ((await shop.shown(id)).history as unknown as readonly { kind: string; note?: string }[]).map(
        ({ kind, note = '' }) => `${kind} ${note}`.trim(),
      ),
    posts: (path: RegExp) =>
      shop.stripe.requests.all.filter((one) => one.method === 'POST' && path.test(one.path)).length,
  }
}

const equal = async (shop: Shop, payment: PaymentRow) =>
  expect(await shop.chargedBack(payment)).toBe(await shop.disputedThere(payment))

describe('a dispute at Stripe', () => {
  it('is shown, answered with a document and won: the money is back on both sides', async () => {
    const shop = await toldCase()
    const { id, payment } = shop
    expect(await shop.shown(id)).toMatchObject({ stage: 'firstChargeback', amount: '92.00' })
    await shop.answer(id, 'evidence', pdf)
    await shop.answer(id, 'submission', { note: 'winning_evidence' })
    await expect.poll(shop.history).toContain('sent Taken')
    await shop.tell()
    expect(await shop.shown(id)).toMatchObject({ outcome: 'won', stage: 'representment' })
    expect(shop.atStripe()).toMatchObject({
      status: 'won',
      evidence: { uncategorized_file: expect.stringMatching(/^file_/) },
      evidence_details: { submission_count: 1 },
    })
    expect(await shop.booked(payment)).toEqual(['CB 9200', 'CR 9200'])
    await equal(shop, payment)
    expect(shop.acquirer.invalid()).toEqual([])
  })

  it('has each document sent as what it shows', async () => {
    const shop = await toldCase()
    const { id } = shop
    expect(await shop.defences(id)).toMatchObject({
      defences: [{ defenceReason: 'general', takesUntyped: true }],
    })
    const documents = [
      { ...pdf, documentType: 'receipt' },
      { ...pdf, documentType: 'shipping_documentation' },
      pdf,
      { ...text, documentType: 'access_activity_log' },
    ]
    for (const one of documents) await shop.answer(id, 'evidence', one)
    const wrong = { ...text, documentType: 'receipt' }
    expect((await shop.answer(id, 'evidence', wrong)).result.description).toContain(
      'Stripe takes no text of the type receipt: it takes access_activity_log',
    )
    await shop.answer(id, 'submission')
    await expect.poll(shop.history).toContain('sent Taken')
    const file = expect.stringMatching(/^file_/)
    expect(shop.atStripe().evidence).toMatchObject({
      receipt: file,
      shipping_documentation: file,
      uncategorized_file: file,
      access_activity_log: 'Signed by Jane Jones',
    })
    expect(await shop.shown(id)).toMatchObject({
      documents: [{ documentType: 'receipt' }, {}, {}, {}],
    })
    expect(shop.acquirer.invalid()).toEqual([])
  })

  it('is answered by texts alone, and lost: the money stays with the shopper', async () => {
    const shop = await toldCase()
    const { id, payment } = shop
    await shop.answer(id, 'evidence', text)
    await shop.answer(id, 'submission', { note: 'Delivered' })
    await expect.poll(shop.history).toContain('sent Taken')
    expect(shop.atStripe()).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: 'Delivered\n\nSigned by Jane Jones' },
    })
    shop.stripe.happenings.disputeEnds(shop.caseId, 'lost')
    await shop.tell()
    expect(await shop.shown(id)).toMatchObject({ outcome: 'lost', stage: 'representment' })
    expect(await shop.booked(payment)).toEqual(['CB 9200'])
    await equal(shop, payment)
  })

  it('is accepted there too, once', async () => {
    const shop = await toldCase()
    await shop.answer(shop.id, 'acceptance', { note: 'Ours' })
    await expect.poll(shop.history).toContain('sent Taken')
    expect(shop.atStripe().status).toBe('lost')
    await shop.tell()
    expect(await shop.shown(shop.id)).toMatchObject({ outcome: 'accepted' })
    expect(await shop.history()).toEqual([
      'opened charge.dispute.created',
      'accepted Ours',
      'sent Taken',
    ])
    await equal(shop, shop.payment)
  })

  it.each([
    ['submission', /\/disputes\/[^/]+$/, 'under_review'],
    ['acceptance', /\/close$/, 'lost'],
  ] as const)(
    'whose %s has lost its answer is read, and not sent again',
    async (how, path, status) => {
      const shop = await toldCase()
      await shop.answer(shop.id, 'evidence', pdf)
      shop.stripe.faults.add({ kind: 'acceptedWithoutAnswer' }, { method: 'POST', path })
      await shop.answer(shop.id, how)
      await expect.poll(() => shop.atStripe().status).toBe(status)
      expect(await shop.history()).not.toContain('sent Taken')
      await expect
        .poll(async () => {
          shop.gateway.clock.advance(MINUTE_MS)
          return shop.history()
        })
        .toContain('sent Taken')
      expect(shop.posts(path)).toBe(1)
      expect(shop.atStripe().evidence_details.submission_count).toBe(how === 'submission' ? 1 : 0)
    },
  )

  it('whose submission meets an earlier one that is worked on is sent again later', async () => {
    const shop = await toldCase()
    await shop.answer(shop.id, 'evidence', pdf)
    const path = /\/disputes\/[^/]+$/
    shop.stripe.faults.add({ kind: 'keyInUse' }, { method: 'POST', path })
    await shop.answer(shop.id, 'submission')
    await expect
      .poll(async () => {
        shop.gateway.clock.advance(MINUTE_MS)
        return shop.history()
      })
      .toContain('sent Taken')
    expect(shop.atStripe().evidence_details.submission_count).toBe(1)
  })

  it('that was answered in the pages of Stripe returns the evidence with a sentence', async () => {
    const shop = await toldCase()
    await shop.answer(shop.id, 'evidence', pdf)
    shop.stripe.happenings.disputeEnds(shop.caseId, 'lost')
    await shop.answer(shop.id, 'submission')
    await expect
      .poll(shop.history)
      .toContain('returned The dispute was answered or has ended at Stripe')
    expect(shop.posts(/\/files$/)).toBe(0)
    await shop.tell()
    expect(await shop.shown(shop.id)).toMatchObject({ outcome: 'lost' })
  })

  it('that only asks cannot be accepted there: people are told', async () => {
    const shop = await toldCase({ isInquiry: true })
    await shop.answer(shop.id, 'acceptance')
    await expect
      .poll(shop.history)
      .toContain(
        'unsent The dispute cannot be accepted at Stripe now; of an inquiry refund the payment',
      )
  })

  it('refuses what Stripe does not take before anything is kept', async () => {
    const shop = await toldCase()
    await shop.answer(shop.id, 'evidence', pdf)
    const second = await shop.answer(shop.id, 'evidence', { ...pdf, fileName: 'other.pdf' })
    expect(second.result).toMatchObject({
      code: '200.300.404',
      description: expect.stringContaining('put both together into one PDF'),
    })
    const long = Buffer.from('x'.repeat(20_000)).toString('base64')
    const third = await shop.answer(shop.id, 'evidence', { ...text, content: long })
    expect(third.result.description).toContain('19500 characters of text in all')
    expect((await shop.shown(shop.id)).documents).toHaveLength(1)
  })
})
