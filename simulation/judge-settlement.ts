import type { IssuedFiles, IssuedRecord } from './acquirer-files.ts'
import type { Audit } from './audit.ts'
import { latest } from './audited-payment.ts'
import { assertInvariant } from './invariants.ts'

/** What must hold when every file of the acquirer is imported, and disputes have heard of them. */
export function judgeSettlement({ records }: IssuedFiles, audit: Audit): void {
  const { settlement } = audit
  judgeAccounts(records, audit)
  const byRecord = new Map<string, number>()
  for (const line of settlement.lines.values()) {
    const file = settlement.files.get(line.batchId.slice(0, 32))
    assertInvariant('settled', file?.state === 'imported', () => {
      return `the record ${line.recordId} is of a file that is ${file?.state}`
    })
    byRecord.set(line.recordId, (byRecord.get(line.recordId) ?? 0) + 1)
  }
  for (const { recordId } of records) {
    const times = byRecord.get(recordId) ?? 0
    assertInvariant('settled', times === 1, () => `the record ${recordId} is there ${times} times`)
  }
  assertInvariant('settled', byRecord.size === records.length, () => {
    return `${byRecord.size} records are there, the acquirer has told ${records.length}`
  })
  judgeMatches(audit)
  judgeCases(records, audit)
}

/** The general ledger, by what the acquirer has told. */
function judgeAccounts(records: readonly IssuedRecord[], { settlement }: Audit): void {
  const sumOf = (types: readonly IssuedRecord['type'][], minorOf: (one: IssuedRecord) => number) =>
    records.filter(({ type }) => types.includes(type)).reduce((sum, one) => sum + minorOf(one), 0)
  const gross = (one: IssuedRecord) => one.grossMinor
  const cost = (one: IssuedRecord) => one.grossMinor - one.netMinor
  const expected: Readonly<Record<string, number>> = {
    receivable: -sumOf(['SETTLED', 'REFUNDED'], gross),
    disputes: -sumOf(['CHARGEBACK', 'CHARGEBACK REVERSAL'], gross),
    'fees.scheme': sumOf(['SETTLED', 'REFUNDED'], cost),
    'fees.dispute': sumOf(['CHARGEBACK'], cost),
    'fees.monthly': sumOf(['FEE'], cost),
    bank: -sumOf(['PAYOUT'], gross),
    balance: 0,
  }
  const booked = new Map<string, number>()
  for (const { account, amountMinor } of settlement.postings) {
    booked.set(account, (booked.get(account) ?? 0) + amountMinor)
  }
  for (const account of new Set([...Object.keys(expected), ...booked.keys()])) {
    const [has, wanted] = [booked.get(account) ?? 0, expected[account] ?? 0]
    assertInvariant('settled', has === wanted, () => {
      return `the ledger has ${has} in ${account}, the acquirer has told ${wanted}`
    })
  }
}

/** The acquirer names the payment of each line: it is matched to that one. */
function judgeMatches({ settlement }: Audit): void {
  for (const [place, { merchantReference, matchState, recordId }] of settlement.lines) {
    if (merchantReference === null) continue
    const isMatched = settlement.matches.has(`${place} ${merchantReference}`)
    assertInvariant('settled', matchState === 'MATCHED' && isMatched, () => {
      return `the record ${recordId} is not matched to its payment`
    })
  }
}

/** One dispute for each case, and the bank has what all files together say. */
function judgeCases(records: readonly IssuedRecord[], audit: Audit): void {
  const told = new Map<string, { paymentId: string; minor: number }>()
  for (const { case: number, paymentId = '', grossMinor } of records) {
    if (number === undefined) continue
    const { minor } = told.get(number) ?? { minor: 0 }
    told.set(number, { paymentId, minor: minor - grossMinor })
  }
  for (const [number, { paymentId, minor }] of told) {
    const disputes = [...audit.disputes.all.values()].filter(
      ({ versions }) => latest(versions).acquirerReference === number,
    ).length
    assertInvariant('settled', disputes === 1, () => `${number} has ${disputes} disputes`)
    const { chargedBackMinor } = latest(audit.payment(paymentId).versions)
    assertInvariant('settled', chargedBackMinor === minor, () => {
      return `${chargedBackMinor} of ${number} are charged back, files say ${minor}`
    })
  }
}
