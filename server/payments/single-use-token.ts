import type { ChangePart, CommitParticipant, PartConflict } from '../store/commit-parts.ts'
import type { PaymentRow } from '../store/port.ts'
import type { SingleUseToken } from './instruments/wallet-token.ts'
import type { PaymentExtension } from './payment-extension.ts'

/** "Duplicate payment": the token of its wallet was used before, to pay or to store its card. */
export const TOKEN_USED = '800.110.100'

/** The name by which a commit conflict says that a token caused it. */
const OWNER = 'walletToken'

/**
 * A wallet's token may be used once only, even if the payment fails, because the shopper has confirmed
 * one payment. Storing its card without a payment uses it as well (`tokenPart`). The first commit of a payment takes a quota of one under the token's digest: of two
 * concurrent payments one is recorded as failed. The row is deleted like other quotas when the token has
 * expired.
 */
export const singleUseTokenExtension: PaymentExtension = {
  withFirst: ({ read: { token } }) =>
    token === undefined ? undefined : { participants: [tokenParticipant(token)] },
}

/** Uses a token up in a commit that stores its card without a payment. */
export function tokenPart(token: SingleUseToken): ChangePart {
  return { owner: OWNER, changes: useOf(token), mayMeetLimit: true }
}

/** Whether a commit failed because the token in it was used before. */
export function isTokenUsed({ owner, reason }: PartConflict): boolean {
  return owner === OWNER && reason === 'limit'
}

function useOf({ digest, usableUntilMs }: SingleUseToken) {
  const row = { key: `token ${digest}`, used: 1, most: 1, expiresAtMs: usableUntilMs }
  return [{ kind: 'takeQuota', row }] as const
}

function tokenParticipant(token: SingleUseToken): CommitParticipant {
  const use = useOf(token)
  const failedHere = ({ resultCode }: PaymentRow) => resultCode === TOKEN_USED
  return {
    owner: OWNER,
    limitCode: TOKEN_USED,
    opened: () => use,
    settled: (payment, wasOpened) => (wasOpened || failedHere(payment) ? [] : use),
  }
}
