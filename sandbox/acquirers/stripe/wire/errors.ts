import { Refusal } from '../../shared/refusal.ts'

/** What the member `error` of an answer may say (Stripe's reference, "Errors"). */
export interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  readonly message: string
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
  readonly advice_code?: string
  readonly network_decline_code?: string
  readonly charge?: string
  readonly payment_intent?: unknown
  readonly setup_intent?: unknown
  readonly payment_method?: unknown
}

/** An answer that is an error. Thrown, as a request may end at any depth of its handler. */
export class ApiError extends Refusal {
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(status, body.message)
    this.body = body
  }
}

type InvalidDetails = Partial<Pick<ErrorBody, 'code' | 'param' | 'payment_intent' | 'setup_intent'>>

/** A request that cannot be done as it is. */
export const invalid = (message: string, details: InvalidDetails = {}, status = 400) =>
  new ApiError(status, { type: 'invalid_request_error', message, ...details })

/** An object in a state that does not allow the request. */
export const unexpectedState = (message: string, details: InvalidDetails = {}) =>
  invalid(message, { code: 'payment_intent_unexpected_state', ...details })

/** No object has this id. Named in the path: 404, else 400. */
export const missingObject = (kind: string, id: string, param: string, status: number) =>
  invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, status)

export const missingParameter = (param: string) =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const apiError = (message: string, status = 500) =>
  new ApiError(status, { type: 'api_error', message })

export const unauthorised = (message: string, code?: string) =>
  invalid(message, code === undefined ? {} : { code }, 401)
