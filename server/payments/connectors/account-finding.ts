/** What is looked at of an account. */
export const CHECKED = [
  'credentials',
  'access',
  'merchantId',
  'environment',
  'charges',
  'cards',
  'rawCards',
  'events',
] as const

/** What a look at an account has shown, by calls that change nothing. */
export interface AccountFinding {
  readonly what: (typeof CHECKED)[number]
  /** `unknown`: no call can tell it. */
  readonly result: 'right' | 'wrong' | 'unknown'
  /** Why, and what to do: nothing secret. */
  readonly why?: string
}
