import type { Money } from '../../../common/money.ts'
import { newObjectId } from '../../kernel/ids.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../results/refusal.ts'
import type { VaultRecordRow } from '../../store/port.ts'
import type { FirstPayment, ReadPayment } from '../charge/prepared-payment.ts'
import type { Connector, OperationKind } from '../connectors/connector.ts'
import type { ReadInstrument } from '../instruments/instrument.ts'
import { withMandate } from '../instruments/sepa.ts'
import type { FirstType } from '../life-cycle.ts'
import { moneyOf, noMoney } from '../money.ts'
import type { DraftedPayment } from '../screen/payment-extension.ts'
import type { PrepareParts } from '../stages.ts'
import type { RefuseGuess } from './number-guesses.ts'
import {
  brandErrors,
  cartSumWarning,
  deviceNumberFault,
  externalProofErrors,
  instructedByInstrument,
  type Judging,
  returnAddressErrors,
  storedBrandErrors,
  withEveryError,
} from './prepare-errors.ts'
import { chooseConnector, routedConnector } from './routing.ts'
import { type InstructedPayment, seriesReferenceFault } from './standing-instruction.ts'

/** Reads the instrument, the amount and the connector of a validated request, or refuses. */
export async function readFirst(
  first: FirstPayment,
  parts: PrepareParts,
): Promise<ReadPayment | Refusal> {
  const { channel, values, nowMs, trace } = first
  const isRouted = channel.settings.routing !== undefined
  const chosen = isRouted ? undefined : chooseConnector(values, parts)
  if (isRefusal(chosen)) return chosen
  const reading = parts.readInstrument(values, channel, nowMs)
  const read = reading instanceof Promise ? await reading : reading
  if (isRefusal(read)) return withEveryError(read, values, judgingOf(first, parts))
  trace?.note('instrument', describeInstrument(read))
  const paymentType = first.paymentTypeFor(read.brand)
  const paidWith = instructedByInstrument(read, parts.issuerCountryOf)
  const connector = chosen ?? (await routed(first, { read, paidWith, paymentType }, parts))
  if (isRefusal(connector)) return connector
  const refusal = refusalBeforeCommit(first, { read, paidWith, paymentType, connector })
  if (refusal !== undefined) return withEveryError(refusal, values, judgingOf(first, parts))
  const amount = first.onlyStores === true ? noMoney(values) : moneyOf(values, paymentType)
  if (isRefusal(amount)) return amount
  // What gift cards pay is taken from the amount of the cart.
  const isWhole = first.giftCardParts === undefined && first.onlyStores !== true
  const isTest = parts.environment === 'test'
  const warned = isTest && isWhole ? withCartWarning(read, values, amount) : read
  const id = newObjectId(parts.clock.now())
  const sealed = await sealedNumber(read, first, parts)
  const guess = sealed && guessed(read, sealed, { channel, refuseGuess: parts.refuseGuess })
  const guessRefusal = guess instanceof Promise ? await guess : guess
  if (guessRefusal !== undefined) return guessRefusal
  const drafted: DraftedPayment = {
    id,
    channel,
    values,
    checkoutId: first.checkoutId ?? null,
    paymentType,
    amount,
    read: withMandate(warned, values, { madeFor: id, nowMs }),
    sealed,
    nowMs,
    ...(first.shopperAddress === undefined ? {} : { shopperAddress: first.shopperAddress }),
    ...(first.giftCardParts === undefined ? {} : { giftCardParts: first.giftCardParts }),
    ...(first.seriesOfRun === undefined ? {} : { seriesOfRun: first.seriesOfRun }),
    ...(trace === undefined ? {} : { trace }),
  }
  return { first, connector, drafted }
}

/** What is known of a payment whose instrument is read. */
interface ReadInstruction {
  readonly read: ReadInstrument
  readonly paidWith: InstructedPayment
  readonly paymentType: FirstType
}

/** The connector of a channel that routes its payments. */
function routed(
  first: FirstPayment,
  { read, paidWith, paymentType }: ReadInstruction,
  parts: PrepareParts,
): Promise<Connector | Refusal> | Refusal {
  const { channel, values } = first
  const amount = first.onlyStores === true ? noMoney(values) : moneyOf(values, paymentType)
  if (isRefusal(amount)) return amount
  const { brand, detectedBrand = brand } = read
  const { issuerCountry } = paidWith
  return routedConnector(
    { channel, values },
    { brands: [brand, detectedBrand], amount, issuerCountry },
    (connector) =>
      paymentType === '3D'
        ? undefined
        : connector.unsupported(kindOf(first, { paymentType, brand: paidWith.brand })),
    parts,
  )
}

/** A first payment as a connector judges it. */
function kindOf(
  { channel, values }: FirstPayment,
  { paymentType, brand }: { readonly paymentType: FirstType; readonly brand: string },
): OperationKind {
  const amount = moneyOf(values, paymentType)
  const captures = values.get('numberOfCaptures')
  return {
    paymentType: paymentType as OperationKind['paymentType'],
    paymentBrand: brand,
    isReference: false,
    isLegacy: channel.settings.profile === 'legacy',
    ...(isRefusal(amount) ? {} : { amount }),
    ...(captures === undefined ? {} : { captures: Number(captures) }),
  }
}

/** Adds to the answer of test that the cart does not make the amount, beside any other warning. */
function withCartWarning(
  read: ReadInstrument,
  values: ParameterValues,
  amount: Money,
): ReadInstrument {
  const ofCart = cartSumWarning(values, amount)
  if (ofCart === undefined) return read
  const warning = [read.shown?.warning, ofCart].filter(Boolean).join('. ')
  return { ...read, shown: { ...read.shown, warning } }
}

function judgingOf(
  { channel: { settings }, nowMs, checkoutId }: FirstPayment,
  { issuerCountryOf }: PrepareParts,
): Judging {
  const isOfServer = checkoutId === undefined
  return { brands: settings.brands, nowMs, issuerCountryOf, isOfServer }
}

function describeInstrument({
  instrument,
  brand,
  detectedBrand,
  faultCode,
}: ReadInstrument): string {
  const brandSaid =
    detectedBrand === undefined
      ? `the brand ${brand} is named`
      : `its number tells the brand ${brand}`
  const fault = faultCode === undefined ? '' : `; it cannot be charged: ${faultCode}`
  return `A ${instrument.kind} was sent; ${brandSaid}${fault}`
}

/** Why a payment is refused before anything is written. */
function refusalBeforeCommit(
  first: FirstPayment,
  asked: ReadInstruction & { readonly connector: Connector },
): Refusal | undefined {
  const { values, channel, onlyStores } = first
  const { read, paidWith, paymentType, connector } = asked
  const { brand } = paidWith
  const isStrict = channel.settings.profile === 'strict'
  const faults = [
    ...(onlyStores === true ? storedBrandErrors(paidWith, values) : brandErrors(paidWith, values)),
    // An authentication alone is charged later: what it brings decides then.
    ...(isStrict && paymentType !== '3D' ? externalProofErrors(paidWith, values) : []),
  ]
  if (faults.length > 0) return refuseParameters(faults)
  // An authentication alone is not sent to an acquirer.
  const unsupported =
    paymentType === '3D' ? undefined : connector.unsupported(kindOf(first, { paymentType, brand }))
  if (unsupported !== undefined) {
    return refuse(unsupported.code, { description: unsupported.description })
  }
  const address = returnAddressErrors(brand, values)
  if (address.length > 0) return refuseParameters(address)
  if (paymentType === '3D') return undefined
  const { profile } = channel.settings
  return (
    deviceNumberFault(paymentType, values, read) ??
    seriesReferenceFault({ connector, profile }, values, read)
  )
}

/** The vault record of the number; `undefined` where there is no number, or it cannot be charged. */
function sealedNumber(
  { numberToSeal, faultCode }: ReadInstrument,
  { channel, nowMs }: FirstPayment,
  { vault, clock }: PrepareParts,
): Promise<VaultRecordRow> | undefined {
  if (numberToSeal === undefined || faultCode !== undefined) return undefined
  const id = newObjectId(clock.now())
  return vault.sealCard(channel.entity.id, { id, pan: numberToSeal, nowMs })
}

/** Before a check, a rule or a stored card could say whether the number is one that is known. */
function guessed(
  { instrument }: ReadInstrument,
  { fingerprint }: VaultRecordRow,
  { channel, refuseGuess }: Pick<PrepareParts, 'refuseGuess'> & Pick<FirstPayment, 'channel'>,
): ReturnType<RefuseGuess> {
  if (instrument.kind !== 'card') return undefined
  return refuseGuess({ channel, number: instrument.number, fingerprint })
}
