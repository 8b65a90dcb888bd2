import type { CommitParticipant } from '../../engine/store/commit-parts.ts'
import type { PaymentRow } from '../../engine/store/port.ts'
import type { SingleUseToken } from '../../methods/wallets/wallets.ts'
import type { PaymentExtension } from './payment-extension.ts'

/** "Duplicate payment": another payment has used the token of its wallet. */
const TOKEN_USED = '800.110.100'

/**
 * A wallet's token may be used for one payment only, even if that fails, because the shopper has confirmed
 * one payment. The first commit of a payment takes a quota of one under the token's digest: of two
 * concurrent payments one is recorded as failed. The row is deleted like other quotas when the token has
 * expired.
 */
export const singleUseTokenExtension: PaymentExtension = {
  withFirst: ({ read: { token } }) =>
    token === undefined ? undefined : { participants: [tokenParticipant(token)] },
}

function tokenParticipant({ digest, usableUntilMs }: SingleUseToken): CommitParticipant {
  const row = { key: `token ${digest}`, used: 1, most: 1, expiresAtMs: usableUntilMs }
  const use = [{ kind: 'takeQuota', row }] as const
  const failedHere = ({ resultCode }: PaymentRow) => resultCode === TOKEN_USED
  return {
    owner: 'walletToken',
    limitCode: TOKEN_USED,
    opened: () => use,
    settled: (payment, wasOpened) => (wasOpened || failedHere(payment) ? [] : use),
  }
}
