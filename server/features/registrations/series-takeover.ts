import type { ChangeSet, Store } from '../../store/port.ts'
import { keeperOf, seriesOf, withSeries } from './series.ts'

/**
 * What makes a card that takes over a schedule count in the series of the card before, also when the merchant charges
 * it without the schedule. A card that has a series of that type of its own keeps that for such payments.
 */
export async function seriesTakeover(
  { from, to, type, nowMs }: Takeover,
  store: Pick<Store, 'read'>,
): Promise<ChangeSet> {
  const [keeper, taker] = await Promise.all([
    keeperOf(from, type, store),
    store.read.registration(to),
  ])
  if (keeper === undefined || taker === undefined || keeper.id === taker.id) return []
  if (seriesOf(taker)[type] !== undefined) return []
  const taken = withSeries(taker, { [type]: { keptIn: keeper.id } }, nowMs)
  if (seriesOf(keeper)[type] !== undefined) return taken
  // Nothing is agreed or charged yet. The empty series keeps the keeper from being kept in another one later.
  return type === 'INSTALLMENT' ? [...taken, ...withSeries(keeper, { [type]: {} }, nowMs)] : []
}

export interface Takeover {
  /** The registration with which the schedule was made. */
  readonly from: string
  /** That of the card that it is charged with now. */
  readonly to: string
  /** `standingInstruction.type` of its runs. */
  readonly type: string
  readonly nowMs: number
}
