import { passesLuhn } from '../../../common/luhn.ts'
import type { Vault } from '../../kernel/vault/vault.ts'
import type { GiftCardFault, GiftCardIssuer } from '../../payments/index.ts'
import type { GiftCardRow, Store } from '../../store/port.ts'
import { issuedCard } from './issue-rule.ts'

/** Cards of the simulated issuer (`issue-rule.ts`) and their balances. */
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
