import type { FrictionlessAuthentication } from '../../../payments/authenticate/index.ts'
import type { AuthenticationRow } from '../../../store/port.ts'
import type { CardRange } from '../server/contract.ts'
import { dataOf } from './state.ts'

/* Texts about the decisions of the authenticate step, for `Tillgate-Explain`. */

export function noDirectory(connector: string): string {
  return `no directory is known whose proofs the acquirer of "${connector}" accepts`
}

export function describeRange(range: CardRange | 'unknown' | undefined): string {
  if (range === undefined) return 'no range of the directory holds the card: it is not enrolled'
  if (range === 'unknown') return 'the directory has sent no card ranges yet'
  const method = range.methodUrl === undefined ? 'without' : 'with'
  return `the card is enrolled for version ${range.version}, ${method} a method call`
}

export const AFTER_SOFT_DECLINE =
  'after a soft decline (300.100.100) the cardholder is authenticated, with a challenge'

export const WITHOUT_RETURN_ADDRESS =
  'not authenticated: the request has no shopperResultUrl, which the profile legacy accepts'

/** The state of the authentication before the payment is stored. */
export function describeBegin(
  begin:
    | { readonly authenticated: FrictionlessAuthentication }
    | { readonly waits: AuthenticationRow },
): string {
  if ('waits' in begin) return describeWait(begin.waits)
  const { row, end } = begin.authenticated
  const { transStatus = 'none' } = dataOf(row)
  const { outcome } = end
  const meaning = outcome.kind === 'failed' ? `fails with ${outcome.code}` : 'is charged'
  const repeated =
    outcome.kind === 'passed' && outcome.afterSoftDecline ? `; ${AFTER_SOFT_DECLINE}` : ''
  return `decided without the shopper, transStatus ${transStatus}: the payment ${meaning}${repeated}`
}

function describeWait({ state }: AuthenticationRow): string {
  switch (state) {
    case 'browser':
      return 'waits for the browser of the shopper: the issuer reads data from it (method call), or the request has too few customer.browser parameters'
    case 'challenge':
      return 'the issuer asks for a challenge: the redirect leads to it'
    case 'decoupled':
      return 'the issuer authenticates the cardholder outside of the browser (decoupled)'
    default:
      return 'the directory is asked as soon as the payment is stored'
  }
}
