import type { PaymentBrand } from '../../../common/payment-brands.ts'
import type { ParameterName } from '../../parameters/tables.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type { ParameterError, Refusal } from '../../results/refusal.ts'
import type { BinList } from './bin-list.ts'
import type { GiftCardIssuer, Instrument } from './instrument-kinds.ts'
import type { SingleUseToken, Wallets } from './wallet-token.ts'

/** What every instrument has. */
export interface AnyInstrument {
  readonly kind: string
}

/** An instrument as a request gave it, read and judged, with its brand. */
export interface ReadInstrument<One extends AnyInstrument = Instrument> {
  readonly instrument: One
  readonly brand: string
  /** The brand of the number: set where the request names no brand, or names that of a wallet. */
  readonly detectedBrand?: string
  /** Why it cannot be charged: the payment is recorded as failed with this code. */
  readonly faultCode?: string
  /** The number that the vault keeps for rebills and registrations. */
  readonly numberToSeal?: string
  /** Where the vault keeps it already: the instrument of a registration. */
  readonly vaultRecordId?: string
  readonly registrationId?: string
  /** The registration was stored with a payment of this gateway. */
  readonly isOfPayment?: boolean
  /** The gift card whose balance the payment changes, for its `balanceParticipant`. */
  readonly giftCardId?: string
  /** The wallet's token that it came in. */
  readonly token?: SingleUseToken
  /** What answers show of it beside the echo of the request: wire names and values. */
  readonly shown?: Readonly<Record<string, string>>
  /** Parameters that are added to the request where it lacks them: a registration's links to its first payment. */
  readonly sentAlong?: Readonly<Record<string, string>>
  /** Of a registration: what its cardholder has taken part in. */
  readonly agreed?: CardholderAgreement
}

/** What the cardholder of a stored instrument has agreed to. */
export interface CardholderAgreement {
  /** Paid with it, was authenticated with it, or did so at the gateway that it came from. */
  readonly tookPart: boolean
  /** `standingInstruction.type` of each series that he has begun with it. */
  readonly seriesTypes: readonly string[]
  /** The proof of his authentication when it was stored, as wire names and values, while a first payment may use it. */
  readonly proof?: Readonly<Record<string, string>>
}

/** A request whose instrument is read: validated, or what was accepted of a refused one. */
export interface SentRequest {
  readonly values: ParameterValues
  readonly channelBrands: readonly string[]
  /** By the channel's clock. */
  readonly nowMs: number
  /** What issuers say of a card; absent: parameters alone are checked. */
  readonly binList?: BinList | undefined
}

/** Services that are asked if the request alone does not contain the whole instrument. */
export interface AskedParties {
  /** Absent: no token can be decrypted. */
  readonly wallets: Wallets | undefined
  /** The instrument of stored payment details, for this request. */
  readonly stored: (registrationId: string) => Promise<Reading>
  /** Of the simulated issuer; absent where the connector leads to a real one, who decides alone. */
  readonly giftCards: GiftCardIssuer | undefined
}

export type Reading<One extends AnyInstrument = Instrument> = ReadInstrument<One> | Refusal

/**
 * The result of reading the request alone: a refusal with all parameter errors, the instrument, or
 * a function that asks a service for the rest.
 */
export type Judged<One extends AnyInstrument = Instrument> =
  | Reading<One>
  | ((asked: AskedParties) => Reading<One> | Promise<Reading<One>>)

/** One way in which a request says what it is paid with. */
export interface WayToPay<One extends AnyInstrument = Instrument> {
  /** How its parameters begin: `bankAccount.`. */
  readonly within: readonly string[]
  /**
   * Parameters that say that it is paid with this. Those that may be sent with another instrument are
   * not among them: a message for a gift card that is bought, or a holder that replaces a stored one.
   */
  readonly marks: readonly ParameterName[]
  /** Parameters that say so where no mark of any other is sent. */
  readonly weakMarks?: readonly ParameterName[]
  /** Whether its parameters are accepted and not used, because of another parameter. */
  isUnused?(values: ParameterValues): boolean
  /**
   * The instrument if `card.number` is sent together with one of its marks; absent: sending both is
   * refused.
   */
  withCard?(mark: string, values: ParameterValues): 'card' | 'this' | undefined
  /** Reads and judges the request without any input or output. */
  judge(request: SentRequest): Judged<One>
  /**
   * The missing parameters of a request that names a brand of this instrument and sends nothing of
   * it.
   */
  missing?(brand: PaymentBrand): readonly ParameterError[]
  /** Only the merchant's server may send it, never the shopper's page. */
  readonly isOnlyServers?: boolean
  /** Where the merchant may prepare it in a checkout for the shopper's submit. */
  readonly prefill?: Prefill
}

export interface Prefill {
  /** The kinds of brands that it pays. */
  readonly kinds: readonly PaymentBrand['kind'][]
  /** Parameters within it that do not describe the instrument. */
  readonly notOfInstrument?: readonly string[]
  /** Names its owner: stays when another account is sent, and serves a registration without a holder. */
  readonly owner?: string
}

/** Names and values of a request; what is `undefined` is not sent. */
export type WireForm = Record<string, string | undefined>

/** The request of the merchant as far as an instrument that is forwarded depends on it. */
export interface ForwardedRequest {
  readonly paymentBrand: string
  readonly request: Readonly<Record<string, string>>
}

/** Data of an instrument for comparing payments. */
export interface InstrumentFacts {
  /** The first eight digits of a card number. */
  readonly bin?: string
  readonly holder?: string
  /** Of the bank. */
  readonly country?: string
}

/** What is stored of an instrument beside its number, which the vault has. */
export interface KeptDetails {
  /** Echoed request parameters: wire names and values. */
  readonly request: Readonly<Record<string, string>>
  /** What answers show beside them. */
  readonly shown?: Readonly<Record<string, string>>
  readonly card?: {
    readonly holder?: string
    readonly expiryMonth: string
    readonly expiryYear: string
  }
  readonly isDeviceNumber?: boolean
  /** The brand of the wallet that a card came out of. */
  readonly wallet?: string
}

/** An instrument whose number the vault keeps for rebills and registrations. */
export interface KeptForm<One extends AnyInstrument> {
  /** Whether stored details with a number in the vault are of such an instrument. */
  isKept(details: KeptDetails): boolean
  /**
   * The instrument again, without what must not be stored. `given`: a request with what the shopper gives
   * anew, such as the security code.
   */
  restore(number: string, details: KeptDetails, given?: ParameterValues): One
  /** How a checkout shows a stored one to its shopper, beside the summary of a card. */
  shownToShopper(details: KeptDetails): { readonly holder?: string; readonly account?: string }
}

/** Everything that the gateway knows of one kind of instrument. */
export interface InstrumentModule<One extends AnyInstrument = Instrument> extends WayToPay<One> {
  readonly kind: One['kind']
  /** Its parameters for another gateway of the same interface, secrets included. */
  form(instrument: One, context: ForwardedRequest): WireForm
  /** What the answer of another gateway may add to it; never a number. */
  readonly answered?: readonly string[]
  facts?(instrument: One): InstrumentFacts
  /** Absent: it is not stored. */
  readonly kept?: KeptForm<One>
}
