import { parseAmount } from '../../../common/money.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { InstrumentModule, ReadInstrument } from './instrument.ts'
import type { GiftCardInstrument, GiftCardIssuer } from './instrument-kinds.ts'
import { asRead, brandFault, missing, NONE, namedBrand } from './instrument-parts.ts'

/** The brand of gift cards whose request names none. */
const ANY_GIFT_CARD = 'GIFTCARD'

/** More than the balance. */
const TOO_LITTLE = '100.550.311'

/**
 * A gift card. Its number is not kept: nothing is paid with it again but by who holds it. The simulated
 * issuer is asked for the balance; a real one decides alone.
 */
export const giftCard: InstrumentModule<GiftCardInstrument> = {
  kind: 'giftCard',
  within: ['giftCard.'],
  marks: ['giftCard.number'],

  judge({ values, channelBrands, nowMs }) {
    const brand = brandOf(values)
    if (typeof brand !== 'string') return brand
    if (paymentTypeOf(values, brand) === 'CD') return noCredit
    const read = { instrument: instrumentOf(values), brand, channelBrands }
    return ({ giftCards }) =>
      giftCards === undefined ? asRead(read) : askIssuer(read, values, giftCards, nowMs)
  },

  missing({ name, kind }) {
    if (kind !== 'giftCard') return NONE
    return missing(['giftCard.number'], `is required with paymentBrand=${name}`)
  },

  prefill: {
    kinds: ['giftCard'],
    // Of a gift card that is bought.
    notOfInstrument: ['giftCard.holder', 'giftCard.message', 'giftCard.type'],
  },

  form: ({ number, pin }) => ({ 'giftCard.number': number, 'giftCard.pin': pin }),
}

function brandOf(values: ParameterValues): string | Refusal {
  const named = namedBrand(values)
  if (named === undefined) return ANY_GIFT_CARD
  if ('refused' in named) return named
  if (named.kind === 'giftCard') return named.name
  const message = `does not go with giftCard.number: send ${ANY_GIFT_CARD}, the brand of the card, or leave it out`
  return brandFault(named.name, message)
}

async function askIssuer(
  read: Parameters<typeof asRead<GiftCardInstrument>>[0],
  values: ParameterValues,
  giftCards: GiftCardIssuer,
  nowMs: number,
): Promise<ReadInstrument<GiftCardInstrument>> {
  if (!read.channelBrands.includes(read.brand)) return asRead(read)
  const { number, pin } = read.instrument
  const currency = values.sent('currency') ?? ''
  const found = await giftCards.balanceFor({ number, pin }, currency, nowMs)
  if ('faultCode' in found) return asRead({ ...read, faultCode: found.faultCode })
  const { giftCardId, balanceMinor } = found
  const faultCode = exceeds(values, balanceMinor) ? TOO_LITTLE : undefined
  return { ...asRead({ ...read, faultCode }), giftCardId }
}

function exceeds(values: ParameterValues, balanceMinor: number): boolean {
  const money = parseAmount(values.sent('amount') ?? '', values.sent('currency') ?? '')
  return typeof money !== 'string' && money.minor > balanceMinor
}

function instrumentOf(values: ParameterValues): GiftCardInstrument {
  const pin = values.sent('giftCard.pin')
  return {
    kind: 'giftCard',
    number: values.sent('giftCard.number') ?? '',
    ...(pin === undefined ? {} : { pin }),
  }
}

/** A checkout may choose the type by the brand. */
function paymentTypeOf(values: ParameterValues, brand: string): string | undefined {
  return values.sent(`overridePaymentType[${brand}]`) ?? values.sent('paymentType')
}

const noCredit: Refusal = refuse('600.200.310', {
  description:
    'A gift card takes no credit (CD): give money back with a refund (RF) of the payment that took it',
})
