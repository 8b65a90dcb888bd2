import type { ChangeSet } from '../../server/store/port.ts'
import { MAIL_KINDS } from './kinds.ts'
import type { MailKind, MailParts } from './mail-kind.ts'
import type { Outbox } from './outbox.ts'

/** Kinds by the changes that may cause them. */
const KINDS_ON = new Map<string, readonly MailKind[]>()
for (const kind of MAIL_KINDS) {
  for (const change of kind.on ?? []) KINDS_ON.set(change, [...(KINDS_ON.get(change) ?? []), kind])
}

/**
 * The mails that a commit causes, written with it. `undefined`, synchronously, for a commit that causes none, so that
 * a plain payment awaits no promise. A fault is told and costs a mail, and never the commit.
 */
export function createCausedMails(
  parts: MailParts & { readonly log: { error(fields: object, message: string): void } },
  outbox: Outbox,
) {
  async function added(kinds: ReadonlySet<MailKind>, changes: ChangeSet): Promise<ChangeSet> {
    try {
      const found = await Promise.all(
        [...kinds].map(async (kind) =>
          outbox.changesOf(kind, (await kind.causes?.(changes, parts)) ?? []),
        ),
      )
      return found.flat()
    } catch (err) {
      parts.log.error({ err }, 'mails could not be written')
      return []
    }
  }

  return (changes: ChangeSet): Promise<ChangeSet> | undefined => {
    let kinds: Set<MailKind> | undefined
    for (const change of changes) {
      for (const kind of KINDS_ON.get(change.kind) ?? []) {
        if (kind.mayCause?.(change) !== false) kinds = (kinds ?? new Set()).add(kind)
      }
    }
    return kinds && added(kinds, changes)
  }
}
