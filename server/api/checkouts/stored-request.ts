import type { CheckoutRow } from '../../engine/store/port.ts'
import { openText, sealText } from '../../engine/vault/sealed-text.ts'
import type { Vault } from '../../engine/vault/vault.ts'
import type { ParameterTable } from '../../wire/parameters/table.ts'
import { tables } from '../../wire/parameters/tables.ts'
import { ParameterValues, type SentParameter } from '../../wire/parameters/values.ts'

/** What a checkout keeps of its request: what may be read, and the rest as the vault has sealed it. */
interface KeptRequest {
  readonly readable: readonly SentParameter[]
  readonly sealed?: string
}

/** Parameters that must not be stored in plain text. None of them is in a list or a map. */
const secretNames: ReadonlySet<string> = new Set(
  Object.values<ParameterTable>(tables).flatMap(({ rows }) =>
    Object.entries(rows).flatMap(([name, { secret }]) => (secret === undefined ? [] : [name])),
  ),
)

/** Divides a request into what may be kept readable and what has to be sealed first. */
function divided(values: ParameterValues): {
  readonly readable: readonly SentParameter[]
  readonly secret: readonly SentParameter[]
} {
  const all = values.entries()
  const secret = all.filter(([name]) => secretNames.has(name))
  const readable = secret.length === 0 ? all : all.filter(([name]) => !secretNames.has(name))
  return { readable, secret }
}

/** Text of a request without anything sealed: a list, as most are. */
function keptText({ readable, sealed }: KeptRequest): string {
  return JSON.stringify(sealed === undefined ? readable : { readable, sealed })
}

/** Reads back what `keptText` wrote. */
function readKept({ request }: Pick<CheckoutRow, 'request'>): KeptRequest {
  const kept = JSON.parse(request) as KeptRequest | readonly SentParameter[]
  return 'readable' in kept ? kept : { readable: kept }
}

/** The checkout's own parameters but for the secret ones: sent at its creation, and changed since. */
export function requestOf(checkout: Pick<CheckoutRow, 'request'>): ParameterValues {
  return ParameterValues.of(readKept(checkout).readable)
}

/** What the end of a checkout wipes: it cannot be paid with any more. */
export function wiped({ request }: Pick<CheckoutRow, 'request'>): { readonly request?: string } {
  // A list has nothing sealed, and may be long.
  if (request.startsWith('[')) return {}
  const { readable } = readKept({ request })
  return { request: keptText({ readable }) }
}

/** Whether a checkout only stores payment details: no type of payment is named (reference behaviour §1.3). */
export function storesOnly(request: ParameterValues): boolean {
  return request.sent('createRegistration') === 'true' && request.sent('paymentType') === undefined
}

/** The text that a checkout keeps of its request. Secret values open for this checkout alone. */
export async function sealedText(
  values: ParameterValues,
  { id, entityId }: Pick<CheckoutRow, 'id' | 'entityId'>,
  vault: Pick<Vault, 'keysOf'>,
): Promise<string> {
  const { readable, secret } = divided(values)
  if (secret.length === 0) return keptText({ readable })
  const sealed = sealText(await vault.keysOf(entityId), placeOf(id), JSON.stringify(secret))
  return keptText({ readable, sealed })
}

/** All of the checkout's own parameters, secret ones last. */
export async function wholeRequestOf(
  checkout: Pick<CheckoutRow, 'id' | 'entityId' | 'request'>,
  vault: Pick<Vault, 'keysOf'>,
): Promise<ParameterValues> {
  const { readable, sealed } = readKept(checkout)
  if (sealed === undefined) return ParameterValues.of(readable)
  const keys = await vault.keysOf(checkout.entityId)
  const secret = JSON.parse(openText(keys, placeOf(checkout.id), sealed)) as SentParameter[]
  return ParameterValues.of([...readable, ...secret])
}

function placeOf(checkoutId: string): string {
  return `checkout ${checkoutId}`
}
