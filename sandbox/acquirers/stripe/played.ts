import { CONTROL_PATH } from '../shared/control-page.ts'
import type { PlayAcquirer } from '../shared/played.ts'
import { EMULATED_KEY, startStripeEmulator } from './emulator.ts'

const MERCHANT_ID = 'acct_1EmulatedStripe'

/** Those that the guide to an account at Stripe asks for (docs/stripe.md). */
const EVENTS = [
  ...['succeeded', 'processing', 'payment_failed', 'canceled', 'amount_capturable_updated'].map(
    (what) => `payment_intent.${what}`,
  ),
  ...['created', 'updated', 'failed'].map((what) => `refund.${what}`),
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
    (what) => `charge.dispute.${what}`,
  ),
  'radar.early_fraud_warning.created',
  ...['created', 'paid', 'failed'].map((what) => `payout.${what}`),
]

/** Stripe beside a gateway: `npm start -- --acquirers`. */
export const playStripe: PlayAcquirer = async ({ clock, seed }) => {
  // The demo shop shows the simulator's cards, and nobody waits two days for a payout.
  const account = { id: MERCHANT_ID, otherCards: 'approve', payoutDelayDays: 0 } as const
  const emulator = await startStripeEmulator({ clock, seed, account, delivery: 'atOnce' })
  return {
    provider: 'stripe',
    title: 'Stripe',
    url: emulator.url,
    page: emulator.url + CONTROL_PATH,
    merchantId: MERCHANT_ID,
    cards: [
      ['4242 4242 4242 4242', 'approved'],
      ['4000 0000 0000 3220', 'authenticated at its page'],
      ['4000 0000 0000 9995', 'declined'],
    ],
    tellAt(url) {
      const { secret } = emulator.webhooks.create({ url, enabled_events: EVENTS })
      return { secretKey: EMULATED_KEY, webhookSecret: secret }
    },
    runDue: emulator.runDue,
    close: emulator.close,
  }
}
