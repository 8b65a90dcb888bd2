import { expect } from 'vitest'
import type { PaymentRow } from '../../server/store/port.ts'
import type { Form } from '../../server/testing/gateway.fixture.ts'
import { merchantAt } from '../conformance/merchant.fixture.ts'
import { emulatedStripe } from './stripe.fixture.ts'

/** A shop that pays through an emulated Stripe, which tells its account all events. */
export async function stripeShop() {
  const { start, emulator } = emulatedStripe()
  const shop = await merchantAt(start)
  const stripe = emulator()
  await shop.hear('webhookSecret', (url) => {
    const { secret } = stripe.webhooks.create({ url, enabled_events: ['*'] })
    return secret
  })
  return {
    ...shop,
    stripe,
    there: async ({ id }: PaymentRow) => (await shop.nameThere(id)) ?? '',
    /** Delivers all events, and waits until a payment is like this. */
    async told({ id }: PaymentRow, row: Partial<PaymentRow>) {
      await stripe.webhooks.deliver()
      // Events of one merchant are worked off one after the other.
      shop.gateway.clock.advance(1_000)
      await expect.poll(() => shop.read(id)).toMatchObject(row)
    },
    family: ({ familyId }: PaymentRow) => shop.gateway.store.read.paymentsOfFamily(familyId),
    /** Stores a card without a payment. */
    async register(more: Form = {}) {
      const form = {
        entityId: shop.channel,
        paymentBrand: 'VISA',
        'card.number': shop.acquirer.card,
        'card.holder': 'Jane Jones',
        'card.expiryMonth': '05',
        'card.expiryYear': '2030',
        ...more,
      }
      const { body } = await shop.gateway.post('/v1/registrations', form, shop.authorization)
      expect(body.result.code).toMatch(/^000\./)
      return String(body.id)
    },
  }
}

/** The first payment of a series, whose shopper is there. */
export const FIRST: Form = {
  'standingInstruction.mode': 'INITIAL',
  'standingInstruction.source': 'CIT',
  'standingInstruction.type': 'UNSCHEDULED',
}

/** A payment of a series that the merchant starts. */
export const LATER: Form = {
  ...FIRST,
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.source': 'MIT',
}

/** A proof of 3-D Secure of another server, as Stripe takes it. */
export const PROOF = {
  'threeDSecure.eci': '05',
  'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=',
  'threeDSecure.version': '2.2.0',
  'threeDSecure.dsTransactionId': '6ccfb2b7-0d6d-4b1c-9c4e-0a4ccf8b6c61',
} as const satisfies Form
