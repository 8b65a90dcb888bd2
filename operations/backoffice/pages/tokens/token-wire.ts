/** Access tokens, as `operations/administration/token-routes.ts` answers them. */
export interface Token {
  /** A hash: it names the token and cannot be used. */
  readonly id: string
  readonly label: string
  readonly tokenRole: string
  readonly createdAt: string
  readonly scopes: readonly string[]
  /** Refused from then on; absent: it does not end. */
  readonly expiresAt?: string
  readonly validity: 'valid' | 'endsSoon' | 'ended'
  /** Empty: from anywhere. */
  readonly addresses: readonly string[]
  /** Some minutes old. */
  readonly lastUsedAt?: string
}

/** What a token may be given (`server/entities/token-limits.ts`). */
export const SCOPES = ['read', 'pay', 'refund', 'administer'] as const
