import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { PaymentDetails } from '../../payments/details.ts'
import { paymentRow } from '../../payments/payment-row.fixture.ts'
import type { DraftedPayment } from '../../payments/screen/payment-extension.ts'
import { giftCardPart } from '../../store/testing/sample-rows.ts'
import { giftCardPartsExtension } from './payment-extension.ts'

const payment = paymentRow({ state: 'intent' })

async function extensionWith(...stored: readonly ReturnType<typeof giftCardPart>[]) {
  const store = openMemoryStore()
  await store.commit(stored.map((row) => ({ kind: 'insertGiftCardPart', row })))
  return giftCardPartsExtension({
    store,
    clock: { now: () => 0 },
    connector: { name: 'giftCards', approvalCode: '000.100.110' },
    reportOf: () => () => [],
  })
}

/** Details of a payment that name these parts. */
function naming(...ids: readonly string[]): PaymentDetails {
  const shown = { last4Digits: '0001', amount: '30.00', currency: 'EUR', status: 'captured' }
  return {
    request: {},
    giftCardParts: ids.map((id, index) => ({ ...shown, id, index })),
  } as PaymentDetails
}

describe('the gift card parts of a stored payment', () => {
  it('take part in its later commits', async () => {
    const part = giftCardPart({ paymentId: payment.id })
    const extension = await extensionWith(part)
    const [participant, ...more] =
      (await extension.participantsOf?.(payment, naming(part.id), true)) ?? []
    expect(more).toEqual([])
    expect(participant?.recorded({ ...payment, state: 'failed' }, true)).not.toEqual([])
  })

  it('must all be there: without one of them nothing is written', async () => {
    const part = giftCardPart({ paymentId: payment.id })
    const extension = await extensionWith(part)
    const asked = async () => extension.participantsOf?.(payment, naming(part.id, 'gone'), true)
    await expect(asked()).rejects.toThrow('A gift card part of a payment vanished')
  })
})

describe('a payment of the rest', () => {
  const drafted = (paymentType: DraftedPayment['paymentType']) =>
    ({
      id: payment.id,
      channel: { entity: { id: payment.entityId } },
      paymentType,
      amount: { minor: 7000, currency: 'EUR' },
      values: { entries: () => [] },
      nowMs: 0,
      giftCardParts: {
        isShort: false,
        parts: [{ giftCardId: 'g', amountMinor: 3000, last4Digits: '0001' }],
      },
    }) as unknown as DraftedPayment

  it('is no credit: gift cards would pay a part of it', async () => {
    const extension = await extensionWith()
    expect(await extension.withFirst?.(drafted('CD'))).toMatchObject({ code: '600.200.310' })
  })

  it('is a debit, of which the cards pay a part', async () => {
    const extension = await extensionWith()
    const answer = await extension.withFirst?.(drafted('DB'))
    expect(answer).toMatchObject({
      participants: [expect.anything()],
      details: { giftCardParts: [{ amount: '30.00', status: 'captured' }] },
    })
  })
})
