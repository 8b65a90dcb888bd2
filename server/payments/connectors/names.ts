import type { ConnectorOperation, NamedByProvider } from './connector.ts'

/** What a payment of ours is called at the provider, newest first. Rejects with the store. */
export type NamesAtProvider = (paymentId: string) => Promise<readonly NamedByProvider[]>

/** With what stored details are charged again at this account; rejects with the store. */
export type StoredAtProvider = (registrationId: string) => Promise<readonly NamedByProvider[]>

/** What something is called there; `undefined`: it has no name of this kind. */
export function nameOf(
  names: readonly NamedByProvider[],
  kind: NamedByProvider['kind'],
): string | undefined {
  return names.find((one) => one.kind === kind)?.value
}

/** What the charge of a reference is called there: its own, as a rebill has one, or that of the first payment. */
export async function nameOfReferred(
  { referencedId, rootId }: Pick<ConnectorOperation, 'referencedId' | 'rootId'>,
  names: NamesAtProvider,
): Promise<string | undefined> {
  for (const paymentId of [referencedId, rootId]) {
    if (paymentId === undefined) continue
    const name = nameOf(await names(paymentId), 'payment')
    if (name !== undefined) return name
  }
  return undefined
}
