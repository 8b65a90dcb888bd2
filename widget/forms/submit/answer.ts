import { type PaymentVerdict, verdictOf } from '../../../common/payment-verdict.ts'
import type { PaymentAnswer } from '../../../common/widget-wire.ts'
import type { Redirect } from './redirect-request.ts'

export type ParameterError = NonNullable<PaymentAnswer['result']['parameterErrors']>[number]

/** What the widget does about the gateway's answer to a submit. */
export type Outcome =
  /** Paid, declined, or pending without a redirect: the shop shows which. */
  | { readonly kind: 'final'; readonly verdict: PaymentVerdict }
  | { readonly kind: 'redirect'; readonly redirect: Redirect }
  /** Only kept, for a summary page of the shop. */
  | { readonly kind: 'kept' }
  /** Refused before anything happened, for what the shopper typed. */
  | { readonly kind: 'faults'; readonly errors: readonly ParameterError[] }
  /** Another submit of this checkout is under way. */
  | { readonly kind: 'underWay' }
  /** There is no such checkout any more. */
  | { readonly kind: 'gone'; readonly description: string }
  /** The gateway did not take the request: it may be sent again. */
  | { readonly kind: 'refused'; readonly description: string }
  /** The gateway failed: the outcome of the payment has to be asked for. */
  | { readonly kind: 'unknown' }

const INVALID = '200.300.404'
const UNDER_WAY = '800.110.100'
const KEPT = '000.200.101'
/** The stored payment details were deleted, or cannot be paid with any more. */
const NOT_STORED = /^100\.150\.20[0-3]$/

/** Sorts an answer by decisions §4 and §6. Only http and https redirects are followed. */
export function readAnswer(status: number, body: PaymentAnswer): Outcome {
  const { code, description = '', parameterErrors = [] } = body.result
  if (body.redirect !== undefined && /^https?:\/\//i.test(body.redirect.url)) {
    return { kind: 'redirect', redirect: body.redirect }
  }
  if (code === UNDER_WAY) return { kind: 'underWay' }
  if (code === KEPT) return { kind: 'kept' }
  if (NOT_STORED.test(code)) {
    return { kind: 'faults', errors: [{ name: 'registrationId', message: description }] }
  }
  if (parameterErrors.length > 0) return { kind: 'faults', errors: parameterErrors }
  if (code === INVALID || status === 404) return { kind: 'gone', description }
  if (status >= 500) return { kind: 'unknown' }
  // Every payment that is recorded is named, also one that was declined.
  return body.id === undefined
    ? { kind: 'refused', description }
    : { kind: 'final', verdict: verdictOf(code) }
}
