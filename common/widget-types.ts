/**
 * What a page may give to the widget and get from it, for pages in TypeScript:
 * `import type { WpwlOptions } from 'tillgate-client/widget'`. `node run.mjs widget-options` writes the options out
 * of the tables that the widget reads them with.
 */

/** `window.wpwl` (docs/widget/options.md). */
export interface Wpwl {
  readonly timestamp: number
  readonly minified: true
  readonly apiVersion: '1'
  /** The checkout id; empty where the script was loaded without one. */
  readonly ndc: string
  readonly checkout: WpwlCheckout
  /** Takes everything out of the page that the script put in. May be called at any time, twice too. */
  unload(): void
  /** Submits the form whose container has this class, or these, joined by dots. */
  executePayment(key: string): void
  /** Gives options that the page has changed to the forms that are there. */
  refresh(): void
  /**
   * Shows the checkout as your server has changed it: amount, brands, stored cards. What was typed stays.
   * Resolves when the forms show it.
   */
  update(): Promise<void>
  /** Builds a card form inside an element, also in a shadow root. Without options it has the page's. */
  mount(element: Element, options?: WpwlOptions): void
  /** Removes the forms inside an element; without one all forms. */
  unmount(element?: Element): void
}

/** The checkout of `window.wpwl`. What comes from the session is there when it is loaded. */
export interface WpwlCheckout {
  id: string | null
  amount?: string
  currency?: string
  paymentType?: string
  endpoint: '/payment' | '/registration'
  resourcePath: string
  readonly config: WpwlConfig
}

export interface WpwlConfig {
  brandConfig: {
    brands: readonly string[]
    overrideShopBrands: boolean
    activateBrands: boolean
  }
  registrations: readonly OfferedRegistration[]
  environmentConfig: { url: string; defaultPaymentMode: string; cacheVersion: string }
  readonly detectIp: boolean
  readonly overrideHolder: boolean
  readonly threeDSecureV2Config: Record<string, unknown>
  readonly customRedirectPageConfig: Record<string, unknown>
  readonly workflowSpecificConfig: Record<string, unknown>
  readonly klarnaMerchantIds: Record<string, unknown>
  readonly paypalRestConfig: Record<string, unknown>
}

/** What a shopper needs to recognise stored payment details. */
export interface OfferedRegistration {
  /** The token. */
  readonly id: string
  readonly brand: string
  /** Name of the brand for people, where it is no card brand. */
  readonly label?: string
  /** The card's last month is over: shown, but it cannot be paid with. */
  readonly expired?: true
  /** The channel takes no payment with this card without its security code. */
  readonly codeRequired?: true
  readonly card?: {
    readonly bin: string
    readonly last4Digits: string
    readonly expiryMonth: string
    readonly expiryYear: string
  }
  readonly holder?: string
  /** Of other accounts: the number or the name at a wallet, masked. */
  readonly account?: string
}

/** One form in the list of `onReady`. */
export interface ReadyForm {
  /** The class of its container, as `executePayment` takes it. */
  readonly containerKey: string
  /** The card brands that it takes. */
  readonly ccMethods: readonly string[]
}

/** What `onSaveTransactionData` gets: enough for a summary page, nothing secret. */
export interface TransactionData {
  /** The checkout id: your server pays the checkout (`POST /v1/checkouts/{id}/payment`). */
  readonly id: string
  readonly resourcePath: string
  readonly paymentBrand: string
  readonly card?: {
    readonly bin: string
    readonly last4Digits: string
    readonly holder?: string
    /** Holder and expiry are absent with `enableSAQACompliance`: no card data reaches the page. */
    readonly expiryMonth?: string
    readonly expiryYear?: string
  }
}

/** What `onAmountChanged` gets: what `wpwl.checkout` has now, and had before. */
export interface AmountToPay {
  /** With the decimals of its currency; less what gift cards pay. */
  readonly amount?: string | undefined
  /** ISO 4217, alphabetic. */
  readonly currency?: string | undefined
}

/** How a card is paid, as the gateway's list of card number ranges says. */
export type CardClass = 'CREDIT' | 'DEBIT' | 'PREPAID'

/** What `onDetectBin` gets. */
export interface DetectedBin {
  /** The first six digits, once the number is complete. */
  readonly bin?: string | undefined
  /** All brands of the card, best first. */
  readonly brands: readonly string[]
  readonly cardClass?: CardClass | undefined
}

/** What `onError` gets. */
export interface WidgetError extends Error {
  readonly name:
    | 'InvalidCheckoutIdError'
    | 'PciIframeCommunicationError'
    | 'PciIframeSubmitError'
    | 'WidgetError'
  /** The brand of the form; `CARD` for cards. */
  readonly brand: string
  readonly event: string
}

/**
 * The `this.$iframe` and `this.$form` of callbacks: a list of one element with the few methods that
 * pages use on it. Reading methods answer for the first element, writing ones return the list.
 */
export interface ElementList {
  readonly [index: number]: Element
  readonly length: number
  find(selector: string): ElementList
  parent(): ElementList
  hasClass(name: string): boolean
  addClass(names: string): ElementList
  removeClass(names: string): ElementList
  val(): string | undefined
  val(value: string): ElementList
  attr(name: string): string | undefined
  attr(name: string, value: string): ElementList
  css(name: string): string | undefined
  css(name: string | Readonly<Record<string, string>>, value?: string | number): ElementList
  height(): number | undefined
  height(value: string | number): ElementList
}

// options:begin

/** `wpwlOptions` of a page. */
export type WpwlOptions = {
  /** The look: `card` with a frame around the form, `plain` without, `logos` with the brands’ pictures in a row, `none` without any style sheet. Default: `'card'`. */
  style?: 'card' | 'plain' | 'logos' | 'none'
  /** How several forms beside each other are shown: `list` as rows of which one is open, `tabs` with the rows beside each other where the page is wide enough, `stacked` all open. Default: `'list'`, `'stacked'` in the profile `legacy`. */
  layout?: 'list' | 'tabs' | 'stacked'
  /** Whether the first way to pay is open before the shopper has chosen one. Default: `true`. */
  openFirst?: boolean
  /** Whether wallets stand above the list of ways to pay. Default: `true`. */
  express?: boolean
  /** The language of the form, such as `de` or `pt-BR`. Default: the checkout’s, the placeholder’s or the page’s language. */
  locale?: string
  /** Whether card numbers are shown in groups of digits. Default: `true`. */
  numberFormatting?: boolean
  /** Your texts for labels, placeholders and the button, by key. Default: `{}`. */
  labels?: Readonly<Record<string, string>>
  /** Your texts for errors, by key. Default: `{}`. */
  errorMessages?: Readonly<Record<string, string>>
  /** Whether labels are visible. Screen readers read them in any case. Default: `true`. */
  showLabels?: boolean
  /** Whether empty fields show an example or their label. Default: `true`. */
  showPlaceholders?: boolean
  /** CSS for placeholders inside the secured fields, by `card-number-placeholder`, `cvv-placeholder`, `expiry-placeholder` and `card-holder-placeholder`. Default: `{}`. */
  iframeStyles?: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  /** The waiting wheel. Only `color` is read; sizes and positions of the old wheel have no effect, because the wheel is part of the button. Default: `{}`. */
  spinner?: Readonly<Record<string, unknown>>
  /** The field that has the focus at first, such as `card.number` or `card.holder`. Default: none. */
  autofocus?: string
  /** Whether the form asks for the security code. Default: `true`. */
  requireCvv?: boolean
  /** Whether the security code may stay empty. Default: `false`. */
  allowEmptyCvv?: boolean
  /** Whether the security code is shown as dots. Default: `false`. */
  maskCvv?: boolean
  /** Whether the form says where on the card the security code is. Default: `false`. */
  showCVVHint?: boolean
  /** Whether the card holder may stay empty. Default: `true`. */
  allowEmptyCardHolderName?: boolean
  /** Whether the form asks for the card holder. `false` leaves the field out, also where it must be filled in; networks ask for the name in [3-D Secure](../three-d-secure.md). Default: `true`. */
  showCardHolder?: boolean
  /** Whether the card holder must be filled in: the same as `allowEmptyCardHolderName: false`. Default: `false`. */
  requireCardHolder?: boolean
  /** Whether the form takes expiry dates in the past. The gateway may refuse them. Default: `false`. */
  disableCardExpiryDateValidation?: boolean
  /** Whether the form checks its fields before the submit. Default: `true`. */
  validation?: boolean
  /** What the form does when a payment is declined: `leave` goes to the result page, `stay` lets the shopper read why and try again. Default: `'leave'`. */
  declined?: 'leave' | 'stay'
  /** Whether the Enter key does nothing in the fields of the form. Default: `false`. */
  disableSubmitOnEnter?: boolean
  /** How [stored cards and accounts](saved-cards.md) are offered: whether the security code is asked for, and whether the other forms are hidden behind a button. Default: both `false`. */
  registrations?: { readonly requireCvv?: boolean; readonly hideInitialPaymentForms?: boolean }
  /** Whether stored cards and accounts of the checkout are offered. Default: `true`. */
  showOneClickWidget?: boolean
  /** Whether the button that leads from stored cards to the other forms is left out. Default: `false`. */
  hideOtherPaymentButton?: boolean
  /** Whether the digits decide the brand and no list of brands is shown. Default: `false`. */
  brandDetection?: boolean
  /** How brands are detected: by the ranges of card numbers that the widget knows, or by the [list of the gateway](forms.md#brands-of-a-card) as well. Default: `'regex'`. */
  brandDetectionType?: 'regex' | 'binlist'
  /** The brands to prefer where a number fits several, best first. Default: `[]`. */
  brandDetectionPriority?: readonly string[]
  /** Whether the submit only keeps what the shopper pays with, for a summary page of your shop; your server pays then. Default: `false`. */
  useSummaryPage?: boolean
  /** Puts holder and expiry date into frames of the gateway, too. Default: `false`. */
  enableSAQACompliance?: boolean
  /** What the button and a wallet’s sheet show before there is a checkout. Default: `{}`. */
  checkout?: { readonly amount?: string | number; readonly currency?: string }
  /** The page of your shop to which the shopper goes after the payment. Default: the placeholder’s `action`, else the address of the checkout, else of the page. */
  shopperResultUrl?: string
  /** Where a 3-D Secure challenge opens: the name of a frame of your page, or `_top` for the whole window. Default: a frame of the form. */
  paymentTarget?: string
  /** The frame in which the result page opens. Read only together with `paymentTarget`. Default: the whole window. */
  shopperResultTarget?: string
  /** The size of the form’s own frame for 3-D Secure. Default: `{}`. */
  threeDIframeSize?: { readonly width?: string; readonly height?: string }
  /** `threeDChallengeWindow`: the size of the 3-D Secure challenge, 1 (250×400) to 5 (whole window). Default: the largest that fits the page. */
  browser?: { readonly threeDChallengeWindow?: number | string }
  /** Makes the checkout when the shopper pays, for a script without a checkout id or whose checkout has expired; `null` stops the payment. Default: none. */
  createCheckout?: (order: { readonly brand: string }) => string | null | PromiseLike<string | null>
  /** Shows fields for the [billing address](forms.md#billing-address), filled with these values: `country`, `state`, `city`, `postcode`, `street1`, `street2`. `{}` for empty fields. Default: none. */
  billingAddress?: Readonly<Record<string, string>>
  /** The fields of the billing address that must be filled in. Default: what addresses of the country need. */
  mandatoryBillingFields?: Readonly<Record<string, boolean>>
  /** Asks for given name and surname in place of the card holder. Default: `false`. */
  forceCardHolderEqualsBillingName?: boolean
  /** Asks for the tax number, and for the name where the checkout has none. Default: `false`. */
  showTaxNumberField?: boolean
  /** Asks for the date of birth, and for the name where the checkout has none. Default: `false`. */
  showBirthDate?: boolean
  /** Asks the shopper whether the card is to be stored for the next time. Default: `false`. */
  showSaveCard?: boolean
  /** Whether a SEPA direct debit asks for the BIC where the bank does not need it, too. Default: `false`. */
  displayBic?: boolean
  /** The kind of the brands’ pictures. Has no effect, because they are always SVG, which is sharp in every size. Default: `'svg'`. */
  imageStyle?: 'svg' | 'png'
  /** The brands whose provider has a form inside your page: `onBeforeSubmitInlineVirtualAccount` is their check. Their providers open with the whole window all the same. Default: `[]`. */
  inlineFlow?: readonly string[]
  /** Options of Apple Pay. Default: `{}`. */
  applePay?: Readonly<Record<string, unknown>>
  /** Options of Google Pay. Default: `{}`. */
  googlePay?: Readonly<Record<string, unknown>>
  /** Options of PayPal. Has no effect, because the shopper pays on the page of PayPal, which opens with the whole window: no button or script of PayPal is loaded into yours. Default: `{}`. */
  paypal?: Readonly<Record<string, unknown>>
  /** Forms are complete. Called once with all forms that the page has then. */
  onReady?(forms: readonly ReadyForm[]): void
  /** A secured field is ready. Called once for each. */
  onReadyIframeCommunication?(this: { readonly $iframe: ElementList }): void
  /** A secured field has got the focus. */
  onFocusIframeCommunication?(this: { readonly $iframe: ElementList }): void
  /** A secured field has lost the focus. */
  onBlurIframeCommunication?(this: { readonly $iframe: ElementList }): void
  /** The shopper has left the card number. */
  onBlurCardNumber?(this: { readonly $form: ElementList }, isValid: boolean): void
  /** The shopper has left the security code. */
  onBlurSecurityCode?(this: { readonly $form: ElementList }, isValid: boolean): void
  /** The shopper has left the card holder. */
  onBlurCardHolder?(this: { readonly $form: ElementList }, isValid: boolean): void
  /** The shopper has left the expiry date. */
  onBlurExpiryDate?(this: { readonly $form: ElementList }, isValid: boolean): void
  /** Another brand was chosen or detected; empty where there is none. */
  onChangeBrand?(brand: string): void
  /** Another way to pay was opened, by the class of its container (`wpwl-container-card`). Only where several are one list. */
  onChangePaymentMethod?(containerKey: string): void
  /** The typed digits fit other brands than before. The class of the card is known with `brandDetectionType: 'binlist'` alone. */
  onDetectBrand?(brands: readonly string[], activeBrand: string, cardClass?: CardClass): void
  /** The gateway has looked up the first digits of the card number. */
  onDetectBin?(bin: DetectedBin): void
  /** Before a card is submitted. `false`, `event.preventDefault()`, an error or a promise of `false` stops it; `true` lets it go on in any case. */
  onBeforeSubmitCard?(
    this: HTMLFormElement,
    event: Event,
  ): boolean | void | PromiseLike<boolean | void>
  /** Before a card, after `onBeforeSubmitCard`, is submitted. `false`, `event.preventDefault()`, an error or a promise of `false` stops it; `true` lets it go on in any case. */
  onBeforeSubmitCardPromise?(
    this: HTMLFormElement,
    event: Event,
  ): boolean | void | PromiseLike<boolean | void>
  /** Before a direct debit is submitted. `false`, `event.preventDefault()`, an error or a promise of `false` stops it; `true` lets it go on in any case. */
  onBeforeSubmitDirectDebit?(
    this: HTMLFormElement,
    event: Event,
  ): boolean | void | PromiseLike<boolean | void>
  /** Before a stored card or account is submitted. `false`, `event.preventDefault()`, an error or a promise of `false` stops it; `true` lets it go on in any case. */
  onBeforeSubmitOneClickCard?(
    this: HTMLFormElement,
    event: Event,
  ): boolean | void | PromiseLike<boolean | void>
  /** Before a transfer is submitted. `false`, `event.preventDefault()`, an error or a promise of `false` stops it; `true` lets it go on in any case. */
  onBeforeSubmitOnlineTransfer?(
    this: HTMLFormElement,
    event: Event,
  ): boolean | void | PromiseLike<boolean | void>
  /** Before a prepayment is submitted. `false`, `event.preventDefault()`, an error or a promise of `false` stops it; `true` lets it go on in any case. */
  onBeforeSubmitPrepayment?(
    this: HTMLFormElement,
    event: Event,
  ): boolean | void | PromiseLike<boolean | void>
  /** Before an account at a provider is submitted. `false`, `event.preventDefault()`, an error or a promise of `false` stops it; `true` lets it go on in any case. */
  onBeforeSubmitVirtualAccount?(
    this: HTMLFormElement,
    event: Event,
  ): boolean | void | PromiseLike<boolean | void>
  /** Before a brand of `inlineFlow`, in place of the other checks, is submitted. `false`, `event.preventDefault()`, an error or a promise of `false` stops it; `true` lets it go on in any case. */
  onBeforeSubmitInlineVirtualAccount?(
    this: HTMLFormElement,
    event: Event,
  ): boolean | void | PromiseLike<boolean | void>
  /** The submit has left for the gateway. */
  onAfterSubmit?(): void
  /** The widget has learned of another amount to pay, or currency, than `wpwl.checkout` had: your server has changed the checkout, or made another one, or gift cards pay a part. `wpwl.checkout` has it already. */
  onAmountChanged?(now: AmountToPay, before: AmountToPay): void
  /** The window is about to leave, or a frame of yours to change: for your result page, or for the page of a bank, wallet or issuer. Your own `beforeunload` may let it go now. */
  onBeforeLeave?(to: 'result' | 'provider'): void
  /** What the shopper pays with is kept for your summary page (`useSummaryPage`). */
  onSaveTransactionData?(data: TransactionData): void
  /** The shopper has deleted a stored card or account. */
  onDeleteRegistration?(registrationId: string): void
  /** The frame of 3-D Secure has loaded a page. */
  onLoadThreeDIframe?(this: HTMLIFrameElement): void
  /** The button of a wallet is ready: this device can pay with it. */
  onReadyExternal?(): void
  /** The shopper has closed the sheet of a wallet. */
  onLightboxCancel?(): void
  /** Something went wrong that your page may want to know of. */
  onError?(error: WidgetError): void
}

// options:end
