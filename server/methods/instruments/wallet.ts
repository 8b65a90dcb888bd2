import { brandOfNumber } from '../../../common/brands.ts'
import { passesLuhn } from '../../../common/luhn.ts'
import { type Money, parseAmount } from '../../../common/money.ts'
import { hasExpired } from '../../wire/parameters/calendar.ts'
import type { ParameterValues } from '../../wire/parameters/values.ts'
import { isRefusal, type ParameterError, type Refusal } from '../../wire/results/refusal.ts'
import type { DecryptedWallet, WalletName, Wallets } from '../wallets/wallets.ts'
import { cardFault, devicePart } from './card.ts'
import type { CardInstrument, ReadInstrument } from './instrument.ts'
import { brandFault, namedBrand } from './named-brand.ts'
import { asRead, BRAND_NOT_TAKEN, errorsOf } from './read.ts'
import { WALLETS } from './wallet-brands.ts'

/** One wallet of a request. */
export interface SentWallet {
  readonly wallet: WalletName
  readonly values: ParameterValues
  readonly channelBrands: readonly string[]
  readonly nowMs: number
}

/**
 * Reads the card of a wallet: out of its token, or as the merchant decrypted it.
 *
 * The payment keeps the wallet's brand (APPLEPAY and its like), which is also the one it has when
 * none is named; answers show the card by its first and last digits, its own brand (`brandResult`),
 * and the indicator of how the shopper was authenticated. A request may name the brand of
 * the card itself instead, as it would without a wallet. Either way the channel must take the brand,
 * and with a wallet's brand the brand of the card as well. APPLEPAYTKN and GOOGLEPAYTKN leave the
 * decryption to the acquirer; it is done here all the same, since connectors take cards.
 */
export function readWallet(
  sent: SentWallet,
  wallets: Wallets,
): ReadInstrument | Refusal | Promise<ReadInstrument | Refusal> {
  const brand = brandOf(sent)
  if (typeof brand !== 'string') return brand
  const token = tokenOf(sent)
  if (token === undefined) return judged(decryptedOf(sent), brand, sent)
  return decrypted(token, brand, sent, wallets)
}

/** Everything that is wrong with a wallet's parameters, as far as nobody has to decrypt anything. */
export function walletErrors(
  wallet: WalletName,
  values: ParameterValues,
): readonly ParameterError[] {
  const brand = brandOf({ wallet, values })
  return typeof brand === 'string' ? [] : errorsOf(brand)
}

async function decrypted(
  token: string,
  brand: string,
  sent: SentWallet,
  wallets: Wallets,
): Promise<ReadInstrument | Refusal> {
  const { wallet, values, nowMs } = sent
  const opened = await wallets.decrypt(wallet, token, nowMs, askedMoney(values))
  return isRefusal(opened) ? opened : judged(cardOf(opened, wallet), brand, sent)
}

/** What is to be paid; nothing where details are only stored, or where it is no amount at all. */
function askedMoney(values: ParameterValues): Money | undefined {
  const money = parseAmount(values.sent('amount') ?? '', values.sent('currency') ?? '')
  return typeof money === 'string' ? undefined : money
}

function tokenOf({ wallet, values }: SentWallet): string | undefined {
  const [name, alias] = WALLETS[wallet].prefixes
  return values.sent(`${name}.paymentToken`) ?? values.sent(`${alias}.paymentToken`)
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
    ...(cryptogram === undefined ? {} : { cryptogram }),
    ...(eci === undefined ? {} : { eci }),
  }
}

/** What the merchant decrypted: a number of the device, unless `card.numberType` says otherwise. */
function decryptedOf({ wallet, values }: SentWallet): CardInstrument {
  const holder = values.sent('card.holder')
  return {
    kind: 'card',
    number: values.sent('card.number') ?? '',
    expiryMonth: values.sent('card.expiryMonth') ?? '',
    expiryYear: values.sent('card.expiryYear') ?? '',
    wallet: WALLETS[wallet].brands[0],
    ...(holder === undefined ? {} : { holder }),
    ...devicePart(values),
    ...(values.sent('card.numberType') === 'PAN' ? { numberType: 'PAN' } : {}),
  }
}

function judged(card: CardInstrument, brand: string, sent: SentWallet): ReadInstrument {
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
