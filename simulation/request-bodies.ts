import type { FlatBody, FlatParameter } from '../server/parameters/table.ts'
import { BROWSER, CUSTOMER, enrolledCard, RETURN_ADDRESS } from './enrolled-cards.ts'
import { type AskedReference, isHoldChange, type ReferenceKind } from './expected-reference.ts'
import type { Random } from './random.ts'

/** The input of a shopper. */
export const CARD: FlatBody = [
  ['paymentBrand', 'VISA'],
  ['card.number', '4200000000000000'],
  ['card.holder', 'Jane Jones'],
  ['card.expiryMonth', '05'],
  ['card.expiryYear', '2034'],
  ['card.cvv', '123'],
]

/** Whether a payment stores its instrument, and which gift card it uses. */
export const STORES_NAME = 'customParameters[STORES]'
export const GIFT_NAME = 'customParameters[GIFT]'

/** Gift cards by what they are issued with, in minor units: no two have the same. */
const GIFT_CARDS: Readonly<Record<string, string>> = {
  1200: '6006100120000012',
  1500: '6006100150000015',
  2000: '6006100200000015',
  2500: '6006100250000014',
  3000: '6006100300000014',
  6000: '6006100600000011',
}

/** Gift cards that are worth less than most checkouts, by what they are issued with. */
const PART_CARDS = [
  '6006100010000015',
  '6006100020000013',
  '6006100030000011',
  '6006100040000019',
  '6006100050000016',
  '6006100060000014',
  '6006100070000012',
  '6006100080000010',
]

/** What is left to pay of a checkout, as its shopper was shown it. */
export const REST_NAME = 'giftCards.restAmount'

const OUTCOME_NAME = 'customParameters[SIMULATOR_outcome]'
const DECLINE = 'decline:800.100.152'

/** An amount in minor units that can be divided often. */
export function drawAmount(random: Random): number {
  return random.integer(2, 40) * 25
}

/** A first payment with a card; the merchant's entity comes on top. */
export function paymentBody(random: Random, paymentType: string, amountMinor: number): FlatBody {
  return [
    ...moneyOf(paymentType, amountMinor),
    ...CARD,
    ...drawCourse(random),
    ...drawLimit(random, paymentType),
    ...drawStoring(random),
  ]
}

/** A first payment with a card that is enrolled in 3-D Secure; the merchant's entity comes on top. */
export function enrolledBody(random: Random, paymentType: string, amountMinor: number): FlatBody {
  return [
    ...moneyOf(paymentType, amountMinor),
    ...enrolledCard(random),
    ...RETURN_ADDRESS,
    ...(random.chance(0.5) ? [...CUSTOMER, ...BROWSER] : []),
    ...drawCourse(random),
    ...drawStoring(random),
  ]
}

/** A first payment with a gift card. The simulator decides about these at once, or leaves it to the shopper. */
export function giftBody(random: Random, paymentType: string, amountMinor: number): FlatBody {
  const worth = random.pick(Object.keys(GIFT_CARDS))
  const number = GIFT_CARDS[worth] ?? ''
  return [
    ...moneyOf(paymentType, amountMinor),
    ['paymentBrand', 'GIFTCARD'],
    ['giftCard.number', number],
    ['giftCard.pin', number.slice(-4)],
    [GIFT_NAME, worth],
    ...drawLimit(random, paymentType),
    ...drawOutcome(random, 0.5),
  ]
}

/** The gift card that a shopper applies to a checkout. */
export function partCardBody(random: Random): FlatBody {
  const number = random.pick(PART_CARDS)
  return [
    ['giftCard.number', number],
    ['giftCard.pin', number.slice(-4)],
  ]
}

/** The rest that a shopper pays beside gift cards. */
export function restBody(restMinor: number): FlatBody {
  return [[REST_NAME, wireAmount(restMinor)]]
}

/** A payment with stored details. */
export function storedBody(random: Random, paymentType: string, amountMinor: number): FlatBody {
  return [...moneyOf(paymentType, amountMinor), ...RETURN_ADDRESS, ...drawCourse(random)]
}

/** A schedule that is due some times in three hours: a run must come to its end. */
export function scheduleBody(
  random: Random,
  registrationId: string,
  amountMinor: number,
): FlatBody {
  const every = random.pick(['0/10', '0/30', '0', '45'])
  return [
    ['registrationId', registrationId],
    // Some registrations were made without a payment: their cardholder has paid elsewhere.
    ['standingInstruction.initialTransactionId', 'MCC000000355'],
    ['standingInstruction.source', 'MIT'],
    ['standingInstruction.mode', 'REPEATED'],
    ['standingInstruction.type', 'RECURRING'],
    ...moneyOf('SD', amountMinor),
    ...drawCourse(random),
    ['job.expression', `0 ${every} * * * ?`],
    ['job.durationNumber', '3'],
    ['job.durationUnit', 'HOUR'],
  ]
}

/** A checkout; the card comes with its submit. */
export function checkoutBody(random: Random): FlatBody {
  return [
    ...moneyOf(random.pick(['PA', 'DB']), drawAmount(random)),
    ...RETURN_ADDRESS,
    // Gift cards pay parts at the simulator alone: often it does not decide at once.
    ...(random.chance(0.5) ? drawCourse(random) : drawOutcome(random, 0.6)),
    ...drawStoring(random),
  ]
}

/** What a merchant changes of a checkout. */
export function updateBody(amountMinor: number): FlatBody {
  return [
    ['amount', wireAmount(amountMinor)],
    ['currency', 'EUR'],
  ]
}

/** A capture, reversal, refund or rebill. */
export function referenceBody(random: Random, asked: AskedReference): FlatBody {
  const { kind, currency, amountMinor, isFinal } = asked
  return [
    ['paymentType', kind],
    ['currency', currency],
    ...(amountMinor === undefined ? [] : [['amount', wireAmount(amountMinor)] as const]),
    ...finalOf(isFinal),
    ...drawOutcome(random, 0.15),
  ]
}

/** A hold that is raised or renewed; the merchant's entity comes on top. */
export function holdChangeBody(targetId: string, asked: AskedReference): FlatBody {
  return [
    ['paymentType', 'PA'],
    ['amount', wireAmount(asked.amountMinor ?? 0)],
    ['currency', asked.currency],
    ['referenceUuid', targetId],
    ['standingInstruction.type', 'UNSCHEDULED'],
    ['standingInstruction.mode', 'REPEATED'],
    ['standingInstruction.source', 'MIT'],
    ['standingInstruction.industryPractice', asked.kind],
    ...finalOf(asked.isFinal),
  ]
}

/**
 * Mostly a valid reference to a hold or a booking of this amount, sometimes with too large an
 * amount, the wrong type or currency.
 */
export function drawReference(random: Random, isHold: boolean, wholeMinor: number): AskedReference {
  const kind = random.weighted<ReferenceKind>(
    isHold
      ? { CP: 6, RV: 2, RF: 1, RB: 0.5, INCREMENTAL_AUTH: 2, REAUTHORIZATION: 2 }
      : { CP: 1, RV: 2, RF: 6, RB: 2, INCREMENTAL_AUTH: 0.3, REAUTHORIZATION: 0.3 },
  )
  const amount = random.weighted({ part: 8, open: 2, whole: 2, tooMuch: 1 })
  const amountMinor = {
    part: Math.max(1, Math.round(wholeMinor / random.integer(2, 9))),
    // Only captures and reversals may leave it out: a refund or rebill that does is refused.
    open: isHoldChange(kind) ? wholeMinor : undefined,
    whole: wholeMinor,
    tooMuch: wholeMinor + 1,
  }[amount]
  return {
    kind,
    ...(amountMinor === undefined ? {} : { amountMinor }),
    currency: random.chance(0.04) ? 'USD' : 'EUR',
    isFinal: random.chance(0.1),
  }
}

function moneyOf(paymentType: string, amountMinor: number): FlatParameter[] {
  return [
    ['paymentType', paymentType],
    ['amount', wireAmount(amountMinor)],
    ['currency', 'EUR'],
  ]
}

function finalOf(isFinal: boolean): FlatParameter[] {
  return isFinal ? [['sequence', 'FINAL']] : []
}

function drawLimit(random: Random, paymentType: string): FlatParameter[] {
  const isLimited = paymentType === 'PA' && random.chance(0.2)
  return isLimited ? [['numberOfCaptures', String(random.integer(1, 3))]] : []
}

function drawStoring(random: Random): FlatParameter[] {
  if (!random.chance(0.3)) return []
  return [
    ['createRegistration', 'true'],
    [STORES_NAME, 'yes'],
  ]
}

/** Most payments go to the remote acquirer, the others are decided at once. */
function drawCourse(random: Random): FlatParameter[] {
  if (random.chance(0.75)) return [['testMode', 'EXTERNAL']]
  return random.chance(0.2) ? [[OUTCOME_NAME, DECLINE]] : []
}

/** What the simulator shall do, with its frequency; the remote acquirer ignores it. */
function drawOutcome(random: Random, probability: number): FlatParameter[] {
  if (!random.chance(probability)) return []
  const outcome = random.weighted({ pending: 5, [DECLINE]: 2, timeout: 1 })
  return [[OUTCOME_NAME, outcome]]
}

function wireAmount(minor: number): string {
  return (minor / 100).toFixed(2)
}
