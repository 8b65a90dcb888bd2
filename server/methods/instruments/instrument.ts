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

/** An account at a bank: for direct debit, transfer, or a credit. */
export interface BankAccountInstrument {
  readonly kind: 'bankAccount'
  readonly holder?: string
  /** IBAN, or the number of the account in its country. */
  readonly iban?: string
  readonly number?: string
  readonly bic?: string
  readonly bankCode?: string
  readonly country?: string
  readonly mandateId?: string
}

/** An account at a provider: PayPal and the like. */
export interface VirtualAccountInstrument {
  readonly kind: 'virtualAccount'
  /** Absent: the shopper names it on the provider's page. */
  readonly accountId?: string
}

/** A token of another provider or of a card network, in place of a card number. */
export interface TokenAccountInstrument {
  readonly kind: 'tokenAccount'
  readonly number: string
  readonly type: 'EXTERNAL' | 'NETWORK'
  readonly expiryMonth?: string
  readonly expiryYear?: string
  readonly cryptogram?: string
  readonly dtvc?: string
}

export interface GiftCardInstrument {
  readonly kind: 'giftCard'
  readonly number: string
  readonly pin?: string
}

/** A card that a terminal has read: what is readable of it is the acquirer's to decrypt. */
export interface TerminalInstrument {
  readonly kind: 'terminal'
  readonly terminalId: string
  readonly entryMode: string
  /** Encrypted card data, or the chip's request with its cryptogram. */
  readonly cardData: string
}

/** Nothing but the brand: the shopper gives the rest elsewhere, or pays a slip. */
export interface BrandInstrument {
  readonly kind: 'brand'
}

/** How a payment is paid. */
export type Instrument =
  | CardInstrument
  | BankAccountInstrument
  | VirtualAccountInstrument
  | TokenAccountInstrument
  | GiftCardInstrument
  | TerminalInstrument
  | BrandInstrument

/** An instrument as a request gave it, read and judged, with its brand. */
export interface ReadInstrument<Kind extends Instrument = Instrument> {
  readonly instrument: Kind
  readonly brand: string
  /** What the number tells: set where the request names no brand, or names that of a wallet. */
  readonly detectedBrand?: string
  /** Why it cannot be charged: the payment is recorded as failed with this code. */
  readonly faultCode?: string
  /** The number that the vault keeps for rebills and registrations. */
  readonly numberToSeal?: string
  /** Where the vault keeps it already: the instrument of a registration. */
  readonly vaultRecordId?: string
  readonly registrationId?: string
  /** The gift card whose balance the payment changes, for `GiftCards.participantOf`. */
  readonly giftCardId?: string
  /** What answers show of it beside the echo of the request: wire names and values. */
  readonly shown?: Readonly<Record<string, string>>
  /** Parameters that are added to the request where it lacks them: a registration's links to its first payment. */
  readonly sentAlong?: Readonly<Record<string, string>>
}
