import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AuditedAction, AuditLog } from '../entities/audit-log.ts'
import { actorOf, type NeededRight } from '../entities/rights.ts'
import { isObjectId } from '../kernel/ids.ts'
import { shownText, shownValue } from '../parameters/masking.ts'
import { locate } from '../parameters/name-tree.ts'
import { nameOf, type Operation } from '../parameters/operations.ts'
import { planOf } from '../parameters/plan.ts'
import type { FlatBody } from '../parameters/table.ts'
import { isRefusal } from '../results/refusal.ts'
import { membersOf } from './answer.ts'
import { type Caller, idOfPath } from './call.ts'
import { plainAddress } from './client-address.ts'
import type { Worked } from './idempotency/idempotency.ts'
import type { ClientWindow } from './throttling/client-window.ts'

/** Parameters of a request that an entry names, and as many facts that its route adds. */
const MAX_FACTS = 30

/** Characters of a fact that a route adds. */
export const MAX_AUDITED = 2000

/** A name and its value. */
export type AuditFact = readonly [name: string, value: string]

/** A result that nobody has written down stays so: it is not known how the request ended. */
const ASKED = 'asked'
const FAILED = '999.999.999'
/** Another request with its Idempotency-Key was faster: this one has done nothing. */
const REPEATED = 'repeated'

/** A route whose requests are written down. */
interface AuditedRoute {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly right?: NeededRight
}

/** What a request is, in the audit log. */
function actionOf(
  { method, path, operation, right }: AuditedRoute,
  caller: Caller,
  request: FastifyRequest,
  further: readonly AuditFact[] = [],
): AuditedAction {
  const subject = idOfPath(request)
  return {
    entityId: caller.usable?.entity.id ?? caller.token.entityId,
    actor: actorOf(caller),
    action: right === undefined || right === 'signedIn' ? nameOf(operation) : right,
    request: `${method.toUpperCase()} ${path}`,
    address: plainAddress(request.ip),
    facts: [...factsOf(caller.flat, operation), ...further.slice(0, MAX_FACTS)],
    ...(subject === '' ? {} : { subject: isObjectId(subject) ? subject : shownText(subject) }),
  }
}

/**
 * Names and values as errors may show them. What the route reads comes first and each name once, with the value
 * that counts, so that nothing can be hidden behind what is sent beside it; of a value that is cut, a hash of
 * the whole tells which one it was. A value whose name the route does not know is left out.
 */
function factsOf(flat: FlatBody, operation: Operation): readonly (readonly [string, string])[] {
  const { rows } = planOf(operation, 'legacy')
  const read: (readonly [string, string])[] = []
  const unknown: (readonly [string, string])[] = []
  for (const [name, value] of new Map(flat.map(([sent, text]) => [sent, text] as const))) {
    const row = locate(rows, name)?.row
    if (row === undefined) unknown.push([shownText(name), '***'])
    else if (row.confidential === true || row.personal === true) read.push([shownText(name), '***'])
    else if (row.secret !== undefined) read.push([shownText(name), shownValue(value, row.secret)])
    else read.push([shownText(name), wholeOrHashed(value)])
  }
  return [...read, ...unknown].slice(0, MAX_FACTS)
}

function wholeOrHashed(value: string): string {
  const shown = shownText(value)
  return shown.endsWith('…') ? `${shown} sha256:${hash('sha256', value)}` : shown
}

/**
 * Writes the work of a request down before its effect, and its result after it. Rejects where the first is
 * not possible: then nothing was done. An effect whose result cannot be written is answered all the same. A
 * repeated request, which is answered from its Idempotency-Key, works no second time and is not written down.
 */
export async function audited(
  {
    route,
    caller,
    request,
    further,
  }: {
    readonly route: AuditedRoute
    readonly caller: Caller
    readonly request: FastifyRequest
    /** What the route adds to the facts. */
    readonly further?: readonly AuditFact[] | undefined
  },
  audit: AuditLog,
  work: () => Worked | Promise<Worked>,
): Promise<Worked> {
  const action = actionOf(route, caller, request, further)
  await audit.record(action, ASKED)
  const conclude = (result: string) =>
    audit
      .record({ ...action, entityId: request.entityId ?? action.entityId }, result)
      .catch((err) => {
        request.log.error({ id: request.logId, err }, 'a result is not in the audit log')
      })
  let worked: Worked
  try {
    worked = await work()
  } catch (error) {
    await conclude(FAILED)
    throw error
  }
  await conclude(resultOf(worked))
  return worked
}

/** Writes down that a request was refused for want of a right; of one caller not more often than `counted` says. */
export async function auditRefused(
  { route, caller, request }: { route: AuditedRoute; caller: Caller; request: FastifyRequest },
  { audit, counted }: { readonly audit: AuditLog; readonly counted: ClientWindow },
  code: string,
): Promise<void> {
  if (counted.admit(caller.token.hash) !== undefined) return
  await audit.record(actionOf(route, caller, request), code)
}

function resultOf(worked: Worked): string {
  if (isRefusal(worked)) return worked.code
  if ('keyInUse' in worked) return REPEATED
  const { result } = membersOf(worked) as { readonly result?: { readonly code?: string } }
  return result?.code ?? FAILED
}
