import type { Change, SettlementLineRow } from '../../server/store/port.ts'
import { disputeStateOf } from './filed-chargebacks.ts'
import type { Match } from './match-rules.ts'
import { FEE_KINDS, type LineFault, type SettlementRecord } from './record.ts'

export interface SortFault {
  readonly fault: LineFault
}

export interface Sorted {
  /** Records that no file has. */
  readonly fresh: ReadonlySet<SettlementRecord>
  /** Records that an interrupted import of this file has written. */
  readonly own: ReadonlyMap<SettlementRecord, SettlementLineRow>
  /** Records that an earlier file has without the number of their payout, which this file names. */
  readonly unnumbered: ReadonlyMap<SettlementRecord, SettlementLineRow>
}

export function matchesOf(
  records: readonly SettlementRecord[],
  matches: readonly (Match | undefined)[],
): ReadonlyMap<SettlementRecord, Match> {
  return new Map(
    records.flatMap((record, at) => {
      const match = matches[at]
      return match === undefined ? [] : [[record, match]]
    }),
  )
}

/** The line of a record and its matches. */
export function lineChanges(
  record: SettlementRecord,
  match: Match | undefined,
  place: {
    /** Of the batch. */
    readonly id: string
    readonly accountId: string
    readonly position: number
    readonly atMs: number
  },
): readonly Change[] {
  const { fees } = record
  const { id, position, accountId, atMs } = place
  // Each member by its name: a spread costs 10 µs more for a line.
  const row: SettlementLineRow = {
    batchId: id,
    position,
    accountId,
    lineNumber: record.lineNumber,
    recordId: record.recordId,
    type: record.type,
    acquirerType: record.acquirerType,
    acquirerReference: record.acquirerReference,
    operationReference: record.operationReference,
    arn: record.arn,
    merchantReference: record.merchantReference,
    paymentBrand: record.paymentBrand,
    grossMinor: record.grossMinor,
    grossCurrency: record.grossCurrency,
    netMinor: record.netMinor,
    currency: record.currency,
    rate: record.rate,
    orderedAtMs: record.orderedAtMs,
    settledOn: record.settledOn,
    reasonCode: record.reasonCode,
    reasonText: record.reasonText,
    interchangeMinor: fees.interchange,
    schemeMinor: fees.scheme,
    markupMinor: fees.markup,
    disputeMinor: fees.dispute,
    monthlyMinor: fees.monthly,
    matchState: match?.state ?? 'NONE',
    flag: record.type === 'other' ? 'unknownType' : (match?.flag ?? null),
    paidWith: null,
  }
  const matches = (match?.payments ?? []).map((payment): Change => {
    return {
      kind: 'insertSettlementMatch',
      row: {
        batchId: id,
        position,
        paymentId: payment.id,
        isCandidate: match?.state === 'MULTIPLE_MATCHES',
        rule: match?.rule ?? 'manual',
        toleranceMinor: 0,
        matchedBy: 'import',
        type: record.type,
        amountMinor: record.grossMinor,
        atMs,
        disputeState: disputeStateOf(record, row.matchState),
        disputeId: null,
        matchedById: null,
      },
    }
  })
  return [{ kind: 'insertSettlementLine', row }, ...matches]
}

/** What says with which payout lines of earlier files were paid. */
export function numberingChanges({ unnumbered }: Pick<Sorted, 'unnumbered'>): readonly Change[] {
  return [...unnumbered].flatMap(([{ payout }, { batchId, position, paidWith }]): Change[] => {
    const { reference } = payout
    if (reference === null || reference === paidWith) return []
    return [{ kind: 'numberSettlementLine', batchId, position, paidWith: reference }]
  })
}

/** In which column a repeated record differs from what is booked; nothing where it is the same. */
export function differenceOf(
  record: SettlementRecord,
  line: SettlementLineRow,
): string | undefined {
  const { fees } = record
  const compared: readonly [string, string | number, string | number][] = [
    ['the type', record.type, line.type],
    ['the gross amount', record.grossMinor, line.grossMinor],
    ['the gross currency', record.grossCurrency, line.grossCurrency],
    ['the net amount', record.netMinor, line.netMinor],
    ['the net currency', record.currency, line.currency],
    ...FEE_KINDS.map((kind): [string, number, number] => [
      `the cost ${kind}`,
      fees[kind],
      line[`${kind}Minor`],
    ]),
  ]
  return compared.find(([, now, before]) => now !== before)?.[0]
}
