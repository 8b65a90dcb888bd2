import type { Money } from '../../common/money.ts'
import type { FiledChargeback, MoneyOfCase } from '../../server/payments/record/index.ts'
import type { DisputeRow, DisputeStage, PaymentRow } from '../../server/store/port.ts'
import { type DisputeReport, STAGE_ORDER } from './case.ts'

type Told = Omit<DisputeReport, 'nowMs'>

/** The dispute of a case that only the file knows. */
export function openedByFile(filed: FiledChargeback): Told {
  const { takenMinor, givenBackMinor } = sumsOf(filed.told, minorOf)
  const isTaken = takenMinor > givenBackMinor
  return { ...factsOf(filed), stage: 'firstChargeback', ...(isTaken ? {} : WON) }
}

/** What is known of a case before a line of a file. */
interface KnownCase extends Pick<DisputeRow, 'stage'> {
  /** The CB and CR of the dispute. */
  readonly booked: readonly MoneyOfCase[]
  /** The payment that the case is about. */
  readonly payment: Pick<PaymentRow, 'amountMinor' | 'currency'>
}

/**
 * What a line of a file says of the dispute of its case, where that is new. Others may have reported the same
 * before, files may come in any order, and a chargeback may be taken and given back in parts: so what counts is
 * how much was taken and given back by all lines, or booked, whichever is more. `undefined`: nothing is new.
 */
export function toldByFile(
  filed: FiledChargeback,
  { stage, booked, payment }: KnownCase,
): Told | undefined {
  // Amounts of two currencies cannot be added: there each counts as the whole.
  const currencies = new Set([...filed.told, ...booked].map(({ amount }) => amount.currency))
  const unitsOf = currencies.size > 1 ? () => 1 : minorOf
  const [told, own] = [sumsOf(filed.told, unitsOf), sumsOf(booked, unitsOf)]
  const hasMinor = own.takenMinor - own.givenBackMinor
  const wantedMinor = standingOf(larger(told, own), mostOf(payment, currencies))
  const facts = factsOf(filed)
  if (wantedMinor > hasMinor) {
    const amount = currencies.size > 1 ? filed.amount : moneyOf(wantedMinor - hasMinor, filed)
    const next = stageOfTaking(stage, told, own)
    const isOther = own.chargebacks > 0 && amount.minor !== filed.amount.minor
    const changed = isOther && told.reversals === 0 ? { changesAmount: true as const } : {}
    return { ...facts, amount, stage: later(stage, next), isNew: true, ...changed }
  }
  if (wantedMinor < hasMinor && told.givenBackMinor > own.givenBackMinor) {
    const { amount, ...others } = facts
    const backMinor = hasMinor - wantedMinor
    if (wantedMinor > 0)
      return { ...others, amount: moneyOf(backMinor, filed), stage, ...WON, isNew: true }
    // The last of several parts says nothing of the amount of the dispute.
    const isWhole = own.reversals === 0 && unitsOf(amount) >= hasMinor
    return { ...others, ...(isWhole ? { amount } : {}), stage, ...WON, isNew: true }
  }
  if (filed.isReversal || hasMinor === 0) return undefined
  // A chargeback that is known may have another amount or reason now; nothing else is told again.
  const { amount, ...others } = facts
  return { ...others, ...(own.chargebacks === 1 ? { amount } : {}), stage }
}

interface Sums {
  readonly chargebacks: number
  readonly reversals: number
  readonly takenMinor: number
  readonly givenBackMinor: number
  readonly largestMinor: number
}

function sumsOf(all: readonly MoneyOfCase[], unitsOf: (amount: Money) => number): Sums {
  const [taken, back] = [false, true].map((isReversal) =>
    all.filter((one) => one.isReversal === isReversal).map(({ amount }) => unitsOf(amount)),
  ) as [number[], number[]]
  return {
    chargebacks: taken.length,
    reversals: back.length,
    takenMinor: sum(taken),
    givenBackMinor: sum(back),
    largestMinor: Math.max(0, ...taken),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

type Taken = Pick<Sums, 'takenMinor' | 'givenBackMinor' | 'largestMinor'>

function larger(one: Taken, other: Taken): Taken {
  return {
    takenMinor: Math.max(one.takenMinor, other.takenMinor),
    givenBackMinor: Math.max(one.givenBackMinor, other.givenBackMinor),
    largestMinor: Math.max(one.largestMinor, other.largestMinor),
  }
}

/** What the bank has after all of it: never more at once than `mostMinor`, or its largest chargeback. */
function standingOf({ takenMinor, givenBackMinor, largestMinor }: Taken, mostMinor: number) {
  return Math.min(Math.max(largestMinor, mostMinor), Math.max(0, takenMinor - givenBackMinor))
}

/**
 * What a bank can have of a payment at once: all of it. A second chargeback may stand in a file that comes before
 * the one with the reversal of the first. Another currency than the payment's has no such limit.
 */
function mostOf(
  { amountMinor, currency }: KnownCase['payment'],
  currencies: ReadonlySet<string>,
): number {
  if (currencies.size > 1) return 0
  return currencies.has(currency) ? amountMinor : Number.POSITIVE_INFINITY
}

function minorOf({ minor }: Money): number {
  return minor
}

function moneyOf(minor: number, { amount: { currency } }: FiledChargeback): Money {
  return { minor, currency }
}

const WON = { outcome: 'won' } as const

function factsOf({ amount, reasonCode, resultCode, note }: FiledChargeback) {
  const reason = reasonCode === null ? {} : { reasonCode, resultCode }
  return { amount, ...reason, madeBy: 'acquirer', note }
}

/** The stage of a chargeback that is booked: what was never given back is taken in parts, and not once more. */
function stageOfTaking(stage: DisputeStage, told: Sums, own: Sums): DisputeStage {
  if (told.reversals + own.reversals === 0) return 'firstChargeback'
  // Files may have told of the reversal before its chargeback.
  if (own.chargebacks === 0) return told.chargebacks > 1 ? 'preArbitration' : 'firstChargeback'
  return stageAfter(stage)
}

/** The stage of a further chargeback. */
function stageAfter(stage: DisputeStage): DisputeStage {
  switch (stage) {
    case 'inquiry':
    case 'alert':
      return 'firstChargeback'
    case 'firstChargeback':
    case 'representment':
      return 'preArbitration'
    case 'preArbitration':
    case 'arbitration':
      return 'arbitration'
  }
}

/** A dispute never goes back. */
function later(now: DisputeStage, next: DisputeStage): DisputeStage {
  return STAGE_ORDER[next] > STAGE_ORDER[now] ? next : now
}
