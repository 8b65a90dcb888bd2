import { isJsonObject } from '../../../../common/json-object.ts'

export interface Limit {
  readonly currency: string
  readonly amount: string
}

/**
 * The limits of a second person that go on for a day when an entity's own become others: those that are raised or
 * taken away, as the gateway has it. `earlier`: what still counts of what was raised before.
 */
export function raisedLimits(
  own: unknown,
  next: unknown,
  earlier: readonly Limit[],
): readonly Limit[] {
  const after = isJsonObject(next) ? next : {}
  return Object.entries(isJsonObject(own) ? own : {}).flatMap(([currency, before]) => {
    const limit = after[currency]
    // Nothing that could be saved is typed yet.
    if (limit === undefined && currency in after) return []
    if (limit !== undefined && Number(limit) <= Number(before)) return []
    const amounts = earlier.filter((one) => one.currency === currency).map(({ amount }) => amount)
    const [lowest = ''] = [String(before), ...amounts].toSorted(
      (one, other) => Number(one) - Number(other),
    )
    return [{ currency, amount: lowest }]
  })
}
