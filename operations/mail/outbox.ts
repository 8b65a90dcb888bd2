import { hash } from 'node:crypto'
import { isMailAddress } from '../../common/mail-address.ts'
import { firstObjectIdAt } from '../../server/kernel/ids.ts'
import { MerchantPace } from '../../server/payments/index.ts'
import type { Change, ChangeSet, MailRow } from '../../server/store/port.ts'
import type { MailCause, MailKind, MailParts } from './mail-kind.ts'
import { type Recipient, recipientsOf } from './recipients.ts'

/** The shortest time between two mails of one merchant that are sent, in milliseconds. */
export const PACE_MS = 20

/** Writes mails: a row and the timer that delivers it. */
export interface Outbox {
  /** The changes that write the mails of causes. */
  changesOf(kind: MailKind, causes: readonly MailCause[]): Promise<ChangeSet>
  /** Writes them in a commit of their own. Rejects with the store. */
  tell(kind: MailKind, causes: readonly MailCause[]): Promise<void>
}

export function createOutbox(parts: MailParts): Outbox {
  const pace = new MerchantPace(PACE_MS)

  async function changesOf(kind: MailKind, causes: readonly MailCause[]): Promise<ChangeSet> {
    const found = await Promise.all(causes.map((cause) => changesOfCause(kind, cause, parts, pace)))
    return found.flat()
  }

  return {
    changesOf,
    async tell(kind, causes) {
      const changes = await changesOf(kind, causes)
      if (changes.length > 0) await parts.store.commit(changes)
    },
  }
}

async function changesOfCause(
  kind: MailKind,
  cause: MailCause,
  parts: MailParts,
  pace: MerchantPace,
): Promise<readonly Change[]> {
  const path = await parts.store.read.entityPath(cause.entityId)
  const merchantId = path.find((one) => one.kind === 'merchant')?.id ?? cause.entityId
  const to = await recipientsOf(kind, cause.to, path, parts)
  return to
    .filter(({ address }) => isMailAddress(address))
    .flatMap((recipient) => {
      const row = rowOf(kind, { cause, merchantId, recipient }, parts.clock.now())
      const timer = { timer: 'mail', subjectId: timerSubject(row), entityId: null } as const
      const { createdAtMs } = row
      const dueAtMs = pace.dueAt(merchantId, createdAtMs)
      return [
        { kind: 'ensureMail', row },
        { kind: 'ensureTimer', ...timer, dueAtMs, createdAtMs },
      ] as const
    })
}

function rowOf(
  kind: MailKind,
  {
    cause,
    merchantId,
    recipient,
  }: { readonly cause: MailCause; readonly merchantId: string; readonly recipient: Recipient },
  nowMs: number,
): MailRow {
  const { entityId, subjectId, facts, lifeMs } = cause
  const { address, language } = recipient
  return {
    id: mailIdOf(cause, `${kind.name} ${cause.name} ${address}`),
    entityId,
    merchantId,
    kind: kind.name,
    recipient: address,
    language,
    subjectId,
    facts: JSON.stringify(facts),
    expiresAtMs: lifeMs === undefined ? null : nowMs + lifeMs,
    state: 'waiting',
    attempts: 0,
    reply: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  }
}

/** Time-ordered as other ids, and the same for the same cause: a cause that is found again writes nothing. */
function mailIdOf({ atMs }: MailCause, name: string): string {
  const begin = firstObjectIdAt(atMs).slice(0, 18)
  return begin + hash('sha256', name, 'hex').slice(0, 32 - begin.length)
}

/** The merchant first: what its timers delay is counted for it alone. */
export function timerSubject({ merchantId, id }: Pick<MailRow, 'merchantId' | 'id'>): string {
  return `${merchantId} ${id}`
}
