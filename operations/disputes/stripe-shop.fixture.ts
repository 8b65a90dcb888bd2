import { merchantAt } from '../../acquirers/conformance/merchant.fixture.ts'
import { emulatedStripe } from '../../acquirers/stripe/stripe.fixture.ts'
import type { PaymentRow, Store } from '../../server/store/port.ts'
import { casesOf } from './provider-cases.fixture.ts'

/** A shop that pays through an emulated Stripe, which tells its account all events. */
export async function stripeShop(store?: Store) {
  const { start, emulator } = emulatedStripe()
  const shop = await merchantAt(start, {}, store === undefined ? {} : { store })
  const stripe = emulator()
  await shop.hear('webhookSecret', (url) => {
    return stripe.webhooks.create({ url, enabled_events: ['*'] }).secret
  })
  const tell = async (options: Parameters<typeof stripe.webhooks.deliver>[0] = {}) => {
    await stripe.webhooks.deliver(options)
    await shop.workedOff()
  }
  const there = async ({ familyId }: PaymentRow) => (await shop.nameThere(familyId)) ?? ''
  return {
    ...shop,
    ...casesOf(shop),
    stripe,
    there,
    tell,
    /** A payment that its shopper's bank disputes, which is not told yet. */
    async disputed(options: Parameters<typeof stripe.happenings.disputeOpens>[1] = {}) {
      const payment = await shop.pay()
      await tell()
      const { id } = stripe.happenings.disputeOpens(await there(payment), options)
      return { payment, case: id }
    },
    disputedThere: async (payment: PaymentRow) =>
      stripe.ledger.of(await there(payment))?.disputed ?? 0,
  }
}
