import { Type } from 'typebox'
import { knowledgeOf } from '../../server/entities/known-token.ts'
import { hasAllRights } from '../../server/entities/rights.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import {
  alreadyShown,
  answer as answerOf,
  id as idText,
  moment,
  text,
  word,
} from '../../server/http/described-answer.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { hashToken, newAccessToken } from '../../server/kernel/ids.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { openedCredential } from '../../server/kernel/vault/unopened.ts'
import { elsewhere, plainName } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseParameters,
  tooBusy,
} from '../../server/results/refusal.ts'
import { commitParts } from '../../server/store/commit-parts.ts'
import type { Change, TokenRow } from '../../server/store/port.ts'
import { type AdministrationParts, answerWith } from './call-parts.ts'
import { reachedEntity } from './entity-routes.ts'

type Call = Asked<MerchantCall>

const common = { access: 'token', throttle: 'status', right: 'tokens.write' } as const
const tag = 'Administration'
const ofOne = { tag, subject: 'access token', further: { 404: 'RefusalAnswer' } } as const

const newToken = requestOf(
  'admin.createToken',
  Type.Object({
    label: plainName('What it is called; another one for each of an entity.'),
    tokenRole: Type.Optional(
      Type.Enum(['merchant', 'administrator'], {
        description: 'merchant, or administrator: it may do all that /admin/v1 can do.',
      }),
    ),
  }),
  { elsewhere },
)

const tokenSecret = requestOf('admin.showToken', Type.Object({}), {
  elsewhere: 'a token is shown by its id alone',
})

const token = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Its hash (SHA-256).' }),
  entityId: idText('What it is bound to.'),
  label: text(),
  tokenRole: word(['merchant', 'administrator']),
  createdAt: moment(),
})

const tokenList = answerOf(
  'AdminTokenList',
  { tokens: Type.Array(token) },
  'Access tokens of an entity.',
)

const tokenAnswer = answerOf(
  'AdminTokenAnswer',
  { token, accessToken: Type.Optional(text('The token itself.')), alreadyShown },
  'An access token.',
)

/** As many as the store lists: a further one could not be found. */
const MOST_TOKENS = 100

/** `/admin/v1/entities/{id}/tokens`, `/admin/v1/tokens/{id}`: access tokens, named by their hash. */
export const tokenRoutes: readonly Route<AdministrationParts>[] = [
  {
    ...common,
    method: 'get',
    path: '/admin/v1/entities/{id}/tokens',
    operation: 'status',
    docs: {
      id: 'listTokens',
      tag,
      summary: 'List the access tokens of an entity',
      description: 'Oldest first, without the tokens themselves; up to 100.',
      label: 'Status',
      subject: 'entity',
      answers: [tokenList],
      further: { 404: 'RefusalAnswer' },
    },
    async handle({ id, call, request }, parts) {
      const entity = await reachedEntity(id, call, parts)
      if (isRefusal(entity)) return entity
      const rows = await parts.store.read.tokensOfEntity(id)
      return answerWith(tokenList, { tokens: rows.map(shownToken) }, request.ndc, parts)
    },
  },
  {
    ...common,
    method: 'post',
    path: '/admin/v1/entities/{id}/tokens',
    operation: newToken,
    once: true,
    docs: {
      id: 'createToken',
      tag,
      summary: 'Make an access token',
      description:
        'For the entity and all below it. `accessToken` is in this answer, and in none that repeats it (`alreadyShown`). With `tokenRole=administrator` it may do all that /admin/v1 can do: not for servers of shops.',
      body: 'TokenRequest',
      examples: [
        { name: 'shop', summary: 'For the server of a shop', parameters: { label: 'Shop' } },
      ],
      label: 'Access token',
      subject: 'entity',
      answers: [tokenAnswer],
      further: { 404: 'RefusalAnswer' },
    },
    handle: createToken,
  },
  {
    ...common,
    method: 'post',
    path: '/admin/v1/tokens/{id}/secret',
    operation: tokenSecret,
    once: true,
    docs: {
      ...ofOne,
      id: 'showToken',
      summary: 'Show an access token',
      description: 'The token itself (interface document, Authentication). Each time is audited.',
      label: 'Show of an access token',
      body: 'TokenSecretRequest',
      examples: [{ name: 'show', summary: 'Without parameters', parameters: {} }],
      answers: [tokenAnswer],
    },
    async handle({ id, call, request }, parts) {
      const row = await reachedToken(id, call, parts)
      if (isRefusal(row)) return row
      if (row.administers && !hasAllRights(call)) return aboveOwnRights
      const accessToken = openedToken(row, parts)
      if (accessToken === undefined) return unreadableToken
      // Before it is answered: from now on it counts as the person.
      const change = await shownTo(row, call, parts)
      const { applied } = await parts.store.commit(change)
      if (!applied) return unknownToken
      return secretAnswer(row, accessToken, request.ndc, parts)
    },
  },
  {
    ...common,
    method: 'delete',
    path: '/admin/v1/tokens/{id}',
    operation: 'status',
    docs: {
      ...ofOne,
      id: 'revokeToken',
      summary: 'Take an access token back',
      description: 'Gateways refuse it within a second. There is no way back.',
      label: 'Status',
      answers: [tokenAnswer],
    },
    async handle({ id, call, request }, parts) {
      const row = await reachedToken(id, call, parts)
      if (isRefusal(row)) return row
      const { applied } = await parts.store.commit([{ kind: 'deleteToken', hash: row.hash }])
      if (!applied) return tooBusy
      return answerTo(row, () =>
        answerWith(tokenAnswer, { token: shownToken(row) }, request.ndc, parts),
      )
    },
  },
]

function shownToken({ hash, entityId, label, administers, createdAtMs }: TokenRow) {
  const tokenRole = administers ? ('administrator' as const) : ('merchant' as const)
  return { id: hash, entityId, label, tokenRole, createdAt: wireTimestamp(createdAtMs) }
}

function secretAnswer(
  row: TokenRow,
  accessToken: string,
  ndc: string,
  parts: AdministrationParts,
): Answer {
  const answer = answerWith(tokenAnswer, { token: shownToken(row), accessToken }, ndc, parts)
  return { ...answer, shownOnce: ['accessToken'] }
}

/** `undefined`: the row has no sealed secret, or one that the keys of this installation do not open. */
function openedToken(
  { hash, sealed }: TokenRow,
  { vault }: Pick<AdministrationParts, 'vault'>,
): string | undefined {
  return openedCredential(vault, hash, sealed)
}

async function reachedToken(
  hash: string,
  call: MerchantCall,
  { store, access }: AdministrationParts,
): Promise<TokenRow | Refusal> {
  const row = await store.read.token(hash)
  const isReached = row !== undefined && (await access.reaches(call, row.entityId))
  return isReached ? row : unknownToken
}

const unknownToken: Refusal = refuse('700.400.580', {
  status: 404,
  description: 'There is no such access token',
})

const unreadableToken: Refusal = refuse('200.300.407', {
  description:
    'This access token is stored so that this gateway cannot read it: make a new one and revoke this one',
})

async function createToken(
  { id, call, entry, request }: Call,
  parts: AdministrationParts,
): Promise<Worked> {
  const { store, vault, clock } = parts
  const entity = await reachedEntity(id, call, parts)
  if (isRefusal(entity)) return entity
  const { label, tokenRole } = newToken.read(call.values)
  const administers = tokenRole === 'administrator'
  if (administers && !hasAllRights(call)) return aboveOwnRights
  if (!administers && entity.kind !== 'merchant' && entity.kind !== 'channel') return onlyMerchants
  const tokens = await store.read.tokensOfEntity(id)
  if (tokens.some((token) => token.label === label)) return labelTaken(label)
  if (tokens.length >= MOST_TOKENS) return tooManyTokens
  const accessToken = newAccessToken()
  const hash = hashToken(accessToken)
  const sealed = vault.sealCredential(hash, accessToken)
  const createdAtMs = clock.now()
  const seen = await knowledgeOf(call, createdAtMs, store)
  const row = { hash, entityId: id, label, administers, sealed, createdAtMs, ...seen }
  const answer = secretAnswer(row, accessToken, request.ndc, parts)
  const own = { owner: 'token', changes: [{ kind: 'insertToken', row } as const] }
  const committed = await commitParts(store, [own, ...keyParts(entry, () => answer)(row)])
  return committed.applied ? answer : { keyInUse: true }
}

/** What is noted of a token that somebody is shown: a person, or those who know the token that asks. */
async function shownTo(
  { hash }: TokenRow,
  call: MerchantCall,
  { store, clock }: AdministrationParts,
): Promise<readonly Change[]> {
  const { knownTo, shownAtMs } = await knowledgeOf(call, clock.now(), store)
  if (shownAtMs === null) return []
  const userIds = knownTo.split(' ')
  return userIds.map((userId) => ({ kind: 'noteShownToken', hash, userId, atMs: shownAtMs }))
}

/** Otherwise an administrator could become an owner: such a token may also invite people. */
const aboveOwnRights: Refusal = refuse('800.900.301', {
  status: 403,
  description: 'An access token of an administrator may do more than your role: ask an owner',
})

const onlyMerchants: Refusal = refuse('200.300.407', {
  description:
    'Access tokens are for merchants and channels; those of the role administrator for all entities',
})

const tooManyTokens: Refusal = refuse('200.300.404', {
  description: `This entity has ${MOST_TOKENS} access tokens: revoke one first`,
})

function labelTaken(value: string): Refusal {
  const message = 'is the label of another access token of this entity'
  return refuseParameters([{ name: 'label', value, message }])
}
