import type { Change, PaymentRow, ProviderReferenceKind, Store } from '../../store/port.ts'
import type { NamedByProvider } from '../connectors/connector.ts'
import type { PaymentDetails } from '../details.ts'

/** References that are kept of one answer. */
const MAX_REFERENCES = 20
/** Longer ones are no reference, in characters. */
const MAX_LENGTH = 255

/** Those that stand for stored payment details, and not for one payment alone. */
const OF_DETAILS: ReadonlySet<ProviderReferenceKind> = new Set(['token', 'customer', 'network'])

/** The changes that keep what a provider calls a payment, for the commit of the outcome that says it. */
export function keptNames(
  { id: paymentId, connector, updatedAtMs: createdAtMs }: PaymentRow,
  references: readonly NamedByProvider[],
  { registrationId }: Pick<PaymentDetails, 'registrationId'> = {},
): Change[] {
  return references
    .filter(({ value }) => value !== '' && value.length <= MAX_LENGTH)
    .slice(0, MAX_REFERENCES)
    .map(({ kind: referenceKind, value }) => ({
      kind: 'noteProviderReference',
      value,
      referenceKind,
      connector,
      paymentId,
      registrationId: OF_DETAILS.has(referenceKind) ? (registrationId ?? null) : null,
      createdAtMs,
    }))
}

/** What the provider of a connector calls a payment and what belongs to it, newest first. */
export async function namesOf(
  { id, connector }: Pick<PaymentRow, 'id' | 'connector'>,
  { read }: Pick<Store, 'read'>,
): Promise<readonly NamedByProvider[]> {
  const references = await read.providerReferencesOfPayments([id])
  return references.filter((one) => one.connector === connector).reverse()
}

/** How the provider of a connector calls a payment; `undefined`: it has not said it, or before references were kept. */
export async function providerIdOf(
  payment: Pick<PaymentRow, 'id' | 'connector'>,
  store: Pick<Store, 'read'>,
): Promise<string | undefined> {
  return (await namesOf(payment, store)).find(({ kind }) => kind === 'payment')?.value
}
