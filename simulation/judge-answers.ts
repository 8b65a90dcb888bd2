import { wireTimestamp } from '../server/kernel/timers/clock.ts'
import type { PaymentRow } from '../server/store/port.ts'
import type { Attempt, Operation, PlannedAction } from './attempt.ts'
import type { Audit } from './audit.ts'
import { type AuditedPayment, latest, since } from './audited-payment.ts'
import type { DeskAnswer } from './desk.ts'
import { expectedRefusals } from './expected-refusals.ts'
import { assertInvariant } from './invariants.ts'
import { amountMinorOf } from './judge-checkouts.ts'
import type { Scheduler } from './scheduler.ts'

/** Of requests that carry a key: another request had it, or the first one is not answered yet. */
const OTHER_REQUEST_CODE = '200.200.106'
const STILL_RUNNING_CODE = '800.600.100'

const PENDING_CODES = ['000.200.000', '000.200.001']
const SUCCESS_CODES = ['000.100.110', '000.100.112']

/** The parts of an answer's body that are checked. */
interface AnswerBody {
  readonly id?: string
  readonly registrationId?: string
  readonly paymentType?: string
  readonly amount?: string
  readonly currency?: string
  readonly ndc?: string
  readonly timestamp?: string
  readonly result: { readonly code: string; readonly description: string }
}

/** An answer with a payment, as its client stores it. */
interface Acknowledged {
  readonly paymentId: string
  readonly code: string
}

interface Remembered {
  readonly body: AnswerBody
  readonly text: string
  readonly isReplayed: boolean
}

/** Compares every answer with the durable data and the rules, at the moment it arrives. */
export class AnswerJudge {
  readonly #audit: Audit
  readonly #scheduler: Scheduler
  readonly #answers = new Map<Operation, Remembered[]>()
  readonly #acknowledged: Acknowledged[] = []

  constructor(audit: Audit, scheduler: Scheduler) {
    this.#audit = audit
    this.#scheduler = scheduler
  }

  /** The payment, checkout or registration that the answer names; `null` for a refusal. */
  judge(attempt: Attempt, answer: DeskAnswer): string | null {
    const body = JSON.parse(answer.text) as AnswerBody
    const { operation, isForeignKey } = attempt
    const told = () =>
      `${operation.name} was answered ${answer.status} ${answer.text.slice(0, 300)}`
    assertInvariant('unbroken', answer.status < 500, told)
    if (operation.wish.kind === 'changeGifts' && answer.status === 200) return null
    if (body.id === undefined) {
      this.#judgeRefusal(attempt, body.result.code, told)
      return null
    }
    assertInvariant('once', !isForeignKey, () => `${told()} under the key of another request`)
    if (operation.key !== undefined) this.#judgeRepetition(operation, answer, body)
    if (!answer.isReplayed) this.#judgeRegistrationUsed(attempt, told)
    this.#judgeSubject(operation, body, told)
    return body.id
  }

  /** Every earlier answer still agrees with the durable payment, or said "pending". */
  judgeAcknowledged(): void {
    for (const { paymentId, code } of this.#acknowledged) {
      const row = latest(this.#audit.payment(paymentId).versions)
      const stands = PENDING_CODES.includes(code) || code === row.resultCode
      assertInvariant(
        'acknowledged',
        stands,
        () => `answered was ${code}, now it is ${row.resultCode}`,
      )
    }
  }

  #judgeSubject(operation: Operation, body: AnswerBody, told: () => string): void {
    const { wish } = operation
    const { id = '' } = body
    const payment = this.#audit.payments.get(id)
    if (wish.kind === 'subscribe' || wish.kind === 'switchSchedule') {
      assertInvariant('acknowledged', this.#audit.schedules.rows.has(id), told)
    } else if (wish.kind === 'deleteRegistration') {
      const isOver = latest(this.#audit.ownings.registration(id)).state !== 'active'
      assertInvariant('acknowledged', isOver, told)
    } else if (payment === undefined || isAboutCheckout(wish)) {
      this.#judgeCheckoutAnswer(wish, id, told)
    } else {
      this.#judgePaymentAnswer(operation, body, payment, told)
    }
  }

  #judgePaymentAnswer(
    { wish, name }: Operation,
    body: AnswerBody,
    payment: AuditedPayment,
    told: () => string,
  ): void {
    const { id = '', paymentType, amount, currency, result } = body
    const { code } = result
    const row = latest(payment.versions)
    const shown = `${row.paymentType} ${(row.amountMinor / 100).toFixed(2)} ${row.currency}`
    assertInvariant('acknowledged', shown === `${paymentType} ${amount} ${currency}`, told)
    const isOthers = wish.kind === 'read' || wish.kind === 'readCheckout'
    assertInvariant(
      'once',
      isOthers || payment.operationName === name,
      () => `${told()}: another's payment`,
    )
    if (wish.kind === 'pay' || wish.kind === 'payStored') {
      const asked = `${wish.paymentType} ${wish.amountMinor}`
      assertInvariant(
        'rules',
        asked === `${row.paymentType} ${row.amountMinor}`,
        () => `${told()}, asked: ${asked}`,
      )
    }
    const state = stateOf(code)
    const isDurable = state === 'intent' || (row.state === state && row.resultCode === code)
    assertInvariant('acknowledged', isDurable, () => `${told()}, but durable is ${row.state}`)
    const isOfVersion = payment.versions.some(
      (version) => wireTimestamp(version.row.updatedAtMs) === body.timestamp,
    )
    assertInvariant('acknowledged', isOfVersion, () => `${told()}, which it never was`)
    this.#judgeRegistrationShown(payment, body, told)
    this.#acknowledged.push({ paymentId: id, code })
  }

  /** A registration that an answer names is there, and is named by the answer to its success. */
  #judgeRegistrationShown(
    { stores, versions }: AuditedPayment,
    { registrationId, result }: AnswerBody,
    told: () => string,
  ): void {
    if (!stores) return
    const [made] = this.#audit.ownings.byPayment.get(latest(versions).id) ?? []
    const expected = SUCCESS_CODES.includes(result.code) ? made : undefined
    assertInvariant('stored', registrationId === expected, () => `${told()}, stored is ${made}`)
  }

  /** No payment uses details that had been deleted before its request. */
  #judgeRegistrationUsed({ operation: { wish }, startStep }: Attempt, told: () => string): void {
    if (wish.kind !== 'payStored') return
    const rows = since(this.#audit.ownings.registration(wish.registrationId), startStep)
    const wasActive = rows.some(({ state }) => state === 'active')
    assertInvariant('stored', wasActive, () => `${told()}, with a registration that had ended`)
  }

  #judgeCheckoutAnswer(wish: PlannedAction, id: string, told: () => string): void {
    const versions = this.#audit.checkouts.get(id)
    const isSubject = isAboutCheckout(wish) || wish.kind === 'readCheckout'
    assertInvariant('acknowledged', isSubject && versions !== undefined, told)
    if (wish.kind === 'deleteCheckout') {
      assertInvariant('acknowledged', latest(versions).state === 'deleted', told)
    }
    if (wish.kind === 'updateCheckout') {
      const isKept = versions.some(({ row }) => amountMinorOf(row) === wish.amountMinor)
      assertInvariant('acknowledged', isKept, told)
    }
  }

  /** R-IDEM-2. The first answer may be older than what is stored: then the outcome was not known. */
  #judgeRepetition(operation: Operation, answer: DeskAnswer, body: AnswerBody): void {
    const earlier = this.#answers.get(operation) ?? []
    const { text, isReplayed } = answer
    for (const one of earlier) {
      const was = () => `${operation.name} was answered ${one.text}, later ${text}`
      assertInvariant('once', one.body.id === body.id, was)
      if (one.isReplayed && isReplayed) assertInvariant('acknowledged', one.text === text, was)
      const areOutcomes = [one.body, body].every(({ result }) => stateOf(result.code) !== 'intent')
      if (areOutcomes)
        assertInvariant('acknowledged', withoutNdc(one.body) === withoutNdc(body), was)
    }
    this.#answers.set(operation, [...earlier, { body, text, isReplayed }])
  }

  #judgeRefusal(attempt: Attempt, code: string, told: () => string): void {
    const { operation, isForeignKey } = attempt
    const isKeyed = operation.key !== undefined
    const expected = isForeignKey
      ? new Set([OTHER_REQUEST_CODE])
      : expectedRefusals(attempt, this.#audit, this.#scheduler.now())
    if (isKeyed) expected.add(STILL_RUNNING_CODE)
    assertInvariant('rules', expected.has(code), () => `${told()}, right would be ${[...expected]}`)
  }
}

/** Answers to these are about a checkout, whatever was paid in it. */
function isAboutCheckout({ kind }: PlannedAction): boolean {
  return kind === 'openCheckout' || kind === 'updateCheckout' || kind === 'deleteCheckout'
}

/** The state that an answer shows; `intent` means everything undecided. */
function stateOf(code: string): PaymentRow['state'] {
  if (PENDING_CODES.includes(code)) return 'intent'
  return SUCCESS_CODES.includes(code) ? 'succeeded' : 'failed'
}

function withoutNdc(body: AnswerBody): string {
  return JSON.stringify({ ...body, ndc: '' })
}
