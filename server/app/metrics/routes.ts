import type { FastifyReply, FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import { sendRefusal } from '../../http/answer.ts'
import { buildNumber } from '../../http/build-number.ts'
import { readinessFault } from '../../http/health.ts'
import type { OpenRoute } from '../../http/route.ts'
import { comesFromThisMachine } from '../../http/this-machine.ts'
import type { Transport } from '../../http/transport.ts'
import { areEqual } from '../../kernel/equal-secrets.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import type { ClockGuard } from '../../kernel/timers/clock-guard.ts'
import { refuse } from '../../results/refusal.ts'
import type { Store } from '../../store/port.ts'
import type { WatchedCertificate } from '../certificates.ts'
import { addGauge, type GatewayMetrics } from './metrics.ts'

/** How many rows of due work are counted. More are as bad, and cost more to count. */
const MAX_COUNTED = 1_000

export interface MetricsRouteParts {
  readonly store: Store
  readonly clock: Clock
  readonly metrics: GatewayMetrics
  /** Share of the time in which the event loop is busy. */
  readonly loopLoad: () => number
  /** Absent: the clock is always taken for right. */
  readonly clockGuard?: Pick<ClockGuard, 'doubt'>
  /** Who has it may read from anywhere; absent: only this machine may. */
  readonly metricsToken?: string
  readonly certificates?: readonly WatchedCertificate[]
  /** What is wrong with where the keys of card numbers are; nothing when absent. */
  readonly numberKeyWarnings?: () => readonly string[]
  readonly transport?: Pick<Transport, 'tls'>
}

/** `/metrics` (decisions §2): what the process has counted, and what is due, for Prometheus. */
export const metricsRoutes: readonly OpenRoute<MetricsRouteParts>[] = [
  {
    method: 'get',
    path: '/metrics',
    access: 'open',
    // Prometheus asks the process itself, past the proxy that ends TLS.
    plainHttp: true,
    docs: { leftOut: 'its answer is in the format of Prometheus, for who runs the gateway' },
    serve: (parts) => async (request, reply) => {
      if (!mayRead(request, parts.metricsToken)) {
        return sendRefusal(request, reply, notForThisClient, parts.clock)
      }
      return sendMetrics(reply, parts)
    },
  },
]

const notForThisClient = refuse('800.900.301', {
  status: 403,
  description:
    'Metrics are for this machine alone, not through a proxy; set TILLGATE_METRICS_TOKEN and send it as Authorization: Bearer to read them from elsewhere',
})

function mayRead({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return areEqual(headers.authorization ?? '', `Bearer ${token}`)
  return comesFromThisMachine(raw)
}

async function sendMetrics(reply: FastifyReply, parts: MetricsRouteParts): Promise<FastifyReply> {
  const now = new Registry()
  await addStore(now, parts)
  addClock(now, parts)
  addCertificates(now, parts)
  addGauge(
    now,
    {
      name: 'tillgate_number_keys_faulty',
      help: '1 while keys of card numbers cannot be kept, and an hour after some were written again.',
    },
    (parts.numberKeyWarnings?.() ?? []).length === 0 ? 0 : 1,
  )
  addProcess(now, parts)
  return reply
    .header('content-type', now.contentType)
    .header('cache-control', 'no-store')
    .send(`${await parts.metrics.text()}\n${await now.metrics()}`)
}

/** A store that cannot be read is a metric, and takes none of the others with it. */
async function addStore(now: Registry, parts: MetricsRouteParts): Promise<void> {
  const fault = await readinessFault(parts.store)
  addGauge(
    now,
    {
      name: 'tillgate_ready',
      help: '1 while payments can be accepted, else 0, as /readyz says.',
    },
    fault === undefined ? 1 : 0,
  )
  if (fault !== undefined && fault.reason !== 'commit-failed') return
  const due = await readDue(parts).catch(() => [])
  for (const { value, ...described } of due) addGauge(now, described, value)
}

async function readDue({ store, clock }: MetricsRouteParts) {
  const nowMs = clock.now()
  const [timers, queues, imports] = await Promise.all([
    store.read.dueTimers(nowMs, MAX_COUNTED),
    store.read.dueQueues(nowMs, '', MAX_COUNTED),
    store.read.unfinishedSettlementFiles(MAX_COUNTED),
  ])
  const [oldestImport] = imports
  const [longestDue] = timers
  return [
    {
      name: 'tillgate_timers_due',
      help: 'Due work that waits; 1000 means that many or more.',
      value: timers.length,
    },
    {
      name: 'tillgate_timers_late_seconds',
      help: 'How long the longest of it is due.',
      value: longestDue === undefined ? 0 : (nowMs - longestDue.dueAtMs) / 1000,
    },
    {
      name: 'tillgate_webhook_queues_due',
      help: 'Receivers that events wait for; 1000 means that many or more.',
      value: queues.length,
    },
    {
      name: 'tillgate_settlement_imports_unfinished',
      help: 'Settlement files whose import runs, or was interrupted.',
      value: imports.length,
    },
    {
      name: 'tillgate_settlement_import_oldest_seconds',
      help: 'How long ago the oldest of them began; after an hour it was interrupted.',
      value: oldestImport === undefined ? 0 : (nowMs - oldestImport.createdAtMs) / 1000,
    },
  ]
}

function addCertificates(
  now: Registry,
  { certificates = [], transport: { tls } = {} }: MetricsRouteParts,
): void {
  const ends = certificates
    .map(({ name, endsAtMs }) => [{ certificate: name }, endsAtMs() / 1000] as const)
    .filter(([, seconds]) => Number.isFinite(seconds))
  // Without any it would be written as one that has ended in 1970, and wake somebody.
  if (ends.length > 0) {
    addGauge(
      now,
      {
        name: 'tillgate_certificate_end_timestamp_seconds',
        help: 'When a certificate ends, in seconds since 1970.',
      },
      ends,
    )
  }
  addGauge(
    now,
    {
      name: 'tillgate_certificate_outdated',
      help: '1: the renewed certificate could not be read, and the earlier one is served.',
    },
    tls?.isOutdated ? 1 : 0,
  )
}

function addClock(now: Registry, { clockGuard }: MetricsRouteParts): void {
  const doubt = clockGuard?.doubt()
  addGauge(
    now,
    {
      name: 'tillgate_clock_doubted',
      help: '1 while due work is held back because the clock may be wrong.',
    },
    doubt === undefined ? 0 : 1,
  )
  addGauge(
    now,
    {
      name: 'tillgate_clock_ahead_seconds',
      help: 'How far the clock is ahead of the time that was expected, while it is doubted.',
    },
    (doubt?.aheadMs ?? 0) / 1000,
  )
}

function addProcess(now: Registry, { loopLoad }: MetricsRouteParts): void {
  addGauge(
    now,
    {
      name: 'tillgate_event_loop_utilization',
      help: 'Share of the time in which the process is busy, 0 to 1.',
    },
    loopLoad(),
  )
  addGauge(now, { name: 'tillgate_build_info', help: 'Always 1; the label is the version.' }, [
    [{ build: buildNumber }, 1],
  ])
  addGauge(
    now,
    { name: 'process_resident_memory_bytes', help: 'Memory of the process.' },
    process.memoryUsage.rss(),
  )
  addGauge(
    now,
    {
      name: 'process_start_time_seconds',
      help: 'When the process began, in seconds since 1970.',
    },
    performance.timeOrigin / 1000,
  )
}
