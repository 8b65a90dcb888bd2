import { wireTime } from '../../kernel/timers/clock.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type { ParameterError } from '../../results/refusal.ts'
import type { ReadInstrument } from './instrument.ts'
import type { BankAccountInstrument } from './instrument-kinds.ts'

const SEPA = 'DIRECTDEBIT_SEPA'
const MANDATE_ID = 'bankAccount.mandate.id'
const SIGNED_ON = 'bankAccount.mandate.dateOfSignature'

/** A SEPA direct debit is in euros (EPC rulebook, DS-03); nothing for all other brands. */
export function sepaCurrencyErrors(brand: string, values: ParameterValues): ParameterError[] {
  if (brand !== SEPA) return []
  const value = values.get('currency')
  if (value === undefined || value === 'EUR') return []
  return [{ name: 'currency', value, message: `must be EUR with paymentBrand=${SEPA}` }]
}

/**
 * A SEPA direct debit with a mandate: the one that was sent or is stored, else one that is made now.
 * Debits of the same account later, by a registration or a rebill, name the same mandate.
 *
 * @param madeFor id of what the mandate is made for
 * @param nowMs by the clock of the channel: the day of the signature
 */
export function withMandate(
  read: ReadInstrument,
  values: ParameterValues,
  { madeFor, nowMs }: { readonly madeFor: string; readonly nowMs: number },
): ReadInstrument {
  const { brand, instrument, faultCode, sentAlong } = read
  if (brand !== SEPA || instrument.kind !== 'bankAccount' || faultCode !== undefined) return read
  if (instrument.mandateId !== undefined) return read
  const mandateId = mandateIdOf(madeFor)
  const signedOn = values.sent(SIGNED_ON) ?? wireTime(nowMs).slice(0, 10)
  const mandated: BankAccountInstrument = { ...instrument, mandateId }
  const mandate = { [MANDATE_ID]: mandateId, [SIGNED_ON]: signedOn }
  return { ...read, instrument: mandated, sentAlong: { ...sentAlong, ...mandate } }
}

const LETTERS = 'ABCDEFGHIJKLMNOP'

/** Letters and hyphens (interface document, bankAccount.mandate.id), 35 of them at most (EPC rulebook, AT-01). */
function mandateIdOf(id: string): string {
  return `TG-${id.replace(/[0-9a-f]/g, (digit) => LETTERS[Number.parseInt(digit, 16)] ?? '')}`
}
