import type { EntityClock } from '../../server/kernel/timers/clock.ts'
import type { Store } from '../../server/store/port.ts'
import { type ChannelSums, createChannelSums } from './channel-sums.ts'

/** Hours that one run sums again, so that each run is short. */
const MAX_AGAIN = 100
/** Hours of one channel that are summed again before the next channel has its turn. */
const MAX_OF_CHANNEL = 24
/** Channels that one run looks at for hours that are over. */
const MAX_CHANNELS = 500

export interface SumParts {
  readonly store: Store
  readonly clock: EntityClock
  readonly log: { error(fields: object, message: string): void }
}

/** Keeps `payment_sum` by repeated work; no payment waits for it. */
export interface SumWork {
  /** Sums what is over and what has changed; resolves to whether there may be more at once. */
  run(): Promise<boolean>
  /** Sums again what has changed. All channels with changes have their turn before one has its second. */
  sumChanged(): Promise<Turns>
}

interface Turns {
  /** Each channel has had its turn. */
  readonly isOver: boolean
  /** Something was written in this turn of all channels. */
  readonly hasWritten: boolean
}

export function createSumWork({ store, clock, log }: SumParts): SumWork {
  const sums = createChannelSums({ store, clock })
  const tried = (entityId: string, work: () => Promise<boolean>): Promise<boolean> =>
    work().catch((err: unknown) => {
      log.error({ err, entityId }, 'payments could not be summed')
      return false
    })
  const next = nextHours(sums, tried, store)
  const changed = changedHours(sums, tried, store)
  return {
    sumChanged: changed,
    async run() {
      const { isOver } = await changed()
      return (await next()) || !isOver
    },
  }
}

/** One channel that fails stops no other. */
type Tried = (entityId: string, work: () => Promise<boolean>) => Promise<boolean>

/** Sums the hours that have changed since they were summed, some of each channel in turn. */
function changedHours(sums: ChannelSums, tried: Tried, store: Store): SumWork['sumChanged'] {
  let place = { entityId: '', spanMs: 0 }
  let ofChannel = 0
  let hasWritten = false

  return async () => {
    for (let hours = 0; hours < MAX_AGAIN; hours++) {
      const change = await store.read.nextPaymentSumChange(place.entityId, place.spanMs)
      if (change === undefined) {
        const turn = { isOver: true, hasWritten }
        place = { entityId: '', spanMs: 0 }
        hasWritten = false
        return turn
      }
      ofChannel = change.entityId === place.entityId ? ofChannel + 1 : 1
      const isLast = ofChannel >= MAX_OF_CHANNEL
      place = {
        entityId: change.entityId,
        spanMs: isLast ? Number.MAX_SAFE_INTEGER : change.spanMs,
      }
      if (await tried(change.entityId, () => sums.sumAgain(change))) hasWritten = true
    }
    return { isOver: false, hasWritten }
  }
}

/** Sums the hours that are over, of each channel up to a day in its turn. */
function nextHours(sums: ChannelSums, tried: Tried, store: Store): () => Promise<boolean> {
  let afterId = ''
  let hasMore = false

  return async () => {
    const channels = await store.read.channelsAfter(afterId, MAX_CHANNELS)
    const ids = channels.map(({ id }) => id)
    const found = ids.length === 0 ? [] : await store.read.paymentSumProgressOf(ids)
    const ofCards = ids.length === 0 ? [] : await store.read.cardSumProgressOf(ids)
    const progressOf = new Map(found.map((row) => [row.id, row]))
    const cardsOf = new Map(ofCards.map((row) => [row.id, row]))
    for (const id of ids) {
      if (await tried(id, () => sums.sumNext(id, progressOf.get(id)))) hasMore = true
      if (await tried(id, () => sums.sumNextCards(id, cardsOf.get(id)))) hasMore = true
    }
    const isOver = ids.length < MAX_CHANNELS
    const isMore = hasMore || !isOver
    afterId = isOver ? '' : (ids.at(-1) ?? '')
    if (isOver) hasMore = false
    return isMore
  }
}
