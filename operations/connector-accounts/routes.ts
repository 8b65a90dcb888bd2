import { Type } from 'typebox'
import { PROVIDERS } from '../../acquirers/index.ts'
import { entitiesBelow } from '../../server/entities/channels-below.ts'
import { isOperator } from '../../server/entities/operator-token.ts'
import { heldAccountUntilMs } from '../../server/entities/second-person-limit.ts'
import { fieldOf } from '../../server/entities/setting-kinds.ts'
import { settingsOf } from '../../server/entities/settings.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { entityOfCall } from '../../server/http/call.ts'
import {
  answered,
  answer as answerOf,
  id as idText,
  type MembersOf,
  moment,
  type Shown,
  text,
  word,
} from '../../server/http/described-answer.ts'
import { settingField } from '../../server/http/described-setting.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { Vault } from '../../server/kernel/vault/vault.ts'
import {
  elsewhere,
  limit,
  plainName,
  shaped,
  words,
} from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import {
  type AccountChange,
  type AccountManagement,
  accountSettingsOf,
  checkAccount,
  type FindAccount,
  offeredIn,
  openCredentials,
  type Provider,
  providerNamed,
  unknownAccount,
} from '../../server/payments/accounts/index.ts'
import { CHECKED } from '../../server/payments/connectors/index.ts'
import { eventsAddress } from '../../server/payments/inbox/index.ts'
import { isRefusal, type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import type { ConnectorAccountRow, Store } from '../../server/store/port.ts'

export interface AccountRouteParts extends CallParts {
  readonly store: Store
  readonly vault: Vault
  readonly connectorAccounts: AccountManagement
  readonly findAccount?: FindAccount
  readonly acquirerEnvironment: 'test' | 'live'
  /** Of the gateway, where providers tell events. */
  readonly baseUrl: string
}

type Call = Asked<MerchantCall>

const MAX_SETTINGS = 10_000
const MAX_CREDENTIAL = 4_096
/** Entities of one read. */
const MAX_LISTED = 1000

/** Columns that the list is sorted by, each over all accounts. */
const SORTED_BY = ['name', 'updatedAt'] as const

const listRequest = requestOf(
  'admin.connectorAccounts',
  Type.Object({
    sortValue: Type.Optional(
      Type.Enum([...SORTED_BY], { description: 'What the list is sorted by; absent: by name.' }),
    ),
    sortOrder: Type.Optional(
      Type.Enum(['ASC', 'DESC'], {
        description: 'Absent: ASC, the first name or the oldest first.',
      }),
    ),
    limit: limit(1000, 100),
    cursor: Type.Optional(
      shaped(/^[0-9]{1,6}$/, 'what an earlier answer had as cursor', {
        example: '100',
        description: 'What an earlier answer had as cursor: goes on behind it.',
      }),
    ),
  }),
  { elsewhere },
)

const settingsText = words(2, MAX_SETTINGS, 'JSON, as its provider describes it.')
const merchantId = words(1, 64, 'What the provider calls the merchant.')
const accountName = plainName('What people call it.')

const newAccount = requestOf(
  'admin.createConnectorAccount',
  Type.Object({
    provider: Type.Enum(
      PROVIDERS.map(({ name }) => name),
      { description: 'Of GET /admin/v1/providers.' },
    ),
    accountName,
    merchantId,
    settings: settingsText,
  }),
  { elsewhere },
)

const accountChange = requestOf(
  'admin.changeConnectorAccount',
  Type.Object({
    accountName: Type.Optional(accountName),
    merchantId: Type.Optional(merchantId),
    settings: Type.Optional(settingsText),
    state: Type.Optional(
      Type.Enum(['active', 'disabled'], {
        description:
          'A disabled one takes no new payments; what refers to earlier ones goes there.',
      }),
    ),
  }),
  { elsewhere },
)

const rotation = requestOf(
  'admin.rotateConnectorCredential',
  Type.Object({
    slot: words(1, 64, 'The name of the credential, of its provider.'),
    step: Type.Enum(['begin', 'finish', 'replace'], {
      description:
        'begin: the value counts beside the present one. finish: the next value becomes the only one. replace: the value becomes the only one at once.',
    }),
    credential: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_CREDENTIAL,
        description: 'The value, unless it is a finish. Shown by no answer.',
        secret: 'code',
      }),
    ),
  }),
  { elsewhere },
)

const optionalSlot = Type.Boolean({ description: 'True: an account takes payments without it.' })

const account = Type.Object({
  id: text('What payments store as their connector.'),
  entityId: idText('Whose channels may use it, with those below.'),
  provider: text(),
  name: text(),
  environment: word(['test', 'live']),
  merchantId: text(),
  state: word(['active', 'disabled']),
  settings: Type.Unsafe<object>({ type: 'object', description: 'As its provider describes them.' }),
  credentials: Type.Array(
    Type.Object({
      slot: text(),
      state: word(['missing', 'set', 'replaced', 'unreadable']),
      isOptional: Type.Optional(optionalSlot),
    }),
    { description: 'replaced: it has a next value besides. No value is shown.' },
  ),
  eventsUrl: Type.Optional(
    text('The address to enter at the provider, where it tells what happens later.'),
  ),
  createdAt: moment(),
  updatedAt: moment(),
  heldUntil: Type.Optional(
    moment(
      'It takes no new payments until then: one person alone has changed where their money goes.',
    ),
  ),
})

const accountAnswer = answerOf('AdminConnectorAccountAnswer', { account }, 'A connector account.')

export type AdminConnectorAccount = MembersOf<typeof accountAnswer>

const accountList = answerOf(
  'AdminConnectorAccountList',
  {
    accounts: Type.Array(account),
    cursor: Type.Optional(text('Sent for what follows: there are more.')),
  },
  'Connector accounts of an entity and all below it.',
)

export type AdminConnectorAccountList = MembersOf<typeof accountList>

const providerList = answerOf(
  'AdminProviderList',
  {
    providers: Type.Array(
      Type.Object({
        name: text(),
        title: text('For people.'),
        merchantId: text('How it writes the id of a merchant, after "must be".'),
        proven: Type.Optional(
          Type.Object(
            {
              schema: text(
                'The description of its API that requests and answers are checked with.',
              ),
              testAccount: Type.Optional(
                text('The day on which it was tried with a test account.'),
              ),
              live: Type.Optional(Type.Object({ by: text(), day: text() })),
            },
            { description: 'What was shown of its connector. Absent: both sides of it are ours.' },
          ),
        ),
        settings: settingField,
        credentials: Type.Array(
          Type.Object({
            name: text(),
            title: text(),
            help: text(),
            isOptional: Type.Optional(optionalSlot),
          }),
        ),
      }),
    ),
  },
  'Providers of this gateway.',
)

const accountCheck = answerOf(
  'AdminConnectorAccountCheck',
  {
    findings: Type.Array(
      Type.Object({
        what: word([...CHECKED]),
        result: word(['right', 'wrong', 'unknown'], 'unknown: no call can tell it.'),
        why: Type.Optional(text('Why, and what to do.')),
      }),
    ),
  },
  'What a look at a connector account has shown.',
)

export type AdminConnectorAccountCheck = MembersOf<typeof accountCheck>

const common = { access: 'token', throttle: 'status', operation: 'status' } as const
const tag = 'Administration'
const ofOne = { tag, subject: 'connector account', further: { 404: 'RefusalAnswer' } } as const
const changing = {
  access: 'token',
  throttle: 'registrations',
  right: 'entities.write',
  method: 'post',
  once: true,
} as const

/** `/admin/v1/connector-accounts…`, `/admin/v1/providers`. */
export const accountRoutes: readonly Route<AccountRouteParts>[] = [
  {
    ...common,
    method: 'get',
    path: '/admin/v1/providers',
    right: 'entities.read',
    docs: {
      id: 'listProviders',
      tag,
      summary: 'List the providers that accounts can be made of',
      description: 'Each with its settings, as forms ask for them, and its credentials.',
      label: 'Providers',
      answers: [providerList],
    },
    async handle({ request }, { environment, clock }) {
      const offered = offeredIn(environment, PROVIDERS)
      const providers = offered.map((one) => ({
        name: one.name,
        title: one.title,
        merchantId: one.merchantId.words,
        ...(one.proven === undefined ? {} : { proven: one.proven }),
        settings: fieldOf(one.settings),
        credentials: one.credentials.map(shownSlot),
      }))
      return answered(providerList, { providers }, { ndc: request.ndc, atMs: clock.now() })
    },
  },
  {
    ...common,
    operation: listRequest,
    method: 'get',
    path: '/admin/v1/connector-accounts',
    right: 'entities.read',
    docs: {
      id: 'listConnectorAccounts',
      tag,
      summary: 'List the connector accounts of an entity and all below it',
      description: 'Without their credentials, sorted by name or by when they were changed.',
      label: 'Connector accounts',
      answers: [accountList],
    },
    async handle({ call, request }, parts) {
      const sent = listRequest.read(call.values)
      const rows = sortedAccounts(await accountsBelow(call, parts), sent)
      const from = Number(sent.cursor ?? 0)
      const end = from + sent.limit
      const shown = {
        accounts: rows.slice(from, end).map((row) => shownAccount(row, parts)),
        ...(end < rows.length ? { cursor: String(end) } : {}),
      }
      return answered(accountList, shown, { ndc: request.ndc, atMs: parts.clock.now() })
    },
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/connector-accounts/{id}',
    right: 'entities.read',
    docs: {
      ...ofOne,
      id: 'readConnectorAccount',
      summary: 'Read a connector account',
      description: 'Without its credentials.',
      label: 'Connector account',
      answers: [accountAnswer],
    },
    async handle({ id, call, request }, parts) {
      const row = await reachedAccount(id, call, parts)
      return isRefusal(row) ? row : accountShown(row, request.ndc, parts)
    },
  },
  {
    ...common,
    method: 'get',
    path: '/admin/v1/connector-accounts/{id}/check',
    scopes: ['administer'],
    right: 'entities.write',
    docs: {
      ...ofOne,
      id: 'checkConnectorAccount',
      summary: 'Ask the provider whether a connector account works',
      description:
        'By calls that change nothing there. What no call can tell is `unknown`: only a payment shows it.',
      label: 'Check of a connector account',
      answers: [accountCheck],
    },
    async handle({ id, call, request }, parts) {
      const row = await reachedAccount(id, call, parts)
      if (isRefusal(row)) return row
      const connected = await parts.findAccount?.(row.id)
      if (connected === undefined) return unknownAccount
      const nowMs = parts.clock.now()
      const findings = await checkAccount(connected, {
        vault: parts.vault,
        nowMs,
        providers: PROVIDERS,
      })
      return answered(accountCheck, { findings }, { ndc: request.ndc, atMs: nowMs })
    },
  },
  {
    ...changing,
    path: '/admin/v1/connector-accounts',
    operation: newAccount,
    docs: {
      id: 'createConnectorAccount',
      tag,
      summary: 'Make a connector account',
      description:
        'Of the entity that the request names, else of that of who asks. It takes payments once it has its credentials and is active. At most 50 of one entity.',
      body: 'NewConnectorAccount',
      label: 'New connector account',
      examples: [
        {
          name: 'gateway',
          summary: 'At another gateway',
          parameters: {
            provider: 'gateway',
            accountName: 'Acme',
            merchantId: '8ac7a4c9000000000000000000000001',
            settings: '{"url":"https://gateway.example"}',
          },
        },
      ],
      answers: [accountAnswer],
    },
    handle: createAccount,
  },
  {
    ...changing,
    path: '/admin/v1/connector-accounts/{id}',
    operation: accountChange,
    docs: {
      ...ofOne,
      id: 'changeConnectorAccount',
      summary: 'Change a connector account, or switch it off and on',
      description:
        'What is not sent stays; `settings` are sent whole. Gateways follow within a second.',
      body: 'ConnectorAccountChange',
      label: 'Change of a connector account',
      examples: [{ name: 'disable', summary: 'Switch it off', parameters: { state: 'disabled' } }],
      answers: [accountAnswer],
    },
    handle: changeAccount,
  },
  {
    ...changing,
    path: '/admin/v1/connector-accounts/{id}/credentials',
    operation: rotation,
    docs: {
      ...ofOne,
      id: 'rotateConnectorCredential',
      summary: 'Write a credential of a connector account',
      description:
        'It is sealed, and no answer shows it. Two values count while one is replaced by another.',
      body: 'ConnectorCredential',
      label: 'Credential of a connector account',
      examples: [
        {
          name: 'begin',
          summary: 'The first value, or the next one',
          parameters: { slot: 'accessToken', step: 'begin', credential: 'an-access-token-there' },
        },
      ],
      answers: [accountAnswer],
    },
    handle: rotateCredential,
  },
]

async function createAccount(
  { call, entry, request }: Call,
  parts: AccountRouteParts,
): Promise<Worked> {
  const { id: entityId } = await entityOfCall(call, parts.store)
  const sent = newAccount.read(call.values)
  const settings = jsonOf(sent.settings)
  if (settings === undefined) return noJson
  const { provider, accountName: name, merchantId: there } = sent
  const { acquirerEnvironment: environment } = parts
  const wanted = { entityId, provider, name, environment, merchantId: there, settings }
  const how = await howOf({ call, entry, request }, entityId, parts)
  return shownMade(await parts.connectorAccounts.add(wanted, how), request.ndc, parts)
}

async function changeAccount(
  { id, call, entry, request }: Call,
  parts: AccountRouteParts,
): Promise<Worked> {
  const row = await reachedAccount(id, call, parts)
  if (isRefusal(row)) return row
  const {
    accountName: name,
    merchantId: there,
    settings: sent,
    state,
  } = accountChange.read(call.values)
  const settings = sent === undefined ? undefined : jsonOf(sent)
  if (sent !== undefined && settings === undefined) return noJson
  const changed = {
    ...(name === undefined ? {} : { name }),
    ...(there === undefined ? {} : { merchantId: there }),
    ...(settings === undefined ? {} : { settings }),
    ...(state === undefined ? {} : { state }),
  }
  const how = await howOf({ call, entry, request }, row.entityId, parts)
  return shownMade(await parts.connectorAccounts.change(row.id, changed, how), request.ndc, parts)
}

async function rotateCredential(
  { id, call, entry, request }: Call,
  parts: AccountRouteParts,
): Promise<Worked> {
  const row = await reachedAccount(id, call, parts)
  if (isRefusal(row)) return row
  const { slot, step, credential: value } = rotation.read(call.values)
  if (step !== 'finish' && value === undefined) return missingValue
  const asked = step === 'finish' ? { step } : { step, value: value ?? '' }
  const how = await howOf({ call, entry, request }, row.entityId, parts)
  const made = await parts.connectorAccounts.rotate(row.id, slot, asked, how)
  return shownMade(made, request.ndc, parts)
}

type Made = Awaited<ReturnType<AccountManagement['add']>>

function shownMade(made: Made, ndc: string, parts: AccountRouteParts): Worked {
  return answerTo(made, (row) => accountShown(row, ndc, parts))
}

/** How a person changes an account of an entity: alone, so that it may be held for a day. */
async function howOf(
  { call, entry, request }: Pick<Call, 'call' | 'entry' | 'request'>,
  entityId: string,
  parts: AccountRouteParts,
): Promise<AccountChange> {
  const settings = settingsOf(await parts.store.read.entityPath(entityId))
  return {
    extra: keyParts(entry, (row: ConnectorAccountRow) => accountShown(row, request.ndc, parts)),
    // An operator has the machine anyway.
    heldUntilMs: isOperator(call)
      ? undefined
      : heldAccountUntilMs(settings, parts.clock.now(), parts.environment),
  }
}

function accountShown(row: ConnectorAccountRow, ndc: string, parts: AccountRouteParts): Answer {
  const shown = { account: shownAccount(row, parts) }
  return answered(accountAnswer, shown, { ndc, atMs: parts.clock.now() })
}

function shownAccount(
  row: ConnectorAccountRow,
  { vault, baseUrl }: Pick<AccountRouteParts, 'vault' | 'baseUrl'>,
): Shown<typeof account> {
  const { id, entityId, provider, name, environment, merchantId: there, state } = row
  return {
    ...{ id, entityId, provider, name, environment, merchantId: there, state },
    settings: accountSettingsOf(row),
    credentials: slotsOf(row, vault),
    ...(providerNamed(provider, PROVIDERS)?.tellsEvents
      ? { eventsUrl: eventsAddress(baseUrl, id) }
      : {}),
    createdAt: wireTimestamp(row.createdAtMs),
    updatedAt: wireTimestamp(row.updatedAtMs),
    ...(row.heldUntilMs === null ? {} : { heldUntil: wireTimestamp(row.heldUntilMs) }),
  }
}

function shownSlot({ name, title, help, isOptional }: Provider['credentials'][number]) {
  return { name, title, help, ...(isOptional ? { isOptional } : {}) }
}

function slotsOf(row: ConnectorAccountRow, vault: Vault) {
  const values = openCredentials(vault, row)
  const slots = providerNamed(row.provider, PROVIDERS)?.credentials ?? []
  return slots.map(({ name, isOptional }) => {
    const slot = { slot: name, ...(isOptional ? { isOptional } : {}) }
    if (values === undefined) return { ...slot, state: 'unreadable' as const }
    const { current, next } = values[name] ?? {}
    if (current === undefined) return { ...slot, state: 'missing' as const }
    return { ...slot, state: next === undefined ? ('set' as const) : ('replaced' as const) }
  })
}

export async function reachedAccount(
  id: string,
  call: MerchantCall,
  { store, access }: Pick<AccountRouteParts, 'store' | 'access'>,
): Promise<ConnectorAccountRow | Refusal> {
  const row = await store.read.connectorAccount(id)
  const isReached =
    row !== undefined && (await access.reaches(call, row.entityId, call.usable?.entity))
  return isReached ? row : unknownAccount
}

export async function accountsBelow(
  call: MerchantCall,
  parts: Pick<AccountRouteParts, 'store'>,
): Promise<readonly ConnectorAccountRow[]> {
  const ids = await entitiesBelow(await entityOfCall(call, parts.store), parts.store)
  const found: ConnectorAccountRow[] = []
  for (let at = 0; at < ids.length; at += MAX_LISTED) {
    found.push(...(await accountsOf(ids.slice(at, at + MAX_LISTED), parts)))
  }
  return found
}

/** A read answers at most 1,000: where it has as many, each half of the entities is asked for its own. */
async function accountsOf(
  ids: readonly string[],
  parts: Pick<AccountRouteParts, 'store'>,
): Promise<readonly ConnectorAccountRow[]> {
  const rows = await parts.store.read.connectorAccountsOf(ids)
  if (rows.length < MAX_LISTED || ids.length === 1) return rows
  const half = Math.ceil(ids.length / 2)
  return [
    ...(await accountsOf(ids.slice(0, half), parts)),
    ...(await accountsOf(ids.slice(half), parts)),
  ]
}

/** Those of one name, or of one moment, in the order of their ids, whichever way the others go. */
function sortedAccounts(
  rows: readonly ConnectorAccountRow[],
  {
    sortValue = 'name',
    sortOrder = 'ASC',
  }: Pick<ReturnType<typeof listRequest.read>, 'sortValue' | 'sortOrder'>,
): readonly ConnectorAccountRow[] {
  const way = sortOrder === 'ASC' ? 1 : -1
  const compared = (one: ConnectorAccountRow, other: ConnectorAccountRow) =>
    sortValue === 'name'
      ? one.name.localeCompare(other.name, 'en')
      : one.updatedAtMs - other.updatedAtMs
  return rows.toSorted((one, other) => way * compared(one, other) || (one.id < other.id ? -1 : 1))
}

function jsonOf(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    return undefined
  }
}

const noJson = refuseParameters([{ name: 'settings', value: '', message: 'is no JSON object' }])

const missingValue = refuseParameters([
  { name: 'credential', value: '', message: 'is missing: it is the value of the credential' },
])
