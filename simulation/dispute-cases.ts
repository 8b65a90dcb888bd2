import type { DisputeStage, PaymentRow } from '../server/store/port.ts'
import type { IssuedRecord } from './acquirer-files.ts'
import type { Random } from './random.ts'

/** What the acquirer tells of a case at one time. */
export interface ToldStep {
  readonly stage: DisputeStage
  readonly outcome?: 'won' | 'lost'
  /** Minor units; absent: all of it. */
  readonly amountMinor?: number
  /** Absent: no answer is asked for. */
  readonly respondByDays?: number
}

/** A case of the acquirer: what it tells of it, in this order, each as often as it is not answered. */
export interface DisputeCase {
  readonly paymentId: string
  /** The acquirer's number. */
  readonly reference: string
  readonly steps: readonly ToldStep[]
  /** What the shopper's bank has after the last step; minor units. */
  readonly standingMinor: number
}

/** How many cases a run has; more of them find nothing new, and cost time. */
const MAX_CASES = 3

/** Cases of some of the payments: new ones, and some that files of the acquirer tell of as well. */
export function drawCases(
  payments: readonly PaymentRow[],
  records: readonly IssuedRecord[],
  random: Random,
): readonly DisputeCase[] {
  const chargeable = payments.filter(({ paymentType }) => paymentType !== 'CD')
  const cases: DisputeCase[] = []
  for (const payment of chargeable) {
    if (cases.length >= MAX_CASES) break
    if (random.chance(0.5)) continue
    const filed = records
      .filter((one) => one.paymentId === payment.id && one.case !== undefined)
      .sort((one, other) => one.happenedAs - other.happenedAs)
    if (filed.length > 0) cases.push(filedCase(payment, filed, random))
    else cases.push(ownCase(payment, 'a', random))
    // A payment that its shopper disputes twice, and no file tells of.
    if (filed.length === 0 && random.chance(0.2)) cases.push(ownCase(payment, 'b', random))
  }
  return cases
}

/** A case that only the acquirer's connector, and its letters, tell of. */
function ownCase({ id, amountMinor }: PaymentRow, name: string, random: Random): DisputeCase {
  const reference = `own-${name}-${id}`
  const begun = { paymentId: id, reference }
  const first = random.chance(0.4) ? [asked(random.pick(['inquiry', 'alert']), random)] : []
  if (first.length > 0 && random.chance(0.2)) return { ...begun, steps: first, standingMinor: 0 }
  const taken = [...first, asked('firstChargeback', random)]
  if (random.chance(0.2)) return { ...begun, steps: taken, standingMinor: amountMinor }
  const contested = random.pick(['firstChargeback', 'representment'] as const)
  if (random.chance(0.2)) {
    const steps = [...taken, { stage: contested, outcome: 'lost' } as const]
    return { ...begun, steps, standingMinor: amountMinor }
  }
  const partMinor = random.chance(0.4) ? random.integer(1, amountMinor - 1) : undefined
  const won = [...taken, { stage: contested, ...wonWith(partMinor) }]
  const leftMinor = partMinor === undefined ? 0 : amountMinor - partMinor
  if (random.chance(0.4)) return { ...begun, steps: won, standingMinor: leftMinor }
  return { ...begun, ...again([...won, asked('preArbitration', random)], amountMinor, random) }
}

/** How a case ends whose money was taken again. */
function again(
  steps: readonly ToldStep[],
  amountMinor: number,
  random: Random,
): Pick<DisputeCase, 'steps' | 'standingMinor'> {
  if (random.chance(0.3)) return { steps, standingMinor: amountMinor }
  const stage = random.pick(['preArbitration', 'arbitration'] as const)
  const outcome = random.pick(['won', 'lost'] as const)
  const standingMinor = outcome === 'won' ? 0 : amountMinor
  return { steps: [...steps, { stage, outcome }], standingMinor }
}

/**
 * A case of which files tell the same. Of parts that are given back only files tell: a connector that tells of
 * two parts in one stage says the same twice.
 */
function filedCase(
  { id }: PaymentRow,
  filed: readonly IssuedRecord[],
  random: Random,
): DisputeCase {
  const steps: ToldStep[] = random.chance(0.3) ? [asked('inquiry', random)] : []
  let standingMinor = 0
  let isInParts = false
  for (const { type, grossMinor } of filed) {
    standingMinor -= grossMinor
    isInParts ||= type === 'CHARGEBACK REVERSAL' && standingMinor > 0
    if (isInParts) continue
    if (type === 'CHARGEBACK REVERSAL') steps.push({ stage: 'firstChargeback', outcome: 'won' })
    else {
      const isFirst = !steps.some(({ stage }) => stage === 'firstChargeback')
      steps.push(asked(isFirst ? 'firstChargeback' : 'preArbitration', random))
    }
  }
  return { paymentId: id, reference: filed[0]?.case ?? '', steps, standingMinor }
}

function wonWith(partMinor: number | undefined): Pick<ToldStep, 'outcome' | 'amountMinor'> {
  return partMinor === undefined ? { outcome: 'won' } : { outcome: 'won', amountMinor: partMinor }
}

/** A stage in which the merchant may answer, mostly until a day. */
function asked(stage: DisputeStage, random: Random): ToldStep {
  return random.chance(0.7) ? { stage, respondByDays: random.integer(1, 4) } : { stage }
}
