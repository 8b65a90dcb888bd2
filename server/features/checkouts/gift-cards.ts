import { randomBytes } from 'node:crypto'
import type { UsableEntity } from '../../entities/access.ts'
import { type KeyInUse, keyInUse } from '../../http/idempotency/idempotency.ts'
import { type Decision, decideAndCommit } from '../../kernel/decide-and-commit.ts'
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseParameters,
  tooBusy,
} from '../../results/refusal.ts'
import type { ChangePart } from '../../store/commit-parts.ts'
import type { CheckoutRow } from '../../store/port.ts'
import { divide, type GiftCardShare, MAX_APPLIED_CARDS, shareOf } from './gift-card-share.ts'
import { changeRequest, submitRefusal } from './rules.ts'
import type { CheckoutParts, CheckoutService } from './service.ts'
import { requestWithGiftCards } from './stored-request.ts'

/** A gift card whose number and PIN were right. */
export interface KnownCard {
  readonly giftCardId: string
  readonly last4Digits: string
  readonly balanceMinor: number
}

/** What became of a wish about gift cards. */
export interface GiftCardsChanged {
  readonly share: GiftCardShare
  readonly nowMs: number
  /** The card pays all that is left: nothing was applied, it is to pay. */
  readonly paysAll?: true
}

export interface GiftCardWish {
  readonly checkoutId: string
  readonly channel: UsableEntity
  readonly extraParts: (changed: GiftCardsChanged) => readonly ChangePart[]
}

type Find = CheckoutService['find']
type Changed = GiftCardsChanged | Refusal | KeyInUse

interface Loaded {
  readonly checkout: CheckoutRow
  readonly share: GiftCardShare
  readonly nowMs: number
}

/**
 * Applies a gift card to an open checkout with all of its balance. Charges nothing. A card that covers what
 * is left is not applied: it pays the rest, as any instrument does.
 */
export function applyCard(
  wish: GiftCardWish & { readonly card: KnownCard },
  find: Find,
  parts: CheckoutParts,
): Promise<Changed> {
  const { giftCardId, last4Digits, balanceMinor: amountMinor } = wish.card
  return change(wish, find, parts, (loaded) => {
    const { share } = loaded
    const { parts: applied, rest } = share
    if (applied.some((card) => card.giftCardId === giftCardId)) return { result: appliedTwice }
    if (amountMinor === 0) return { result: nothingLeft }
    if (amountMinor >= rest.minor) {
      return { result: { share, nowMs: loaded.nowMs, paysAll: true } }
    }
    if (applied.length >= MAX_APPLIED_CARDS) return { result: tooManyCards }
    const id = randomBytes(8).toString('hex')
    const { currency } = rest
    const added = [...applied, { id, giftCardId, last4Digits, amountMinor, currency }]
    return written(loaded, added, wish)
  })
}

/** Removes an applied card. One that is not there is removed already, in another window. */
export function removeCard(
  wish: GiftCardWish & { readonly id: string },
  find: Find,
  parts: CheckoutParts,
): Promise<Changed> {
  return change(wish, find, parts, (loaded) => {
    const left = loaded.share.parts.filter(({ id }) => id !== wish.id)
    return written(loaded, left, wish)
  })
}

async function change(
  { checkoutId, channel }: GiftCardWish,
  find: Find,
  parts: CheckoutParts,
  decide: (loaded: Loaded) => Decision<Changed>,
): Promise<Changed> {
  const done = await decideAndCommit<Loaded | Refusal, Changed>(parts, {
    async load() {
      const checkout = await find(checkoutId)
      if (isRefusal(checkout)) return checkout
      const nowMs = parts.clock.of(checkout.entityId)
      const share = await shareOf({ checkout, channel }, parts)
      return submitRefusal(checkout, nowMs) ?? (share ? { checkout, share, nowMs } : notAllowed)
    },
    decide: (loaded) => (isRefusal(loaded) ? { result: loaded } : decide(loaded)),
    onConflict: keyInUse,
  })
  return done ?? tooBusy
}

function written(
  { checkout, share, nowMs }: Loaded,
  cards: GiftCardShare['parts'],
  { extraParts }: GiftCardWish,
): Decision<GiftCardsChanged> {
  const result = { share: divide(cards, share.total), nowMs }
  const own = changeRequest(checkout, requestWithGiftCards(checkout, cards), nowMs)
  return { result, parts: [...extraParts(result), { owner: 'checkout', changes: [own] }] }
}

/** Why a checkout takes no gift card as a part. */
export const notAllowed: Refusal = refuse('800.900.300', {
  status: 403,
  description:
    'Gift cards pay no part of this checkout: the channel needs the setting giftCards.partPayment and the brand GIFTCARD, the checkout an amount to debit or to authorise, and the issuer is simulated, in the test environment without testMode=EXTERNAL only',
})

const numberFault = (message: string) =>
  refuseParameters([{ name: 'giftCard.number', value: '', message }])

const appliedTwice = numberFault('is that of a gift card which is applied to this checkout already')
const tooManyCards = numberFault(
  `is one too many: ${MAX_APPLIED_CARDS} gift cards are applied, and another one must pay all that is left`,
)
const nothingLeft = refuse('100.550.311', { description: 'Nothing is left on this gift card' })
