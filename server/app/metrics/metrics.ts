import type { FastifyInstance } from 'fastify'
import {
  allResultCodes,
  httpStatusOf,
  isResultCode,
  resultGroupOf,
} from '../../results/catalogue.ts'
import type { Change, ChangeSet, CommitResult, Store } from '../../store/port.ts'
import { withCommit } from '../../store/with-commit.ts'

/** What a process has counted since its start. Labels name no merchant, shopper, card or payment. */
export interface GatewayMetrics {
  /** Counts the answers of a server, after they were sent. */
  watchAnswers(app: FastifyInstance): void
  /** The store; its commits are measured and counted, and take no longer for it. */
  measured(store: Store): Store
  lines(): readonly string[]
}

export function createMetrics(): GatewayMetrics {
  const requests = new Counter({
    name: 'tillgate_requests_total',
    help: 'Requests that were answered.',
    labels: ['method', 'route', 'status'],
  })
  const requestTimes = new Histogram({
    name: 'tillgate_request_duration_seconds',
    help: 'From the arrival of the headers to the end of the answer.',
    labels: ['method', 'route'],
  })
  const payments = new Counter({
    name: 'tillgate_payments_total',
    help: 'Payments, captures, refunds and reversals that reached a state, by the group of their result code.',
    labels: ['state', 'result_group'],
  })
  const calls = new Counter({
    name: 'tillgate_webhook_calls_total',
    help: 'Calls to servers of merchants.',
    labels: ['outcome'],
  })
  const commitTimes = new Histogram({
    name: 'tillgate_store_commit_duration_seconds',
    help: 'From a change set that is handed to the store to its outcome.',
    labels: ['outcome'],
  })

  // A series that begins with its first event has no increase: rate() would miss it, and a sum of none
  // is no 0 but nothing, which no alarm compares.
  for (const labels of paymentSeries()) payments.begin(labels)
  for (const outcome of ['taken', 'failed']) calls.begin([outcome])
  for (const outcome of ['applied', 'conflict', 'failed']) commitTimes.begin([outcome])

  const countChange = (change: Change) => {
    if (change.kind === 'insertPayment') payments.add(outcomeOf(change.row))
    else if (change.kind === 'stepPayment') {
      const { state, resultCode } = change.set
      if (state !== undefined) payments.add(outcomeOf({ state, resultCode: resultCode ?? '' }))
    } else if (change.kind === 'insertDeliveryAttempt') {
      calls.add([change.row.reason === null ? 'taken' : 'failed'])
    }
  }

  return {
    watchAnswers(app) {
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) {
          if (each === 'HEAD') continue
          for (const status of STATUSES) requests.begin([each, labelOf(url), status])
        }
      })
      app.addHook('onResponse', (request, reply, done) => {
        const { url: route } = request.routeOptions
        const labels = route === undefined ? ['any', 'none'] : [request.method, labelOf(route)]
        requests.add([...labels, String(reply.statusCode)])
        requestTimes.add(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    measured(store) {
      return withCommit(store, (changes) => {
        const fromMs = performance.now()
        const committed = store.commit(changes)
        const end = (outcome: string) =>
          commitTimes.add([outcome], (performance.now() - fromMs) / 1000)
        const onResult = ({ applied }: CommitResult) => {
          end(applied ? 'applied' : 'conflict')
          if (applied) for (const change of changes as ChangeSet) countChange(change)
        }
        // Beside the caller, who gets the promise of the store and waits for nothing else.
        committed.then(onResult, () => end('failed'))
        return committed
      })
    },
    lines: () =>
      [requests, requestTimes, payments, calls, commitTimes].flatMap((metric) => metric.lines()),
  }
}

/** Statuses of which each route has a series from the start: all that say a fault of the gateway are among them. */
const STATUSES = ['200', '400', '500', '502', '503']

/** The states of payments with the groups of codes that they may have. */
function paymentSeries(): readonly Labels[] {
  const codes = allResultCodes()
  const groups = (status: 200 | 400) =>
    new Set(codes.filter(({ code }) => httpStatusOf(code) === status).map(({ group }) => group))
  const pending = [...groups(200)].filter((group) => group.startsWith('pending'))
  const accepted = [...groups(200)].filter((group) => !group.startsWith('pending'))
  const of = (state: string, names: Iterable<string>) => Array.from(names, (name) => [state, name])
  return [
    ...of('succeeded', accepted),
    ...of('failed', groups(400)),
    ...['pending', 'intent', 'authenticating'].flatMap((state) => of(state, pending)),
  ]
}

/** Names of static files have the hash of their content: each version would begin series of its own. */
function labelOf(route: string): string {
  return route.startsWith(STATIC) ? `${STATIC}*` : route
}

const STATIC = '/v1/static/'

function outcomeOf({ state, resultCode }: { readonly state: string; readonly resultCode: string }) {
  return [state, isResultCode(resultCode) ? resultGroupOf(resultCode) : 'none']
}

/** Labels of one value, in the order of the label names of its metric. */
type Labels = readonly string[]

/**
 * How many combinations of labels one metric keeps. Every label comes from a closed list (routes,
 * statuses, groups of codes), so this is never reached; a mistake must not fill the memory.
 */
const MAX_SERIES = 10_000

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

  /** Shows 0 until something is counted. */
  begin(labels: Labels): void {
    this.#add(labels, 0)
  }

  add(labels: Labels): void {
    this.#add(labels, 1)
  }

  #add(labels: Labels, more: 0 | 1): void {
    const key = labels.join(SEPARATOR)
    const value = this.#series.get(key)
    if (value === undefined && this.#series.size >= MAX_SERIES) return
    this.#series.set(key, (value ?? 0) + more)
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

  /** Shows 0 until something is measured. */
  begin(labels: Labels): void {
    this.#of(labels)
  }

  add(labels: Labels, seconds: number): void {
    const found = this.#of(labels)
    if (found === undefined) return
    const at = BUCKETS.findIndex((end) => seconds <= end)
    const bucket = at === -1 ? BUCKETS.length : at
    found.counts[bucket] = (found.counts[bucket] ?? 0) + 1
    found.sum += seconds
  }

  #of(labels: Labels): Distribution | undefined {
    const key = labels.join(SEPARATOR)
    const found = this.#series.get(key)
    if (found !== undefined) return found
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
  return gaugesOf(name, help, [[labels, value]])
}

/** The same with several values, each with its labels. */
export function gaugesOf(
  name: string,
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
): Lines {
  const series = values.map(([labels, value]) => `${name}${braced(labels)} ${value}`)
  return [...head({ name, help }, 'gauge'), ...series]
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
