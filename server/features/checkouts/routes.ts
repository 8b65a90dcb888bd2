import type { FastifyRequest } from 'fastify'
import type { Access } from '../../entities/access.ts'
import { bodyOf } from '../../http/answer.ts'
import {
  answerOnce,
  answerTo,
  type KeyEntry,
  keyParts,
  type OnceParts,
  type Worked,
} from '../../http/idempotency/idempotency.ts'
import type { Route, RouteAnswer } from '../../http/route.ts'
import { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, refuse } from '../../results/refusal.ts'
import type { RegistrationRow } from '../../store/port.ts'
import { type BinParts, binRoute } from './bin-routes.ts'
import { type ChangeParts, create, remove, update } from './changes.ts'
import { readChannel } from './channel-session.ts'
import { shopperCheckout } from './find-checkout.ts'
import { type GiftCardRouteParts, giftCardRoutes } from './gift-card-routes.ts'
import { type MerchantSessionParts, merchantSessionRoute } from './merchant-session-routes.ts'
import { notOfferedRefusal } from './offered-registrations.ts'
import { payabilityErrors } from './payable.ts'
import { submitRefusal } from './rules.ts'
import { readSession, type SessionParts } from './session.ts'
import { shopperPage } from './shopper-page.ts'
import {
  paymentStatus,
  readStatus,
  readStatusWithoutToken,
  registrationStatus,
  type StatusParts,
} from './status.ts'
import { requestOf } from './stored-request.ts'
import { answerSubmit, registrationSubmit, type SubmitParts } from './submit.ts'
import { answerPayment, summarySubmit } from './summary.ts'

export type CheckoutRouteParts = BinParts &
  ChangeParts &
  GiftCardRouteParts &
  MerchantSessionParts &
  SessionParts &
  StatusParts &
  SubmitParts

/**
 * `/v1/checkouts`, `/v1/checkouts/{id}`, its status, its submits and the widget's session
 * (decisions §2, §6).
 */
export const checkoutRoutes: readonly Route<CheckoutRouteParts>[] = [
  {
    method: 'post',
    path: '/v1/checkouts',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'checkouts.create',
    throttle: 'checkouts',
    once: true,
    docs: {
      id: 'createCheckout',
      tag: 'Checkouts',
      summary: 'Open a checkout',
      description:
        'The first step of a payment in the widget. The answer’s `id` goes into the address of the script; it is good for 30 minutes. With `createRegistration=true` and no `paymentType` it only stores payment details.',
      body: 'CheckoutRequest',
      label: 'Checkout',
      answers: ['CheckoutAnswer'],
    },
    furtherErrors: (accepted, { usable, token }, { clock }) =>
      payabilityErrors(accepted, clock.of(usable?.entity.id ?? token.entityId)),
    handle: create,
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'checkouts.update',
    throttle: 'checkouts',
    once: true,
    docs: {
      id: 'updateCheckout',
      tag: 'Checkouts',
      summary: 'Change a checkout',
      description:
        'Before it is paid: what is sent takes the place of what was sent before under the same name, a list as a whole. What comes of it must be right as at its creation; it lives no longer for it.',
      body: 'CheckoutUpdate',
      partial: true,
      label: 'Checkout update',
      subject: 'checkout',
      answers: ['CheckoutAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handleCaller: update,
  },
  {
    method: 'delete',
    path: '/v1/checkouts/{id}',
    scopes: 'ofPaymentType',
    access: 'token',
    operation: 'status',
    throttle: 'checkouts',
    docs: {
      id: 'deleteCheckout',
      tag: 'Checkouts',
      summary: 'Delete a checkout',
      description:
        'Possible until it is paid. Its script and its status can then not be read any more.',
      label: 'Status',
      subject: 'checkout',
      answers: ['CheckoutAnswer'],
      further: { 404: 'RefusalAnswer', 409: 'RefusalAnswer' },
    },
    handleCaller: remove,
  },
  {
    method: 'get',
    path: '/v1/checkouts/{id}/payment',
    page: shopperPage,
    access: 'token',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readCheckoutPayment',
      tag: 'Checkouts',
      summary: 'Read what became of a checkout',
      description:
        'The latest payment of the checkout, or `000.200.000` while nobody has paid. Only this answer, read by your server, proves a payment. A read of the payment itself shows what has changed since. After 30 minutes the refusal names the payment in `paymentId`, and in `resourcePath` where to read it.',
      label: 'Status',
      subject: 'checkout',
      answers: ['CheckoutStatus', 'PaymentAnswer'],
      failures: ['PaymentAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handleCaller: (asked, parts) => readStatus(asked, paymentStatus, parts),
    handleWithoutToken: (request, parts) => readStatusWithoutToken(request, paymentStatus, parts),
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}/payment',
    page: shopperPage,
    access: 'checkout',
    operation: 'checkouts.submit',
    once: true,
    docs: {
      id: 'submitCheckout',
      tag: 'Checkouts',
      summary: 'Pay a checkout',
      description:
        'What the shopper’s browser sends. The widget of this version pays by card; the other ways to pay have no form in it yet. The checkout id is the credential, so nothing that decides about money is taken here, and nothing that your server has set is told. At most 10 tries within a minute and 30 in all. After a summary page (`wpwlOptions.useSummaryPage`) your server sends it, with its access token and `entityId` alone: it pays with what the shopper’s submit has kept, and gets the whole answer.',
      body: 'CheckoutSubmit',
      label: 'Submit',
      subject: 'checkout',
      answers: ['PaymentAnswer'],
      failures: ['PaymentAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    // Forms without card fields submit from the merchant's page, whose origin may be any.
    anyOrigin: true,
    answer: answerPayment,
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}/summary',
    page: shopperPage,
    access: 'checkout',
    operation: 'checkouts.submit',
    once: true,
    docs: { leftOut: 'between the widget and the gateway' },
    anyOrigin: true,
    answer: (request, parts) => answerSubmit(request, summarySubmit, parts),
  },
  {
    method: 'get',
    path: '/v1/checkouts/{id}/registration',
    page: shopperPage,
    access: 'token',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readCheckoutRegistration',
      tag: 'Checkouts',
      summary: 'Read what a checkout has stored',
      description:
        'Of a checkout that only stores payment details: what was stored last, or `000.200.000` before. The answer’s `id` is the token.',
      label: 'Status',
      subject: 'checkout',
      answers: ['CheckoutStatus', 'RegistrationAnswer'],
      failures: ['RegistrationAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    handleCaller: (asked, parts) => readStatus(asked, registrationStatus, parts),
    handleWithoutToken: (request, parts) =>
      readStatusWithoutToken(request, registrationStatus, parts),
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}/registration',
    page: shopperPage,
    access: 'checkout',
    operation: 'checkouts.register',
    once: true,
    docs: {
      id: 'submitRegistration',
      tag: 'Checkouts',
      summary: 'Store payment details in a checkout',
      description:
        'Sent by the browser of a shopper who only stores payment details. The checkout id is the credential, so the answer shows nothing that your server has set. At most 10 tries within a minute and 30 in all.',
      body: 'CheckoutRegistration',
      label: 'Submit, storing',
      subject: 'checkout',
      answers: ['RegistrationAnswer'],
      failures: ['RegistrationAnswer'],
      further: { 404: 'RefusalAnswer' },
    },
    // Forms without card fields submit from the merchant's page, whose origin may be any.
    anyOrigin: true,
    answer: (request, parts) => answerSubmit(request, registrationSubmit, parts),
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}/registrations/{registrationId}/delete',
    access: 'checkout',
    once: true,
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer: deleteOffered,
  },
  {
    method: 'get',
    path: '/v1/checkouts/{id}/session',
    access: 'checkout',
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer: readSession,
  },
  // As the widget reads it: a service worker of the page may answer a GET with what was true once.
  {
    method: 'post',
    path: '/v1/checkouts/{id}/session',
    access: 'open',
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer: readSession,
  },
  {
    method: 'post',
    path: '/v1/fastcheckout/channel',
    access: 'open',
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer: readChannel,
  },
  {
    method: 'get',
    path: '/v1/fastcheckout/channel',
    access: 'open',
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer: readChannel,
  },
  ...giftCardRoutes,
  binRoute,
  merchantSessionRoute,
]

/**
 * Deletes stored payment details that an open checkout offers, at the shopper's wish. Whoever has the
 * checkout id may send this, so the channel must allow it, and no other registration can be named.
 */
async function deleteOffered(
  request: FastifyRequest,
  parts: Omit<SessionParts, 'access'> & OnceParts & { readonly access: Access },
): Promise<RouteAnswer> {
  const { access, clock, registrations } = parts
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return checkout
  const channel = await access.channelOf(checkout.entityId)
  if (isRefusal(channel)) return channel
  const { registrationId = '' } = request.params as { registrationId?: string }
  const nowMs = clock.of(checkout.entityId)
  const answerOf = (row: RegistrationRow) => {
    const meta = { ndc: request.ndc, atMs: row.updatedAtMs }
    return { status: 200, body: bodyOf('000.100.110', meta, { before: { id: row.id } }) }
  }
  const work = async (entry: KeyEntry | undefined): Promise<Worked> => {
    const named = ParameterValues.of([['registrationId', registrationId]])
    const refusal =
      (channel.settings.registrations?.shopperMayDelete ? undefined : notAllowed) ??
      submitRefusal(checkout, nowMs) ??
      notOfferedRefusal(named, requestOf(checkout))
    if (refusal !== undefined) return refusal
    return answerTo(await registrations.remove(registrationId, keyParts(entry, answerOf)), answerOf)
  }
  return answerOnce(request, { owner: ['checkout', checkout.id], parameters: [], work }, parts)
}

const notAllowed = refuse('800.900.300', {
  status: 403,
  description:
    'This merchant lets no shopper delete stored payment details (setting registrations.shopperMayDelete)',
})
