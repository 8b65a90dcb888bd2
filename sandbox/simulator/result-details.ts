import type { ConnectorOperation } from '../../server/payments/index.ts'
import { descriptionOf } from '../../server/results/catalogue.ts'
import { declineReasonOf } from './decline-reasons.ts'
import { digitsOf } from './seed.ts'

/** An operation as far as answers about it need it. */
export type AnsweredOperation = Pick<
  ConnectorOperation,
  'paymentId' | 'paymentType' | 'paymentBrand' | 'referencedId' | 'request'
>

const CLEARING_INSTITUTE = 'Tillgate simulator'

/** The numbers of the generated values: `use` of `digitsOf`. */
const RETRIEVAL_REFERENCE = 1
const AUTHORISATION_CODE = 2
const TRACE_NUMBER = 3

/** The code that an issuer gives with an approval: ISO 8583, field 38. */
export function authorisationCode(seed: number): string {
  return digitsOf(seed, AUTHORISATION_CODE, 6)
}

/**
 * `resultDetails` of an approval. ConnectorTxID1 is the retrieval reference number, ConnectorTxID2
 * the authorisation code, ConnectorTxID3 the trace number (ISO 8583, fields 37, 38, 11).
 */
export function approvalDetails(seed: number): Record<string, string> {
  return {
    AcquirerResponse: '00',
    // Older clients look for the authorisation code by this name.
    AuthCode: authorisationCode(seed),
    clearingInstituteName: CLEARING_INSTITUTE,
    ConnectorTxID1: digitsOf(seed, RETRIEVAL_REFERENCE, 12),
    ConnectorTxID2: authorisationCode(seed),
    ConnectorTxID3: digitsOf(seed, TRACE_NUMBER, 6),
    ExtendedDescription: 'Approved',
  }
}

/** `resultDetails` of a decline; advice is given on payments that the merchant starts. */
export function declineDetails(
  seed: number,
  code: string,
  request: AnsweredOperation['request'],
): Record<string, string> {
  const { acquirerResponse, adviceCode } = declineReasonOf(code)
  const details: Record<string, string> = {
    AcquirerResponse: acquirerResponse,
    clearingInstituteName: CLEARING_INSTITUTE,
    ConnectorTxID1: digitsOf(seed, RETRIEVAL_REFERENCE, 12),
    ConnectorTxID3: digitsOf(seed, TRACE_NUMBER, 6),
    ExtendedDescription: descriptionOf(code),
  }
  if (isMerchantInitiated(request)) details.MerchantAdviceCode = adviceCode
  return details
}

/** `resultDetails` while the outcome is waited for. */
export function pendingDetails(seed: number): Record<string, string> {
  return {
    clearingInstituteName: CLEARING_INSTITUTE,
    ConnectorTxID1: digitsOf(seed, RETRIEVAL_REFERENCE, 12),
  }
}

/** The shopper is not there (interface document, Card on file). */
export function isMerchantInitiated(request: AnsweredOperation['request']): boolean {
  return request['standingInstruction.source'] === 'MIT'
}
