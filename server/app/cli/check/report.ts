import type { Rule } from '../../../cli/check-rule.ts'
import type { CommandContext } from '../../../cli/command.ts'
import { counted } from '../../../cli/counted.ts'
import type { Scan } from '../../../store/scan.ts'
import { checkRules, type Finding } from './check-rules.ts'
import { type KeyPlace, reportMissingKeys } from './number-key-rules.ts'
import { reportUnopened } from './sealed.ts'

/**
 * Checks everything that a scan sees, and whether the keys of its card numbers are in their place. Prints
 * each finding, then one line that counts. Answers the number of problems. The schema must be the newest.
 */
export async function checkAndReport(
  scan: Scan,
  keyPlace: KeyPlace,
  { clock, print }: Pick<CommandContext, 'clock' | 'print'>,
): Promise<number> {
  const [damage, findings] = await Promise.allSettled([
    scan.damage(),
    checkRules(scan, clock.now()),
  ])
  if (damage.status === 'rejected') throw damage.reason
  const damaged = damage.value ?? []
  for (const text of damaged) print(`problem: database ${text}`)
  if (damage.value === undefined)
    print('note: PostgreSQL has no check of its files here: see amcheck')
  if (findings.status === 'rejected') {
    // A damaged file cannot always be read completely; then only the damage is reported.
    if (damaged.length === 0) throw findings.reason
    print('problem: database cannot be read to its end, the rules were not checked')
    return damaged.length + 1
  }
  for (const finding of findings.value) printFinding(finding, print)
  const missing = await reportMissingKeys(scan, keyPlace, print)
  const unopened = await reportUnopened(scan, keyPlace, { clock, print })
  const [lost, away] = keyPlace.missingIs === 'problem' ? [missing, 0] : [0, missing]
  const problems = damaged.length + countOf(findings.value, undefined) + lost + unopened
  await printCounts(scan, { problems, reviews: countOf(findings.value, 'review') + away }, print)
  return problems
}

function printFinding({ rule, count, ids }: Finding, print: CommandContext['print']): void {
  const word = rule.severity ?? 'problem'
  for (const id of ids) print(`${word}: ${rule.table} ${id} ${rule.what}`)
  if (count > ids.length) {
    print(`${word}: ${rule.table} and ${count - ids.length} more, ${count} in all: ${rule.what}`)
  }
}

function countOf(findings: readonly Finding[], severity: Rule['severity']): number {
  return findings
    .filter(({ rule }) => rule.severity === severity)
    .reduce((sum, { count }) => sum + count, 0)
}

async function printCounts(
  scan: Scan,
  { problems, reviews }: { readonly problems: number; readonly reviews: number },
  print: CommandContext['print'],
): Promise<void> {
  const [counts] = await scan.select(`
    SELECT (SELECT count(*) FROM payment) AS payments, (SELECT count(*) FROM posting) AS postings`)
  const checked = `${counts?.payments} payments, ${counts?.postings} postings checked`
  print(
    `${checked}, ${counted(problems, 'problem')}${reviews === 0 ? '' : `, ${reviews} to review`}`,
  )
}
