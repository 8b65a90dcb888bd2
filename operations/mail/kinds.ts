import { approvalWaiting } from './kinds/approval-waiting.ts'
import { disputeDeadline, disputeOpened } from './kinds/disputes.ts'
import { invitation, passwordReset } from './kinds/links.ts'
import { newBrowser } from './kinds/new-browser.ts'
import { receipt, refundNotice } from './kinds/receipts.ts'
import { importFailed, payoutMissing } from './kinds/settlement.ts'
import { tokenEnding } from './kinds/token-ending.ts'
import { webhookDisabled } from './kinds/webhook-disabled.ts'
import { webhookGivenUp } from './kinds/webhook-given-up.ts'
import type { MailKind } from './mail-kind.ts'

/** Every kind of mail. */
export const MAIL_KINDS: readonly MailKind[] = [
  approvalWaiting,
  disputeOpened,
  disputeDeadline,
  importFailed,
  payoutMissing,
  webhookGivenUp,
  webhookDisabled,
  tokenEnding,
  invitation,
  passwordReset,
  newBrowser,
  receipt,
  refundNotice,
]

const byName = new Map(MAIL_KINDS.map((kind) => [kind.name, kind]))

/** The kind of a stored mail; `undefined`: this version has none of it. */
export function kindNamed(name: string): MailKind | undefined {
  return byName.get(name)
}
