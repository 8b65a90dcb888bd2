/** One fault of one parameter. Name and value are shortened, and masked where they may be card data. */
export interface ParameterError {
  readonly name: string
  /** Empty when the parameter is missing. */
  readonly value: string
  /** The end of a sentence that begins with the name. */
  readonly message: string
}

/**
 * An expected refusal: a value, not an exception. It becomes an answer of the common response shape
 * with `result.code`, and `result.parameterErrors` if parameters are at fault.
 */
export interface Refusal {
  readonly refused: true
  /** HTTP status. */
  readonly status: number
  readonly code: string
  /** Replaces the catalogue's description with a more exact one. */
  readonly description?: string
  readonly parameterErrors?: readonly ParameterError[]
  readonly retryAfterSeconds?: number
  /** Those of paymentType, paymentBrand, amount and currency that could be read (decisions §4). */
  readonly echo?: Readonly<Record<string, string>>
  /** Members that say where the requested object can be found instead. */
  readonly leadsTo?: Readonly<Record<string, string>>
}

/** A refusal; HTTP 400 unless said otherwise. */
export function refuse(
  code: string,
  more: Omit<Partial<Refusal>, 'refused' | 'code'> = {},
): Refusal {
  return { refused: true, status: 400, code, ...more }
}

/** 429: too many requests change the same row at the same time; this one has changed nothing. */
export const tooBusy: Refusal = refuse('800.120.100', { status: 429, retryAfterSeconds: 1 })

/** 400, 200.300.404 with every fault of the request (decisions §4). */
export function refuseParameters(
  parameterErrors: readonly ParameterError[],
  echo?: Readonly<Record<string, string>>,
): Refusal {
  return refuse('200.300.404', { parameterErrors, ...(echo === undefined ? {} : { echo }) })
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as Refusal).refused === true
}
