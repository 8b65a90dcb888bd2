import type { AuditedAction, AuditLog } from '../../server/entities/audit-log.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import type { AuditEntryRow, Store } from '../../server/store/port.ts'
import { following, INSTALLATION, type UnchainedEntry } from './chain.ts'

export interface AuditLogParts {
  readonly store: Store
  /** Of the process. */
  readonly clock: Clock
}

/** No sequence comes after it. */
const LAST = Number.MAX_SAFE_INTEGER

/** Creates what appends entries, one after the other in each chain of this process. */
export function createAuditLog({ store, clock }: AuditLogParts): AuditLog {
  const inTurn = turnsByName()

  async function append(entry: UnchainedEntry): Promise<void> {
    const written = await decideAndCommit<AuditEntryRow | undefined, true>(
      { store, clock },
      {
        load: async () => (await store.read.auditEntriesBefore(entry.rootId, LAST, 1))[0],
        decide: (last) => {
          const row = following(last, entry)
          const changes = [{ kind: 'appendAuditEntry', row } as const]
          return { result: true, parts: [{ owner: 'audit', changes }] }
        },
      },
    )
    if (written === undefined) throw new Error('The audit log is written by too many at once')
  }

  return {
    async record(action, result) {
      const entry = await entryOf(action, result, { store, clock })
      await inTurn(entry.rootId, () => append(entry))
    },
  }
}

async function entryOf(
  action: AuditedAction,
  result: string,
  { store, clock }: AuditLogParts,
): Promise<UnchainedEntry> {
  const { entityId = INSTALLATION, subject = null, address = null, facts = [] } = action
  const root = (await store.read.entityPath(entityId)).at(-1)
  return {
    rootId: root?.id ?? INSTALLATION,
    atMs: clock.now(),
    entityId: root === undefined ? INSTALLATION : entityId,
    actor: action.actor,
    action: action.action,
    request: action.request,
    subject,
    address,
    result,
    facts: JSON.stringify(facts),
  }
}

/** Lets work of one name begin when the one before it has ended. */
function turnsByName() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
