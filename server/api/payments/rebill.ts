import type { PaymentRow, Store } from '../../engine/store/port.ts'
import type { Vault } from '../../engine/vault/vault.ts'
import type { CardInstrument, Instrument } from '../../methods/instruments/instrument.ts'
import { keptFault } from '../../methods/instruments/kept-instrument.ts'
import type { UsableEntity } from '../../wire/entities/access.ts'
import { isRefusal, type Refusal, refuse } from '../../wire/results/refusal.ts'
import { type CardSummary, type PaymentDetails, readDetails } from './details.ts'

export interface KeepingParts {
  readonly store: Pick<Store, 'read'>
  readonly vault: Pick<Vault, 'keysOf' | 'openCard'>
}

/** What is charged once more, judged as if it had been sent anew. */
export interface Rebilled {
  readonly instrument: Instrument
  /** Why it cannot be charged any more: the rebill is recorded as failed with this code. */
  readonly faultCode?: string
}

/**
 * What a payment was paid with, to be charged once more (decisions §5, RB). The channel may have
 * stopped taking the brand meanwhile, and the card may have expired. Refuses as `keptInstrument`.
 */
export async function rebillInstrument(
  payment: PaymentRow,
  { channel, nowMs }: { readonly channel: UsableEntity; readonly nowMs: number },
  parts: KeepingParts,
): Promise<Rebilled | Refusal> {
  const instrument = await keptInstrument(payment, parts)
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
 * What a payment was paid with, from the vault and its own row, without security code or cryptogram,
 * which nobody may keep. 700.100.701 for a payment without account data of its own, 700.500.004 when
 * they have been wiped.
 */
export async function keptInstrument(
  payment: PaymentRow,
  { store, vault }: KeepingParts,
): Promise<Instrument | Refusal> {
  if (payment.vaultRecordId === null) return withoutAccount
  const record = await store.read.vaultRecord(payment.vaultRecordId)
  if (record === undefined) return wiped
  const number = vault.openCard(await vault.keysOf(payment.entityId), record)
  return instrumentOf(number, readDetails(payment.details))
}

function instrumentOf(number: string, details: PaymentDetails): Instrument {
  const { card, request, shown } = details
  if (card !== undefined) return cardOf(number, card, details)
  const known: Readonly<Record<string, string>> = { ...request, ...shown }
  const type = known['tokenAccount.type']
  if (type === 'EXTERNAL' || type === 'NETWORK') {
    return {
      kind: 'tokenAccount',
      number,
      type,
      ...optional('expiryMonth', known['tokenAccount.expiryMonth']),
      ...optional('expiryYear', known['tokenAccount.expiryYear']),
    }
  }
  const isAtBank = Object.keys(known).some((name) => name.startsWith('bankAccount.'))
  return isAtBank ? bankAccountOf(number, known) : { kind: 'virtualAccount', accountId: number }
}

function cardOf(
  number: string,
  { expiryMonth, expiryYear, holder }: CardSummary,
  { isDeviceNumber }: PaymentDetails,
): CardInstrument {
  return {
    kind: 'card',
    number,
    expiryMonth,
    expiryYear,
    ...optional('holder', holder),
    ...(isDeviceNumber === true ? { numberType: 'DPAN' } : {}),
  }
}

/** What answers show, masked, tells which of the two it is. */
function bankAccountOf(number: string, known: Readonly<Record<string, string>>): Instrument {
  return {
    kind: 'bankAccount',
    ...(known['bankAccount.iban'] === undefined ? { number } : { iban: number }),
    ...optional('holder', known['bankAccount.holder']),
    ...optional('bic', known['bankAccount.bic']),
    ...optional('bankCode', known['bankAccount.bankCode']),
    ...optional('country', known['bankAccount.country']),
    ...optional('mandateId', known['bankAccount.mandate.id']),
  }
}

function optional<Name extends string>(name: Name, value: string | undefined) {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>)
}

const withoutAccount: Refusal = refuse('700.100.701', {
  description:
    'The payment keeps no card or account that could be charged again: make a new payment (DB)',
})

const wiped: Refusal = refuse('700.500.004', {
  description:
    'The card or account of the payment has been deleted, with its registration: make a new payment (DB)',
})
