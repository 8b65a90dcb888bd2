import type { CheckoutRow, PaymentRow } from '../store/port.ts'
import type { Attempt, Operation } from './attempt.ts'
import { type Audit, type AuditedPayment, latest, since } from './audit.ts'
import { MOST_SKEW_MS } from './cluster.ts'
import type { DeskAnswer } from './desk.ts'
import { expectedReference } from './expected-reference.ts'
import { promise } from './promises.ts'
import type { Scheduler } from './scheduler.ts'

/** How often the gateway decides a reference again before it says that too many are at it. */
const MOST_ATTEMPTS = 5

/** Of requests that carry a key: another request had it, or the first one is not answered yet. */
const OTHER_REQUEST_CODE = '200.200.106'
const STILL_RUNNING_CODE = '800.600.100'

const PENDING_CODE = '000.200.000'
const SUCCESS_CODES = ['000.100.110', '000.100.112']

/** What the model reads of an answer's body. */
interface AnswerBody {
  readonly id?: string
  readonly paymentType?: string
  readonly amount?: string
  readonly currency?: string
  readonly ndc?: string
  readonly result: { readonly code: string; readonly description: string }
}

/** An answer that named a payment, as its client keeps it. */
interface Acknowledged {
  readonly paymentId: string
  readonly code: string
}

interface Remembered {
  readonly body: AnswerBody
  readonly text: string
  readonly isReplayed: boolean
}

/** Holds every answer against what is durable and against the rules, at the moment it arrives. */
export class AnswerJudge {
  readonly #audit: Audit
  readonly #scheduler: Scheduler
  readonly #answers = new Map<Operation, Remembered[]>()
  readonly #acknowledged: Acknowledged[] = []

  constructor(audit: Audit, scheduler: Scheduler) {
    this.#audit = audit
    this.#scheduler = scheduler
  }

  /** The payment or checkout that the answer names; `null` for a refusal. */
  judge(attempt: Attempt, answer: DeskAnswer): string | null {
    const body = JSON.parse(answer.text) as AnswerBody
    const { operation, isForeignKey } = attempt
    const told = () =>
      `${operation.name} was answered ${answer.status} ${answer.text.slice(0, 300)}`
    promise('unbroken', answer.status < 500, told)
    if (body.id === undefined) {
      this.#judgeRefusal(attempt, body.result.code, told)
      return null
    }
    promise('once', !isForeignKey, () => `${told()} under the key of another request`)
    if (operation.key !== undefined) this.#judgeRepetition(operation, answer, body)
    if (operation.wish.kind === 'openCheckout' || !this.#audit.payments.has(body.id)) {
      this.#judgeCheckoutAnswer(operation, body, told)
    } else {
      this.#judgePaymentAnswer(operation, body, this.#audit.payment(body.id), told)
    }
    return body.id
  }

  /** Every answer that was ever given still tells what is durable, or told "pending". */
  judgeAcknowledged(): void {
    for (const { paymentId, code } of this.#acknowledged) {
      const row = latest(this.#audit.payment(paymentId).versions)
      const stands = code === PENDING_CODE || code === row.resultCode
      promise('acknowledged', stands, () => `answered was ${code}, now it is ${row.resultCode}`)
    }
  }

  #judgePaymentAnswer(
    { wish, name }: Operation,
    { id = '', paymentType, amount, currency, result: { code } }: AnswerBody,
    payment: AuditedPayment,
    told: () => string,
  ): void {
    const row = latest(payment.versions)
    const shown = `${row.paymentType} ${(row.amountMinor / 100).toFixed(2)} ${row.currency}`
    promise('acknowledged', shown === `${paymentType} ${amount} ${currency}`, told)
    const isOwn = wish.kind !== 'pay' && wish.kind !== 'refer'
    promise('once', isOwn || payment.operationName === name, () => `${told()}: another's payment`)
    if (wish.kind === 'pay') {
      const asked = `${wish.paymentType} ${wish.amountMinor}`
      promise(
        'rules',
        asked === `${row.paymentType} ${row.amountMinor}`,
        () => `${told()}, asked: ${asked}`,
      )
    }
    const state = stateOf(code)
    const isDurable = state === 'intent' || (row.state === state && row.resultCode === code)
    promise('acknowledged', isDurable, () => `${told()}, but durable is ${row.state}`)
    this.#acknowledged.push({ paymentId: id, code })
  }

  #judgeCheckoutAnswer({ wish }: Operation, { id = '' }: AnswerBody, told: () => string): void {
    const isAboutCheckout = wish.kind === 'openCheckout' || wish.kind === 'readCheckout'
    promise('acknowledged', isAboutCheckout && this.#audit.checkouts.has(id), told)
  }

  /** R-IDEM-2. The first answer may be older than what is stored: then the outcome was not known. */
  #judgeRepetition(operation: Operation, answer: DeskAnswer, body: AnswerBody): void {
    const earlier = this.#answers.get(operation) ?? []
    const { text, isReplayed } = answer
    for (const one of earlier) {
      const was = () => `${operation.name} was answered ${one.text}, later ${text}`
      promise('once', one.body.id === body.id, was)
      if (one.isReplayed && isReplayed) promise('acknowledged', one.text === text, was)
      const isOutcome = one.body.result.code !== PENDING_CODE && body.result.code !== PENDING_CODE
      if (isOutcome) promise('acknowledged', withoutNdc(one.body) === withoutNdc(body), was)
    }
    this.#answers.set(operation, [...earlier, { body, text, isReplayed }])
  }

  #judgeRefusal(attempt: Attempt, code: string, told: () => string): void {
    const { operation, isForeignKey } = attempt
    const isKeyed = operation.key !== undefined
    const expected = isForeignKey ? new Set([OTHER_REQUEST_CODE]) : this.#codesOf(attempt)
    if (isKeyed) expected.add(STILL_RUNNING_CODE)
    promise('rules', expected.has(code), () => `${told()}, right would be ${[...expected]}`)
  }

  /** Every refusal that was right at some moment since the request was sent. */
  #codesOf({ operation: { wish }, startStep, startMs }: Attempt): Set<string> {
    const nowMs = this.#scheduler.now() + MOST_SKEW_MS
    switch (wish.kind) {
      case 'refer': {
        const { versions } = this.#audit.payment(wish.targetId)
        const rows = since(versions, startStep)
        const codes = rows.flatMap((row) =>
          [startMs - MOST_SKEW_MS, nowMs].map((atMs) => expectedReference(row, wish.asked, atMs)),
        )
        const refusals = codes.flatMap((expected) => ('code' in expected ? [expected.code] : []))
        // The amount is in units of its currency, so another one is noticed before everything else.
        if (wish.asked.currency !== rows[0]?.currency) refusals.push('700.100.500')
        return new Set([...refusals, ...(rows.length > MOST_ATTEMPTS ? ['800.120.100'] : [])])
      }
      case 'pay': {
        if (wish.checkoutId === undefined) return new Set()
        return this.#checkoutCodes(wish.checkoutId, startStep, nowMs)
      }
      case 'readCheckout':
        return new Set(this.#hasExpired(wish.checkoutId, nowMs) ? ['200.300.404'] : [])
      default:
        return new Set()
    }
  }

  #checkoutCodes(checkoutId: string, startStep: number, nowMs: number): Set<string> {
    const states = since(this.#audit.checkouts.get(checkoutId) ?? [], startStep).map(
      (row: CheckoutRow) => row.state,
    )
    const codes = states.flatMap((state) => {
      if (state === 'open') return []
      return state === 'processing' || state === 'pending' ? ['800.110.100'] : ['200.300.404']
    })
    // A submit that was overtaken and finds the checkout open again says that another was under way.
    if (states.length > 1) codes.push('800.110.100')
    if (this.#hasExpired(checkoutId, nowMs)) codes.push('200.300.404')
    return new Set(codes)
  }

  #hasExpired(checkoutId: string, nowMs: number): boolean {
    const checkout = latest(this.#audit.checkouts.get(checkoutId) ?? [])
    return nowMs >= checkout.expiresAtMs
  }
}

function stateOf(code: string): PaymentRow['state'] {
  if (code === PENDING_CODE) return 'intent'
  return SUCCESS_CODES.includes(code) ? 'succeeded' : 'failed'
}

function withoutNdc(body: AnswerBody): string {
  return JSON.stringify({ ...body, ndc: '' })
}
