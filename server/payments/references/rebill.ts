import type { UsableEntity } from '../../entities/access.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import { isRefusal, type Refusal, refuse } from '../../results/refusal.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import { readDetails } from '../details.ts'
import type { Instrument } from '../instruments/instrument-kinds.ts'
import { keptFault, keptKind, restoredInstrument } from '../instruments/instruments.ts'

export interface KeepingParts {
  readonly store: Pick<Store, 'read'>
  readonly vault: Pick<Vault, 'keysOf' | 'openCard'>
}

/** A stored instrument that is charged again, checked as if it had been sent with the request. */
export interface Rebilled {
  readonly instrument: Instrument
  /** Why it cannot be charged any more: the rebill is recorded as failed with this code. */
  readonly faultCode?: string
}

/**
 * The instrument of a payment, to be charged again (decisions §5, RB). It is checked, because the
 * channel may have stopped taking the brand, and the card may have expired. Refuses with the codes of
 * `keptInstrument`. `undefined`: the payment has failed, and the rules say why it is not charged again.
 */
export async function rebillInstrument(
  payment: PaymentRow,
  { channel, nowMs }: { readonly channel: UsableEntity; readonly nowMs: number },
  parts: KeepingParts,
): Promise<Rebilled | Refusal | undefined> {
  const instrument = await keptInstrument(payment, parts)
  if (instrument === numberIsDeleted && (await hasFailed(payment, parts))) return undefined
  if (isRefusal(instrument)) return instrument
  const faultCode = keptFault({
    instrument,
    brand: payment.paymentBrand,
    channelBrands: channel.settings.brands,
    nowMs,
  })
  return faultCode === undefined ? { instrument } : { instrument, faultCode }
}

/**
 * The instrument of a payment, from the vault and its own row, without security code and cryptogram,
 * which must not be stored. Refuses with 700.100.701 where the payment has no account data of its own,
 * with 700.500.004 where they have been deleted.
 */
export async function keptInstrument(
  payment: PaymentRow,
  { store, vault }: KeepingParts,
): Promise<Instrument | Refusal> {
  if (payment.vaultRecordId === null) return withoutAccount
  const record = await store.read.vaultRecord(payment.vaultRecordId)
  if (record === undefined) return wiped
  const number = await vault.openCard(await vault.keysOf(payment.entityId), record)
  if (number === undefined) return numberIsDeleted
  const details = readDetails(payment)
  const kind = keptKind(details)
  return kind === undefined ? withoutAccount : restoredInstrument({ kind, number, details })
}

/** Whether it has failed by now: it keeps no number then. */
async function hasFailed({ id }: PaymentRow, { store }: KeepingParts): Promise<boolean> {
  return (await store.read.payment(id))?.state === 'failed'
}

const withoutAccount: Refusal = refuse('700.100.701', {
  description:
    'The payment keeps no card or account that could be charged again: make a new payment (DB)',
})

const wiped: Refusal = refuse('700.500.004', {
  description:
    'The card or account of the payment has been deleted, with its registration: make a new payment (DB)',
})

const numberIsDeleted: Refusal = refuse('700.500.004', {
  description:
    'The card or account number of the payment has been deleted, because its last booking is too long ago (setting numberRetentionDays of the channel): make a new payment (DB)',
})
