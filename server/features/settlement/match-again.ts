import { type KeyInUse, keyInUse } from '../../http/idempotency/entry.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import { type ChangePart, commitParts } from '../../store/commit-parts.ts'
import type {
  AcquirerAccountRow,
  Change,
  MatchState,
  PaymentFacts,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../store/port.ts'
import { settles } from './accounts.ts'
import { fileIdOf } from './file-book.ts'
import { chargebackTimer, disputeStateOf } from './filed-chargebacks.ts'
import { channelsOf } from './import.ts'
import { ImportedFiles } from './imported-files.ts'
import type { LinePlace } from './line-place.ts'
import type { Match } from './match-rules.ts'
import { type Matchable, Matcher } from './matcher.ts'

interface MatchedFrom {
  /** By how much amounts may differ, in minor units. */
  readonly toleranceMinor: number
  /** Absent: all lines. */
  readonly after?: LinePlace
}

/** Before every line. */
const FIRST: LinePlace = { batchId: '', position: 0 }

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

export interface MatchedAgain {
  readonly looked: number
  readonly matched: number
  readonly severalMatches: number
  /** The last line that was looked at, where the searches of the run were used up there. */
  readonly stoppedAfter?: LinePlace
}

const LINES_AT_ONCE = 200
/** Searches by amount and date of one run. */
const MAX_SEARCHES = 20_000

/** Looks once more for the payments of lines after a place that match none, or several. */
export async function matchAgain(
  account: AcquirerAccountRow,
  { toleranceMinor, after: from = FIRST }: MatchedFrom,
  parts: Parts,
): Promise<MatchedAgain> {
  const { store } = parts
  const channels = await channelsOf(account, store)
  const options = { toleranceMinor, searches: MAX_SEARCHES }
  const matcher = new Matcher(store, account, channels, options)
  const files = new ImportedFiles(store)
  const counts = { looked: 0, matched: 0, severalMatches: 0 }
  let after = from
  for (;;) {
    if (matcher.searchesLeft < LINES_AT_ONCE) return { ...counts, stoppedAfter: after }
    const lines = await store.read.openSettlementLines(
      account.id,
      after.batchId,
      after.position,
      LINES_AT_ONCE,
    )
    const last = lines.at(-1)
    if (last === undefined) return counts
    after = last
    const open = lines.filter(({ matchState }) => isOpen(matchState))
    const shown = await files.linesOfImported(open)
    counts.looked += shown.length
    const matches = await matcher.match(shown.map(matchableOf))
    for (const [at, line] of shown.entries()) {
      const match = matches[at]
      if (match === undefined || match.state === 'NOT_MATCHED') continue
      if (match.state === 'MULTIPLE_MATCHES' && line.matchState === match.state) continue
      const by = { toleranceMinor, matchedBy: 'import', also: [] }
      if ((await write(line, match, by, parts)) !== true) continue
      if (match.state === 'MATCHED') counts.matched += 1
      else counts.severalMatches += 1
    }
  }
}

function isOpen(state: MatchState): boolean {
  return state === 'NOT_MATCHED' || state === 'MULTIPLE_MATCHES'
}

function matchableOf(line: SettlementLineRow): Matchable {
  const { merchantReference } = line
  return { ...line, merchantReferences: merchantReference === null ? [] : [merchantReference] }
}

export type ManualOutcome =
  | 'matched'
  | 'unmatched'
  | 'noSuchLine'
  | 'noSuchPayment'
  | 'otherMerchant'
  | 'otherCurrency'
  | 'aboutNoPayment'
  /** A dispute has followed from it. */
  | 'disputed'
  | 'changedMeanwhile'

export interface ManualMatch {
  readonly paymentIds: readonly string[]
  /** Who says so. */
  readonly matchedBy: string
  /** What a request adds to the commit of its effect: its idempotency key. */
  readonly also?: readonly ChangePart[]
}

/**
 * Says which payments a line is about, whatever it matched before; without payments that it matches none.
 */
export async function matchByHand(
  place: LinePlace,
  { paymentIds, matchedBy, also = [] }: ManualMatch,
  parts: Parts,
): Promise<ManualOutcome | KeyInUse> {
  const { read } = parts.store
  const [line] = await read.settlementLines(place.batchId, place.position - 1, 1)
  const file = line && (await read.settlementFile(fileIdOf(line.batchId)))
  if (line?.position !== place.position || file?.state !== 'imported') return 'noSuchLine'
  if (line.matchState === 'NONE') return 'aboutNoPayment'
  const before = await read.settlementMatchesOfLines(line.batchId, line.position, line.position)
  if (before.some(({ disputeState }) => disputeState === 'reported')) return 'disputed'
  const payments = paymentIds.length === 0 ? [] : await read.paymentFactsById(paymentIds)
  if (payments.length < new Set(paymentIds).size) return 'noSuchPayment'
  const account = await read.acquirerAccount(line.accountId)
  const channels = new Set(account && (await channelsOf(account, parts.store)))
  const isForeign = ({ entityId, connector }: PaymentFacts) =>
    account === undefined || !channels.has(entityId) || !settles(account, connector)
  if (payments.some(isForeign)) return 'otherMerchant'
  if (payments.some(({ currency }) => currency !== line.grossCurrency)) return 'otherCurrency'
  const state: MatchState = payments.length === 0 ? 'NOT_MATCHED' : 'MATCHED'
  // Whatever was flagged, a person has looked at it.
  const match: Match = { state, rule: 'manual', payments, flag: null }
  const written = await write(line, match, { toleranceMinor: 0, matchedBy, also }, parts)
  if (written !== true) return written === false ? 'changedMeanwhile' : written
  return payments.length === 0 ? 'unmatched' : 'matched'
}

interface WrittenMatch extends Pick<SettlementMatchRow, 'toleranceMinor' | 'matchedBy'> {
  readonly also: readonly ChangePart[]
}

/** Replaces the matches of a line. False when it was changed meanwhile. */
async function write(
  line: SettlementLineRow,
  match: Match,
  { toleranceMinor, matchedBy, also }: WrittenMatch,
  { store, clock }: Parts,
): Promise<boolean | KeyInUse> {
  const { batchId, position, matchState: expectedState, type, grossMinor } = line
  const before = await store.read.settlementMatchesOfLines(batchId, position, position)
  const atMs = clock.now()
  const disputeState = disputeStateOf(type, match.state)
  const changes: Change[] = [
    {
      kind: 'matchSettlementLine',
      batchId,
      position,
      expectedState,
      matchState: match.state,
      flag: match.flag,
    },
    ...before.flatMap((one) => removalOf(one)),
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
          disputeState,
          disputeId: null,
        },
      }
    }),
    ...(disputeState === null ? [] : timerChanges(fileIdOf(batchId), atMs)),
  ]
  const result = await commitParts(store, [{ owner: 'settlement', changes }, ...also])
  return result.applied || (keyInUse(result) ?? false)
}

/** Removes a match. One that is to become a dispute conflicts where it has become one meanwhile. */
function removalOf({
  batchId,
  position,
  paymentId,
  disputeState,
}: SettlementMatchRow): readonly Change[] {
  const place = { batchId, position, paymentId }
  const withdrawn = { disputeState: 'refused', disputeId: null } as const
  return [
    ...(disputeState === 'due'
      ? [{ kind: 'reportSettlementMatch', ...place, ...withdrawn } as const]
      : []),
    { kind: 'removeSettlementMatch', ...place },
  ]
}

/** A new timer, in place of one that may have looked before. */
function timerChanges(subjectId: string, nowMs: number): readonly Change[] {
  const timer = 'filedChargebacks' as const
  return [
    { kind: 'endTimer', timer, subjectId, expectedVersion: null },
    chargebackTimer(subjectId, nowMs),
  ]
}

/** A payment's part of the gross amount of a line that is about several: its own amount. */
function partOf(payment: PaymentFacts, { payments }: Match, grossMinor: number): number {
  if (payments.length === 1) return grossMinor
  return grossMinor < 0 ? -payment.amountMinor : payment.amountMinor
}
