import { Type } from 'typebox'
import { knowledgeOf } from '../../server/entities/known-token.ts'
import { newTokenFields, readTokenLimits } from '../../server/entities/new-token.ts'
import { hasAllRights } from '../../server/entities/rights.ts'
import {
  SCOPES,
  scopesOf,
  type TokenLimits,
  validityOf,
  widerThan,
} from '../../server/entities/token-limits.ts'
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
import { elsewhere } from '../../server/parameters/described-parts.ts'
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

const newToken = requestOf('admin.createToken', Type.Object(newTokenFields), { elsewhere })

const tokenSecret = requestOf('admin.showToken', Type.Object({}), {
  elsewhere: 'a token is shown by its id alone',
})

const token = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Its hash (SHA-256).' }),
  entityId: idText('What it is bound to.'),
  label: text(),
  tokenRole: word(['merchant', 'administrator']),
  createdAt: moment(),
  scopes: Type.Array(word([...SCOPES]), { description: 'What it may do.' }),
  expiresAt: Type.Optional(moment('It is refused from then on, UTC; absent: it does not end.')),
  validity: word(['valid', 'endsSoon', 'ended'], 'endsSoon: within 14 days.'),
  addresses: Type.Array(text(), {
    description: 'From where it may be used; empty: from anywhere.',
  }),
  lastUsedAt: Type.Optional(
    moment('When it was last used, UTC, up to six minutes old; absent: not yet.'),
  ),
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
      const tokens = rows.map((row) => shownToken(row, parts))
      return answerWith(tokenList, { tokens }, request.ndc, parts)
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
        'For the entity and all below it. `accessToken` is in this answer, and in none that repeats it (`alreadyShown`). With `tokenRole=administrator` it is also for /admin/v1: not for servers of shops. `scopes`, `expiresAt` and `addresses` limit it for good; a token that makes another one gives none of what it has not itself.',
      body: 'TokenRequest',
      examples: [
        { name: 'shop', summary: 'For the server of a shop', parameters: { label: 'Shop' } },
        {
          name: 'reports',
          summary: 'For a script that reads',
          parameters: {
            label: 'Reports',
            tokenRole: 'administrator',
            scopes: 'read',
            addresses: '192.0.2.10,2001:db8::/48',
          },
        },
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
      const wider = widerRefusal(call, row)
      if (wider !== undefined) return wider
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
        answerWith(tokenAnswer, { token: shownToken(row, parts) }, request.ndc, parts),
      )
    },
  },
]

function shownToken(row: TokenRow, { clock }: Pick<AdministrationParts, 'clock'>) {
  const { hash, entityId, label, administers, createdAtMs, expiresAtMs, lastUsedAtMs } = row
  const tokenRole = administers ? ('administrator' as const) : ('merchant' as const)
  return {
    id: hash,
    entityId,
    label,
    tokenRole,
    createdAt: wireTimestamp(createdAtMs),
    scopes: [...scopesOf(row)],
    ...(expiresAtMs === null ? {} : { expiresAt: wireTimestamp(expiresAtMs) }),
    validity: validityOf(row, clock.now()),
    addresses: row.addresses === '' ? [] : row.addresses.split(' '),
    ...(lastUsedAtMs === null ? {} : { lastUsedAt: wireTimestamp(lastUsedAtMs) }),
  }
}

function secretAnswer(
  row: TokenRow,
  accessToken: string,
  ndc: string,
  parts: AdministrationParts,
): Answer {
  const answer = answerWith(tokenAnswer, { token: shownToken(row, parts), accessToken }, ndc, parts)
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
  const { label, tokenRole, ...sent } = newToken.read(call.values)
  const administers = tokenRole === 'administrator'
  const createdAtMs = clock.now()
  const limits = readTokenLimits(sent, createdAtMs)
  if (!('scopes' in limits)) return refuseParameters(limits)
  if (administers && !hasAllRights(call)) return aboveOwnRights
  const wider = widerRefusal(call, limits)
  if (wider !== undefined) return wider
  if (!administers && entity.kind !== 'merchant' && entity.kind !== 'channel') return onlyMerchants
  const tokens = await store.read.tokensOfEntity(id)
  if (tokens.some((token) => token.label === label)) return labelTaken(label)
  if (tokens.length >= MOST_TOKENS) return tooManyTokens
  const accessToken = newAccessToken()
  const hash = hashToken(accessToken)
  const sealed = vault.sealCredential(hash, accessToken)
  const seen = await knowledgeOf(call, createdAtMs, store)
  const row = {
    hash,
    entityId: id,
    label,
    administers,
    sealed,
    createdAtMs,
    ...seen,
    ...limits,
    lastUsedAtMs: null,
  }
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

/** A token with an end, or for few addresses, would otherwise have a way around it. */
function widerRefusal({ token }: MerchantCall, other: TokenLimits): Refusal | undefined {
  const wider = widerThan(token, other)
  return wider === undefined
    ? undefined
    : refuse('800.900.301', {
        status: 403,
        description: `This access token neither makes nor is shown one with ${wider}`,
      })
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
