import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../common/durations.ts'
import { adyenShop } from './adyen-shop.fixture.ts'

const pdf = {
  fileName: 'delivery.pdf',
  mediaType: 'application/pdf',
  content: Buffer.from('%PDF-1.7 signed by Jane Jones').toString('base64'),
}

type Options = Parameters<typeof adyenShop>[0]

/** A case that Adyen has told, with its money taken unless it is an alert. */
async function toldCase(options: Options = {}, eventCode?: 'NOTIFICATION_OF_CHARGEBACK') {
  const shop = await adyenShop(options)
  const { payment, case: caseId } = await shop.disputed({ eventCode: eventCode ?? 'CHARGEBACK' })
  await shop.tell()
  const [dispute] = await shop.disputes(payment)
  const id = dispute?.id ?? ''
  return {
    ...shop,
    payment,
    caseId,
    id,
    /** Words of the history. */
    history: async () =>
      ((await shop.shown(id)).history as unknown as readonly { kind: string; note?: string }[]).map(
        ({ kind, note = '' }) => `${kind} ${note}`.trim(),
      ),
    sent: (operation: string) =>
      shop.adyen.requests.all.filter(({ path }) => path.endsWith(`/${operation}`)).length,
    goesOn: async (...courses: Parameters<typeof shop.adyen.happenings.disputeGoesOn>[1][]) => {
      for (const course of courses) shop.adyen.happenings.disputeGoesOn(caseId, course)
      await shop.tell()
    },
  }
}

describe('a dispute at Adyen', () => {
  it('is shown, defended with a document and won: the money is back on both sides', async () => {
    const shop = await toldCase()
    expect(await shop.shown(shop.id)).toMatchObject({ stage: 'firstChargeback', amount: '92.00' })
    await shop.answer(shop.id, 'evidence', pdf)
    await shop.answer(shop.id, 'submission')
    await expect.poll(shop.history).toContain('sent Taken')
    await shop.goesOn('CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED')
    expect(await shop.shown(shop.id)).toMatchObject({ outcome: 'won', stage: 'representment' })
    expect(await shop.booked(shop.payment)).toEqual(['CB 9200', 'CR 9200'])
    expect(await shop.chargedBack(shop.payment)).toBe(await shop.disputedThere(shop.payment))
    expect(shop.acquirer.invalid()).toEqual([])
  })

  it('is defended for one of the reasons that Adyen offers, with a document of each type', async () => {
    const shop = await toldCase({ generalDefence: false })
    expect(await shop.defences(shop.id)).toMatchObject({
      defences: [
        {
          defenceReason: 'GoodsNotReturned',
          takesUntyped: false,
          documents: [
            { documentType: 'TIDorInvoice', need: 'optional' },
            { documentType: 'GoodsNotReturned', need: 'required' },
          ],
        },
        { defenceReason: 'GoodsWereAsDescribed' },
      ],
    })
    const add = (documentType: string) =>
      shop.answer(shop.id, 'evidence', { ...pdf, fileName: `${documentType}.pdf`, documentType })
    const contest = async (defenceReason?: string) => {
      const form = defenceReason === undefined ? {} : { defenceReason }
      const { result } = await shop.answer(shop.id, 'submission', form)
      return result.parameterErrors?.[0]?.message ?? result.description
    }
    expect((await add('Unknown')).result).toMatchObject({
      parameterErrors: [{ name: 'documentType' }],
    })
    await add('TIDorInvoice')
    expect(await contest()).toBe('must be one of GoodsNotReturned, GoodsWereAsDescribed')
    expect(await contest('GoodsNotReturned')).toBe(
      'GoodsNotReturned needs a document of the type GoodsNotReturned',
    )
    await add('GoodsNotReturned')
    await contest('GoodsNotReturned')
    await expect.poll(shop.history).toContain('sent Taken')
    expect(await shop.shown(shop.id)).toMatchObject({ defenceReason: 'GoodsNotReturned' })
    expect([shop.sent('supplyDefenseDocument'), shop.sent('defendDispute')]).toEqual([1, 1])
    await shop.goesOn('CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED')
    expect(await shop.shown(shop.id)).toMatchObject({ outcome: 'won' })
    expect(shop.acquirer.invalid()).toEqual([])
  })

  it('is defended and lost with the second chargeback: the money stays with the shopper', async () => {
    const shop = await toldCase()
    await shop.answer(shop.id, 'evidence', pdf)
    await shop.answer(shop.id, 'submission')
    await expect.poll(shop.history).toContain('sent Taken')
    await shop.goesOn('CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK')
    expect(await shop.shown(shop.id)).toMatchObject({ outcome: 'lost' })
    expect(await shop.chargedBack(shop.payment)).toBe(9_200)
    expect(await shop.disputedThere(shop.payment)).toBe(9_200)
  })

  it('that is answered before its money is taken is contested then', async () => {
    const shop = await toldCase({}, 'NOTIFICATION_OF_CHARGEBACK')
    await shop.answer(shop.id, 'evidence', pdf)
    await shop.answer(shop.id, 'submission')
    await expect.poll(shop.history).toContain('sent Taken')
    await shop.goesOn('CHARGEBACK')
    expect(await shop.shown(shop.id)).toMatchObject({ outcome: 'open', stage: 'representment' })
    expect(await shop.booked(shop.payment)).toEqual(['CB 9200'])
  })

  it.each(['NOTIFICATION_OF_CHARGEBACK', undefined] as const)(
    'is accepted there too, begun with %s',
    async (eventCode) => {
      const shop = await toldCase({}, eventCode)
      await shop.answer(shop.id, 'acceptance')
      await expect.poll(shop.history).toContain('sent Taken')
      await shop.goesOn('CHARGEBACK')
      expect(await shop.shown(shop.id)).toMatchObject({ outcome: 'accepted' })
      expect(await shop.booked(shop.payment)).toEqual(['CB 9200'])
      expect(await shop.disputedThere(shop.payment)).toBe(9_200)
      expect(shop.sent('acceptDispute')).toBe(1)
    },
  )

  it.each([
    ['submission', 'defendDispute', 'sent INFORMATION_SUPPLIED'],
    ['acceptance', 'acceptDispute', 'sent DISPUTE_DEFENSE_PERIOD_ENDED'],
  ] as const)(
    'whose %s has lost its answer is not sent again, and ends by its event',
    async (how, operation, words) => {
      const shop = await toldCase()
      await shop.answer(shop.id, 'evidence', pdf)
      const path = new RegExp(`/${operation}$`)
      shop.adyen.faults.add({ kind: 'acceptedWithoutAnswer' }, { method: 'POST', path })
      await shop.answer(shop.id, how)
      await expect.poll(() => shop.sent(operation)).toBe(1)
      const asked = shop.sent('retrieveApplicableDefenseReasons')
      await expect
        .poll(() => {
          shop.gateway.clock.advance(MINUTE_MS)
          return shop.sent('retrieveApplicableDefenseReasons')
        })
        .toBeGreaterThan(asked)
      await shop.tell()
      expect(await shop.history()).toContain(words)
      expect(shop.sent(operation)).toBe(1)
    },
  )

  it('whose defence did not arrive is defended again, while Adyen still takes it', async () => {
    const shop = await toldCase()
    await shop.answer(shop.id, 'evidence', pdf)
    shop.adyen.faults.add({ kind: 'noConnection' }, { method: 'POST', path: /\/defendDispute$/ })
    await shop.answer(shop.id, 'submission')
    await expect
      .poll(async () => {
        shop.gateway.clock.advance(MINUTE_MS)
        return shop.history()
      })
      .toContain('sent Taken')
  })

  it('returns the evidence with a sentence where Adyen takes no general defence', async () => {
    const shop = await toldCase({ generalDefence: false })
    await shop.answer(shop.id, 'evidence', pdf)
    await shop.answer(shop.id, 'submission')
    await expect
      .poll(async () => (await shop.history()).at(-1))
      .toContain('returned Adyen takes no general defence of this dispute')
    expect(await shop.shown(shop.id)).toMatchObject({ stage: 'firstChargeback', outcome: 'open' })
    expect(shop.sent('defendDispute')).toBe(0)
  })

  it.each([
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a PDF or a JPEG'],
    ['text/plain', Buffer.from('Signed'), 'a PDF or a JPEG'],
  ])('refuses %s before it is kept', async (mediaType, bytes, words) => {
    const shop = await toldCase()
    const content = bytes.toString('base64')
    const { result } = await shop.answer(shop.id, 'evidence', { ...pdf, mediaType, content })
    expect(result).toMatchObject({
      code: '200.300.404',
      description: expect.stringContaining(words),
    })
    expect((await shop.shown(shop.id)).documents).toEqual([])
  })
})
