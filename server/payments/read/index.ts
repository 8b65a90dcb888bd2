/** What the rest of the gateway uses of how requests are read. */

export {
  ecisOf,
  isProof,
  leaveOutUnprovedClaims,
  REQUESTOR_PARAMETERS,
  schemeOf,
} from './card-schemes.ts'
export { createGuessRefusal, type RefuseGuess } from './number-guesses.ts'
export {
  firstPaymentErrors,
  instructedByInstrument,
  storedBrandErrors,
  storingErrors,
} from './prepare-errors.ts'
export { readFirst } from './read-first.ts'
export { type ConnectorChoice, chooseConnector, connectorOfNothing } from './routing.ts'
export {
  ENDLESS_SERIES,
  type IssuerCountryOf,
  seriesDefaultsOf,
} from './standing-instruction.ts'
