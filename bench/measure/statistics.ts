/** The value below which a share of the ascending numbers lies (nearest rank). NaN for none. */
export function quantile(ascending: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * ascending.length))
  return ascending[rank - 1] ?? Number.NaN
}

/** The middle of the numbers; of two middles their mean. NaN for none. */
export function median(numbers: readonly number[]): number {
  const ascending = [...numbers].sort((a, b) => a - b)
  const upper = ascending[Math.floor(ascending.length / 2)] ?? Number.NaN
  const lower = ascending[Math.ceil(ascending.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/** Rounds to a number of significant digits: more would be noise. */
export function significant(value: number, digits = 3): number {
  return Number(value.toPrecision(digits))
}
