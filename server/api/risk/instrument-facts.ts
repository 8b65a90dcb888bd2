import type { ReadInstrument } from '../../methods/instruments/instrument.ts'
import type { KnownOfPayment } from './facts.ts'

/** An issuer has eight digits of a number (ISO/IEC 7812-1:2017). */
const BIN_LENGTH = 8

/**
 * What an instrument tells: digits and holder of a card, country of a bank. Mandate and due date of
 * a direct debit are not looked at (interface document, Bank account).
 */
export function knownOfInstrument({
  instrument,
}: Pick<ReadInstrument, 'instrument'>): Pick<KnownOfPayment, 'bin' | 'holder' | 'country'> {
  if (instrument.kind === 'card') {
    const { number, holder } = instrument
    return { bin: number.slice(0, BIN_LENGTH), ...(holder === undefined ? {} : { holder }) }
  }
  if (instrument.kind !== 'bankAccount') return {}
  const country = instrument.country ?? instrument.iban?.slice(0, 2)
  return country === undefined ? {} : { country }
}
