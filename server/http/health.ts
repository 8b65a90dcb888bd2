import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../kernel/timers/clock.ts'
import { StoreError } from '../store/errors.ts'
import type { Store } from '../store/port.ts'
import { type Answer, type AnswerMeta, bodyOf, send } from './answer.ts'
import { failureLog } from './failure-log.ts'
import type { OpenRoute } from './route.ts'

/** How long the store may take to say that it takes writes, in milliseconds. */
const MAX_WAIT_MS = 5_000

export interface HealthParts {
  readonly store: Store
  readonly clock: Clock
  /** Warnings that are shown although payments can be accepted. */
  readonly warnings?: () => readonly string[]
  readonly environment: 'test' | 'live'
  /** Whether money is real there. */
  readonly acquirerEnvironment: 'test' | 'live'
  /** In place of `MAX_WAIT_MS`. */
  readonly maxWaitMs?: number
}

/** `/healthz`: the process answers. `/readyz`: the store takes writes, so payments can be accepted. */
export const healthRoutes: readonly OpenRoute<HealthParts>[] = [
  {
    method: 'get',
    path: '/healthz',
    access: 'open',
    // The orchestrator probes the process itself, past the proxy that ends TLS.
    plainHttp: true,
    docs: {
      id: 'readHealth',
      tag: 'Health',
      summary: 'Is the process alive?',
      description: 'Answers as long as the process does.',
      answers: ['HealthAnswer'],
    },
    answer: ({ ndc }, parts) => ({
      status: 200,
      body: bodyOf(
        '000.000.100',
        { ndc, atMs: parts.clock.now() },
        { after: shownEnvironment(parts) },
      ),
    }),
  },
  {
    method: 'get',
    path: '/readyz',
    access: 'open',
    // The orchestrator probes the process itself, past the proxy that ends TLS.
    plainHttp: true,
    docs: {
      id: 'readReadiness',
      tag: 'Health',
      summary: 'Can payments be accepted?',
      description: 'Whether the store takes writes; if not, why.',
      answers: ['HealthAnswer'],
      further: { 503: 'NotReadyAnswer' },
    },
    serve: serveReadiness,
  },
]

/** A gateway that forwards to this one asks whether money is real here. */
function shownEnvironment({ environment, acquirerEnvironment }: HealthParts) {
  const isRehearsal = environment !== acquirerEnvironment
  return { environment: acquirerEnvironment, ...(isRehearsal ? { rehearsal: true } : {}) }
}

function serveReadiness(parts: HealthParts) {
  const logFailure = failureLog('not ready')
  const { store, clock, maxWaitMs = MAX_WAIT_MS } = parts
  const environment = shownEnvironment(parts)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const fault = await readinessFault(store, maxWaitMs)
    const meta = { ndc: request.ndc, atMs: clock.now() }
    if (fault !== undefined) {
      logFailure(request, fault.error, fault.reason)
      return send(reply, notReady(fault.reason, { ...meta, ...environment }))
    }
    const warnings = parts.warnings?.() ?? []
    const after = { ...environment, ...(warnings.length === 0 ? {} : { warnings }) }
    return send(reply, { status: 200, body: bodyOf('000.000.100', meta, { after }) })
  }
}

/** Why payments cannot be accepted; `undefined` when they can be. Never rejects. */
export async function readinessFault(
  store: Pick<Store, 'ping'>,
  maxWaitMs = MAX_WAIT_MS,
): Promise<{ readonly reason: Reason; readonly error: unknown } | undefined> {
  try {
    await within(maxWaitMs, store.ping())
    return undefined
  } catch (error) {
    return { reason: reasonOf(error), error }
  }
}

/** Why payments cannot be accepted: a stable word for machines, and a sentence for people. */
type Reason = keyof typeof REASONS

const REASONS = {
  overloaded: 'Too many commits wait for the database already; it will work them off',
  slow: 'The database did not take a write in time',
  unavailable: 'The database cannot be reached; it is tried again all the time',
  'commit-failed': 'The database refuses writes: its disk may be full or broken',
  broken: 'The part that writes has ended: start the process anew',
  closed: 'The process is stopping',
  schema: 'The database belongs to another version of this program',
} as const

function reasonOf(error: unknown): Reason {
  if (error instanceof TooSlow) return 'slow'
  if (!(error instanceof StoreError)) return 'broken'
  switch (error.code) {
    case 'overloaded':
    case 'unavailable':
    case 'commit-failed':
    case 'closed':
      return error.code
    case 'not-written':
      return 'commit-failed'
    case 'incompatible':
      return 'schema'
    case 'broken':
    case 'invalid-change':
      return 'broken'
  }
}

/** The cause is only logged, never answered (ASVS 16.5.1). */
function notReady(
  reason: Reason,
  { environment, ...meta }: AnswerMeta & Pick<HealthParts, 'environment'>,
): Answer {
  const sentence = REASONS[reason]
  return {
    status: 503,
    body: bodyOf('999.999.999', meta, {
      description: `Not ready: ${sentence}`,
      after: { environment, reasons: [{ reason, description: sentence }] },
    }),
  }
}

class TooSlow extends Error {}

async function within(milliseconds: number, ping: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow('The store does not answer')), milliseconds)
  })
  try {
    await Promise.race([ping, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
