import { approvalWaiting } from './kinds/approval-waiting.ts'
import type { MailKind } from './mail-kind.ts'

/** Every kind of mail. */
export const MAIL_KINDS: readonly MailKind[] = [approvalWaiting]

const byName = new Map(MAIL_KINDS.map((kind) => [kind.name, kind]))

/** The kind of a stored mail; `undefined`: this version has none of it. */
export function kindNamed(name: string): MailKind | undefined {
  return byName.get(name)
}
