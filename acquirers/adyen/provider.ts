import { object } from '../../server/entities/setting-kinds.ts'
import { accountMembers } from '../../server/payments/accounts/account.ts'
import type { Provider } from '../../server/payments/accounts/provider.ts'
import type { ConnectParts } from '../../server/payments/connectors/provider-parts.ts'
import { type AdyenSettings, adyenMembers } from './account-settings.ts'
import { createAdyenConnector } from './adyen.ts'

/** docs/adyen.md. */
export const adyen = {
  name: 'adyen',
  title: 'Adyen',
  tellsEvents: true,
  proven: { schema: 'Checkout v71' },
  settings: object(
    { name: 'Settings', like: ', such as {"livePrefix": "1797a841fbb37ca7-Company"}' },
    { ...adyenMembers, ...accountMembers },
  ),
  credentials: [
    {
      name: 'apiKey',
      title: 'API key',
      help: 'Of a user of web services of the merchant account, whose role takes payments with raw card data.',
      value: { fits: /^AQE[\w+/=.*-]{6,500}$/, words: 'a key that begins with AQE' },
    },
    {
      name: 'hmacKey',
      title: 'HMAC key of its webhook',
      help: 'What each event of the standard webhook is signed with. Without it nothing is known of captures and refunds.',
      provesEvents: true,
      value: { fits: /^[0-9A-Fa-f]{64}$/, words: '64 hex digits' },
    },
    {
      name: 'webhookLogin',
      title: 'User and password of its webhook',
      help: 'As the standard webhook sends them: user:password. They prove what the HMAC key does not sign.',
      provesEvents: true,
      value: {
        fits: /^[^:\s]{1,100}:\S{8,200}$/,
        words: 'user:password, with 8 characters or more',
      },
    },
    {
      name: 'reportLogin',
      title: 'User and password of its report user',
      help: 'As report@Company.AcmeCompany:password. With it the gateway fetches and imports each settlement details report when it is there.',
      isOptional: true,
      value: {
        fits: /^[^:\s]{1,100}:\S{8,200}$/,
        words: 'user:password, with 8 characters or more',
      },
    },
  ],
  merchantId: {
    fits: /^[A-Za-z0-9_-]{3,80}$/,
    words: 'the merchant account there, such as AcmeECOM',
  },
  connect: (parts: ConnectParts<AdyenSettings>) =>
    createAdyenConnector({
      ...parts,
      keys: parts.credentials('apiKey'),
      reportLogins: parts.credentials('reportLogin'),
      webhook: {
        hmacKeys: parts.credentials('hmacKey'),
        logins: parts.credentials('webhookLogin'),
      },
    }),
} as const satisfies Provider
