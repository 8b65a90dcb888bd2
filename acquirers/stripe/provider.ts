import { object } from '../../server/entities/setting-kinds.ts'
import { accountMembers } from '../../server/payments/accounts/account.ts'
import type { Provider } from '../../server/payments/accounts/provider.ts'
import type { ConnectParts } from '../../server/payments/connectors/provider-parts.ts'
import { createStripeConnector } from './stripe.ts'

/** docs/stripe.md. */
export const stripe = {
  name: 'stripe',
  title: 'Stripe',
  tellsEvents: true,
  proven: { schema: '2026-10-28' },
  settings: object({ name: 'Settings', like: ', such as {}' }, accountMembers),
  credentials: [
    {
      name: 'secretKey',
      title: 'Secret key',
      help: 'Of the account, or a restricted key.',
      value: { fits: /^[sr]k_(?:test|live)_\w{6,200}$/, words: 'a key such as sk_live_…' },
      namesEnvironment: /^[sr]k_(test|live)_/,
    },
    {
      name: 'webhookSecret',
      title: 'Secret of its webhook endpoint',
      help: 'What events there are signed with. With it the gateway hears of outcomes, late failures and expired holds at once.',
      isOptional: true,
      provesEvents: true,
      value: { fits: /^whsec_[\w+/=-]{6,200}$/, words: 'a secret such as whsec_…' },
    },
  ],
  merchantId: {
    fits: /^acct_[A-Za-z0-9]{8,40}$/,
    words: 'the id of the account there, such as acct_1032D82eZvKYlo2C',
  },
  connect: (parts: ConnectParts) =>
    createStripeConnector({
      ...parts,
      keys: parts.credentials('secretKey'),
      webhookSecrets: parts.credentials('webhookSecret'),
    }),
} as const satisfies Provider
