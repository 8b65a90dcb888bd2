/**
 * The messages between the widget in the merchant's page, its secured frames and the gateway. No
 * type here contains a card number or security code, except on the way out of a frame of the
 * gateway: they never reach the merchant's page.
 */

import type { CardClass, OfferedRegistration, TransactionData } from './widget-types.ts'

/** `GET /v1/checkouts/{id}/session`: what the widget needs to know of a checkout. No credentials. */
export interface WidgetSession {
  readonly checkoutId: string
  readonly endpoint: '/payment' | '/registration'
  /** `processing`: a submit is under way. `done`: paid. */
  readonly state: 'open' | 'processing' | 'pending' | 'done'
  /** Whether a payment was tried already: its result may be read, whatever it is. */
  readonly attempted: boolean
  /** Of an open checkout: the result code with which its last payment was declined. */
  readonly declinedCode?: string
  /** The payment waits for its cardholder: where the widget goes on, as in the answer to the submit. */
  readonly redirect?: NonNullable<PaymentAnswer['redirect']>
  /** What is left to pay. Two decimals, as everywhere on the wire; absent for a pure registration. */
  readonly amount?: string
  readonly currency?: string
  /** The amount as it is written in the language that the page asked for and in that of the checkout, by BCP 47 tag. */
  readonly amountTexts?: Readonly<Record<string, string>>
  readonly paymentType?: string
  readonly locale?: string
  /** The time of its channel when it was read: clocks of devices are wrong. Unix milliseconds. */
  readonly atMs: number
  /** Milliseconds until the checkout expires, counted by the gateway's clock. */
  readonly expiresInMs: number
  readonly environment: 'test' | 'live'
  /** Only where it is `legacy`: placeholders are then those that older pages and their tests know. */
  readonly profile?: 'legacy'
  /** From creation of the checkout: the widget's form falls back to it when the form has no action. */
  readonly shopperResultUrl?: string
  /** Card brands that the channel takes; the form's `data-brands` narrows them down. */
  readonly brands: readonly string[]
  /** The brands of all kinds that this shopper is offered, where the channel has rules for that. */
  readonly brandOffer?: readonly string[]
  /** Who collects a SEPA direct debit, for the mandate. Only where the channel takes the brand. */
  readonly creditor?: {
    readonly name: string
    /** Creditor identifier (EPC rulebook, AT-02). */
    readonly id?: string
  }
  /** Live only: the wallets that the operator of the gateway has set up, with his ids at their providers. */
  readonly wallets?: {
    readonly applePay?: { readonly merchantId: string }
    /** `publicKey`: the uncompressed point of P-256 that tokens are encrypted for, base64. */
    readonly googlePay?: { readonly merchantId: string; readonly publicKey: string }
  }
  /** What a form may ask for and the merchant's server has set, by names: nobody is asked again. */
  readonly known?: readonly string[]
  /** The country of that billing address. */
  readonly billingCountry?: string
  /** Stored payment details that the shopper may pay with by one click: `registrationId` of the submit. */
  readonly registrations?: readonly OfferedRegistration[]
  /** Only where gift cards may pay a part: what was applied, and what is left to pay in another way. */
  readonly giftCards?: WidgetGiftCards
  /** The shopper may delete them: `POST /v1/checkouts/{id}/registrations/{registrationId}/delete`. */
  readonly mayDeleteRegistrations?: true
}

/** `GET /v1/fastcheckout/channel`: what the widget may know of a channel before there is a checkout. No credentials. */
export type WidgetChannel = Pick<
  WidgetSession,
  'atMs' | 'environment' | 'profile' | 'brands' | 'brandOffer' | 'creditor' | 'wallets'
>

/** An amount with two decimals, and as it is written in some languages, by BCP 47 tag. */
export interface WrittenMoney {
  readonly amount: string
  readonly amountTexts: Readonly<Record<string, string>>
}

/** The gift cards that pay a part of a checkout. Charged when the rest is paid, not before. */
export interface WidgetGiftCards {
  readonly parts: readonly (WrittenMoney & {
    readonly id: string
    readonly last4Digits: string
  })[]
  /** What is left to pay; a submit sends its amount as `giftCards.restAmount`. */
  readonly rest: WrittenMoney
  /** Whether another one may be applied. One that pays all of the rest may always. */
  readonly mayAdd: boolean
}

/** The answer to `POST /v1/checkouts/{id}/giftCards`, and without a card to `…/{giftCardId}/delete`. */
export interface GiftCardsAnswer {
  readonly giftCards: WidgetGiftCards
  /** Of the card that was sent. */
  readonly balance?: WrittenMoney
  /** It covers what is left: it was not applied, it is to pay. */
  readonly paysAll?: true
}

/** Why there is no session: the gateway's answer in the common response shape. */
export interface WidgetSessionRefusal {
  /** Of a checkout that has expired: whether it was paid before. */
  readonly state?: WidgetSession['state'] | 'expired'
  readonly result: { readonly code: string; readonly description: string }
}

/** Where a submit goes: what it pays with is charged, stored, or only kept for a summary page. */
export type SubmitEndpoint = WidgetSession['endpoint'] | '/summary'

/** Which secured field a frame shows; expiry and holder are secured by option `enableSAQACompliance`. */
export type SecuredField = 'card.number' | 'card.cvv' | 'card.expiry' | 'card.holder'

/** Query of `GET /v1/pciIframe.html`: each frame has an address of its own (they would queue on the cache). */
export interface FrameQuery {
  readonly field: SecuredField
  /** The checkout that the number frame pays, or one of the same channel. Absent until one exists (fast checkout). */
  readonly checkoutId?: string
  /** Where there is none: the channel that the script names. */
  readonly entityId?: string
  /** Random name of this form on this page, 32 hex: the two frames of a form find each other by it. */
  readonly instance: string
  /** Origins of the embedding page and its ancestors, joined by blanks: becomes `frame-ancestors`, and the only origins listened to. */
  readonly parent: string
  /** The form has a frame of the card number as well, from which the frame of the code takes its code. */
  readonly withNumber?: '1'
  /** Expiry and holder of the form are secured fields as well (option `enableSAQACompliance`). */
  readonly withDetails?: '1'
}

/** The frame's document is here: by `postMessage` to its parent, which answers with its hello. */
export interface FrameGreeting {
  readonly tillgate: 'here'
}

/** The page's first message, by `postMessage` with the frame's origin as target and one MessagePort. */
export interface FrameHello {
  readonly tillgate: 'hello'
  readonly instance: string
}

/** What the inner input looks like: computed style of the outer frame element, and texts. */
export interface FrameLook {
  /** CSS property (kebab-case) to value, for the input. */
  readonly style: Readonly<Record<string, string>>
  readonly placeholderStyle: Readonly<Record<string, string>>
  readonly placeholder: string
  readonly label: string
  /** What screen readers say of the field besides; empty: nothing. */
  readonly description: string
  readonly lang: string
  readonly colorScheme: 'light' | 'dark'
}

/** Page to frame, over the transferred port. */
export type ToFrame =
  | { readonly kind: 'look'; readonly look: FrameLook }
  | { readonly kind: 'focus' }
  /** Number frame: write blanks between groups of digits or not (option `numberFormatting`). */
  | { readonly kind: 'grouping'; readonly grouped: boolean }
  /** Number frame: whether to ask the gateway for the brands of the number (option `brandDetectionType`). */
  | { readonly kind: 'binList'; readonly isAsked: boolean }
  /** Code frame: how many digits the brand has (3, 4 or both), and whether it may stay empty. Holder frame: the latter. */
  | {
      readonly kind: 'codeRules'
      readonly lengths: readonly number[]
      readonly required: boolean
      readonly mask: boolean
    }
  /** Show the field as faulty (`aria-invalid`, described by the text) or as sound (`null`). */
  | { readonly kind: 'fault'; readonly message: string | null }
  | { readonly kind: 'disabled'; readonly disabled: boolean }
  /** Number frame: collect the code, add `fields` (wire names and values) and pay the checkout. */
  | {
      readonly kind: 'submit'
      /** Below the gateway's origin; of another checkout than the frame's own: see `mayPay`. */
      readonly path: string
      readonly fields: Readonly<Record<string, string>>
      readonly withCode: boolean
      /** How many digits of the card number the page knows of. */
      readonly length?: number
    }

/** `POST /v1/checkouts/{id}/bin`: what the gateway's list says of the first six digits, if anything. */
export interface BinAnswer {
  /** All brands of the card, best first. */
  readonly brands?: readonly string[]
  readonly cardClass?: CardClass
}

/**
 * Everything that the page may know of a typed card number (R-FRM-1). The frame decides it by its
 * own table and by the gateway's data of the channel: no message of a page changes it.
 */
export interface NumberState {
  readonly length: number
  readonly empty: boolean
  /** Brands of the channel that the digits fit, best first; all brands of the card where they are listed. */
  readonly brands: readonly string[]
  /** Brands of the channel as which the number is complete: range, length and check digit fit. */
  readonly complete: readonly string[]
  /** The first six digits, while the number is complete as a brand of the channel and no usual beginning. */
  readonly bin?: string
  /** From eight digits on: all brands that the first six fit, whether the channel has them or not; best first. */
  readonly fitting?: readonly string[]
  /** Brands and class are those of the gateway's list. */
  readonly isListed?: true
  readonly cardClass?: CardClass | undefined
}

/** Frame to page, over the same port. */
export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'focus' }
  | { readonly kind: 'blur' }
  | { readonly kind: 'number'; readonly state: NumberState }
  | {
      readonly kind: 'code'
      readonly valid: boolean
      readonly empty: boolean
      readonly length: number
    }
  /** Expiry or holder: what is wrong with it, as the form's own fields say it; never what was typed. */
  | {
      readonly kind: 'detail'
      readonly empty: boolean
      readonly length: number
      readonly fault: DetailFault | null
    }
  /** Enter was pressed in the field (never while composing). */
  | { readonly kind: 'enter' }
  /** The gateway's answer to a submit, a payment response. */
  | { readonly kind: 'answer'; readonly status: number; readonly body: PaymentAnswer }
  /** The submit got no answer: its outcome is unknown, and the page must ask for the status. */
  | { readonly kind: 'noAnswer'; readonly reason: NoAnswer }

/** By keys of the texts; the hint is the key that merchants know. */
export interface DetailFault {
  readonly hint: 'expiryMonthError' | 'expiryYearError' | 'cardHolderError'
  readonly text:
    | 'expiryEmpty'
    | 'expiryIncomplete'
    | 'expiryMonthError'
    | 'expiryPast'
    | 'expiryYearError'
    | 'cardHolderDigits'
    | 'cardHolderError'
    | 'cardHolderShort'
  readonly values?: { readonly example: string }
}

/**
 * `not whole`: the number is none yet, or the shopper is still typing. `shut`: the frame sends no further
 * number, or none that is made of one that was sent. `refused`: it does not pay this checkout. In all three
 * nothing was sent.
 */
export type NoAnswer =
  | 'network'
  | 'code frame silent'
  | 'unreadable'
  | 'refused'
  | 'not whole'
  | 'shut'

/** The part of a payment response that the widget reads. */
export interface PaymentAnswer {
  readonly id?: string
  /** Of a submit that is only kept: what the page's summary shows. */
  readonly kept?: Omit<TransactionData, 'id' | 'resourcePath'>
  readonly result: {
    readonly code: string
    readonly description?: string
    readonly parameterErrors?: readonly {
      readonly name: string
      readonly value?: string
      readonly message: string
    }[]
  }
  /** `cardholderInfo`: what the issuer of a declined card tells its shopper, as plain text. */
  readonly resultDetails?: { readonly cardholderInfo?: string }
  readonly redirect?: {
    readonly url: string
    readonly method?: 'GET' | 'POST'
    readonly parameters?: readonly { readonly name: string; readonly value: string }[]
  }
}

/** What the gateway binds to the free variable `__TILLGATE_BOOT__` of the script it serves. */
export interface WidgetBoot {
  /** Origin of the gateway, without a slash at the end. */
  readonly base: string
  /** `null`: loaded without a checkout. */
  readonly checkoutId: string | null
  /** The script was asked for with `{id}/registration`. */
  readonly registration: boolean
  /** The channel that a script without a checkout was asked for with. */
  readonly entityId?: string
  readonly locales: LocaleTable
  /** Code that is fetched when a page needs it (`hash-table.ts`). */
  readonly code: string
  /** Wallets are those of their providers; absent in test, where they are simulated. */
  readonly isLive?: true
}

/**
 * A file of the texts that the script shows: in the order of the English ones, null for a plural form
 * that the language has not. First, by their keys, those that English has not, and `fetched`.
 */
export type ListedTexts = readonly [
  further: Readonly<Record<string, string>>,
  ...texts: (string | null)[],
]

/**
 * Languages beside the built-in English. One folder and one hash each keep the table small: hashes do
 * not compress, so they are SHA-256 and stand once. A language's file holds the hash of its second
 * file, `fetched/{code}.json`, as `fetched`.
 */
export interface LocaleTable {
  /** Absolute address, with a slash at its end: `{code}.json` follows. Changes with any language. */
  readonly folder: string
  /** Files by their code (`hash-table.ts`); what is missing is in the table of the file `others`. */
  readonly hashes: string
}
