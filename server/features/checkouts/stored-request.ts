import type { Vault } from '../../kernel/vault/vault.ts'
import type { ParameterTable } from '../../parameters/table.ts'
import { tables } from '../../parameters/tables.ts'
import { ParameterValues, type SentParameter } from '../../parameters/values.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { CheckoutRow, ConfidentialRow } from '../../store/port.ts'
import type { AppliedCard } from './gift-card-share.ts'
import { CHECKOUT_LIFETIME_MS } from './lifetime.ts'

/** A stored request: parameters that may be read, and the secret ones sealed by the vault. */
interface StoredRequest {
  readonly readable: readonly SentParameter[]
  /** The key's id, a dot, and what was sealed. */
  readonly sealed?: string
  /** What the shopper pays with, kept for a summary page (`keep-submit.ts`). */
  readonly kept?: KeptSecret
  /** Gift cards that are to pay a part (`gift-card-share.ts`): neither number nor PIN. */
  readonly giftCards?: readonly AppliedCard[]
}

/** What the shopper sent, sealed as security codes are, and what was to be paid then. */
interface KeptSecret extends Pick<ConfidentialRow, 'keyId' | 'sealed' | 'createdAtMs'> {
  /** Absent in what versions before 0.2.0 have kept. */
  readonly asked?: AskedAmount
}

/** As the merchant sent them. */
export interface AskedAmount {
  readonly amount?: string | undefined
  readonly currency?: string | undefined
}

/** What a checkout asks for now. */
export function askedAmount(checkout: Pick<CheckoutRow, 'request'>): AskedAmount {
  const request = requestOf(checkout)
  return { amount: request.get('amount'), currency: request.get('currency') }
}

/** Parameters that must not be stored as plain text. None of them is in a list or a map. */
const secretNames: ReadonlySet<string> = new Set(
  Object.values<ParameterTable>(tables).flatMap(({ rows }) =>
    Object.entries(rows).flatMap(([name, { secret }]) => (secret === undefined ? [] : [name])),
  ),
)

/** Splits a request into parameters that may be stored readable and those that must be sealed. */
function splitSecrets(values: ParameterValues): {
  readonly readable: readonly SentParameter[]
  readonly secret: readonly SentParameter[]
} {
  const all = values.entries()
  const secret = all.filter(([name]) => secretNames.has(name))
  const readable = secret.length === 0 ? all : all.filter(([name]) => !secretNames.has(name))
  return { readable, secret }
}

/** The stored text of a request: a plain list when nothing is sealed, as in most requests. */
function requestText({ readable, sealed, kept, giftCards }: StoredRequest): string {
  const isPlain = sealed === undefined && kept === undefined && giftCards === undefined
  return JSON.stringify(isPlain ? readable : { readable, sealed, kept, giftCards })
}

/** Reads back what `requestText` wrote. */
function readRequest({ request }: Pick<CheckoutRow, 'request'>): StoredRequest {
  const stored = JSON.parse(request) as StoredRequest | readonly SentParameter[]
  return 'readable' in stored ? stored : { readable: stored }
}

/** The merchant's parameters of a checkout, with its updates, without secret ones. */
export function requestOf(checkout: Pick<CheckoutRow, 'request'>): ParameterValues {
  return ParameterValues.of(readRequest(checkout).readable)
}

/** The change that deletes all that is sealed when a checkout ends, because it is not needed any more. */
export function withoutSealed(checkout: Pick<CheckoutRow, 'request'>): {
  readonly request?: string
} {
  // A list has nothing sealed, and parsing it could be slow.
  if (checkout.request.startsWith('[')) return {}
  const { readable } = readRequest(checkout)
  return { request: requestText({ readable }) }
}

/**
 * The change that deletes what the shopper pays with, once a payment was made of it: nobody may keep a
 * security code after its authorisation, whatever became of that (PCI DSS 3.3.1).
 */
export function withoutKept(checkout: Pick<CheckoutRow, 'request'>): {
  readonly request?: string
} {
  if (checkout.request.startsWith('[')) return {}
  const { kept, ...rest } = readRequest(checkout)
  return kept === undefined ? {} : { request: requestText(rest) }
}

/** Of the page that has submitted: the summary page shows the amount anew, and sends the shopper on. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(['pageOrigins', 'shown.amount', 'shown.currency'])

/** Adds what the shopper pays with; it replaces what was kept before. */
export async function requestWithKept(
  checkout: Pick<CheckoutRow, 'id' | 'entityId' | 'request'>,
  submitted: ParameterValues,
  nowMs: number,
  vault: Pick<Vault, 'sealSecret'>,
): Promise<string> {
  const entries = submitted.entries().filter(([name]) => !OF_THE_PAGE.has(name))
  const text = JSON.stringify(entries)
  const time = { nowMs, lifeMs: CHECKOUT_LIFETIME_MS }
  const { keyId, sealed, createdAtMs } = await vault.sealSecret(ownerOf(checkout), text, time)
  const kept = { keyId, sealed, createdAtMs, asked: askedAmount(checkout) }
  return requestText({ ...readRequest(checkout), kept })
}

/** What the shopper pays with, as it was sent; `undefined`: nothing is kept, or it was lost. */
export async function keptOf(
  checkout: Pick<CheckoutRow, 'id' | 'entityId' | 'request'>,
  vault: Pick<Vault, 'openSecret'>,
): Promise<{ readonly submitted: ParameterValues; readonly asked?: AskedAmount } | undefined> {
  const { kept } = readRequest(checkout)
  if (kept === undefined) return undefined
  const { asked, ...secret } = kept
  const text = await vault.openSecret({ ...ownerOf(checkout), ...secret })
  if (text === undefined) return undefined
  const submitted = ParameterValues.of(JSON.parse(text) as SentParameter[])
  return asked === undefined ? { submitted } : { submitted, asked }
}

/** The checkout takes the place of the payment, which does not exist yet: their ids have other formats. */
function ownerOf({ id, entityId }: Pick<CheckoutRow, 'id' | 'entityId'>) {
  return { paymentId: id, entityId }
}

/** Whether a checkout only stores payment details: no type of payment is named (reference behaviour §1.3). */
export function storesOnly(request: ParameterValues): boolean {
  return request.sent('createRegistration') === 'true' && request.sent('paymentType') === undefined
}

/**
 * The stored text of a request. The secret values can be opened for this checkout only. What its shopper
 * pays with stays as it is.
 */
export async function sealedText(
  values: ParameterValues,
  { id, entityId, request }: Pick<CheckoutRow, 'id' | 'entityId'> & Partial<CheckoutRow>,
  { nowMs, vault }: { readonly nowMs: number; readonly vault: Pick<Vault, 'sealSecret'> },
): Promise<string> {
  const { readable, secret } = splitSecrets(values)
  const kept = request === undefined ? {} : ofShopper(readRequest({ request }))
  if (secret.length === 0) return requestText({ readable, ...kept })
  const row = await vault.sealSecret(merchantsOwnerOf({ id, entityId }), JSON.stringify(secret), {
    nowMs,
    lifeMs: CHECKOUT_LIFETIME_MS,
  })
  return requestText({ readable, sealed: `${row.keyId}.${row.sealed}`, ...kept })
}

/** What the shopper has added, which no update of the merchant replaces. */
function ofShopper({ kept, giftCards }: StoredRequest): Pick<StoredRequest, 'kept' | 'giftCards'> {
  return {
    ...(kept === undefined ? {} : { kept }),
    ...(giftCards === undefined ? {} : { giftCards }),
  }
}

/** The gift cards that were applied, in their order. */
export function appliedCardsOf(checkout: Pick<CheckoutRow, 'request'>): readonly AppliedCard[] {
  if (checkout.request.startsWith('[')) return []
  return readRequest(checkout).giftCards ?? []
}

/** The stored text of a request with these gift cards in place of those that were applied before. */
export function requestWithGiftCards(
  checkout: Pick<CheckoutRow, 'request'>,
  cards: readonly AppliedCard[],
): string {
  const { giftCards: _before, ...rest } = readRequest(checkout)
  return requestText(cards.length === 0 ? rest : { ...rest, giftCards: cards })
}

/** All of the merchant's parameters of a checkout, secret ones last. Refused where those were lost. */
export async function wholeRequestOf(
  checkout: Pick<CheckoutRow, 'id' | 'entityId' | 'request' | 'createdAtMs'>,
  vault: Pick<Vault, 'openSecret'>,
): Promise<ParameterValues | Refusal> {
  const { readable, sealed } = readRequest(checkout)
  if (sealed === undefined) return ParameterValues.of(readable)
  const end = sealed.indexOf('.')
  const text = await vault.openSecret({
    ...merchantsOwnerOf(checkout),
    keyId: sealed.slice(0, end),
    sealed: sealed.slice(end + 1),
    createdAtMs: checkout.createdAtMs,
  })
  if (text === undefined) return secretsAreLost
  return ParameterValues.of([...readable, ...(JSON.parse(text) as SentParameter[])])
}

/** Another place than that of what the shopper sent. */
function merchantsOwnerOf({ id, entityId }: Pick<CheckoutRow, 'id' | 'entityId'>) {
  return ownerOf({ id: `checkout ${id}`, entityId })
}

const secretsAreLost: Refusal = refuse('200.300.404', {
  description:
    'No payment session found: what is secret in this checkout has been deleted, because its time is over, or because its database was interrupted or restored. Create a new checkout',
})
