import type { TSchema } from 'typebox'
import { adyenMembers } from '../../../acquirers/adyen/account-settings.ts'
import { gatewayMembers } from '../../../acquirers/gateway/account-settings.ts'
import { object } from '../../entities/setting-kinds.ts'
import { accountMembers } from './account.ts'

/** A secret that the provider gives out, such as an API key. */
export interface CredentialSlot {
  readonly name: string
  /** For people. */
  readonly title: string
  readonly help: string
  /** An account takes payments without it as well. */
  readonly isOptional?: true
  /** It proves what the provider tells, and says nothing of where money goes. */
  readonly provesEvents?: true
  /** How a value is written, which `words` tell after "must be"; absent: the provider says it. */
  readonly value?: { readonly fits: RegExp; readonly words: string }
}

/** What was shown of a connector; nothing else is claimed of it. */
export interface Proven {
  /** The published description of the provider's API that requests and answers are compared with. */
  readonly schema: string
  /** Day, UTC, of the record of `node run.mjs prove` with an account of the provider's test environment. Absent: none. */
  readonly testAccount?: string
  /** Who says to have sold through it in live, and since which day. Absent: nobody. */
  readonly live?: { readonly by: string; readonly day: string }
}

/** What is known of a provider before anything is connected. */
export interface Provider {
  /** A word in lower case: the first part of the ids of its accounts. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** Live has no accounts of it. */
  readonly testOnly?: true
  /** Made of the kinds of settings: faults, form and type come from it. */
  readonly settings: TSchema
  readonly credentials: readonly CredentialSlot[]
  /** It tells what happens later, at the address of the account. */
  readonly tellsEvents?: true
  /** Absent: its connector needs no proof, because both sides of it are ours. */
  readonly proven?: Proven
  /** How it writes the id of a merchant, which `words` tell after "must be". */
  readonly merchantId: { readonly fits: RegExp; readonly words: string }
}

/** The providers that accounts can be made of; how each is connected is in `create-connectors.ts`. */
export const PROVIDERS = [
  {
    name: 'simulator',
    title: 'Simulated acquirer',
    testOnly: true,
    settings: object({ name: 'Settings', like: ', such as {}' }, accountMembers),
    credentials: [],
    merchantId: {
      fits: /^[\w.-]{1,64}$/,
      words: '1 to 64 letters, digits, dots, hyphens or underscores',
    },
  },
  {
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
  },
  {
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
  },
  {
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
  },
] as const satisfies readonly Provider[]

export type ProviderName = (typeof PROVIDERS)[number]['name']

export function providerNamed(name: string): Provider | undefined {
  return PROVIDERS.find((one) => one.name === name)
}

/** The slots that an account of a provider needs and that have no value. `values`: by slot. */
export function emptySlots(
  provider: string,
  values: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  return (providerNamed(provider)?.credentials ?? [])
    .filter(({ name, isOptional }) => isOptional !== true && values?.[name] === undefined)
    .map(({ name }) => name)
}
