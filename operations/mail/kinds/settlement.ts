import { DAY_MS } from '../../../common/durations.ts'
import { withoutNumbers } from '../../../server/parameters/masking.ts'
import { latePayouts } from '../../settlement/index.ts'
import type { MailCause, MailKind, MailParts } from '../mail-kind.ts'

/** A settlement file that came by itself was refused: somebody has to look at it. */
export const importFailed: MailKind = {
  name: 'importFailed',
  mayBeUnwanted: true,
  path: () => '/settlements',
}

/** A file that the watched folder or a provider has brought, and why it is not imported. */
export interface RefusedFile {
  readonly entityId: string
  readonly accountId: string
  readonly name: string
  readonly why: string
}

/** What is told of the faults of a file. */
const MAX_WHY = 500

export function importFailedCause(
  { entityId, accountId, name, why }: RefusedFile,
  { clock }: MailParts,
): MailCause {
  const atMs = clock.now()
  return {
    entityId,
    subjectId: accountId,
    name: `${accountId} ${name} ${atMs}`,
    atMs,
    to: { right: 'finance.write' },
    facts: {
      account: accountId,
      file: withoutNumbers(name),
      why: withoutNumbers(why).slice(0, MAX_WHY),
    },
  }
}

/** Payouts that should have come have not: told once for each account and day that is missing. */
export const payoutMissing: MailKind = {
  name: 'payoutMissing',
  mayBeUnwanted: true,
  due: { everyMs: DAY_MS, find: missingPayouts },
  path: () => '/payouts',
}

async function missingPayouts({ store, clock }: MailParts): Promise<readonly MailCause[]> {
  const causes: MailCause[] = []
  for await (const late of latePayouts({ store, clock })) {
    const { account, day, currency, minor, count, expectedUntil } = late
    causes.push({
      entityId: account.entityId,
      subjectId: account.id,
      name: `${account.id} ${day} ${currency}`,
      atMs: Date.parse(expectedUntil),
      to: { right: 'finance.read' },
      facts: {
        account: account.id,
        acquirer: account.acquirer,
        day,
        expectedUntil,
        amount: { minor, currency },
        count: `${count}`,
      },
    })
  }
  return causes
}
