/** What each kind of instrument is made of: its module beside this file reads it. */

/** A card on its way to an acquirer. Lives in memory only, never in logs or at rest. */
export interface CardInstrument {
  readonly kind: 'card'
  readonly number: string
  /** `01` to `12`. */
  readonly expiryMonth: string
  /** Four digits. */
  readonly expiryYear: string
  readonly holder?: string
  /** Sensitive authentication data: gone after the authorisation (PCI DSS 3.3.1). */
  readonly cvv?: string
  /** `DPAN`: a number of the device, with the cryptogram that proves it. */
  readonly numberType?: 'PAN' | 'DPAN'
  readonly cryptogram?: string
  /** Electronic commerce indicator that a wallet gave. */
  readonly eci?: string
  /** The wallet's brand, such as APPLEPAY, where the card came out of one. */
  readonly wallet?: string
}

/** The members of a bank account and their parameters. */
export const BANK_ACCOUNT_NAMES = {
  holder: 'bankAccount.holder',
  iban: 'bankAccount.iban',
  number: 'bankAccount.number',
  bic: 'bankAccount.bic',
  bankCode: 'bankAccount.bankCode',
  country: 'bankAccount.country',
  mandateId: 'bankAccount.mandate.id',
} as const

/**
 * An account at a bank: for direct debit, transfer, or a credit. Its number is an IBAN, or the number
 * of the account in its country.
 */
export type BankAccountInstrument = { readonly kind: 'bankAccount' } & {
  readonly [Member in keyof typeof BANK_ACCOUNT_NAMES]?: string
}

/** The members of a token account and their parameters, without its type. */
export const TOKEN_ACCOUNT_NAMES = {
  expiryMonth: 'tokenAccount.expiryMonth',
  expiryYear: 'tokenAccount.expiryYear',
  cryptogram: 'tokenAccount.cryptogram',
  dtvc: 'tokenAccount.dtvc',
} as const

/** A token of another provider or of a card network, in place of a card number. */
export type TokenAccountInstrument = {
  readonly kind: 'tokenAccount'
  readonly number: string
  readonly type: 'EXTERNAL' | 'NETWORK'
} & { readonly [Member in keyof typeof TOKEN_ACCOUNT_NAMES]?: string }

/** A card that a terminal has read: what is readable of it is the acquirer's to decrypt. */
export interface TerminalInstrument {
  readonly kind: 'terminal'
  readonly terminalId: string
  readonly entryMode: string
  /** Encrypted card data, or the chip's request with its cryptogram. */
  readonly cardData: string
}

/** An account at a provider: PayPal and the like. */
export interface VirtualAccountInstrument {
  readonly kind: 'virtualAccount'
  /** Absent: the shopper names it on the provider's page. */
  readonly accountId?: string
}

export interface GiftCardInstrument {
  readonly kind: 'giftCard'
  readonly number: string
  readonly pin?: string
}

/** A gift card that a payment may take from. */
interface GiftCardBalance {
  /** Names the card to the issuer; tells nothing of its number. */
  readonly giftCardId: string
  readonly balanceMinor: number
}

/** Why a card cannot be paid with at all. */
export interface GiftCardFault {
  /**
   * 100.100.101 a wrong check digit, 100.350.400 no card of this number and PIN, 800.100.173 a card of
   * another currency.
   */
  readonly faultCode: string
}

/** The issuer of gift cards, which knows their balances. */
export interface GiftCardIssuer {
  /** The current balance of a card; issues the card when it is first seen. */
  balanceFor(
    card: { readonly number: string; readonly pin: string | undefined },
    currency: string,
    nowMs: number,
  ): Promise<GiftCardBalance | GiftCardFault>
}

/** Nothing but the brand: the shopper gives the rest elsewhere, or pays a slip. */
export interface BrandInstrument {
  readonly kind: 'brand'
}

/** How a payment is paid. */
export type Instrument =
  | CardInstrument
  | BankAccountInstrument
  | TokenAccountInstrument
  | TerminalInstrument
  | VirtualAccountInstrument
  | GiftCardInstrument
  | BrandInstrument
