import type { FlatBody, FlatParameter } from '../parameters/flat-body.ts'
import type { AskedReference } from './expected-reference.ts'
import type { Random } from './random.ts'

/** What a shopper types in. */
export const CARD: FlatBody = [
  ['paymentBrand', 'VISA'],
  ['card.number', '4200000000000000'],
  ['card.holder', 'Jane Jones'],
  ['card.expiryMonth', '05'],
  ['card.expiryYear', '2034'],
  ['card.cvv', '123'],
]

/** An amount in minor units that can be parted often. */
export function drawAmount(random: Random): number {
  return random.integer(2, 40) * 25
}

/** A first payment; the merchant's entity comes on top. */
export function paymentBody(random: Random, paymentType: string, amountMinor: number): FlatBody {
  const isLimited = paymentType === 'PA' && random.chance(0.2)
  const limit: FlatParameter = ['numberOfCaptures', String(random.integer(1, 3))]
  return [
    ...moneyOf(paymentType, amountMinor),
    ...CARD,
    ...drawCourse(random),
    ...(isLimited ? [limit] : []),
  ]
}

/** A checkout; the card comes with its submit. */
export function checkoutBody(random: Random): FlatBody {
  return [...moneyOf(random.pick(['PA', 'DB']), drawAmount(random)), ...drawCourse(random)]
}

/** A capture, reversal or refund. */
export function referenceBody(asked: AskedReference): FlatBody {
  const { paymentType, currency, amountMinor, isFinal } = asked
  const body: FlatParameter[] = [
    ['paymentType', paymentType],
    ['currency', currency],
  ]
  if (amountMinor !== undefined) body.push(['amount', wireAmount(amountMinor)])
  if (isFinal) body.push(['sequence', 'FINAL'])
  return body
}

/** Mostly what fits a hold or a booking of this amount, sometimes too much, the wrong type or money. */
export function drawReference(random: Random, isHold: boolean, wholeMinor: number): AskedReference {
  const paymentType = random.weighted({ CP: isHold ? 6 : 1, RV: 2, RF: isHold ? 1 : 6 })
  const amount = random.weighted({ part: 8, open: 2, whole: 2, tooMuch: 1 })
  const amountMinor = {
    part: Math.max(1, Math.round(wholeMinor / random.integer(2, 9))),
    open: undefined,
    whole: wholeMinor,
    tooMuch: wholeMinor + 1,
  }[amount]
  return {
    paymentType,
    ...(amountMinor === undefined ? {} : { amountMinor }),
    currency: random.chance(0.04) ? 'USD' : 'EUR',
    isFinal: random.chance(0.06),
  }
}

function moneyOf(paymentType: string, amountMinor: number): FlatBody {
  return [
    ['paymentType', paymentType],
    ['amount', wireAmount(amountMinor)],
    ['currency', 'EUR'],
  ]
}

/** Most payments go to the remote acquirer, the others are decided at once. */
function drawCourse(random: Random): FlatBody {
  if (random.chance(0.75)) return [['testMode', 'EXTERNAL']]
  return random.chance(0.2) ? [['customParameters[SIMULATOR_outcome]', 'decline:800.100.152']] : []
}

function wireAmount(minor: number): string {
  return (minor / 100).toFixed(2)
}
