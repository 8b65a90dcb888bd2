import type { AccountName } from './house.ts'
import { type Form, isLost, isPending, isSuccess, type Paid, type Shop } from './shop.ts'
import { until } from './until.ts'

/** What became of a step with one account. */
export interface Outcome {
  /** What the table shows. */
  readonly shown: string
  /** Whose reference at the acquirer the table shows. */
  readonly paymentId?: string
  /** What is otherwise than it should be. */
  readonly fault?: string
}

/** Test cards, as each acquirer publishes them: all that a tester chooses by the acquirer. */
interface TestCards {
  readonly approved: Form
  /** Its cardholder is asked: by the issuer that the gateway knows, or on a page of the acquirer. */
  readonly asks: Form
  readonly declined: Form
  /** How the gateway tells that decline. */
  readonly declineCode: string
}

const OWN_CARDS: TestCards = {
  approved: { 'card.number': '4200000000000000' },
  asks: { 'card.number': '4200000000000018' },
  declined: { 'card.number': '4200000000000000', 'card.holder': '800.100.152' },
  declineCode: '800.100.152',
}

export const TEST_CARDS: Readonly<Record<AccountName, TestCards>> = {
  simulator: OWN_CARDS,
  gateway: OWN_CARDS,
  stripe: {
    approved: { 'card.number': '4242424242424242' },
    asks: { 'card.number': '4000000000003220' },
    declined: { 'card.number': '4000000000009995' },
    declineCode: '800.100.155',
  },
  adyen: {
    approved: { 'card.number': '4111111111111111' },
    asks: { 'card.number': '4917610000000000' },
    declined: { 'card.number': '4111111111111111', 'card.holder': 'NOT_ENOUGH_BALANCE' },
    declineCode: '800.100.155',
  },
}

const EUROS: Form = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }

const INITIAL: Form = {
  createRegistration: 'true',
  'standingInstruction.mode': 'INITIAL',
  'standingInstruction.source': 'CIT',
}

export interface StepParts {
  readonly shop: Shop
  readonly cards: TestCards
  /** Faults are injected. */
  readonly isDisturbed: boolean
  /** Moves the clock of the shop's channel by a duration. */
  readonly advance: (duration: string) => Promise<void>
  /** The shopper's bank takes a payment back. */
  readonly chargeBack: (paymentId: string) => Promise<void>
  /** The merchant answers that, and the bank gives the money back. */
  readonly answerAndWin: (paymentId: string) => Promise<void>
}

export interface Step {
  readonly name: string
  readonly run: (parts: StepParts) => Promise<Outcome>
}

/** A payment that the shopper's bank takes back. */
export const DISPUTED = 'disputed'
const CHARGED_BACK = '23.45'

/** By its settlement file, or before it, the gateway knows that a payment was taken back. */
export async function chargedBack(shop: Shop, paymentId: string): Promise<Outcome> {
  let known = 'nothing'
  const isKnown = async () => {
    known = (await shop.get(`/v1/payments/${paymentId}`)).amounts?.chargedBack ?? 'nothing'
    return known === CHARGED_BACK
  }
  const isSo = await until('the chargeback is known', isKnown, KNOWN_WITHIN_MS).catch(() => false)
  return { shown: `${known} EUR taken back`, ...(isSo ? {} : { fault: `not ${CHARGED_BACK}` }) }
}

/** A chargeback of a file is reported within a second of its import (docs/settlement.md). */
const KNOWN_WITHIN_MS = 10_000

/** The same for each account, in the time of today. */
export const STEPS: readonly Step[] = [
  {
    name: 'card',
    run: async ({ shop, cards }) => succeeded(await shop.pay({ ...EUROS, ...cards.approved })),
  },
  {
    name: 'card, in pounds',
    run: async ({ shop, cards }) =>
      succeeded(await shop.pay({ ...EUROS, ...cards.approved, amount: '41.50', currency: 'GBP' })),
  },
  {
    name: 'card with 3-D Secure',
    async run({ shop, cards }) {
      const paid = await shop.payWithChallenge({ ...EUROS, ...cards.asks })
      const outcome = succeeded(paid)
      return paid.pages.length > 0 ? outcome : { ...outcome, fault: 'nobody was asked' }
    },
  },
  { name: 'saved card', run: payWithSavedCard },
  { name: 'hold, captured in parts', run: captureInParts },
  { name: 'hold, released', run: releaseHold },
  { name: 'refund in parts', run: refundInParts },
  {
    name: 'decline',
    async run({ shop, cards }) {
      const paid = await shop.pay({ ...EUROS, ...cards.declined })
      const { code } = paid.result
      const isRight = code === cards.declineCode
      return { ...shown(paid), ...(isRight ? {} : { fault: `${code}, not ${cards.declineCode}` }) }
    },
  },
  {
    name: DISPUTED,
    async run({ shop, cards, chargeBack }) {
      const paid = await shop.pay({ ...EUROS, ...cards.approved, amount: CHARGED_BACK })
      if (isSuccess(paid)) await chargeBack(paid.id)
      return succeeded(paid)
    },
  },
]

/** Disputes are opened and decided by banks: an account of a provider's test environment has none. */
export const ANSWERED: Step = {
  name: 'disputed, answered',
  async run({ shop, cards, isDisturbed, chargeBack, answerAndWin }) {
    if (isDisturbed) return { shown: 'not with faults' }
    const paid = await shop.pay({ ...EUROS, ...cards.approved, amount: '34.56' })
    if (!isSuccess(paid)) return succeeded(paid)
    await chargeBack(paid.id)
    await answerAndWin(paid.id)
    return succeeded(paid)
  },
}

/** Once the bank has given it back, nothing of the payment is charged back, by event or by file. */
export async function givenBack(shop: Shop, paymentId: string): Promise<Outcome> {
  let known = 'nothing'
  const isBack = async () => {
    known = (await shop.get(`/v1/payments/${paymentId}`)).amounts?.chargedBack ?? '0.00'
    return known === '0.00'
  }
  const isSo = await until('the money is back', isBack, KNOWN_WITHIN_MS).catch(() => false)
  return { shown: `${known} EUR taken back`, ...(isSo ? {} : { fault: 'not given back' }) }
}

const shown = (paid: Paid): Outcome => ({ shown: paid.result.code, paymentId: paid.id })

/** What is under way counts once it is found: in the end nothing may be left of it. */
function succeeded(paid: Paid, ...others: readonly Paid[]): Outcome {
  const failed = [paid, ...others].find((one) => !isSuccess(one) && !isPending(one))
  if (failed === undefined) return shown(others.at(-1) ?? paid)
  const { code, description = '' } = failed.result
  const more = failed.resultDetails?.ExtendedDescription ?? ''
  return { ...shown(failed), fault: [code, description, more].filter(Boolean).join(' ') }
}

async function payWithSavedCard({ shop, cards }: StepParts): Promise<Outcome> {
  const first = await shop.pay({
    ...EUROS,
    ...INITIAL,
    'standingInstruction.type': 'UNSCHEDULED',
    ...cards.approved,
  })
  const { registrationId } = first
  if (registrationId === undefined) return { ...succeeded(first), fault: 'nothing was stored' }
  const second = await shop.charge(registrationId, {
    ...EUROS,
    amount: '17.35',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.source': 'MIT',
    'standingInstruction.type': 'UNSCHEDULED',
  })
  return succeeded(first, second)
}

const RUNS = 12

/** After all others: a year goes by for the shop's channel. */
export const SUBSCRIPTION: Step = { name: 'subscription of a year', run: subscribe }

async function subscribe({ shop, cards, advance, isDisturbed }: StepParts): Promise<Outcome> {
  const first = await shop.pay({
    ...EUROS,
    ...INITIAL,
    'standingInstruction.type': 'RECURRING',
    ...cards.approved,
  })
  const { registrationId } = first
  if (registrationId === undefined) return { ...succeeded(first), fault: 'nothing was stored' }
  const order = `subscription ${registrationId}`
  const schedule = await shop.post('/scheduling/v1/schedules', {
    merchantTransactionId: order,
    registrationId,
    paymentType: 'SD',
    amount: '9.99',
    currency: 'EUR',
    'job.expression': '0 0 8 1 * ?',
    'job.durationNumber': '1',
    'job.durationUnit': 'YEAR',
  })
  if (schedule.id === undefined) {
    const { code, description } = schedule.result
    return { ...shown(first), fault: `${code} ${description}` }
  }
  await advance('P1Y')
  const runs = await shop.paymentsOf(order)
  const paid = runs.filter(isSuccess)
  // Of an acquirer that could not be reached a run is lost; any other outcome is wrong.
  const wrong = runs.find(
    (run) => !isSuccess(run) && !(isDisturbed && (isLost(run) || isPending(run))),
  )
  const last = paid.at(-1)?.id
  const said = `${paid.length} of ${runs.length} paid`
  return {
    shown: said,
    ...(last === undefined ? {} : { paymentId: last }),
    ...(runs.length === RUNS && wrong === undefined
      ? {}
      : { fault: `${said}: ${JSON.stringify(wrong?.result)}` }),
  }
}

async function captureInParts({ shop, cards }: StepParts): Promise<Outcome> {
  const hold = await shop.pay({
    ...EUROS,
    ...cards.approved,
    amount: '100.00',
    paymentType: 'PA',
    numberOfCaptures: '2',
  })
  if (!isSuccess(hold)) return succeeded(hold)
  const capture = { paymentType: 'CP', currency: 'EUR' }
  const first = await shop.refer(hold.id, { ...capture, amount: '30.00' })
  const second = await shop.refer(hold.id, { ...capture, amount: '70.00', sequence: 'FINAL' })
  return succeeded(first, second)
}

async function releaseHold({ shop, cards }: StepParts): Promise<Outcome> {
  const hold = await shop.pay({ ...EUROS, ...cards.approved, paymentType: 'PA' })
  if (!isSuccess(hold)) return succeeded(hold)
  // Some acquirers have no name for a release but that of the payment.
  return { ...succeeded(await shop.refer(hold.id, { paymentType: 'RV' })), paymentId: hold.id }
}

async function refundInParts({ shop, cards }: StepParts): Promise<Outcome> {
  const paid = await shop.pay({ ...EUROS, ...cards.approved })
  if (!isSuccess(paid)) return succeeded(paid)
  const refund = { paymentType: 'RF', currency: 'EUR' }
  const part = await shop.refer(paid.id, { ...refund, amount: '40.25' })
  const rest = await shop.refer(paid.id, { ...refund, amount: '51.75' })
  return succeeded(part, rest)
}
