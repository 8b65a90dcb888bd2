import type { FastifyRequest } from 'fastify'
import { formatAmount, parseAmount } from '../../../common/money.ts'
import { lackedForType } from '../../entities/token-limits.ts'
import { type Answer, bodyOf } from '../../http/answer.ts'
import {
  type Caller,
  idOfPath,
  readCaller,
  sendsCredentials,
  sentParameters,
} from '../../http/call.ts'
import {
  answerOnce,
  answerTo,
  keyParts,
  participantsOf,
  type Worked,
} from '../../http/idempotency/idempotency.ts'
import type { Asked, RouteAnswer } from '../../http/route.ts'
import { walletTokens } from '../../parameters/mobile-wallets.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type CardSummary, cardSummary, paymentAnswer } from '../../payments/index.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import type { CheckoutRow, PaymentRow, RegistrationRow } from '../../store/port.ts'
import { readRegistrationDetails } from '../registrations/index.ts'
import { namedCheckout } from './find-checkout.ts'
import { missingCodeRefusal, withOneClickSource } from './offered-registrations.ts'
import { typesOf } from './payable.ts'
import { keptMerchantValues } from './prepared-instrument.ts'
import { submitRefusal } from './rules.ts'
import { type AskedAmount, askedAmount, keptOf, requestOf } from './stored-request.ts'
import {
  answerSubmit,
  CombinedValues,
  paymentSubmit,
  type SubmitKind,
  type SubmitParts,
} from './submit.ts'

/*
 * A summary page of the shop: the widget's submit is kept (`POST /v1/checkouts/{id}/summary`), the
 * shopper agrees on the merchant's own page, and the merchant's server pays the checkout with what was
 * kept (`POST /v1/checkouts/{id}/payment` with its access token).
 */

/** Keeps a submit. All that a payment would be refused for is refused while the shopper can correct it. */
export const summarySubmit: SubmitKind = {
  ...paymentSubmit,
  async work({ checkout, preset, channel, submitted, ndc, entry }, parts) {
    const combined = new CombinedValues(submitted, keptMerchantValues(preset, submitted.entries()))
    const nowMs = parts.clock.of(checkout.entityId)
    const errors = paymentSubmit.errorsOf({ combined, preset, channel, nowMs }, parts)
    if (errors.length > 0) return refuseParameters(errors)
    const withoutCode = await missingCodeRefusal(submitted, channel.settings, parts.store)
    if (withoutCode !== undefined) return withoutCode
    if (JSON.stringify(submitted.entries()).length > MAX_KEPT_TEXT) return tooMuchToKeep
    const shown = await shownOf(submitted, parts, entry === undefined)
    const answerOf = (kept: CheckoutRow) => keptAnswer(kept, shown, ndc)
    const extraParts = keyParts(entry, answerOf)
    return answerTo(
      await parts.checkouts.keep({ checkout, channel, submitted }, extraParts),
      answerOf,
    )
  },
}

/** Longest text of a submit that is kept: twice the longest wallet token. */
const MAX_KEPT_TEXT = 64 * 1024

const tooMuchToKeep: Refusal = refuse('200.300.404', {
  description: `The submit is longer than the ${MAX_KEPT_TEXT} characters that are kept for a summary page`,
})

/** What a summary page shows of a kept submit. */
interface ShownSubmit {
  readonly paymentBrand: string | undefined
  readonly card?: CardSummary
}

/**
 * `withHolder`: not where the answer is stored under the idempotency key of the request. It is stored
 * readable for 72 hours, and what is kept of the submit is sealed and deleted with the checkout.
 */
async function shownOf(
  submitted: ParameterValues,
  { store }: Pick<SubmitParts, 'store'>,
  withHolder: boolean,
): Promise<ShownSubmit> {
  const paymentBrand = submitted.sent('paymentBrand')
  const registrationId = submitted.sent('registrationId')
  if (registrationId !== undefined) {
    const row = await store.read.registration(registrationId)
    return row === undefined ? { paymentBrand } : shownRegistration(row)
  }
  const number = submitted.sent('card.number')
  if (number === undefined) return { paymentBrand }
  const holder = withHolder ? submitted.sent('card.holder') : undefined
  const card = cardSummary({
    number,
    ...(holder === undefined ? {} : { holder }),
    expiryMonth: submitted.sent('card.expiryMonth') ?? '',
    expiryYear: submitted.sent('card.expiryYear') ?? '',
  })
  return { paymentBrand, card }
}

/** Without the holder: a shopper who has only the checkout id sees no more of it than in the widget. */
function shownRegistration({ paymentBrand, details }: RegistrationRow): ShownSubmit {
  const { card } = readRegistrationDetails(details)
  if (card === undefined) return { paymentBrand }
  const { holder, ...summary } = card
  return { paymentBrand, card: summary }
}

function keptAnswer(checkout: CheckoutRow, kept: ShownSubmit, ndc: string): Answer {
  const meta = { ndc, atMs: checkout.updatedAtMs }
  return { status: 200, body: bodyOf('000.200.101', meta, { before: { id: checkout.id, kept } }) }
}

/** A submit of a shopper, or a merchant's server that pays with what was kept. */
export async function answerPayment(
  request: FastifyRequest,
  parts: SubmitParts,
): Promise<RouteAnswer> {
  if (!isMerchants(request)) return answerSubmit(request, paymentSubmit, parts)
  const call = await readCaller(request, { group: 'payments' }, parts)
  if (isRefusal(call)) return call
  const { token, usable, flat } = call
  return answerOnce(
    request,
    {
      owner: ['token', token.hash, usable?.entity.id ?? token.entityId],
      parameters: flat,
      work: (entry) => payKept({ request, id: idOfPath(request), call, entry }, parts),
      answerOf: paymentAnswer,
    },
    parts,
  )
}

/** Plugins send their token with everything: only a request that pays with nothing of its own counts. */
function isMerchants(request: FastifyRequest): boolean {
  const flat = sentParameters(request)
  if (isRefusal(flat) || !sendsCredentials(request)) return false
  return flat.every(([name]) => name === 'entityId' || name.startsWith('authentication.'))
}

/** Pays a checkout with what its shopper has submitted for the summary page. */
async function payKept(asked: Asked<Caller>, parts: SubmitParts): Promise<Worked> {
  const { vault, access, clock, checkouts } = parts
  const checkout = await namedCheckout(asked, parts)
  if (isRefusal(checkout)) return checkout
  const refusal = submitRefusal(checkout, clock.of(checkout.entityId))
  if (refusal !== undefined) return refusal
  const channel = await access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const paid = await checkouts.submit({
    checkout,
    channel,
    submittedIn: async (now) => lackedForKept(asked.call, now) ?? keptSubmit(now, vault),
    requestParticipants: participantsOf(asked.entry),
  })
  return answerTo(paid, (payment: PaymentRow) => paymentAnswer(payment, asked.request.ndc))
}

/** Why a token may not pay a checkout, whatever of its types the shopper's brand makes of it. */
function lackedForKept(caller: Caller, checkout: CheckoutRow): Refusal | undefined {
  return typesOf(requestOf(checkout))
    .map((type) => lackedForType(caller, type))
    .find((refusal) => refusal !== undefined)
}

/** What is kept in the checkout as it is now, with what the gateway adds to a submit. */
async function keptSubmit(
  checkout: CheckoutRow,
  vault: SubmitParts['vault'],
): Promise<ParameterValues | Refusal> {
  const kept = await keptOf(checkout, vault)
  if (kept === undefined) return nothingKept
  const { submitted, asked } = kept
  return (
    unapprovedAmount(submitted, asked, askedAmount(checkout)) ??
    withOneClickSource(submitted, requestOf(checkout))
  )
}

/**
 * Refuses a wallet's token for more than its shopper has confirmed, or another currency. The token of
 * googlePay does not contain the amount; that of the checkout was shown in the wallet.
 */
function unapprovedAmount(
  submitted: ParameterValues,
  approved: AskedAmount | undefined,
  now: AskedAmount,
): Refusal | undefined {
  const hasToken = walletTokens.some((name) => submitted.sent(name) !== undefined)
  if (!hasToken || approved === undefined) return undefined
  const [before, after] = [approved, now].map((asked) =>
    parseAmount(asked.amount ?? '', asked.currency ?? ''),
  )
  if (typeof before !== 'object' || typeof after !== 'object') return undefined
  if (before.currency === after.currency && after.minor <= before.minor) return undefined
  const [confirmed, asked] = [before, after].map(
    (money) => `${formatAmount(money)} ${money.currency}`,
  )
  return refuse('200.100.603', {
    description: `The shopper confirmed ${confirmed} in the wallet, and the checkout asks for ${asked} now: ask for no more than that, or let the shopper submit the widget again`,
  })
}

const nothingKept: Refusal = refuse('200.300.404', {
  description:
    'Nothing is kept to pay this checkout with: its shopper has not submitted the widget with wpwlOptions.useSummaryPage, or a payment has used it up. The shopper submits the widget again',
})
