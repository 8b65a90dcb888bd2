import type { Vault } from '../../kernel/vault/vault.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { ConfidentialRow, PaymentRow, Store } from '../../store/port.ts'
import type { ConnectorOperation } from '../connectors/connector.ts'
import { detailsOf, storedOperation } from '../details.ts'
import { type KeepingParts, keptInstrument } from '../references/rebill.ts'

/** What a charge needs but no row may store in plain text: sealed while the payment waits (R-VLT-4). */
interface Secrets {
  readonly cvv?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Seals the secrets of an operation that waits for so long at most; `undefined`: there are none. */
export async function sealSecrets(
  payment: Pick<PaymentRow, 'id' | 'entityId' | 'createdAtMs'>,
  { instrument, confidential: fields }: ConnectorOperation,
  { lifeMs, vault }: { readonly lifeMs: number; readonly vault: Pick<Vault, 'sealSecret'> },
): Promise<ConfidentialRow | undefined> {
  const cvv = instrument?.kind === 'card' ? instrument.cvv : undefined
  const secrets: Secrets = {
    ...(cvv === undefined ? {} : { cvv }),
    ...(fields === undefined || Object.keys(fields).length === 0 ? {} : { fields }),
  }
  if (Object.keys(secrets).length === 0) return undefined
  const owner = { paymentId: payment.id, entityId: payment.entityId }
  return vault.sealSecret(owner, JSON.stringify(secrets), { nowMs: payment.createdAtMs, lifeMs })
}

export interface UnsealedCharge {
  readonly operation: ConnectorOperation
  /** The confidential parameters of its request, by wire names. */
  readonly fields: Readonly<Record<string, string>>
}

export interface UnsealingParts extends KeepingParts {
  readonly store: Pick<Store, 'read'>
  readonly vault: Pick<Vault, 'keysOf' | 'openCard' | 'openSecret'>
}

/**
 * The operation of a payment that waits before its charge, as it was at the request: rebuilt from its
 * row and the vault. Refuses with the codes of `keptInstrument`, and where its secrets were lost: without
 * them another payment would be sent than was asked for.
 */
export async function unsealCharge(
  payment: PaymentRow,
  parts: UnsealingParts,
): Promise<UnsealedCharge | Refusal> {
  const [instrument, row] = await Promise.all([
    keptInstrument(payment, parts),
    parts.store.read.confidential(payment.id),
  ])
  if (isRefusal(instrument)) return instrument
  const text = row === undefined ? '{}' : await parts.vault.openSecret(row)
  if (text === undefined) return secretsAreLost
  const secrets: Secrets = JSON.parse(text)
  const { cvv, fields = {} } = secrets
  const paidWith =
    cvv === undefined || instrument.kind !== 'card' ? instrument : { ...instrument, cvv }
  const operation = {
    ...storedOperation(payment, detailsOf(payment)),
    instrument: paidWith,
    confidential: fields,
  }
  return { operation, fields }
}

const secretsAreLost: Refusal = refuse('700.500.004', {
  description:
    'The security code of the payment has been deleted, because it waited too long, or because its database was interrupted or restored: make a new payment',
})
