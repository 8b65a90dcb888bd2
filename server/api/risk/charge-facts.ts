import type { PaymentRow, Store } from '../../engine/store/port.ts'
import { instrumentFacts } from '../../methods/instruments/instruments.ts'
import { ParameterValues, type SentParameter } from '../../wire/parameters/values.ts'
import { readDetails } from '../payments/details.ts'
import type { DraftedCharge } from '../payments/drafted-charge.ts'
import type { KnownOfPayment } from './facts.ts'

/**
 * What is known of a charge that refers to an earlier payment: what it would come to, what it is paid
 * with, and what the first payment and this request say of the shopper. Rejects with the store.
 */
export async function knownOfCharge(
  charge: DraftedCharge,
  store: Pick<Store, 'read'>,
): Promise<KnownOfPayment> {
  const { amount, first, instrument } = await charge.known()
  const { request, card } = readDetails(first.details)
  const fingerprint = await fingerprintOf(first, store)
  return {
    brand: first.paymentBrand,
    amount,
    values: together(Object.entries(request), charge.values.entries()),
    ...(card === undefined ? {} : { bin: card.bin }),
    ...(instrument === undefined ? {} : instrumentFacts(instrument)),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  }
}

/** `risk.amount` spoke of another payment, or of a part of the hold: here the sum counts. */
function together(first: readonly SentParameter[], now: readonly SentParameter[]): ParameterValues {
  return ParameterValues.of([...first, ...now].filter(([name]) => name !== 'risk.amount'))
}

/** Nothing where it has been wiped. */
async function fingerprintOf(
  { vaultRecordId }: PaymentRow,
  store: Pick<Store, 'read'>,
): Promise<string | undefined> {
  if (vaultRecordId === null) return undefined
  return (await store.read.vaultRecord(vaultRecordId))?.fingerprint
}
