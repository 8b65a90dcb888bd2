import type { CheckoutRow, ConfidentialRow } from '../../engine/store/port.ts'
import { openText, sealText } from '../../engine/vault/sealed-text.ts'
import type { Vault } from '../../engine/vault/vault.ts'
import type { ParameterTable } from '../../wire/parameters/table.ts'
import { tables } from '../../wire/parameters/tables.ts'
import { ParameterValues, type SentParameter } from '../../wire/parameters/values.ts'
import type { AppliedCard } from './gift-card-share.ts'

/** A stored request: parameters that may be read, and the secret ones sealed by the vault. */
interface StoredRequest {
  readonly readable: readonly SentParameter[]
  readonly sealed?: string
  /** What the shopper pays with, kept for a summary page (`keep-submit.ts`). */
  readonly kept?: KeptSecret
  /** Gift cards that are to pay a part (`gift-card-share.ts`): neither number nor PIN. */
  readonly giftCards?: readonly AppliedCard[]
}

/** What the shopper sent, sealed under the key of security codes, and what was to be paid then. */
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

/** Adds what the shopper pays with; it replaces what was kept before. */
export async function requestWithKept(
  checkout: Pick<CheckoutRow, 'id' | 'entityId' | 'request'>,
  submitted: ParameterValues,
  nowMs: number,
  vault: Pick<Vault, 'sealSecret'>,
): Promise<string> {
  const text = JSON.stringify(submitted.entries())
  const { keyId, sealed, createdAtMs } = await vault.sealSecret(ownerOf(checkout), text, nowMs)
  const kept = { keyId, sealed, createdAtMs, asked: askedAmount(checkout) }
  return requestText({ ...readRequest(checkout), kept })
}

/** What the shopper pays with, as it was sent; `undefined`: nothing is kept. */
export async function keptOf(
  checkout: Pick<CheckoutRow, 'id' | 'entityId' | 'request'>,
  vault: Pick<Vault, 'openSecret'>,
): Promise<{ readonly submitted: ParameterValues; readonly asked?: AskedAmount } | undefined> {
  const { kept } = readRequest(checkout)
  if (kept === undefined) return undefined
  const { asked, ...secret } = kept
  const text = await vault.openSecret({ ...ownerOf(checkout), ...secret })
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
  vault: Pick<Vault, 'keysOf'>,
): Promise<string> {
  const { readable, secret } = splitSecrets(values)
  const kept = request === undefined ? {} : ofShopper(readRequest({ request }))
  if (secret.length === 0) return requestText({ readable, ...kept })
  const sealed = sealText(await vault.keysOf(entityId), sealingContext(id), JSON.stringify(secret))
  return requestText({ readable, sealed, ...kept })
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

/** All of the merchant's parameters of a checkout, secret ones last. */
export async function wholeRequestOf(
  checkout: Pick<CheckoutRow, 'id' | 'entityId' | 'request'>,
  vault: Pick<Vault, 'keysOf'>,
): Promise<ParameterValues> {
  const { readable, sealed } = readRequest(checkout)
  if (sealed === undefined) return ParameterValues.of(readable)
  const keys = await vault.keysOf(checkout.entityId)
  const secret = JSON.parse(openText(keys, sealingContext(checkout.id), sealed)) as SentParameter[]
  return ParameterValues.of([...readable, ...secret])
}

function sealingContext(checkoutId: string): string {
  return `checkout ${checkoutId}`
}
