import { type KeyInUse, keyInUse } from '../../server/http/idempotency/idempotency.ts'
import type { Clock } from '../../server/kernel/timers/clock.ts'
import { type ChangePart, commitParts } from '../../server/store/commit-parts.ts'
import type {
  AcquirerAccountRow,
  Change,
  MatchState,
  SettlementLineRow,
  SettlementMatchRow,
  Store,
} from '../../server/store/port.ts'
import { channelsOf } from './accounts.ts'
import { fileIdOf } from './file-book.ts'
import type { ImportParts } from './file-writing.ts'
import { chargebackTimer, disputeStateOf, isToReport } from './filed-chargebacks.ts'
import { ImportedFiles } from './imported-files.ts'
import { KeptTexts } from './kept-text.ts'
import type { LinePlace } from './line-place.ts'
import { type LineFlag, type Match, unflagging } from './match-rules.ts'
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

/** The key of the vault is asked for only where a line needs it. */
type MatchParts = Parts & Pick<ImportParts, 'keyedHash'>

export interface MatchedAgain {
  readonly looked: number
  readonly matched: number
  readonly severalMatches: number
  /** Lines that a person has unmatched: they are left as they are. */
  readonly leftToPerson: number
  /** The last line that was looked at, where the searches of the run were used up there. */
  readonly stoppedAfter?: LinePlace
}

const LINES_AT_ONCE = 200
const UNMATCHED_BY_HAND: LineFlag = 'unmatchedByHand'
/** Searches by amount and date of one run. */
const MAX_SEARCHES = 20_000

/** Looks once more for the payments of lines after a place that match none, or several. */
export async function matchAgain(
  account: AcquirerAccountRow,
  { toleranceMinor, after: from = FIRST }: MatchedFrom,
  parts: MatchParts,
): Promise<MatchedAgain> {
  const { store } = parts
  const channels = await channelsOf(account, store)
  const texts = new KeptTexts(parts.keyedHash)
  const options = { toleranceMinor, searches: MAX_SEARCHES, texts }
  const matcher = new Matcher(store, account, channels, options)
  const files = new ImportedFiles(store)
  const counts = { looked: 0, matched: 0, severalMatches: 0, leftToPerson: 0 }
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
    await texts.prepareForKept(lines.map(({ merchantReference }) => merchantReference))
    const open = lines.filter(({ matchState }) => isOpen(matchState))
    const imported = await files.linesOfImported(open)
    const shown = imported.filter(({ flag }) => flag !== UNMATCHED_BY_HAND)
    counts.leftToPerson += imported.length - shown.length
    counts.looked += shown.length
    for await (const state of writeFound(shown, { matcher, toleranceMinor }, parts)) {
      if (state === 'MATCHED') counts.matched += 1
      if (state === 'MULTIPLE_MATCHES') counts.severalMatches += 1
    }
  }
}

/**
 * Writes what is found for lines; answers the state of each that was written. All of them are decided on the account
 * as it was before they were looked for. A match that somebody else writes since then conflicts: the line waits for
 * the next run, and those after it are looked for again.
 */
async function* writeFound(
  lines: readonly SettlementLineRow[],
  { matcher, toleranceMinor }: { readonly matcher: Matcher; readonly toleranceMinor: number },
  parts: Parts,
): AsyncGenerator<MatchState> {
  let left = lines
  while (left.length > 0) {
    const looked = left
    left = []
    let decidedOn = await parts.store.read.acquirerAccount(looked[0]?.accountId ?? '')
    if (decidedOn === undefined) return
    const matches = await matcher.match(looked.map(matchableOf))
    for (const [at, line] of looked.entries()) {
      const match = matches[at]
      if (match === undefined || match.state === 'NOT_MATCHED') continue
      if (match.state === 'MULTIPLE_MATCHES' && line.matchState === match.state) continue
      const by = { toleranceMinor, matchedBy: 'import', matchedById: null, decidedOn, also: [] }
      if ((await writeMatch(line, match, by, parts)) !== true) {
        left = looked.slice(at + 1)
        break
      }
      // The write has stepped the account: it was our own.
      decidedOn = { ...decidedOn, version: decidedOn.version + 1 }
      yield match.state
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

interface WrittenMatch
  extends Pick<SettlementMatchRow, 'toleranceMinor' | 'matchedBy' | 'matchedById'> {
  /** What each payment has of the gross amount of the line; absent: all of it. */
  readonly amounts?: readonly number[]
  /** The account as it was when it was decided: another match of a line of it since then conflicts. */
  readonly decidedOn: AcquirerAccountRow
  readonly also: readonly ChangePart[]
}

/** Replaces the matches of a line. False when it was changed meanwhile. */
export async function writeMatch(
  line: SettlementLineRow,
  match: Match,
  { toleranceMinor, matchedBy, matchedById, amounts = [], decidedOn, also }: WrittenMatch,
  { store, clock }: Parts,
): Promise<boolean | KeyInUse> {
  const { batchId, position, matchState: expectedState, type, grossMinor } = line
  const before = await store.read.settlementMatchesOfLines(batchId, position, position)
  const atMs = clock.now()
  const disputeState = disputeStateOf(line, match.state)
  const changes: Change[] = [
    {
      kind: 'matchSettlementLine',
      batchId,
      position,
      expectedState,
      matchState: match.state,
      flag: match.flag,
    },
    {
      kind: 'stepAcquirerAccount',
      id: decidedOn.id,
      expectedVersion: decidedOn.version,
      set: { updatedAtMs: atMs },
    },
    ...before.flatMap((one) => removalOf(one)),
    ...match.payments.map((payment, at): Change => {
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
          amountMinor: amounts[at] ?? grossMinor,
          atMs,
          disputeState,
          disputeId: null,
          matchedById,
        },
      }
    }),
    ...unflagging(match),
    ...(isToReport({ ...line, matchState: match.state, flag: match.flag })
      ? timerChanges(fileIdOf(batchId), atMs)
      : []),
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
    ...(disputeState === 'due' || disputeState === 'waiting'
      ? [
          {
            kind: 'reportSettlementMatch',
            ...place,
            expected: disputeState,
            ...withdrawn,
          } as const,
        ]
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
