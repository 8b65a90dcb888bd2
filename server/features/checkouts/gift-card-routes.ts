import type { FastifyRequest } from 'fastify'
import type { UsableEntity } from '../../entities/access.ts'
import { type Answer, bodyOf } from '../../http/answer.ts'
import { type CallParts, sentParameters } from '../../http/call.ts'
import {
  answerOnce,
  answerTo,
  type KeyEntry,
  keyParts,
  type OnceParts,
  type Worked,
} from '../../http/idempotency/idempotency.ts'
import type { Route, RouteAnswer } from '../../http/route.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { FlatBody } from '../../parameters/table.ts'
import { validate } from '../../parameters/validate.ts'
import type { GiftCardIssuer } from '../../payments/instruments/index.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import type { CheckoutRow } from '../../store/port.ts'
import { offeringChannel } from './brand-offer.ts'
import { shopperCheckout } from './find-checkout.ts'
import { widgetGiftCards, writtenMoney } from './gift-card-answer.ts'
import { countGuess } from './gift-card-guesses.ts'
import { shareOf } from './gift-card-share.ts'
import { type GiftCardsChanged, type KnownCard, notAllowed } from './gift-cards.ts'
import { submitRefusal } from './rules.ts'
import type { CheckoutParts, CheckoutService } from './service.ts'
import { requestOf } from './stored-request.ts'

export interface GiftCardRouteParts extends CallParts, OnceParts {
  /** Origin of the gateway. */
  readonly baseUrl: string
  readonly clock: CheckoutParts['clock']
  readonly store: CheckoutParts['store']
  readonly vault: Pick<Vault, 'keyedHash'>
  readonly checkouts: Pick<CheckoutService, 'applyCard' | 'removeCard'>
  /** `undefined`: no gift card is taken. */
  readonly giftCards: GiftCardIssuer | undefined
}

/** What the shopper does with gift cards before paying. The checkout id is the credential (R-TOK-2). */
export const giftCardRoutes: readonly Route<GiftCardRouteParts>[] = [
  {
    method: 'post',
    path: '/v1/checkouts/{id}/giftCards',
    access: 'checkout',
    operation: 'checkouts.giftCard',
    once: true,
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer: (request, parts) => answerChange(request, parts, apply),
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}/giftCards/{giftCardId}/delete',
    access: 'checkout',
    once: true,
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer: (request, parts) => answerChange(request, parts, remove),
  },
]

/** A wish of a shopper whose checkout takes gift cards as parts. */
interface Wish {
  readonly request: FastifyRequest
  readonly checkout: CheckoutRow
  readonly channel: UsableEntity
  readonly flat: FlatBody
  readonly nowMs: number
  readonly entry: KeyEntry | undefined
}

async function answerChange(
  request: FastifyRequest,
  parts: GiftCardRouteParts,
  work: (wish: Wish, parts: GiftCardRouteParts) => Promise<Worked>,
): Promise<RouteAnswer> {
  const checkout = await shopperCheckout(request, parts)
  if (isRefusal(checkout)) return checkout
  const own = await parts.access.channelOf(checkout.entityId)
  if (isRefusal(own)) return own
  const flat = sentParameters(request)
  if (isRefusal(flat)) return flat
  const channel = offeringChannel(own, checkout)
  const nowMs = parts.clock.of(checkout.entityId)
  const once = {
    owner: ['checkout', checkout.id],
    parameters: flat,
    async work(entry: KeyEntry | undefined): Promise<Worked> {
      const refusal = submitRefusal(checkout, nowMs)
      if (refusal !== undefined) return refusal
      if ((await shareOf({ checkout, channel }, parts)) === undefined) return notAllowed
      return work({ request, checkout, channel, flat, nowMs, entry }, parts)
    },
  }
  return answerOnce(request, once, parts)
}

async function apply(wish: Wish, parts: GiftCardRouteParts): Promise<Worked> {
  const card = await readCard(wish, parts)
  if (isRefusal(card)) return card
  const answerOf = (changed: GiftCardsChanged) => answerWith(wish, changed, card)
  const applied = await parts.checkouts.applyCard({ ...changeOf(wish, answerOf), card })
  return answerTo(applied, answerOf)
}

async function remove(wish: Wish, parts: GiftCardRouteParts): Promise<Worked> {
  const { giftCardId: id = '' } = wish.request.params as { giftCardId?: string }
  const answerOf = (changed: GiftCardsChanged) => answerWith(wish, changed)
  const removed = await parts.checkouts.removeCard({ ...changeOf(wish, answerOf), id })
  return answerTo(removed, answerOf)
}

function changeOf(
  { checkout, channel, entry }: Wish,
  answerOf: (changed: GiftCardsChanged) => Answer,
) {
  return { checkoutId: checkout.id, channel, extraParts: keyParts(entry, answerOf) }
}

/** The card of a right number with its PIN. */
async function readCard(
  { checkout, channel, flat, nowMs }: Wish,
  { environment, vault, store, giftCards }: GiftCardRouteParts,
): Promise<KnownCard | Refusal> {
  const { profile } = channel.settings
  const checked = validate('checkouts.giftCard', flat, { profile, environment, nowMs })
  if (!checked.ok) return refuseParameters(checked.errors)
  const number = checked.values.sent('giftCard.number') ?? ''
  const pin = checked.values.sent('giftCard.pin')
  const numberHash = vault.keyedHash(`gift card ${number}`)
  const tooMany = await countGuess({ checkout, numberHash, nowMs }, store)
  if (tooMany !== undefined) return tooMany
  const currency = requestOf(checkout).get('currency') ?? ''
  const found = await giftCards?.balanceFor({ number, pin }, currency, nowMs)
  if (found === undefined) return wrongCard
  if ('faultCode' in found) return found.faultCode === OTHER_CURRENCY ? otherCurrency : wrongCard
  return { ...found, last4Digits: number.slice(-4) }
}

const OTHER_CURRENCY = '800.100.173'

const otherCurrency = refuse(OTHER_CURRENCY, {
  description: 'This gift card has another currency than the checkout',
})

/** The same for a wrong PIN and an unknown number: nobody finds out which numbers there are. */
const wrongCard = refuse('100.350.400', {
  description: 'No gift card of this issuer has this number and this PIN',
})

function answerWith(
  { request, checkout }: Wish,
  { share, nowMs, paysAll }: GiftCardsChanged,
  card?: KnownCard,
): Answer {
  // A POST takes no parameters in its address, where reads of the session name the language.
  const languages = [request.headers['accept-language'], requestOf(checkout).get('locale')]
  const meta = { ndc: request.ndc, atMs: nowMs }
  const balance = card && writtenMoney({ ...share.rest, minor: card.balanceMinor }, languages)
  const before = {
    giftCards: widgetGiftCards(share, languages),
    ...(balance === undefined ? {} : { balance }),
    ...(paysAll === undefined ? {} : { paysAll }),
  }
  return { status: 200, body: bodyOf('000.200.101', meta, { before }) }
}
