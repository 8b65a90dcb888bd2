import { cached } from '../../entities/cached.ts'
import { type Clock, wireTimestamp } from '../../kernel/timers/clock.ts'
import type { HitBlock } from '../../payments/index.ts'
import { AFTER_ALL_IDS, type BlockRow, type EntityRow, type Store } from '../../store/port.ts'
import { comparedEmail } from './compared-email.ts'

/** How long the blocks of a channel are cached: a new block may miss the payments of that time. */
const CACHED_MS = 1000

/** Blocks that one read answers. */
const PAGE = 1000

/** What a payment has that may be blocked. */
export interface BlockableFacts {
  readonly fingerprint?: string | undefined
  /** In any spelling; absent ones are not compared. */
  readonly emails: readonly (string | undefined)[]
}

/** What is blocked for a channel: by itself and by the entities above it. */
export interface ChannelBlocks {
  readonly isEmpty: boolean
  /** The block that refuses a payment; that of its card before that of its customer. */
  hitBy(facts: BlockableFacts): HitBlock | undefined
}

/** What is blocked for channels; at once where it is known. */
export interface Blocks {
  of(channelId: string): ChannelBlocks | Promise<ChannelBlocks>
}

export function createBlocks(parts: {
  readonly store: Pick<Store, 'read'>
  readonly clock: Clock
}): Blocks {
  const { store, clock } = parts
  const load = async (channelId: string) => {
    const path = await store.read.entityPath(channelId)
    return channelBlocks(path, path.length === 0 ? [] : await allBlocksOf(path, store))
  }
  return { of: cached(load, clock, CACHED_MS) }
}

/** Each entity blocks a limited number, and paths are short. */
export async function allBlocksOf(
  path: readonly Pick<EntityRow, 'id'>[],
  store: Pick<Store, 'read'>,
): Promise<readonly BlockRow[]> {
  const ids = path.map(({ id }) => id)
  const found: BlockRow[] = []
  let beforeId = AFTER_ALL_IDS
  for (;;) {
    const page = await store.read.blocksOfEntities(ids, beforeId, PAGE)
    found.push(...page)
    beforeId = page.at(-1)?.id ?? ''
    if (page.length < PAGE) return found
  }
}

function channelBlocks(path: readonly EntityRow[], rows: readonly BlockRow[]): ChannelBlocks {
  // Newest first: of two that block the same, the older one stays in the map.
  const known = new Map(rows.map((row) => [subjectOfBlock(row), row]))
  const names = new Map(path.map(({ id, name }) => [id, name]))
  return {
    isEmpty: known.size === 0,
    hitBy({ fingerprint, emails }) {
      const values = [
        ...(fingerprint === undefined ? [] : [`card ${fingerprint}`]),
        ...emails.flatMap((email) =>
          email === undefined ? [] : [`email ${comparedEmail(email)}`],
        ),
      ]
      const row = values.map((value) => known.get(value)).find((one) => one !== undefined)
      return row && hitOf(row, names.get(row.entityId) ?? '')
    },
  }
}

/** What a block blocks, in one spelling: its row may have that of the payment that it was made from. */
export function subjectOfBlock({
  blocksBy,
  blockedValue,
}: Pick<BlockRow, 'blocksBy' | 'blockedValue'>): string {
  return `${blocksBy} ${blocksBy === 'email' ? comparedEmail(blockedValue) : blockedValue}`
}

function hitOf(row: BlockRow, entity: string): HitBlock {
  const { id, blocksBy: kind, shown, reason, blockedBy, createdAtMs } = row
  return { id, kind, shown, reason, blockedBy, blockedAt: wireTimestamp(createdAtMs), entity }
}
