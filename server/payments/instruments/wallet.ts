import { brandOfNumber, passesLuhn } from '../../../common/brands.ts'
import { type Money, parseAmount } from '../../../common/money.ts'
import { hasExpired } from '../../parameters/calendar.ts'
import {
  WALLETS,
  type WalletName,
  walletNames,
  walletOfBrand,
} from '../../parameters/mobile-wallets.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal } from '../../results/refusal.ts'
import { cardFault, devicePart, provedPart } from './card.ts'
import type { ReadInstrument, SentRequest, WayToPay } from './instrument.ts'
import type { CardInstrument } from './instrument-kinds.ts'
import {
  asRead,
  BRAND_NOT_TAKEN,
  brandFault,
  missing,
  NONE,
  namedBrand,
} from './instrument-parts.ts'
import { type DecryptedWallet, noWalletKeys } from './wallet-token.ts'

/** One wallet of a request. */
interface SentWallet extends SentRequest {
  readonly wallet: WalletName
}

/**
 * The card of a wallet: out of its token, or as the merchant decrypted it.
 *
 * The payment keeps the wallet's brand (APPLEPAY and its like), which is also the one it has when
 * none is named; answers show the card by its first and last digits, its own brand (`brandResult`),
 * and the indicator of how the shopper was authenticated. A request may name the brand of
 * the card itself instead, as it would without a wallet. Either way the channel must take the brand,
 * and with a wallet's brand the brand of the card as well. APPLEPAYTKN and GOOGLEPAYTKN leave the
 * decryption to the acquirer; it is done here all the same, since connectors take cards.
 */
function walletOf(wallet: WalletName): WayToPay<CardInstrument> {
  const [name, alias] = WALLETS[wallet].prefixes
  return {
    within: [`${name}.`, `${alias}.`],
    // A token comes before its source.
    marks: [`${name}.paymentToken`, `${alias}.paymentToken`, `${name}.source`, `${alias}.source`],
    withCard: (mark) => (mark.endsWith('.source') ? 'this' : undefined),

    judge(request) {
      const sent = { wallet, ...request }
      const brand = brandOf(sent)
      if (typeof brand !== 'string') return brand
      const { values, nowMs } = request
      const token = values.sent(`${name}.paymentToken`) ?? values.sent(`${alias}.paymentToken`)
      if (token === undefined) return judged(decryptedOf(sent), brand, sent)
      return async ({ wallets }) => {
        if (wallets === undefined) return noWalletKeys
        const opened = await wallets.decrypt(wallet, token, nowMs, requestedMoney(values))
        if (isRefusal(opened)) return opened
        return { ...judged(cardOf(opened, wallet), brand, sent), token: opened.token }
      }
    },

    missing(brand) {
      if (walletOfBrand(brand.name) !== wallet) return NONE
      return missing([`${wallet}.paymentToken`], `is required with paymentBrand=${brand.name}`)
    },

    prefill: { kinds: ['wallet', 'card'] },
  }
}

export const wallets = walletNames.map(walletOf)

/** What is to be paid; nothing where details are only stored, or where it is no amount at all. */
function requestedMoney(values: ParameterValues): Money | undefined {
  const money = parseAmount(values.sent('amount') ?? '', values.sent('currency') ?? '')
  return typeof money === 'string' ? undefined : money
}

function brandOf({ wallet, values }: Pick<SentWallet, 'wallet' | 'values'>): string | Refusal {
  const brands: readonly string[] = WALLETS[wallet].brands
  const brand = namedBrand(values)
  if (brand === undefined) return brands[0] ?? ''
  if ('refused' in brand) return brand
  if (brand.kind === 'card' || brands.includes(brand.name)) return brand.name
  const message = `does not go with ${wallet}.*: send ${brands[0]}, or the brand of the card`
  return brandFault(brand.name, message)
}

function cardOf(opened: DecryptedWallet, wallet: WalletName): CardInstrument {
  const { number, expiryMonth, expiryYear, holder, numberType, cryptogram, eci } = opened
  return {
    kind: 'card',
    number,
    expiryMonth,
    expiryYear,
    numberType,
    wallet: WALLETS[wallet].brands[0],
    ...(holder === undefined ? {} : { holder }),
    ...provedPart(cryptogram, eci),
  }
}

/**
 * What the merchant decrypted: a number of the device, unless `card.numberType` says otherwise. Of the two
 * that Google Pay gives, the one that comes without a cryptogram is the number of the card (PAN_ONLY).
 */
function decryptedOf({ wallet, values }: SentWallet): CardInstrument {
  const holder = values.sent('card.holder')
  const device = devicePart(values)
  const isOfCard = wallet === 'googlePay' && device.cryptogram === undefined
  const numberType = values.sent('card.numberType') ?? (isOfCard ? 'PAN' : 'DPAN')
  return {
    kind: 'card',
    number: values.sent('card.number') ?? '',
    expiryMonth: values.sent('card.expiryMonth') ?? '',
    expiryYear: values.sent('card.expiryYear') ?? '',
    wallet: WALLETS[wallet].brands[0],
    ...(holder === undefined ? {} : { holder }),
    ...device,
    ...(numberType === 'PAN' ? { numberType } : {}),
  }
}

function judged(
  card: CardInstrument,
  brand: string,
  sent: SentWallet,
): ReadInstrument<CardInstrument> {
  const { channelBrands, nowMs, wallet } = sent
  const isWallets = (WALLETS[wallet].brands as readonly string[]).includes(brand)
  const faultCode = isWallets
    ? schemeFault(card, channelBrands, nowMs)
    : cardFault(card, brand, nowMs)
  return asRead({
    instrument: card,
    brand,
    channelBrands,
    detectedBrand: brandOfNumber(card.number, channelBrands),
    faultCode,
    number: card.number,
    shown: card.eci === undefined ? undefined : { 'threeDSecure.eci': card.eci },
  })
}

/** Networks use ranges of their own for devices, so a number of no known range may still be good. */
function schemeFault(
  card: CardInstrument,
  channelBrands: readonly string[],
  nowMs: number,
): string | undefined {
  const scheme = brandOfNumber(card.number, channelBrands)
  if (scheme !== undefined && !channelBrands.includes(scheme)) return BRAND_NOT_TAKEN
  if (scheme !== undefined) return cardFault(card, scheme, nowMs)
  if (!passesLuhn(card.number)) return '100.100.101'
  return hasExpired(card, nowMs) ? '100.100.303' : undefined
}
