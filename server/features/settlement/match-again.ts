import type { Clock } from '../../kernel/timers/clock.ts'
import type {
  AcquirerAccountRow,
  Change,
  MatchState,
  PaymentRow,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../store/port.ts'
import { fileIdOf } from './file-book.ts'
import { channelsOf } from './import.ts'
import { ImportedFiles } from './imported-files.ts'
import type { Match } from './match-rules.ts'
import { type Matchable, Matcher } from './matcher.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

export interface MatchedAgain {
  readonly looked: number
  readonly matched: number
  readonly severalMatches: number
}

/** Lines that one run looks at; the next run goes on with those that are left. */
const MAX_LINES = 100_000
const LINES_AT_ONCE = 200
/** Searches by amount and date of one run. */
const MAX_SEARCHES = 20_000

/** Looks once more for the payments of lines that match none, or several. */
export async function matchAgain(
  account: AcquirerAccountRow,
  toleranceMinor: number,
  parts: Parts,
): Promise<MatchedAgain> {
  const { store } = parts
  const channels = await channelsOf(account, store)
  const options = { toleranceMinor, searches: MAX_SEARCHES }
  const matcher = new Matcher(store, account, channels, options)
  const files = new ImportedFiles(store)
  const counts = { looked: 0, matched: 0, severalMatches: 0 }
  let after = { batchId: '', position: 0 }
  while (counts.looked < MAX_LINES) {
    const lines = await store.read.openSettlementLines(
      account.id,
      after.batchId,
      after.position,
      LINES_AT_ONCE,
    )
    const last = lines.at(-1)
    if (last === undefined) break
    after = last
    const open = lines.filter(({ matchState }) => isOpen(matchState))
    const shown = await files.linesOfImported(open)
    counts.looked += shown.length
    const matches = await matcher.match(shown.map(matchableOf))
    for (const [at, line] of shown.entries()) {
      const match = matches[at]
      if (match === undefined || match.state === 'NOT_MATCHED') continue
      if (match.state === 'MULTIPLE_MATCHES' && line.matchState === match.state) continue
      const isWritten = await write(line, match, { toleranceMinor, matchedBy: 'import' }, parts)
      if (!isWritten) continue
      if (match.state === 'MATCHED') counts.matched += 1
      else counts.severalMatches += 1
    }
  }
  return counts
}

function isOpen(state: MatchState): boolean {
  return state === 'NOT_MATCHED' || state === 'MULTIPLE_MATCHES'
}

function matchableOf(line: SettlementLineRow): Matchable {
  const { merchantReference } = line
  return { ...line, merchantReferences: merchantReference === null ? [] : [merchantReference] }
}

/** Where a line is: the id of its batch and its position. */
export interface LinePlace {
  readonly batchId: string
  readonly position: number
}

export type ManualOutcome =
  | 'matched'
  | 'unmatched'
  | 'noSuchLine'
  | 'noSuchPayment'
  | 'otherMerchant'
  | 'otherCurrency'
  | 'aboutNoPayment'
  | 'changedMeanwhile'

/**
 * Says which payments a line is about, whatever it matched before; without payments that it matches none.
 * `matchedBy`: who says so.
 */
export async function matchByHand(
  place: LinePlace,
  { paymentIds, matchedBy }: { readonly paymentIds: readonly string[]; readonly matchedBy: string },
  parts: Parts,
): Promise<ManualOutcome> {
  const { read } = parts.store
  const [line] = await read.settlementLines(place.batchId, place.position - 1, 1)
  const file = line && (await read.settlementFile(fileIdOf(line.batchId)))
  if (line?.position !== place.position || file?.state !== 'imported') return 'noSuchLine'
  if (line.matchState === 'NONE') return 'aboutNoPayment'
  const payments = paymentIds.length === 0 ? [] : await read.paymentsById(paymentIds)
  if (payments.length < new Set(paymentIds).size) return 'noSuchPayment'
  const account = await read.acquirerAccount(line.accountId)
  const channels = new Set(account && (await channelsOf(account, parts.store)))
  const isForeign = ({ entityId, connector }: PaymentRow) =>
    !channels.has(entityId) || connector !== account?.connector
  if (payments.some(isForeign)) return 'otherMerchant'
  if (payments.some(({ currency }) => currency !== line.grossCurrency)) return 'otherCurrency'
  const state: MatchState = payments.length === 0 ? 'NOT_MATCHED' : 'MATCHED'
  // Whatever was flagged, a person has looked at it.
  const match: Match = { state, rule: 'manual', payments, flag: null }
  if (!(await write(line, match, { toleranceMinor: 0, matchedBy }, parts)))
    return 'changedMeanwhile'
  return payments.length === 0 ? 'unmatched' : 'matched'
}

/** Replaces the matches of a line. False when it was changed meanwhile. */
async function write(
  line: SettlementLineRow,
  match: Match,
  { toleranceMinor, matchedBy }: Pick<SettlementMatchRow, 'toleranceMinor' | 'matchedBy'>,
  { store, clock }: Parts,
): Promise<boolean> {
  const { batchId, position, matchState: expectedState, type, grossMinor } = line
  const before = await store.read.settlementMatchesOfLines(batchId, position, position)
  const atMs = clock.now()
  const changes: Change[] = [
    {
      kind: 'matchSettlementLine',
      batchId,
      position,
      expectedState,
      matchState: match.state,
      flag: match.flag,
    },
    ...before.map(({ paymentId }): Change => {
      return { kind: 'removeSettlementMatch', batchId, position, paymentId }
    }),
    ...match.payments.map((payment): Change => {
      return {
        kind: 'insertSettlementMatch',
        row: {
          batchId,
          position,
          paymentId: payment.id,
          isCandidate: match.state === 'MULTIPLE_MATCHES',
          rule: match.rule,
          toleranceMinor,
          matchedBy,
          type,
          amountMinor: match.state === 'MATCHED' ? partOf(payment, match, grossMinor) : grossMinor,
          atMs,
        },
      }
    }),
  ]
  return (await store.commit(changes)).applied
}

/** A payment's part of the gross amount of a line that is about several: its own amount. */
function partOf(payment: PaymentRow, { payments }: Match, grossMinor: number): number {
  if (payments.length === 1) return grossMinor
  return grossMinor < 0 ? -payment.amountMinor : payment.amountMinor
}
