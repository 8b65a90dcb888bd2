import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '../../common/durations.ts'
import { firstObjectIdAt } from '../../server/kernel/ids.ts'
import { MAIL_KINDS } from './kinds.ts'
import type { MailKind, MailParts } from './mail-kind.ts'
import type { Outbox } from './outbox.ts'

/** Writes the mails of what is due by the time. What one kind cannot read keeps no other from its mails. */
export function createDueMails(
  parts: MailParts & { readonly log: Pick<FastifyBaseLogger, 'error'> },
  outbox: Outbox,
): () => Promise<false> {
  const nextMs = new Map<MailKind, number>()
  return async () => {
    for (const kind of MAIL_KINDS) {
      const { due } = kind
      const nowMs = parts.clock.now()
      if (due === undefined || nowMs < (nextMs.get(kind) ?? 0)) continue
      nextMs.set(kind, nowMs + due.everyMs)
      try {
        await outbox.tell(kind, await due.find(parts))
      } catch (err) {
        parts.log.error({ err, mail: kind.name }, 'mails of what is due could not be written')
      }
    }
    return false
  }
}

/** How long mails are kept that do not wait any more. */
export const KEPT_MS = 90 * DAY_MS

/** Number looked at in one commit; more would delay payments that wait for the store. */
const DELETED_AT_ONCE = 200

/** Deletes mails that are old; returns whether there may be more. Rejects with the store. */
export async function deleteOldMails({
  store,
  clock,
}: Pick<MailParts, 'store' | 'clock'>): Promise<boolean> {
  const beforeMs = clock.now() - KEPT_MS
  const old = await store.read.mailsBefore(firstObjectIdAt(beforeMs), DELETED_AT_ONCE)
  const ended = old.filter(({ state }) => state !== 'waiting')
  if (ended.length === 0) return false
  await store.commit(ended.map(({ id }) => ({ kind: 'deleteMail', id, beforeMs })))
  return old.length === DELETED_AT_ONCE
}
