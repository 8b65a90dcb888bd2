/** Labels of one value, in the order of the label names of its metric. */
export type Labels = readonly string[]

/**
 * How many combinations of labels one metric keeps. Every label comes from a closed list (routes,
 * statuses, groups of codes), so this is never reached; a mistake must not fill the memory.
 */
const MAX_SERIES = 2_000

/** Upper ends of the buckets of times, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/** Between the labels of a key. The text of labels is made when it is asked for, not when it is counted. */
const SEPARATOR = '\0'

interface Description {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
}

/** Lines of the text format of Prometheus, version 0.0.4. */
type Lines = string[]

/** What only grows while the process lives. */
export class Counter {
  readonly #description: Description
  readonly #series = new Map<string, number>()

  constructor(description: Description) {
    this.#description = description
  }

  add(labels: Labels): void {
    const key = labels.join(SEPARATOR)
    const value = this.#series.get(key)
    if (value === undefined && this.#series.size >= MAX_SERIES) return
    this.#series.set(key, (value ?? 0) + 1)
  }

  lines(): Lines {
    const { name, labels } = this.#description
    const values = [...this.#series].map(
      ([key, value]) => `${name}${braced(labelsOfKey(labels, key))} ${value}`,
    )
    return [...head(this.#description, 'counter'), ...values]
  }
}

interface Distribution {
  /** How many were in each bucket, and beyond the last one. */
  readonly counts: number[]
  sum: number
}

/** How long something takes, in buckets. */
export class Histogram {
  readonly #description: Description
  readonly #series = new Map<string, Distribution>()

  constructor(description: Description) {
    this.#description = description
  }

  add(labels: Labels, seconds: number): void {
    const key = labels.join(SEPARATOR)
    const found = this.#series.get(key) ?? this.#begin(key)
    if (found === undefined) return
    const at = BUCKETS.findIndex((end) => seconds <= end)
    const bucket = at === -1 ? BUCKETS.length : at
    found.counts[bucket] = (found.counts[bucket] ?? 0) + 1
    found.sum += seconds
  }

  #begin(key: string): Distribution | undefined {
    if (this.#series.size >= MAX_SERIES) return undefined
    const begun = { counts: Array<number>(BUCKETS.length + 1).fill(0), sum: 0 }
    this.#series.set(key, begun)
    return begun
  }

  lines(): Lines {
    const series = [...this.#series].flatMap(([key, distribution]) =>
      this.#linesOf(labelsOfKey(this.#description.labels, key), distribution),
    )
    return [...head(this.#description, 'histogram'), ...series]
  }

  #linesOf(labels: string, { counts, sum }: Distribution): Lines {
    const { name } = this.#description
    const prefix = labels === '' ? '' : `${labels},`
    let count = 0
    const buckets = [...BUCKETS, '+Inf'].map((end, at) => {
      count += counts[at] ?? 0
      return `${name}_bucket{${prefix}le="${end}"} ${count}`
    })
    return [
      ...buckets,
      `${name}_sum${braced(labels)} ${sum}`,
      `${name}_count${braced(labels)} ${count}`,
    ]
  }
}

/** What is so at the moment: read when it is asked for. */
export function gaugeLines(name: string, help: string, value: number, labels = ''): Lines {
  return [...head({ name, help }, 'gauge'), `${name}${braced(labels)} ${value}`]
}

function head({ name, help }: Pick<Description, 'name' | 'help'>, type: string): Lines {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function labelsOfKey(names: readonly string[], key: string): string {
  return names.length === 0 ? '' : labelText(names, key.split(SEPARATOR))
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}

/** `route="/v1/payments",status="200"`. */
export function labelText(names: readonly string[], values: Labels): string {
  return names.map((name, at) => `${name}="${escaped(values[at] ?? '')}"`).join(',')
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
