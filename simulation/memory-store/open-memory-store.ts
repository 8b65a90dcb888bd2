import { assertBalanced } from '../../server/store/balance.ts'
import { claimBySteps } from '../../server/store/claim-by-steps.ts'
import { StoreError } from '../../server/store/errors.ts'
import { createNumberKeys } from '../../server/store/number-keys.ts'
import type { ChangeSet, CommitResult, Store } from '../../server/store/port.ts'
import { createShortLivedKeys } from '../../server/store/short-lived-keys.ts'
import { applySet, undoSet } from './apply.ts'
import { createJournal, type Journal } from './journal.ts'
import { createReads } from './reads.ts'
import { Memory } from './tables.ts'

/**
 * Opens a store in memory: same port and same answers as the SQL engines, for tests and simulation.
 * With the journal of an earlier store it starts from what that one committed.
 */
export function openMemoryStore(journal: Journal = createJournal()): Store {
  const memory = new Memory()
  for (const entry of journal.entries()) applySet(memory, JSON.parse(entry) as ChangeSet)
  let closed = false
  let last: Promise<unknown> = Promise.resolve()

  function assertOpen(): void {
    if (closed) throw new StoreError('closed', 'The store is closed')
  }

  async function commit(changes: ChangeSet): Promise<CommitResult> {
    assertOpen()
    assertBalanced(changes)
    // A text, as the other engines take it: later changes of the caller's objects do not matter.
    const entry = JSON.stringify(changes)
    const committed = Promise.resolve().then(() => commitEntry(memory, journal, entry))
    last = committed.catch(() => undefined)
    return committed
  }

  const read = createReads(memory.tables, assertOpen)
  return {
    commit,
    claimTimers: (claim) => claimBySteps({ commit, read }, claim),
    read,
    shortLivedKeys: createShortLivedKeys(),
    numberKeys: createNumberKeys(),
    ping: async () => {
      await commit([])
    },
    close: async () => {
      closed = true
      await last
    },
  }
}

function commitEntry(memory: Memory, journal: Journal, entry: string): CommitResult {
  const result = applySet(memory, JSON.parse(entry) as ChangeSet)
  if (!result.applied) return result
  try {
    journal.append(entry)
    return result
  } catch (cause) {
    undoSet(memory)
    throw new StoreError('commit-failed', 'The journal did not take the change set', { cause })
  }
}
