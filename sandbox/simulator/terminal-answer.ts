import type { TerminalInstrument } from '../../server/payments/index.ts'
import { authorisationCode, digitsOf, hexOf } from './card-answer.ts'

/** The numbers of the generated values: `use` of `digitsOf` and `hexOf`. */
const CLEARING = 8
const CRYPTOGRAM = 9
const CRYPTOGRAM_END = 10

/** Ways of reading a card in which the issuer answers its chip. */
const CHIP_MODES: readonly string[] = ['ICC', 'NFC_ICC']

/**
 * Adds what a terminal prints and gives back to the card (interface document, Point of sale:
 * response fields). `pos.iccDataResponse` is EMV tag 91: a cryptogram of eight bytes, then 00 or 05
 * in text.
 */
export function addTerminalAnswer(
  shown: Record<string, string>,
  { entryMode, terminalId }: Pick<TerminalInstrument, 'entryMode' | 'terminalId'>,
  seed: number,
  acquirerResponse: string,
): void {
  const isApproved = acquirerResponse === '00'
  shown['pos.clearing.authorizationAcquirerCode'] = acquirerResponse
  if (isApproved) shown['pos.clearing.authorizationIssuerCode'] = authorisationCode(seed)
  shown['pos.clearing.identifier'] = digitsOf(seed, CLEARING, 10)
  shown['pos.merchantId'] = `TG${terminalId.slice(-8).padStart(8, '0')}`
  if (CHIP_MODES.includes(entryMode)) {
    const cryptogram = hexOf(seed, CRYPTOGRAM, 8) + hexOf(seed, CRYPTOGRAM_END, 8)
    shown['pos.iccDataResponse'] = `910A${cryptogram}${isApproved ? '3030' : '3035'}`
  }
  shown['pos.statusText'] = isApproved ? `APPROVED ${authorisationCode(seed)}` : 'DECLINED'
}
