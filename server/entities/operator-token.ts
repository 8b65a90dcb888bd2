import type { EntityRow, TokenRow } from '../store/port.ts'
import { SEEN_BY_NOBODY } from './known-token.ts'
import { UNLIMITED_TOKEN } from './token-limits.ts'

/** No hash of a real token, which is 64 hex digits. */
const OPERATOR = 'operator'

/**
 * The access token that the operator of the gateway asks routes with, from a command on its machine. It is stored
 * nowhere, and administers the tree below `root`. `label`: who it is in the audit log.
 */
export function operatorToken(root: EntityRow, label: string, nowMs: number): TokenRow {
  return {
    hash: OPERATOR,
    entityId: root.id,
    label,
    administers: true,
    sealed: '',
    createdAtMs: nowMs,
    ...SEEN_BY_NOBODY,
    ...UNLIMITED_TOKEN,
  }
}

/** Whether the operator of the gateway asks, who has its machine anyway. */
export function isOperator({ token }: { readonly token: Pick<TokenRow, 'hash'> }): boolean {
  return token.hash === OPERATOR
}
