import type { CheckoutRow } from '../../engine/store/port.ts'
import { openText, sealText } from '../../engine/vault/sealed-text.ts'
import type { Vault } from '../../engine/vault/vault.ts'
import type { ParameterTable } from '../../wire/parameters/table.ts'
import { tables } from '../../wire/parameters/tables.ts'
import { ParameterValues, type SentParameter } from '../../wire/parameters/values.ts'

/** A stored request: parameters that may be read, and the secret ones sealed by the vault. */
interface StoredRequest {
  readonly readable: readonly SentParameter[]
  readonly sealed?: string
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
function requestText({ readable, sealed }: StoredRequest): string {
  return JSON.stringify(sealed === undefined ? readable : { readable, sealed })
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

/** The change that deletes the sealed parameters when a checkout ends, because they are not needed any more. */
export function withoutSealed({ request }: Pick<CheckoutRow, 'request'>): {
  readonly request?: string
} {
  // A list has nothing sealed, and parsing it could be slow.
  if (request.startsWith('[')) return {}
  const { readable } = readRequest({ request })
  return { request: requestText({ readable }) }
}

/** Whether a checkout only stores payment details: no type of payment is named (reference behaviour §1.3). */
export function storesOnly(request: ParameterValues): boolean {
  return request.sent('createRegistration') === 'true' && request.sent('paymentType') === undefined
}

/** The stored text of a request. The secret values can be opened for this checkout only. */
export async function sealedText(
  values: ParameterValues,
  { id, entityId }: Pick<CheckoutRow, 'id' | 'entityId'>,
  vault: Pick<Vault, 'keysOf'>,
): Promise<string> {
  const { readable, secret } = splitSecrets(values)
  if (secret.length === 0) return requestText({ readable })
  const sealed = sealText(await vault.keysOf(entityId), sealingContext(id), JSON.stringify(secret))
  return requestText({ readable, sealed })
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
