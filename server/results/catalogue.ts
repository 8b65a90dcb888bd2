import { verdictOf } from '../../common/payment-verdict.ts'
import catalogue from './catalogue.json'

/** Groups of the catalogue: what a result code says about the payment. */
export type ResultGroup =
  | 'success'
  | 'success_review'
  | 'pending'
  | 'pending_long'
  | 'chargeback'
  | 'soft_decline'
  | `reject_${string}`

interface CatalogueEntry {
  readonly group: ResultGroup
  readonly description: string
}

const entries = new Map<string, CatalogueEntry>(
  catalogue.map(({ code, group, description }) => [
    code,
    { group: group as ResultGroup, description },
  ]),
)

/** Groups whose payment answers are HTTP 200 (decisions §4); all others are 400. */
const accepted: ReadonlySet<ResultGroup> = new Set([
  'success',
  'success_review',
  'pending',
  'pending_long',
  'chargeback',
])

/** A code as `GET /v1/resultcodes` lists it. */
export interface ResultCode extends CatalogueEntry {
  readonly code: string
}

/** The whole catalogue, in ascending order of codes. */
export function allResultCodes(): readonly ResultCode[] {
  return [...entries].map(([code, { description, group }]) => ({ code, description, group }))
}

export function isResultCode(code: string): boolean {
  return entries.has(code)
}

/** The catalogue's description of a code; of one that is in it no more, words that say so. */
export function descriptionOf(code: string): string {
  return entryOf(code).description
}

export function resultGroupOf(code: string): ResultGroup {
  return entryOf(code).group
}

/** HTTP status of a payment answer with this code: 200 or 400 (interface document, Errors). */
export function httpStatusOf(code: string): 200 | 400 {
  return accepted.has(entryOf(code).group) ? 200 : 400
}

const RISK_GROUPS: ReadonlySet<ResultGroup> = new Set([
  'reject_blacklist',
  'reject_risk',
  'reject_external_risk',
  'reject_amount',
])

/** Whether a code says that a payment was refused for its risk or amount. */
export function isRiskCode(code: string): boolean {
  return isResultCode(code) && RISK_GROUPS.has(resultGroupOf(code))
}

/**
 * A code that has left the catalogue is stored with payments, which must stay readable and refundable (R-OLD-1):
 * it keeps its verdict, and is of the group of the codes that begin most like it.
 */
function entryOf(code: string): CatalogueEntry {
  return entries.get(code) ?? formerEntry(code)
}

function formerEntry(code: string): CatalogueEntry {
  const verdict = verdictOf(code)
  let nearest = { shared: -1, group: 'reject_validation' as ResultGroup }
  for (const [other, { group }] of entries) {
    const shared = sharedLength(code, other)
    if (shared > nearest.shared && verdictOf(other) === verdict) nearest = { shared, group }
  }
  return { group: nearest.group, description: `Result code ${code} of an earlier version` }
}

function sharedLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

/** Successes of testMode INTERNAL and EXTERNAL, which only a test system answers. */
const TEST_SYSTEM_SUCCESS = /^000\.100\.11\d$/

/** Whether a code is the success of a test system, which moves no money. */
export function isTestSystemSuccess(code: string): boolean {
  return TEST_SYSTEM_SUCCESS.test(code)
}
