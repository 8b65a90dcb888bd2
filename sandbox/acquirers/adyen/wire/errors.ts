import { Refusal } from '../../shared/refusal.ts'

/** What kind of error an answer tells of (Adyen's "Error codes and messages"). */
export type ErrorType = 'validation' | 'security' | 'configuration' | 'internal'

interface ErrorParts {
  readonly errorCode: string
  readonly errorType: ErrorType
  /** The same key may be used again, as if it had not been sent: nothing is kept. */
  readonly isTransient?: true
}

/** An answer that is an error. Thrown, as a request may end at any depth of its handler. */
export class ApiError extends Refusal {
  readonly errorCode: string
  readonly errorType: ErrorType
  readonly isTransient: boolean

  constructor(status: number, message: string, { errorCode, errorType, isTransient }: ErrorParts) {
    super(status, message)
    this.errorCode = errorCode
    this.errorType = errorType
    this.isTransient = isTransient === true
  }
}

/** A request that cannot be done as it is. */
export const invalid = (errorCode: string, message: string, status = 422) =>
  new ApiError(status, message, { errorCode, errorType: 'validation' })

/** A body that is not built as its description says. */
export const misbuilt = (message: string) => invalid('702', message)

export const forbidden = (errorCode: string, message: string, status = 403) =>
  new ApiError(status, message, { errorCode, errorType: 'security' })

export const unauthorised = () => forbidden('000', 'HTTP Status Response - Unauthorized', 401)

/** What the account is not set up for. */
export const notConfigured = (errorCode: string, message: string, status = 422) =>
  new ApiError(status, message, { errorCode, errorType: 'configuration' })

/** Adyen's own fault. Without `isTransient` it is kept under the key and repeated. */
export const internalError = (status = 500, isTransient?: true) =>
  new ApiError(status, 'Internal error occurred.', {
    errorCode: '903',
    errorType: 'internal',
    ...(isTransient ? { isTransient } : {}),
  })

/** The key is held by another request, or was used for one. */
export const alreadyProcessed = (status: 409 | 422, isTransient?: true) =>
  new ApiError(status, 'request already processed or in progress', {
    errorCode: '704',
    errorType: 'validation',
    ...(isTransient ? { isTransient } : {}),
  })
