/** What the rest of the gateway uses of how requests are read. */

export {
  ecisOf,
  isProof,
  leaveOutUnprovedClaims,
  REQUESTOR_PARAMETERS,
  schemeOf,
} from './card-schemes.ts'
export {
  firstPaymentErrors,
  instructedByInstrument,
  storedBrandErrors,
  storingErrors,
} from './prepare-errors.ts'
export {
  ENDLESS_SERIES,
  type IssuerCountryOf,
  seriesDefaultsOf,
} from './standing-instruction.ts'
