import type { Money } from '../../common/money.ts'
import { newObjectId } from '../kernel/ids.ts'
import type { EntityClock } from '../kernel/timers/clock.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../results/refusal.ts'
import { paymentAfterStep, type VaultRecordRow } from '../store/port.ts'
import type {
  AuthenticateStep,
  FrictionlessAuthentication,
} from './authenticate/authenticate-step.ts'
import {
  type FirstPayment,
  type PreparedPayment,
  preparedFirst,
  type ReadPayment,
} from './charge/prepared-payment.ts'
import type { Connector, ConnectorOutcome, OperationKind } from './connectors/connector.ts'
import { detailsAfterAuthentication } from './details.ts'
import type { ReadInstrument } from './instruments/instrument.ts'
import type { InstrumentReader } from './instruments/instruments.ts'
import { withMandate } from './instruments/sepa.ts'
import type { FirstType } from './life-cycle.ts'
import { moneyOf, noMoney } from './money.ts'
import type { RefuseGuess } from './read/number-guesses.ts'
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
} from './read/prepare-errors.ts'
import { type ConnectorChoice, chooseConnector, routedConnector } from './read/routing.ts'
import {
  type InstructedPayment,
  type IssuerCountryOf,
  seriesReferenceFault,
} from './read/standing-instruction.ts'
import { type DraftedPayment, extend, type PaymentExtension } from './screen/payment-extension.ts'

/*
 * The steps of a payment, in their order. Each answers in one of four ways:
 *
 *   next      the following step runs
 *   refused   a `Refusal`: nothing is written
 *   failed    a `faultCode` or an outcome `declined`: recorded with that code, not charged
 *   waits     an outcome `pending`, `unknown`, or none yet: the row and its timer say for what
 *             (`waits.ts`); any process continues when an inquiry or a late answer brings the outcome
 *
 *   read      `readFirst`; of a reference `prepareReference`    next, refused
 *   screen    the extensions                                    next, refused, failed
 *   authenticate  `authenticated`, features/three-ds/authentication            next, refused, failed, waits
 *   charge    the connector                                     next (approved), failed, waits
 *   record    `writeOutcome` in outcomes.ts, or the first commit
 *
 * The steps before the first commit run again after a conflict, so they must have no effect outside.
 */

export interface PrepareParts extends ConnectorChoice {
  readonly vault: Vault
  readonly clock: EntityClock
  readonly readInstrument: InstrumentReader
  readonly extensions: readonly PaymentExtension[]
  readonly issuerCountryOf: IssuerCountryOf
  readonly refuseGuess: RefuseGuess
  /** Absent where 3-D Secure is off. */
  readonly authentication?: AuthenticateStep | undefined
}

/** The steps of a first payment before its charge: read, screen, authenticate. */
export async function prepareFirst(
  first: FirstPayment,
  parts: PrepareParts,
): Promise<PreparedPayment | Refusal> {
  const read = await readFirst(first, parts)
  if (isRefusal(read)) return read
  const screened = await extend(read.drafted, parts.extensions)
  if (isRefusal(screened)) return screened
  return authenticated(preparedFirst(read, screened), first, parts)
}

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

/**
 * Decides whether the payment is authenticated. A message to a directory outside this process is sent
 * only after the first commit, which begins the wait.
 */
async function authenticated(
  prepared: PreparedPayment,
  first: FirstPayment,
  { authentication }: PrepareParts,
): Promise<PreparedPayment | Refusal> {
  if (prepared.faultCode !== undefined || authentication === undefined) return prepared
  const deciding = authentication.decide(prepared, first)
  const decision = deciding instanceof Promise ? await deciding : deciding
  if (decision === undefined) return prepared
  if (isRefusal(decision)) return decision
  if ('planned' in decision) return { ...prepared, authentication: decision.planned }
  if ('authenticated' in decision) return afterAuthentication(prepared, decision.authenticated)
  if ('resultDetails' in decision) {
    const details = { ...prepared.details, authenticationDetails: decision.resultDetails }
    return { ...prepared, details }
  }
  return { ...prepared, ...decision }
}

/** Adds the proof of its authentication to the charge; or records that the payment is not charged. */
function afterAuthentication(
  prepared: PreparedPayment,
  { row, end }: FrictionlessAuthentication,
): PreparedPayment {
  const { outcome } = end
  const { payment } = prepared
  const { updatedAtMs } = payment
  // Not literals that begin with a spread: they take 1.2 µs each, these 0.4 µs.
  const after = {
    payment: paymentAfterStep(payment, { authenticationId: row.id, updatedAtMs }),
    details: detailsAfterAuthentication(prepared.details, end),
    authenticated: row,
  }
  if (outcome.kind !== 'passed')
    return Object.assign({}, prepared, after, { faultCode: outcome.code })
  const operation = Object.assign({}, prepared.operation, { authentication: outcome.proof })
  const { afterSoftDecline } = outcome
  const charged = Object.assign({}, prepared, after, { operation })
  return afterSoftDecline === undefined ? charged : Object.assign(charged, { afterSoftDecline })
}

/**
 * Charges a payment where the connector decides inside this process, so that the payment and its
 * outcome share a commit. `undefined`: it has to be sent, after its intent is durable (R-UNK-2).
 */
export function chargeAtOnce({
  faultCode,
  connector,
  operation,
}: Pick<PreparedPayment, 'faultCode' | 'connector' | 'operation'>): ConnectorOutcome | undefined {
  return faultCode === undefined
    ? connector.decide(operation)
    : { kind: 'declined', code: faultCode }
}
