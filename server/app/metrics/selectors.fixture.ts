/** A metric in an expression of Prometheus, with the pairs of its labels. */
export interface Selector {
  readonly name: string
  /** `value` is a regular expression. */
  readonly labels: readonly { readonly label: string; readonly value: string }[]
}

/** Labels that Prometheus adds when it scrapes. */
const ADDED = new Set(['job', 'instance'])

/** The metrics of a gateway in an expression. */
export function selectorsIn(expression: string): readonly Selector[] {
  return [...expression.matchAll(/\b((?:tillgate|process)_\w+)(?:\{(.+?)\})?/g)].map(
    ([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)(=~?)"(.+?)"/g)]
        .map(([, label = '', operator, value = '']) => ({
          label,
          value: operator === '=' ? value : `(?:${value})`,
        }))
        .filter(({ label }) => !ADDED.has(label)),
    }),
  )
}

/** The lines of `/metrics` that a selector finds. */
export function seriesOf(
  { name, labels }: Selector,
  metrics: readonly string[],
): readonly string[] {
  return metrics
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line))
    .filter((line) =>
      labels.every(({ label, value }) => new RegExp(`[{,]${label}="${value}"`).test(line)),
    )
}
