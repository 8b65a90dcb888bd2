import type { AuditEntryRow, Store } from '../../server/store/port.ts'
import { entryFault } from './chain.ts'
import type { Checkpoint } from './checkpoint.ts'

/** Entries that are read at once. */
const PAGE = 1000
/** Faults that are told of each chain. */
const MAX_FAULTS = 10

/** What was found out about a chain. */
export interface VerifiedChain {
  readonly rootId: string
  readonly entries: number
  /** The last one; `undefined` for an empty chain. */
  readonly last: Pick<AuditEntryRow, 'sequence' | 'hash'> | undefined
  /** Each begins with the number of its entry. */
  readonly faults: readonly string[]
}

/** Walks every chain from its beginning; with a checkpoint also chains that it names and that are gone. */
export async function* verifyChains(
  store: Pick<Store, 'read'>,
  checkpoint?: Checkpoint,
): AsyncGenerator<VerifiedChain> {
  const noted = new Map(checkpoint?.chains.map((chain) => [chain.rootId, chain]))
  for await (const rootId of chainsOf(store)) {
    yield await verifyChain(rootId, noted.get(rootId), store)
    noted.delete(rootId)
  }
  for (const [rootId, chain] of noted) yield await verifyChain(rootId, chain, store)
}

/** The roots of all chains. */
export async function* chainsOf({ read }: Pick<Store, 'read'>): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const chains = await read.auditChains(after, PAGE)
    for (const { rootId } of chains) yield rootId
    const last = chains.at(-1)
    if (last === undefined) return
    after = last.rootId
  }
}

async function verifyChain(
  rootId: string,
  noted: Checkpoint['chains'][number] | undefined,
  { read }: Pick<Store, 'read'>,
): Promise<VerifiedChain> {
  const faults: string[] = []
  let entries = 0
  let last: AuditEntryRow | undefined
  for (;;) {
    const rows = await read.auditEntriesAfter(rootId, last?.sequence ?? 0, PAGE)
    for (const row of rows) {
      const fault = entryFault(last, row)
      if (fault !== undefined) faults.push(`${row.sequence} ${fault}`)
      if (row.sequence === noted?.sequence && row.hash !== noted.hash) {
        faults.push(`${row.sequence} is not the one that the checkpoint has: it was changed`)
      }
      last = row
    }
    entries += rows.length
    if (rows.length < PAGE) break
  }
  if (noted !== undefined && (last?.sequence ?? 0) < noted.sequence) {
    faults.push(`${noted.sequence} of the checkpoint is not there: the end was cut off`)
  }
  return { rootId, entries, last, faults: faults.slice(0, MAX_FAULTS) }
}
