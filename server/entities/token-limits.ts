import { DAY_MS } from '../../common/durations.ts'
import { wireTimestamp } from '../kernel/timers/clock.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import type { PaymentType, TokenRow } from '../store/port.ts'
import { ipMatcher, readIpRange } from './ip-ranges.ts'

/**
 * What an access token may do. `read`: whatever changes nothing. `pay`: takes money of shoppers, and what is stored
 * of them. `refund`: gives money back, or to anybody, and answers disputes. `administer`: webhooks, and under
 * `/admin/v1` all that is set up.
 */
export const SCOPES = ['read', 'pay', 'refund', 'administer'] as const

export type Scope = (typeof SCOPES)[number]

/**
 * What a route needs: all of these, or, where its request says what is moved, the scope of that payment type, which
 * the route looks at itself (`lackedForType`).
 */
export type NeededScopes = readonly Scope[] | 'ofPaymentType'

/** What limits a token, as it is stored. */
export type TokenLimits = Pick<TokenRow, 'scopes' | 'expiresAtMs' | 'addresses'>

/** What is stored of a token that has no limits, and was not used yet. */
export const UNLIMITED_TOKEN: Pick<TokenRow, keyof TokenLimits | 'lastUsedAtMs'> = {
  scopes: SCOPES.join(' '),
  expiresAtMs: null,
  addresses: '',
  lastUsedAtMs: null,
}

/** What moves money to a shopper, or to anybody. */
const GIVES: ReadonlySet<string> = new Set(['RF', 'RV', 'CD'] satisfies PaymentType[])

/** The scope that a payment of this type needs. */
export function scopeOfType(paymentType: string): Scope {
  return GIVES.has(paymentType) ? 'refund' : 'pay'
}

export function scopesOf({ scopes }: Pick<TokenRow, 'scopes'>): readonly Scope[] {
  const words = scopes.split(' ')
  return SCOPES.filter((scope) => words.includes(scope))
}

interface Bearer {
  readonly token: Pick<TokenRow, 'scopes'>
}

/** Why a token may not use a route; `undefined`: its scopes are enough. */
export function lackedScope({ token }: Bearer, needed: NeededScopes): Refusal | undefined {
  if (token.scopes === UNLIMITED_TOKEN.scopes) return undefined
  const scopes = scopesOf(token)
  if (needed === 'ofPaymentType') {
    return scopes.includes('pay') || scopes.includes('refund') ? undefined : lacks('pay or refund')
  }
  const lacking = needed.find((scope) => !scopes.includes(scope))
  return lacking && lacks(lacking)
}

/** Why a token may not make a payment of this type, or what pays in this way later. */
export function lackedForType(bearer: Bearer, paymentType: string): Refusal | undefined {
  return lackedScope(bearer, [scopeOfType(paymentType)])
}

function lacks(scope: string): Refusal {
  return refuse('800.900.301', {
    status: 403,
    description: `This access token has not the scope ${scope}, which this needs: use one that has it`,
  })
}

/** Why a token that is known may not be used now, from an address; `undefined`: it may. Half-open: refused from its end on. */
export function unusableToken(
  { expiresAtMs, addresses }: TokenLimits,
  { nowMs, address }: { readonly nowMs: number; readonly address: string },
): Refusal | undefined {
  if (expiresAtMs !== null && nowMs >= expiresAtMs) {
    return refuse('800.900.300', {
      status: 403,
      description: `This access token ended at ${wireTimestamp(expiresAtMs)}: make another one`,
    })
  }
  if (addresses === '' || matcherOf(addresses)(address)) return undefined
  return refuse('800.900.300', {
    status: 403,
    description: `This access token may not be used from the address ${address}`,
  })
}

/** How many lists of addresses are remembered as they are compared. */
const MAX_MATCHERS = 1_000

const matchers = new Map<string, (address: string) => boolean>()

function matcherOf(addresses: string): (address: string) => boolean {
  const known = matchers.get(addresses)
  if (known !== undefined) return known
  if (matchers.size >= MAX_MATCHERS) matchers.clear()
  const matcher = ipMatcher(addresses.split(' '))
  matchers.set(addresses, matcher)
  return matcher
}

/** Whether a token has any limit: it then has the rights of the role administrator, and not those of an owner. */
export function isLimited({ scopes, expiresAtMs, addresses }: TokenLimits): boolean {
  return scopes !== UNLIMITED_TOKEN.scopes || expiresAtMs !== null || addresses !== ''
}

/**
 * Why one token may not make another one, or be shown it; `undefined`: that one may do no more, for no longer,
 * and from nowhere else. Otherwise a token could be used after its end, or from elsewhere, by a second one.
 */
export function widerThan(own: TokenLimits, other: TokenLimits): string | undefined {
  const scopes = scopesOf(own)
  const more = scopesOf(other).find((scope) => !scopes.includes(scope))
  if (more !== undefined) return `the scope ${more}, which it has not itself`
  if (own.expiresAtMs !== null && (other.expiresAtMs ?? Infinity) > own.expiresAtMs) {
    return 'a later end than its own'
  }
  return isWithin(other.addresses, own.addresses) ? undefined : 'addresses beyond its own'
}

/** Whether each range of a list lies in one of another; an empty list has all addresses. */
function isWithin(inner: string, outer: string): boolean {
  if (outer === '') return true
  if (inner === '') return false
  return inner.split(' ').every((text) => {
    const range = readIpRange(text)
    return range !== undefined && outer.split(' ').some((wider) => contains(wider, range))
  })
}

function contains(text: string, inner: NonNullable<ReturnType<typeof readIpRange>>): boolean {
  const outer = readIpRange(text)
  if (outer === undefined || outer.family !== inner.family) return false
  return outer.bits <= inner.bits && ipMatcher([text])(inner.address)
}

/** So long before its end a token is warned of. */
export const WARNED_MS = 14 * DAY_MS

/** Whether a token is good, until when it is good being near, or not any more. */
export function validityOf(
  { expiresAtMs }: Pick<TokenRow, 'expiresAtMs'>,
  nowMs: number,
): 'valid' | 'endsSoon' | 'ended' {
  if (expiresAtMs === null || expiresAtMs - nowMs > WARNED_MS) return 'valid'
  return nowMs < expiresAtMs ? 'endsSoon' : 'ended'
}
