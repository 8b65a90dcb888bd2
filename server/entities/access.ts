import { hashToken } from '../kernel/ids.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import type { EntityRow, Store, TokenRow } from '../store/port.ts'
import { cached, ENTITY_CACHED_MS } from './cached.ts'
import { chooseChannel, paymentOf } from './dispatching.ts'
import { otherObjectText } from './named-object.ts'
import type { Person } from './rights.ts'
import { type EntitySettings, settingsOf } from './settings.ts'
import { unusableToken } from './token-limits.ts'
import { createTokenUses } from './token-uses.ts'

/** An entity that a request may use, with what is configured for it. */
export interface UsableEntity {
  /** `active` only where all its parents are active as well. */
  readonly entity: EntityRow
  readonly settings: EntitySettings
  /** Itself first, its parents after it. */
  readonly path: readonly EntityRow[]
}

/** The token and entity of a request, on which access depends. */
export interface AccessRequest {
  readonly token: TokenRow
  /** Who is signed in; absent: the access token was sent. */
  readonly person?: Person
  /** The entity that the request names. */
  readonly usable?: UsableEntity
  /** Called with the entity that the request turns out to be about: its answers show that entity's time. */
  readonly onEntityFound?: (entityId: string) => void
}

export interface Access {
  /**
   * Finds the token of an `Authorization` header: 401 without a proper one, 403 for an unknown one, and for one that
   * has ended or may not be used from the address of the client.
   */
  authenticate(authorization: string | undefined, address: string): Promise<TokenRow | Refusal>
  /** The entity a request names, if its caller may use it: 403, 800.900.301 otherwise. */
  entityFor(
    caller: Pick<AccessRequest, 'token' | 'person'>,
    entityId: string,
  ): Promise<UsableEntity | Refusal>
  /** The same for the token that a request of the `legacy` profile sends as its password. */
  authenticatePassword(password: string, address: string): Promise<TokenRow | Refusal>
  /** The tokens whose last use is to be written down, with its time; each is then taken for written. */
  takeUsedTokens(): ReadonlyMap<string, number>
  /** The channel of a checkout, for requests that need no token. */
  channelOf(entityId: string): Promise<UsableEntity | Refusal>
  /**
   * The channel of a new payment: the one that the request names, or the one that dispatching chooses
   * for the named merchant. It must be active. 200.300.407 when the request names something else.
   */
  channelFor(
    asking: Pick<AccessRequest, 'usable' | 'onEntityFound'>,
    values: ParameterValues,
  ): Promise<UsableEntity | Refusal>
  /** What is configured for an entity; the defaults where it is unknown. */
  settingsOf(entityId: string): Promise<EntitySettings>
  /** The name of the merchant that a channel belongs to; empty where it is unknown. */
  merchantNameOf(channelId: string): Promise<string>
  /** Whether an entity is the ancestor itself or lies below it. */
  isWithin(entityId: string, ancestorId: string): Promise<boolean>
  /** Whether the entity of an object lies at or below both the token's and (if given) the named entity. */
  reaches(
    asking: Pick<AccessRequest, 'token' | 'onEntityFound'>,
    objectEntityId: string,
    named?: EntityRow,
  ): Promise<boolean>
}

/** The entity as the channel of a payment: it must be a channel, and active. */
function asChannel(usable: UsableEntity | undefined): UsableEntity | Refusal {
  if (usable?.entity.kind !== 'channel') return needsChannel
  return usable.entity.active ? usable : refuse('500.100.201')
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/**
 * Decides who may use what (decisions §1). Answers never reveal that a foreign entity exists. `onLoaded`
 * gets the settings in force of each entity that is loaded.
 */
export function createAccess(
  store: Store,
  clock: Clock,
  onLoaded: (entityId: string, settings: EntitySettings) => void = () => undefined,
): Access {
  const tokenOf = cached((hash) => store.read.token(hash), clock, ENTITY_CACHED_MS)
  const load = async (entityId: string) => placeIn(await store.read.entityPath(entityId), onLoaded)
  const placeOf = cached(load, clock, ENTITY_CACHED_MS)

  const uses = createTokenUses()
  const usable = (token: TokenRow, address: string): TokenRow | Refusal => {
    // Tokens own no clock.
    const nowMs = clock.now()
    const refusal = unusableToken(token, { nowMs, address })
    if (refusal === undefined) uses.note(token, nowMs)
    return refusal ?? token
  }

  const entityFor: Access['entityFor'] = async ({ token, person }, entityId) => {
    const place = await placeOf(entityId)
    if (place === undefined || !isBelow(place.path, token.entityId)) {
      if (person !== undefined) return personMayNotUse
      return mayNotUse(await otherObjectText({ id: entityId, caller: { token }, as: [] }, parts))
    }
    return place
  }

  const access: Access = {
    async authenticate(authorization, address) {
      const presented = BEARER.exec(authorization ?? '')?.[1]
      if (presented === undefined) return unauthorised(authorization)
      const token = await tokenOf(hashToken(presented))
      return token === undefined ? unknownTokenOf(presented) : usable(token, address)
    },

    async authenticatePassword(password, address) {
      const token = await tokenOf(hashToken(password))
      return token === undefined ? unknownPassword : usable(token, address)
    },

    takeUsedTokens: uses.take,

    entityFor,

    async channelOf(entityId) {
      return asChannel(await placeOf(entityId))
    },

    async channelFor({ usable: named, onEntityFound }, values) {
      if (named?.entity.kind !== 'merchant') return asChannel(named)
      const { dispatching, brands } = named.settings
      if (dispatching === undefined) return needsChannel
      const channelId = chooseChannel(dispatching, paymentOf(values, dispatching, brands))
      if (channelId === undefined) return noChannelFits
      const place = await placeOf(channelId)
      if (place?.entity.kind !== 'channel' || !isBelow(place.path, named.entity.id)) {
        return dispatchedOutside
      }
      onEntityFound?.(place.entity.id)
      return asChannel(place)
    },

    async settingsOf(entityId) {
      return (await placeOf(entityId))?.settings ?? settingsOf([])
    },

    async merchantNameOf(channelId) {
      const [channel, merchant = channel] = (await placeOf(channelId))?.path ?? []
      return merchant?.name ?? ''
    },

    async isWithin(entityId, ancestorId) {
      return isBelow((await placeOf(entityId))?.path ?? [], ancestorId)
    },

    async reaches({ token, onEntityFound }, objectEntityId, named) {
      // The token may use `named`, as was checked before, so no look-up is needed.
      if (named?.id === objectEntityId) return true
      const path = (await placeOf(objectEntityId))?.path ?? []
      const isReached =
        isBelow(path, token.entityId) && (named === undefined || isBelow(path, named.id))
      if (isReached) onEntityFound?.(objectEntityId)
      return isReached
    },
  }
  const parts = { store, access }
  return access
}

/** An entity with its settings in force and its parents, itself first; `undefined` for an unknown one. */
function placeIn(
  path: readonly EntityRow[],
  onLoaded: (entityId: string, settings: EntitySettings) => void,
): UsableEntity | undefined {
  if (path[0] === undefined) return undefined
  const settings = settingsOf(path)
  onLoaded(path[0].id, settings)
  // A merchant that is switched off switches its channels off as well (500.100.201).
  const active = path.every((entity) => entity.active)
  return { entity: { ...path[0], active }, path, settings }
}

function isBelow(path: readonly EntityRow[], ancestorId: string): boolean {
  return path.some((entity) => entity.id === ancestorId)
}

/** `other`: a sentence about what the id belongs to, if it is not an entity's. */
function mayNotUse(other: string | undefined): Refusal {
  const refused = 'This access token may not use the given entityId'
  return refuse('800.900.301', {
    status: 403,
    description: other === undefined ? refused : `${refused}: ${other}`,
  })
}

/** Nothing of it tells whether there is such an entity. */
const personMayNotUse = refuse('800.900.301', {
  status: 403,
  description:
    'This entityId is not the entity that you work with, nor one below it: if it is yours, choose an entity above it first',
})

function unauthorised(authorization: string | undefined): Refusal {
  return refuse('800.900.300', { status: 401, description: malformedHeaderText(authorization) })
}

function unknownTokenOf(presented: string): Refusal {
  if (PLACEHOLDER.test(presented)) return placeholderSent
  return QUOTED.test(presented) ? quotedSent : unknownToken
}

/** As some tools leave a value of an environment file. */
const QUOTED = /^(["']).*\1$/

const quotedSent = refuse('800.900.300', {
  status: 403,
  description: 'The access token was sent in quotation marks: send it without them',
})

/** What is wrong with a header that has one, as the end of a sentence. */
const HOLDS_PLACEHOLDER =
  'holds a placeholder: put your own access token in its place, without the pointed brackets'

const placeholderSent = refuse('800.900.300', {
  status: 403,
  description: `The Authorization header ${HOLDS_PLACEHOLDER}`,
})

const unknownToken = refuse('800.900.300', {
  status: 403,
  description:
    'This access token is not known here: is it one of another environment (test or live)?',
})

const unknownPassword = refuse('800.900.300', {
  status: 403,
  description:
    'This authentication.password is no access token that is known here: is it one of another environment (test or live)?',
})

const needsChannel = refuse('200.300.407', {
  description: 'This entityId is not a channel: give the entityId of one of its channels',
})

const noChannelFits = refuse('600.200.500', {
  description:
    'Channel dispatching of this merchant has no channel for this currency and brand, and no default: give the entityId of a channel',
})

const dispatchedOutside = refuse('500.100.201', {
  description:
    'Channel dispatching of this merchant chose what is not one of its channels: correct its settings, or give the entityId of a channel',
})

const SEND = 'Send the header Authorization: Bearer <access token>'

/** A placeholder for a token, as examples write it. */
const PLACEHOLDER = /^<.*>$/

/** Schemes of HTTP that other services ask for. */
const OTHER_SCHEME = /^(?:basic|digest|token|apikey|api-key) /i

/**
 * Why an `Authorization` header has no access token, and what to send instead. Repeats nothing of the
 * header, because it may hold a token.
 */
function malformedHeaderText(authorization: string | undefined): string {
  const sent = authorization?.trim() ?? ''
  if (sent === '') return SEND
  return `The Authorization header was sent, but ${faultOf(sent)}. ${SEND}`
}

function faultOf(sent: string): string {
  if (OTHER_SCHEME.test(sent)) return 'with a scheme other than Bearer'
  const [, after] = /^bearer(?:\s+(.*))?$/i.exec(sent) ?? []
  if (after === undefined) {
    return /^bearer$/i.test(sent)
      ? 'there is no access token after Bearer'
      : 'the word Bearer and a blank are missing before the access token'
  }
  if (PLACEHOLDER.test(after)) {
    return HOLDS_PLACEHOLDER
  }
  if (/^bearer\s/i.test(after)) return 'says Bearer twice'
  return 'what follows Bearer is no access token: it must be one word of letters, digits and signs'
}
