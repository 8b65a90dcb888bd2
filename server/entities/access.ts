import { hashToken } from '../ids.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import type { EntityRow, Store, TokenRow } from '../store/port.ts'
import type { Clock } from '../timers/clock.ts'
import { remembered } from './remembered.ts'
import { type EntitySettings, settingsOf } from './settings.ts'

/** An entity that a request may use, with what is configured for it. */
export interface UsableEntity {
  readonly entity: EntityRow
  readonly settings: EntitySettings
}

export interface Access {
  /** Finds the token of an `Authorization` header: 401 without a proper one, 403 for an unknown one. */
  authenticate(authorization: string | undefined): Promise<TokenRow | Refusal>
  /** The entity a request names, if the token may use it: 403, 800.900.301 otherwise. */
  entityFor(token: TokenRow, entityId: string): Promise<UsableEntity | Refusal>
  /** The channel of a checkout, for requests that need no token. */
  channelOf(entityId: string): Promise<UsableEntity | Refusal>
  /** Whether the entity of an object lies at or below both the token's and (if given) the named entity. */
  reaches(token: TokenRow, objectEntityId: string, named?: EntityRow): Promise<boolean>
}

/** The entity a request named, for requests that book: only a channel will do, and it must be active. */
export function asChannel(usable: UsableEntity | undefined): UsableEntity | Refusal {
  if (usable?.entity.kind !== 'channel') return needsChannel
  return usable.entity.active ? usable : refuse('500.100.201')
}

/** How long tokens and entities are remembered: a revoked token works that much longer. */
const REMEMBERED_MS = 1000

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/** Who may use what (decisions §1). A foreign entity's existence is never told. */
export function createAccess(store: Store, clock: Clock): Access {
  const tokenOf = remembered((hash) => store.read.token(hash), clock, REMEMBERED_MS)
  const placeOf = remembered(
    async (entityId) => {
      const path = await store.read.entityPath(entityId)
      return path[0] && { entity: path[0], path, settings: settingsOf(path) }
    },
    clock,
    REMEMBERED_MS,
  )
  const isBelow = (path: readonly EntityRow[], ancestorId: string) =>
    path.some((entity) => entity.id === ancestorId)

  async function entityFor(token: TokenRow, entityId: string): Promise<UsableEntity | Refusal> {
    const place = await placeOf(entityId)
    if (place === undefined || !isBelow(place.path, token.entityId)) {
      return refuse('800.900.301', {
        status: 403,
        description: 'This access token may not use the given entityId',
      })
    }
    return place
  }

  return {
    async authenticate(authorization) {
      const presented = BEARER.exec(authorization ?? '')?.[1]
      if (presented === undefined) return unauthorised
      return (await tokenOf(hashToken(presented))) ?? unknownToken
    },

    entityFor,

    async channelOf(entityId) {
      return asChannel(await placeOf(entityId))
    },

    async reaches(token, objectEntityId, named) {
      // `named` was found usable for the token before, so the object's own entity needs no look-up.
      if (named?.id === objectEntityId) return true
      const path = (await placeOf(objectEntityId))?.path ?? []
      return isBelow(path, token.entityId) && (named === undefined || isBelow(path, named.id))
    },
  }
}

const unauthorised = refuse('800.900.300', {
  status: 401,
  description: 'Send the header Authorization: Bearer <access token>',
})

const unknownToken = refuse('800.900.300', {
  status: 403,
  description: 'This access token is not known here: mixed up test and live?',
})

const needsChannel = refuse('200.300.407', {
  description: 'This entityId is not a channel: give the entityId of one of its channels',
})
