import type { Instrument } from '../connectors/instrument.ts'
import { type Refusal, refuse } from '../results/refusal.ts'
import type { PaymentRow, Store } from '../store/port.ts'
import type { Vault } from '../vault/vault.ts'
import { type PaymentDetails, readDetails } from './details.ts'

const IBAN = /^[A-Z]{2}[0-9]{2}/

/**
 * What a payment was paid with, from the vault and its own row, to be charged once more (decisions
 * §5, RB): without security code or cryptogram, which nobody may keep. 700.100.701 for a payment
 * without account data of its own, 700.500.004 when they have been wiped.
 */
export async function rebillInstrument(
  payment: PaymentRow,
  { store, vault }: { readonly store: Store; readonly vault: Vault },
): Promise<Instrument | Refusal> {
  if (payment.vaultRecordId === null) return withoutAccount
  const record = await store.read.vaultRecord(payment.vaultRecordId)
  if (record === undefined) return wiped
  const number = vault.openCard(await vault.keysOf(payment.entityId), record)
  return instrumentOf(number, readDetails(payment.details))
}

function instrumentOf(number: string, { card, request, shown }: PaymentDetails): Instrument {
  if (card !== undefined) {
    const { expiryMonth, expiryYear, holder } = card
    return {
      kind: 'card',
      number,
      expiryMonth,
      expiryYear,
      ...(holder === undefined ? {} : { holder }),
    }
  }
  const known = { ...shown, ...request }
  const type = known['tokenAccount.type']
  if (type === 'EXTERNAL' || type === 'NETWORK') return { kind: 'tokenAccount', number, type }
  const holder = known['bankAccount.holder']
  return {
    kind: 'bankAccount',
    ...(IBAN.test(number) ? { iban: number } : { number }),
    ...(holder === undefined ? {} : { holder }),
  }
}

const withoutAccount: Refusal = refuse('700.100.701', {
  description:
    'The payment keeps no card or account that could be charged again: make a new payment (DB)',
})

const wiped: Refusal = refuse('700.500.004', {
  description:
    'The card or account of the payment has been deleted, with its registration: make a new payment (DB)',
})
