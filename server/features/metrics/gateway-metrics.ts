import type { FastifyInstance } from 'fastify'
import { isResultCode, resultGroupOf } from '../../results/catalogue.ts'
import type { Change, ChangeSet, CommitResult, Store } from '../../store/port.ts'
import { withCommit } from '../../store/with-commit.ts'
import { Counter, Histogram } from './metrics.ts'

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

/** Names of static files have the hash of their content: each version would begin series of its own. */
function labelOf(route: string): string {
  return route.startsWith(STATIC) ? `${STATIC}*` : route
}

const STATIC = '/v1/static/'

function outcomeOf({ state, resultCode }: { readonly state: string; readonly resultCode: string }) {
  return [state, isResultCode(resultCode) ? resultGroupOf(resultCode) : 'none']
}
