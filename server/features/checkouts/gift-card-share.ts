import { formatAmount, type Money, parseAmount } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import { PART_BRAND, type PlannedParts } from '../../payments/index.ts'
import { type Refusal, refuseParameters } from '../../results/refusal.ts'
import type { CheckoutRow, Store } from '../../store/port.ts'
import { appliedCardsOf, askedAmount, requestOf } from './stored-request.ts'

/** How many gift cards a shopper may apply to one checkout; one more may pay the rest. */
export const MAX_APPLIED_CARDS = 3

/** A gift card that is to pay a part of a checkout. Nothing is charged before the rest is paid. */
export interface AppliedCard {
  /** Names it to the widget. */
  readonly id: string
  /** Names it to the issuer; tells nothing of its number. */
  readonly giftCardId: string
  readonly last4Digits: string
  /** The whole balance, as it was when the shopper applied the card. */
  readonly amountMinor: number
  readonly currency: string
}

/** Which part of a checkout gift cards pay, and what is left to pay in another way. */
export interface GiftCardShare {
  readonly total: Money
  readonly parts: readonly AppliedCard[]
  readonly rest: Money
  /** The rest, if no balance had fallen since its card was applied. */
  readonly restShown: Money
}

interface SharedCheckout {
  readonly checkout: CheckoutRow
  readonly channel: Pick<UsableEntity, 'settings'>
}

export interface ShareParts {
  readonly store: Pick<Store, 'read'>
  readonly environment: 'test' | 'live'
}

/**
 * What gift cards pay of a checkout now; `undefined` where none may pay a part: the channel must allow
 * it, the checkout must charge or authorise an amount, and the issuer is simulated, so live and
 * `testMode=EXTERNAL` have none.
 */
export async function shareOf(
  { checkout, channel: { settings } }: SharedCheckout,
  { store, environment }: ShareParts,
): Promise<GiftCardShare | undefined> {
  if (settings.giftCards?.partPayment !== true || environment === 'live') return undefined
  const request = requestOf(checkout)
  if (request.get('testMode') === 'EXTERNAL') return undefined
  const type = request.get('paymentType')
  const total = totalOf(checkout)
  if (total === undefined || (type !== 'PA' && type !== 'DB')) return undefined
  if (!settings.brands.includes(PART_BRAND)) return undefined
  const applied = appliedCardsOf(checkout)
  // While a payment is under way it has taken the balances.
  const balances = checkout.state === 'open' ? await balancesOf(applied, store) : undefined
  return divide(applied, total, balances)
}

/** What is to be paid; `undefined` where nothing is, as for an account check. */
function totalOf(checkout: CheckoutRow): Money | undefined {
  const { amount = '', currency = '' } = askedAmount(checkout)
  const money = parseAmount(amount, currency)
  return typeof money === 'string' || money.minor === 0 ? undefined : money
}

async function balancesOf(
  applied: readonly AppliedCard[],
  { read }: ShareParts['store'],
): Promise<ReadonlyMap<string, number>> {
  const rows = await Promise.all(applied.map(({ giftCardId }) => read.giftCard(giftCardId)))
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row.balanceMinor]])))
}

/**
 * Divides an amount between the applied cards and the rest. A card counts with the amount that the
 * shopper saw or not at all: its currency must be that of the checkout, its balance must be large
 * enough, and together they leave something to pay, because the payment of the rest is the
 * checkout's one success.
 */
export function divide(
  applied: readonly AppliedCard[],
  total: Money,
  balances?: ReadonlyMap<string, number>,
): GiftCardShare {
  const fitting = cardsWithin(applied, total)
  const parts =
    balances === undefined
      ? fitting
      : cardsWithin(
          applied.filter((card) => (balances.get(card.giftCardId) ?? 0) >= card.amountMinor),
          total,
        )
  return { total, parts, rest: without(total, parts), restShown: without(total, fitting) }
}

function cardsWithin(applied: readonly AppliedCard[], total: Money): readonly AppliedCard[] {
  let left = total.minor
  return applied.filter(({ amountMinor, currency }) => {
    const fits = currency === total.currency && amountMinor < left
    if (fits) left -= amountMinor
    return fits
  })
}

function without({ minor, currency }: Money, parts: readonly AppliedCard[]): Money {
  return { minor: parts.reduce((left, part) => left - part.amountMinor, minor), currency }
}

/**
 * The parts of a submit. `shown`: the rest that its page showed, if it showed one. The shopper never pays
 * another amount than that: where a balance has fallen the payment is declined, and where
 * another window has changed the cards it is refused. `undefined`: it pays the whole amount.
 */
export function plannedParts(
  share: GiftCardShare | undefined,
  total: Money,
  shown: string | undefined,
): PlannedParts | Refusal | undefined {
  const { parts, rest, restShown } = share ?? { parts: [], rest: total, restShown: total }
  const seen = shown === undefined ? total : parseAmount(shown, total.currency)
  const seenMinor = typeof seen === 'string' ? undefined : seen.minor
  if (seenMinor === rest.minor) return parts.length === 0 ? undefined : { parts, isShort: false }
  if (seenMinor === restShown.minor) return { parts: [], isShort: true }
  const now = `${formatAmount(rest)} ${rest.currency}`
  return refuseParameters([
    {
      name: 'giftCards.restAmount',
      value: shown ?? '',
      message: `is not what is left to pay of this checkout: gift cards were applied or removed in another window, ${now} are left now`,
    },
  ])
}
