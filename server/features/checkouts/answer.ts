import type { Profile } from '../../entities/settings.ts'
import { type Answer, bodyOf, membersOf } from '../../http/answer.ts'
import { ndcOfCheckout } from '../../kernel/ids.ts'
import type { FlatBody } from '../../parameters/table.ts'
import { toTree } from '../../parameters/tree.ts'
import { detailsOf, paymentAnswer } from '../../payments/index.ts'
import type { CheckoutRow, PaymentRow, RegistrationRow } from '../../store/port.ts'
import {
  authenticatedAnswer,
  readRegistrationDetails,
  registrationAnswer,
} from '../registrations/index.ts'

/** `ndc` of the calls of a checkout; in the `legacy` profile the id itself (decisions §1, §3). */
export function checkoutNdc(checkoutId: string, profile: Profile): string {
  return profile === 'legacy' ? checkoutId : ndcOfCheckout(checkoutId)
}

/** Created, updated, deleted. */
type CheckoutCode = '000.200.100' | '000.200.101' | '000.200.102'

/** The merchant's answer about a checkout; `integrity` is the hash of its script, if requested. */
export function checkoutAnswer(
  code: CheckoutCode,
  checkout: CheckoutRow,
  ndc: string,
  integrity: string | null = null,
): Answer {
  const after = integrity === null ? { id: checkout.id } : { id: checkout.id, integrity }
  return { status: 200, body: bodyOf(code, { ndc, atMs: checkout.updatedAtMs }, { after }) }
}

/**
 * The answer of a submit. The checkout id is its only credential, so it shows the result and what the
 * shopper sent. The merchant's status read shows everything else (ASVS 15.3.1).
 */
export function shopperPaymentAnswer(payment: PaymentRow, sent: FlatBody, ndc: string): Answer {
  const { request, card } = detailsOf(payment)
  return answerForShopper(paymentAnswer(payment, ndc), sentByShopper(request, card?.holder, sent))
}

/** The answer of a submit that stores payment details; the same restriction. */
export function shopperRegistrationAnswer(
  registration: RegistrationRow,
  sent: FlatBody,
  ndc: string,
): Answer {
  const { request, card } = readRegistrationDetails(registration.details)
  return answerForShopper(
    registrationAnswer(registration, ndc),
    sentByShopper(request, card?.holder, sent),
  )
}

/** The same of one whose cardholder is authenticated before. */
export function shopperAuthenticatedAnswer(
  payment: PaymentRow,
  sent: FlatBody,
  ndc: string,
): Answer {
  const { request, card } = detailsOf(payment)
  return answerForShopper(
    authenticatedAnswer(payment, ndc),
    sentByShopper(request, card?.holder, sent),
  )
}

const BEFORE_RESULT = ['id', 'registrationId', 'paymentType', 'paymentBrand', 'amount', 'currency']
/** What the issuer tells the shopper of a declined card. */
const RESULT_DETAILS = ['cardholderInfo']
const RESULT_MEMBERS = ['code', 'description']
/** The holder is added when the shopper sent it. */
const CARD_MEMBERS = ['bin', 'last4Digits', 'expiryMonth', 'expiryYear']
const AFTER_RESULT = ['registration', 'redirect', 'buildNumber', 'timestamp', 'ndc']

/** The stored values that the shopper has sent; not those that the merchant has set. */
function sentByShopper(
  stored: Readonly<Record<string, string>>,
  holder: string | undefined,
  sent: FlatBody,
): Readonly<Record<string, unknown>> {
  const own: Record<string, string> = {}
  for (const [name, value] of sent) {
    const kept = name === 'card.holder' ? holder : stored[name]
    if (kept === value) own[name] = value
  }
  return toTree(own)
}

function answerForShopper(answer: Answer, own: Readonly<Record<string, unknown>>): Answer {
  const body = membersOf(answer)
  const { card } = body
  const summary = card === undefined ? undefined : pick(card, CARD_MEMBERS)
  const members: Record<string, unknown> = Object.assign({}, own, pick(body, BEFORE_RESULT))
  members.result = pick(body.result, RESULT_MEMBERS)
  if (summary !== undefined) members.card = Object.assign({}, own.card, summary)
  const told = pick(body.resultDetails ?? {}, RESULT_DETAILS)
  if (told.cardholderInfo !== undefined && answer.status === 400) members.resultDetails = told
  return { status: answer.status, body: Object.assign(members, pick(body, AFTER_RESULT)) }
}

function pick(from: unknown, names: readonly string[]): Record<string, unknown> {
  const all = from as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]),
  )
}
