import { object } from '../../server/entities/setting-kinds.ts'
import { accountMembers } from '../../server/payments/accounts/account.ts'
import type { Provider } from '../../server/payments/accounts/provider.ts'
import type { ConnectParts } from '../../server/payments/connectors/provider-parts.ts'
import { type AccountAtGateway, gatewayMembers } from './account-settings.ts'
import { createGatewayConnector } from './gateway.ts'

/** Another gateway of this interface, also one of ours (docs/gateway-connector.md). */
export const gateway = {
  name: 'gateway',
  title: 'Another gateway of this interface',
  tellsEvents: true,
  settings: object(
    { name: 'Settings', like: ', such as {"url": "https://gateway.example"}' },
    { ...gatewayMembers, ...accountMembers },
  ),
  credentials: [
    {
      name: 'accessToken',
      title: 'Access token',
      help: 'Of the entity there that takes payments.',
    },
    {
      name: 'webhookKey',
      title: 'Secret of its webhook',
      help: 'What the webhook there is signed or encrypted with. With it the gateway hears of outcomes at once.',
      isOptional: true,
      provesEvents: true,
      value: {
        fits: /^(?:whsec_[A-Za-z0-9+/]{43}=|[0-9A-Fa-f]{64})$/,
        words: 'whsec_ and base64 of 32 bytes, or 64 hex digits',
      },
    },
  ],
  merchantId: {
    fits: /^[0-9a-f]{32}$/,
    words: 'the id of an entity there, 32 lowercase hex digits',
  },
  connect(parts: ConnectParts<AccountAtGateway>) {
    const { account, credentials, outgoingSubnets } = parts
    const { url, capture } = account.settings
    const [token = '', nextToken] = credentials('accessToken')
    return createGatewayConnector({
      ...parts,
      receiver: {
        ...{ url, entityId: account.merchantId, token },
        ...(nextToken === undefined ? {} : { nextToken }),
      },
      account: {
        id: account.id,
        allowedSubnets: outgoingSubnets,
        webhookKeys: credentials('webhookKey'),
        capturesOnce: capture === 'one',
      },
    })
  },
} as const satisfies Provider
