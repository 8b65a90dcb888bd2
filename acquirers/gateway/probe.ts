import { DAY_MS } from '../../common/durations.ts'
import type { Exchange } from '../../server/http/outgoing/client.ts'
import { isTestSystemSuccess } from '../../server/results/catalogue.ts'
import { memberOf, textAt } from '../shared/json.ts'
import { readAnswer } from './answer.ts'
import { SEARCH_LIMIT } from './limits.ts'

/** How old the payments may be that show the environment of a receiver; in milliseconds. */
const LOOKED_BACK_MS = DAY_MS

/** A receiver's environment, as far as it can be found without a payment. */
export type ReceiverEnvironment =
  /** It says so, or has answered payments of the last day as a test system does. */
  | 'test'
  | 'live'
  /** It accepts token and entity, but its environment is unknown. */
  | 'unknown'
  /** It does not take the token or the entity. */
  | 'wrongAccess'
  | 'unreachable'

export interface ProbeParts {
  readonly get: (path: string, access: 'withToken' | 'withoutToken') => Promise<Exchange>
  readonly entityId: string
  readonly nowMs: number
}

/**
 * Finds out whether a receiver is a test system. Reads only, at most two requests. Never rejects.
 */
export async function receiverEnvironment(parts: ProbeParts): Promise<ReceiverEnvironment> {
  const { get, entityId, nowMs } = parts
  const health = await get('/healthz', 'withoutToken')
  if (health.kind === 'notSent') return 'unreachable'
  const said = health.kind === 'answered' && health.status === 200 ? health.body : ''
  const environment = textAt(readAnswer(said)?.members, 'environment')
  if (environment === 'test') return 'test'
  const listed = await get(`/v1/query?${latestPayments(entityId, nowMs)}`, 'withToken')
  if (listed.kind !== 'answered') return 'unreachable'
  if (listed.status === 401 || listed.status === 403) return 'wrongAccess'
  if (codesIn(listed.body).some(isTestSystemSuccess)) return 'test'
  return environment === 'live' ? 'live' : 'unknown'
}

function latestPayments(entityId: string, nowMs: number): URLSearchParams {
  const wireTime = (atMs: number) => new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
  return new URLSearchParams({
    entityId,
    'date.from': wireTime(nowMs - LOOKED_BACK_MS),
    'date.to': wireTime(nowMs),
    limit: String(SEARCH_LIMIT),
  })
}

function codesIn(body: string): string[] {
  const members = readAnswer(body)?.members
  const list = memberOf(members, 'payments') ?? memberOf(members, 'records')
  if (!Array.isArray(list)) return []
  return list.map((item: unknown) => textAt(item, 'result.code') ?? '')
}
