import { passesLuhn } from '../../../common/brands.ts'
import { type Money, parseAmount } from '../../../common/money.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { GiftCardFault, GiftCardIssuer } from '../../payments/instruments/index.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { ChangeSet, GiftCardRow, PaymentRow, PaymentType, Store } from '../../store/port.ts'

/** Cards of the simulated issuer (`issuedCard`) and their balances. */
export function createGiftCards(parts: {
  readonly store: Pick<Store, 'commit' | 'read'>
  readonly vault: Pick<Vault, 'keyedHash'>
}): GiftCardIssuer {
  const { store, vault } = parts

  async function insertCard(row: GiftCardRow): Promise<GiftCardRow> {
    await store.commit([{ kind: 'insertGiftCard', row }])
    const stored = await store.read.giftCard(row.id)
    if (stored === undefined) throw new Error('A gift card vanished')
    // Another request may have inserted the card first, perhaps in another currency.
    return stored
  }

  return {
    async balanceFor({ number, pin }, currency, nowMs) {
      if (!passesLuhn(number)) return mistyped
      const card = issuedCard(number)
      if (card === undefined || pin !== card.pin) return wrongCard
      const issued = card.valueIn(currency)
      if (issued === undefined) return otherCurrency
      const id = vault.keyedHash(`gift card ${number}`)
      const row =
        (await store.read.giftCard(id)) ??
        (await insertCard({
          id,
          currency,
          issuedMinor: issued.minor,
          balanceMinor: issued.minor,
          createdAtMs: nowMs,
        }))
      if (row.currency !== currency) return otherCurrency
      return { giftCardId: id, balanceMinor: row.balanceMinor }
    },
  }
}

/** The check digit of a number is wrong, which anyone can calculate. */
export const MISTYPED = '100.100.101'
/** The same for a wrong PIN and a number that was never issued: no one finds out which numbers there are. */
export const WRONG_CARD = '100.350.400'

const mistyped: GiftCardFault = { faultCode: MISTYPED }
const wrongCard: GiftCardFault = { faultCode: WRONG_CARD }
const otherCurrency: GiftCardFault = { faultCode: '800.100.173' }

/** "Amount above the balance": another payment with the same gift card was faster. */
export const AMOUNT_ABOVE_BALANCE = '100.550.311'

/**
 * The balance of a gift card beside a payment that takes from it (PA, DB, RB), or gives back what
 * one of those took (RV, RF). What is taken is taken when the payment is written down, and given
 * back when it fails: two payments never spend the same money. What is given back is given with
 * success alone, however late. A capture moves nothing: its authorisation has taken the money. What
 * its outcome releases of a closed hold is given back with it.
 */
export function balanceParticipant(giftCardId: string): CommitParticipant {
  const move = (byMinor: number): ChangeSet =>
    byMinor === 0 ? [] : [{ kind: 'moveGiftCard', id: giftCardId, byMinor }]
  return {
    owner: 'giftCard',
    limitCode: AMOUNT_ABOVE_BALANCE,
    opened: (payment) => (takes(payment.paymentType) ? move(-payment.amountMinor) : []),
    recorded: (payment, wasOpened, releasedMinor = 0) =>
      move(movedBySettling(payment, wasOpened) + releasedMinor),
  }
}

/**
 * Minor units that an outcome returns to the card. A pending outcome returns nothing, because it is
 * not final.
 */
function movedBySettling(payment: PaymentRow, wasOpened: boolean): number {
  const { paymentType, state, amountMinor } = payment
  if (givesBack(paymentType)) return state === 'succeeded' ? amountMinor : 0
  if (!takes(paymentType)) return 0
  if (state === 'failed') return wasOpened ? amountMinor : 0
  return wasOpened ? 0 : -amountMinor
}

function takes(paymentType: PaymentType): boolean {
  return paymentType === 'PA' || paymentType === 'DB' || paymentType === 'RB'
}

function givesBack(paymentType: PaymentType): boolean {
  return paymentType === 'RV' || paymentType === 'RF'
}

/**
 * Gift cards of the simulated issuer. All about one is in its number, 16 digits whose last one checks
 * the others (ISO/IEC 7812-1 annex B):
 *
 * | Digits | Meaning |
 * |---|---|
 * | 1–4 | 6006: the issuer |
 * | 5 | currency: 0 that of the first payment with it, 1 EUR, 2 USD, 3 GBP, 4 JPY; 5–9 no such card |
 * | 6–9 | what it is issued with, in whole units of the currency: 0000 to 9999 |
 * | 10–15 | any digits: tell cards of the same amount apart |
 * | 16 | check digit |
 *
 * Its PIN is the last four digits of the number. 6006 0 0050 000001 4, for one, holds 50.00 of
 * any currency, and its PIN is 0014.
 */
const CARD = /^6006([0-4])([0-9]{4})[0-9]{7}$/

const CURRENCIES: readonly (string | undefined)[] = [undefined, 'EUR', 'USD', 'GBP', 'JPY']

const PIN_DIGITS = 4

/** A card as it is issued. */
interface IssuedCard {
  readonly pin: string
  /** Its balance before the first payment; `undefined` for a currency that it is not issued in. */
  valueIn(currency: string): Money | undefined
}

/** The card of a number; `undefined` for numbers that the issuer has not issued. */
export function issuedCard(number: string): IssuedCard | undefined {
  const parts = CARD.exec(number)
  if (parts === null || !passesLuhn(number)) return undefined
  const only = CURRENCIES[Number(parts[1])]
  return {
    pin: number.slice(-PIN_DIGITS),
    valueIn(currency) {
      if (only !== undefined && only !== currency) return undefined
      const worth = parseAmount(`${parts[2]}.00`, currency)
      return typeof worth === 'string' ? undefined : worth
    },
  }
}
