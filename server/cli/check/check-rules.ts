import type { Scan } from '../../store/scan.ts'
import { checkoutPaymentRules, checkoutRules, singleSuccessRules } from './checkout-rules.ts'
import { PAYMENT_COLUMNS, PAYMENTS } from './kept-payments.ts'
import {
  balanceRules,
  legPairRules,
  legRules,
  missingLegRules,
  movedRules,
} from './ledger-rules.ts'
import { entityRules, idempotencyRules, timerRules } from './other-rules.ts'
import { channelRules, ownRules } from './payment-rules.ts'
import { historyRules, referenceRules } from './reference-rules.ts'
import type { Rule, RuleSource } from './rule.ts'

/** A rule that some rows break. */
export interface Finding {
  readonly rule: Rule
  /** How many rows break it. */
  readonly count: number
  /** The first of them in the order of their ids, at most `MOST_NAMED`. */
  readonly ids: readonly string[]
}

/** Rows that are named for one rule; of the others it is said how many they are. */
export const MOST_NAMED = 100

/** Looks at every row of a scan with every rule. `nowMs` decides what has waited too long. */
export async function checkRules(scan: Scan, nowMs: number): Promise<readonly Finding[]> {
  await scan.keep(PAYMENTS, PAYMENT_COLUMNS, 'payment')
  const findings: Finding[] = []
  for (const source of sourcesAt(nowMs)) {
    const { onlyAfter } = source
    if (onlyAfter !== undefined && !findings.some(({ rule }) => rule === onlyAfter)) continue
    findings.push(...(await checkSource(scan, source)))
  }
  return findings
}

function sourcesAt(nowMs: number): readonly RuleSource[] {
  return [
    ownRules(nowMs),
    channelRules,
    referenceRules,
    historyRules,
    legRules,
    legPairRules,
    balanceRules,
    movedRules,
    missingLegRules,
    singleSuccessRules,
    checkoutPaymentRules,
    checkoutRules,
    entityRules,
    timerRules,
    idempotencyRules,
  ]
}

/** One pass counts what breaks each rule; only a rule that is broken costs another one. */
async function checkSource(scan: Scan, { from, id, rules }: RuleSource): Promise<Finding[]> {
  const counts = rules.map(
    ({ broken }, at) => `count(CASE WHEN ${broken} THEN 1 END) AS rule_${at}`,
  )
  const [counted] = await scan.select(`SELECT ${counts.join(', ')} FROM ${from}`)
  const findings: Finding[] = []
  for (const [at, rule] of rules.entries()) {
    const count = Number(counted?.[`rule_${at}`])
    if (count === 0) continue
    const rows = await scan.select(
      `SELECT ${id} AS id FROM ${from} WHERE ${rule.broken} ORDER BY 1 LIMIT ${MOST_NAMED}`,
    )
    findings.push({ rule, count, ids: rows.map((row) => String(row.id)) })
  }
  return findings
}
