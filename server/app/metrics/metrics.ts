import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import {
  allResultCodes,
  httpStatusOf,
  isResultCode,
  resultGroupOf,
} from '../../results/catalogue.ts'
import type {
  AcquirerEventState,
  Change,
  ChangeSet,
  CommitResult,
  Store,
} from '../../store/port.ts'
import { withCommit } from '../../store/with-commit.ts'

/**
 * What a process has counted since its start. Labels name no merchant, shopper, card or payment; each comes from a
 * closed list (routes, statuses, groups of codes), so that the series have an end.
 */
export interface GatewayMetrics {
  /** Counts the answers of a server, after they were sent. */
  watchAnswers(app: FastifyInstance): void
  /** The store; its commits are measured and counted, and take no longer for it. */
  measured(store: Store): Store
  /** In the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>
}

export function createMetrics(): GatewayMetrics {
  const registry = new Registry()
  const { requests, requestTimes, payments, calls, events, commitTimes } = countersOf(registry)
  const answered = createTally()
  const reached = createTally()

  // A series that begins with its first event has no increase: rate() would miss it, and a sum of none
  // is no 0 but nothing, which no alarm compares.
  for (const labels of paymentSeries()) payments.inc(labels, 0)
  for (const outcome of ['taken', 'failed']) calls.inc({ outcome }, 0)
  for (const state of EVENT_STATES) events.inc({ state }, 0)
  for (const outcome of ['applied', 'conflict', 'failed']) commitTimes.zero({ outcome })

  const countChange = (change: Change) => {
    if (change.kind === 'insertPayment') {
      const { state, resultCode } = change.row
      reached.count(state, resultCode)
    } else if (change.kind === 'stepPayment') {
      const { state, resultCode } = change.set
      if (state !== undefined) reached.count(state, resultCode ?? '')
    } else if (change.kind === 'insertDeliveryAttempt') {
      calls.inc({ outcome: change.row.reason === null ? 'taken' : 'failed' })
    } else if (change.kind === 'insertAcquirerEvent') {
      events.inc({ state: change.row.state })
    } else if (change.kind === 'endAcquirerEvent') {
      events.inc({ state: change.state })
    }
  }

  return {
    watchAnswers(app) {
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) {
          if (each === 'HEAD') continue
          for (const status of STATUSES) {
            requests.inc({ method: each, route: labelOf(url), status }, 0)
          }
        }
      })
      app.addHook('onResponse', (request, reply, done) => {
        const { url: route } = request.routeOptions
        const labels =
          route === undefined
            ? { method: 'any', route: 'none' }
            : { method: request.method, route: labelOf(route) }
        answered.count(labels.method, labels.route, String(reply.statusCode))
        requestTimes.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    measured(store) {
      return withCommit(store, (changes) => {
        const fromMs = performance.now()
        const committed = store.commit(changes)
        const end = (outcome: string) =>
          commitTimes.observe({ outcome }, (performance.now() - fromMs) / 1000)
        const onResult = ({ applied }: CommitResult) => {
          end(applied ? 'applied' : 'conflict')
          if (applied) for (const change of changes as ChangeSet) countChange(change)
        }
        // Beside the caller, who gets the promise of the store and waits for nothing else.
        committed.then(onResult, () => end('failed'))
        return committed
      })
    },
    text() {
      answered.addTo(([method = '', route = '', status = ''], count) =>
        requests.inc({ method, route, status }, count),
      )
      reached.addTo(([state = '', resultCode = ''], count) =>
        payments.inc(outcomeOf({ state, resultCode }), count),
      )
      return registry.metrics()
    },
  }
}

/** Counts by words of closed lists, which have no line break. */
interface Tally {
  count(...words: readonly string[]): void
  /** Hands over what was counted since the last time. */
  addTo(add: (words: readonly string[], count: number) => void): void
}

/**
 * What every payment counts is added to the registry when that is read: the registry checks and joins the labels each
 * time, which takes 1 % of a payment.
 */
function createTally(): Tally {
  const counts = new Map<string, number>()
  return {
    count(...words) {
      const key = words.join('\n')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    addTo(add) {
      for (const [key, count] of counts) add(key.split('\n'), count)
      counts.clear()
    },
  }
}

function countersOf(registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'tillgate_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestTimes = new Histogram({
    name: 'tillgate_request_duration_seconds',
    help: 'From the arrival of the headers to the end of the answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  })
  const payments = new Counter({
    name: 'tillgate_payments_total',
    help: 'Payments, captures, refunds and reversals that reached a state, by the group of their result code.',
    labelNames: ['state', 'result_group'],
    registers,
  })
  const calls = new Counter({
    name: 'tillgate_webhook_calls_total',
    help: 'Calls to servers of merchants.',
    labelNames: ['outcome'],
    registers,
  })
  const events = new Counter({
    name: 'tillgate_acquirer_events_total',
    help: 'Events of acquirers that reached a state.',
    labelNames: ['state'],
    registers,
  })
  const commitTimes = new Histogram({
    name: 'tillgate_store_commit_duration_seconds',
    help: 'From a change set that is handed to the store to its outcome.',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers,
  })
  return { requests, requestTimes, payments, calls, events, commitTimes }
}

const EVENT_STATES: readonly AcquirerEventState[] = [
  'waiting',
  'done',
  'kept',
  'unmatched',
  'refused',
]

/** Statuses of which each route has a series from the start: all that say a fault of the gateway are among them. */
const STATUSES = ['200', '400', '500', '502', '503']

/** The states of payments with the groups of codes that they may have. */
function paymentSeries(): readonly PaymentLabels[] {
  const codes = allResultCodes()
  const groups = (status: 200 | 400) =>
    new Set(codes.filter(({ code }) => httpStatusOf(code) === status).map(({ group }) => group))
  const pending = [...groups(200)].filter((group) => group.startsWith('pending'))
  const accepted = [...groups(200)].filter((group) => !group.startsWith('pending'))
  const of = (state: string, names: Iterable<string>) =>
    Array.from(names, (name) => ({ state, result_group: name }))
  return [
    ...of('succeeded', accepted),
    ...of('failed', groups(400)),
    ...['pending', 'taken', 'intent', 'authenticating'].flatMap((state) => of(state, pending)),
  ]
}

/** Names of static files have the hash of their content: each version would begin series of its own. */
function labelOf(route: string): string {
  return route.startsWith(STATIC) ? `${STATIC}*` : route
}

const STATIC = '/v1/static/'

interface PaymentLabels {
  readonly state: string
  readonly result_group: string
}

function outcomeOf({
  state,
  resultCode,
}: {
  readonly state: string
  readonly resultCode: string
}): PaymentLabels {
  return { state, result_group: isResultCode(resultCode) ? resultGroupOf(resultCode) : 'none' }
}

/** Upper ends of the buckets of times, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Adds what is so at the moment to the metrics of one answer. `values`: one without labels, or several with
 * theirs.
 */
export function addGauge(
  registry: Registry,
  { name, help }: { readonly name: string; readonly help: string },
  values: number | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[],
): void {
  const all = typeof values === 'number' ? [[{}, values] as const] : values
  const labelNames = [...new Set(all.flatMap(([labels]) => Object.keys(labels)))]
  const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
  for (const [labels, value] of all) gauge.set(labels, value)
}
