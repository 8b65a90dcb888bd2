import type { WidgetOptions } from './table.ts'

/** What documents, exported types and the console of the test environment say of an option. */
export interface OptionDescription {
  /** TypeScript type of its value. */
  readonly type: string
  readonly meaning: string
  /** How the default is written where its value alone explains too little. */
  readonly shownDefault?: string
  /** The first version that acts on it; `never`: none will, and the meaning says why. */
  readonly since: Version | 'never'
}

type Version = '0.1.0' | '0.2.0'

/** What the same say of a callback. */
export interface CallbackDescription {
  /** Arguments as in a TypeScript signature, with `this` where it is given. */
  readonly takes: string
  readonly returns: string
  readonly meaning: string
  readonly since: Version
}

const FLAG = 'boolean'
const TEXT = 'string'
const TEXTS = 'Readonly<Record<string, string>>'

/** Options that the script reads (`table.ts`). No part of the script. */
const readOptions: Readonly<Record<keyof WidgetOptions, OptionDescription>> = {
  style: {
    type: "'card' | 'plain' | 'logos' | 'none'",
    meaning:
      'The look: `card` with a frame around the form, `plain` without, `logos` with the brands’ pictures in a row, `none` without any style sheet.',
    since: '0.1.0',
  },
  layout: {
    type: "'list' | 'tabs' | 'stacked'",
    shownDefault: "`'list'`, `'stacked'` in the profile `legacy`",
    meaning:
      'How several forms beside each other are shown: `list` as rows of which one is open, `tabs` with the rows beside each other where the page is wide enough, `stacked` all open ([several ways to pay](forms.md#several-ways-to-pay)).',
    since: '0.2.0',
  },
  openFirst: {
    type: FLAG,
    meaning: 'Whether the first way to pay is open before the shopper has chosen one.',
    since: '0.2.0',
  },
  express: {
    type: FLAG,
    meaning:
      'Whether wallets stand above the list of ways to pay ([wallets above the list](forms.md#wallets-above-the-list)).',
    since: '0.2.0',
  },
  locale: {
    type: TEXT,
    shownDefault: 'the checkout’s, the placeholder’s or the page’s language',
    meaning: 'The language of the form, such as `de` or `pt-BR`.',
    since: '0.1.0',
  },
  numberFormatting: {
    type: FLAG,
    meaning: 'Whether card numbers are shown in groups of digits.',
    since: '0.1.0',
  },
  labels: {
    type: TEXTS,
    meaning: 'Your texts for labels, placeholders and the button, by key ([keys](#texts)).',
    since: '0.1.0',
  },
  errorMessages: {
    type: TEXTS,
    meaning: 'Your texts for errors, by key ([keys](#texts)).',
    since: '0.1.0',
  },
  showLabels: {
    type: FLAG,
    meaning: 'Whether labels are visible. Screen readers read them in any case.',
    since: '0.1.0',
  },
  showPlaceholders: {
    type: FLAG,
    meaning: 'Whether empty fields show an example or their label.',
    since: '0.1.0',
  },
  iframeStyles: {
    type: 'Readonly<Record<string, Readonly<Record<string, string | number>>>>',
    meaning:
      'CSS for placeholders inside the secured fields, by `card-number-placeholder`, `cvv-placeholder`, `expiry-placeholder` and `card-holder-placeholder`.',
    since: '0.1.0',
  },
  spinner: {
    type: 'Readonly<Record<string, unknown>>',
    meaning:
      'The waiting wheel. Only `color` is read; sizes and positions of the old wheel have no effect, because the wheel is part of the button.',
    since: '0.1.0',
  },
  autofocus: {
    type: TEXT,
    shownDefault: 'none',
    meaning: 'The field that has the focus at first, such as `card.number` or `card.holder`.',
    since: '0.1.0',
  },
  requireCvv: {
    type: FLAG,
    meaning: 'Whether the form asks for the security code.',
    since: '0.1.0',
  },
  allowEmptyCvv: {
    type: FLAG,
    meaning: 'Whether the security code may stay empty.',
    since: '0.1.0',
  },
  maskCvv: {
    type: FLAG,
    meaning: 'Whether the security code is shown as dots.',
    since: '0.1.0',
  },
  showCVVHint: {
    type: FLAG,
    meaning: 'Whether the form says where on the card the security code is.',
    since: '0.1.0',
  },
  allowEmptyCardHolderName: {
    type: FLAG,
    meaning: 'Whether the card holder may stay empty.',
    since: '0.1.0',
  },
  showCardHolder: {
    type: FLAG,
    meaning:
      'Whether the form asks for the card holder. `false` leaves the field out, also where it must be filled in; networks ask for the name in [3-D Secure](../three-d-secure.md).',
    since: '0.2.0',
  },
  requireCardHolder: {
    type: FLAG,
    meaning:
      'Whether the card holder must be filled in: the same as `allowEmptyCardHolderName: false`.',
    since: '0.1.0',
  },
  disableCardExpiryDateValidation: {
    type: FLAG,
    meaning: 'Whether the form takes expiry dates in the past. The gateway may refuse them.',
    since: '0.1.0',
  },
  validation: {
    type: FLAG,
    meaning: 'Whether the form checks its fields before the submit.',
    since: '0.1.0',
  },
  declined: {
    type: "'leave' | 'stay'",
    meaning:
      'What the form does when a payment is declined: `leave` goes to the result page, `stay` lets the shopper read why and try again ([declined payments](start.md#declined-payments)).',
    since: '0.2.0',
  },
  disableSubmitOnEnter: {
    type: FLAG,
    meaning: 'Whether the Enter key does nothing in the fields of the form.',
    since: '0.1.0',
  },
  registrations: {
    type: '{ readonly requireCvv?: boolean; readonly hideInitialPaymentForms?: boolean }',
    shownDefault: 'both `false`',
    meaning:
      'How [stored cards and accounts](saved-cards.md) are offered: whether the security code is asked for, and whether the other forms are hidden behind a button.',
    since: '0.2.0',
  },
  showOneClickWidget: {
    type: FLAG,
    meaning: 'Whether stored cards and accounts of the checkout are offered.',
    since: '0.2.0',
  },
  hideOtherPaymentButton: {
    type: FLAG,
    meaning: 'Whether the button that leads from stored cards to the other forms is left out.',
    since: '0.2.0',
  },
  brandDetection: {
    type: FLAG,
    meaning: 'Whether the digits decide the brand and no list of brands is shown.',
    since: '0.1.0',
  },
  brandDetectionType: {
    type: "'regex' | 'binlist'",
    meaning:
      'How brands are detected: by the ranges of card numbers that the widget knows, or by the [list of the gateway](forms.md#brands-of-a-card) as well.',
    since: '0.1.0',
  },
  brandDetectionPriority: {
    type: 'readonly string[]',
    meaning: 'The brands to prefer where a number fits several, best first.',
    since: '0.1.0',
  },
  useSummaryPage: {
    type: FLAG,
    meaning:
      'Whether the submit only keeps what the shopper pays with, for a summary page of your shop; your server pays then ([summary page](fast-checkout.md#summary-page)).',
    since: '0.2.0',
  },
  enableSAQACompliance: {
    type: FLAG,
    meaning:
      'Puts holder and expiry date into frames of the gateway, too ([secured holder and expiry](forms.md#secured-holder-and-expiry)).',
    since: '0.2.0',
  },
  checkout: {
    type: '{ readonly amount?: string | number; readonly currency?: string }',
    shownDefault: '`{}`',
    meaning: 'What the button and a wallet’s sheet show before there is a checkout.',
    since: '0.2.0',
  },
  shopperResultUrl: {
    type: TEXT,
    shownDefault: 'the placeholder’s `action`, else the address of the checkout, else of the page',
    meaning: 'The page of your shop to which the shopper goes after the payment.',
    since: '0.1.0',
  },
  paymentTarget: {
    type: TEXT,
    shownDefault: 'a frame of the form',
    meaning:
      'Where a 3-D Secure challenge opens: the name of a frame of your page, or `_top` for the whole window.',
    since: '0.1.0',
  },
  shopperResultTarget: {
    type: TEXT,
    shownDefault: 'the whole window',
    meaning: 'The frame in which the result page opens. Read only together with `paymentTarget`.',
    since: '0.1.0',
  },
  threeDIframeSize: {
    type: '{ readonly width?: string; readonly height?: string }',
    meaning: 'The size of the form’s own frame for 3-D Secure.',
    since: '0.1.0',
  },
  browser: {
    type: '{ readonly threeDChallengeWindow?: number | string }',
    shownDefault: 'the largest that fits the page',
    meaning:
      '`threeDChallengeWindow`: the size of the 3-D Secure challenge, 1 (250×400) to 5 (whole window).',
    since: '0.1.0',
  },
}

/** Options of the interface that the script does not read. */
const furtherOptions = {
  createCheckout: {
    type: '(order: { readonly brand: string }) => string | null | PromiseLike<string | null>',
    shownDefault: 'none',
    meaning:
      'Makes the checkout when the shopper pays, for a script without a checkout id or whose checkout has expired; `null` stops the payment ([fast checkout](fast-checkout.md)).',
    since: '0.2.0',
  },
  billingAddress: {
    type: TEXTS,
    shownDefault: 'none',
    meaning:
      'Shows fields for the [billing address](forms.md#billing-address), filled with these values: `country`, `state`, `city`, `postcode`, `street1`, `street2`. `{}` for empty fields.',
    since: '0.2.0',
  },
  mandatoryBillingFields: {
    type: 'Readonly<Record<string, boolean>>',
    shownDefault: 'what addresses of the country need',
    meaning: 'The fields of the billing address that must be filled in.',
    since: '0.2.0',
  },
  forceCardHolderEqualsBillingName: {
    type: FLAG,
    meaning:
      'Asks for given name and surname in place of the card holder ([person](forms.md#the-shoppers-person)).',
    since: '0.2.0',
  },
  showTaxNumberField: {
    type: FLAG,
    meaning: 'Asks for the tax number, and for the name where the checkout has none.',
    since: '0.2.0',
  },
  showBirthDate: {
    type: FLAG,
    meaning: 'Asks for the date of birth, and for the name where the checkout has none.',
    since: '0.2.0',
  },
  showSaveCard: {
    type: FLAG,
    meaning:
      'Asks the shopper whether the card is to be stored for the next time ([ask to store a card](saved-cards.md#ask-to-store-a-card)).',
    since: '0.2.0',
  },
  displayBic: {
    type: FLAG,
    meaning: 'Whether a SEPA direct debit asks for the BIC where the bank does not need it, too.',
    since: '0.2.0',
  },
  imageStyle: {
    type: "'svg' | 'png'",
    shownDefault: "`'svg'`",
    meaning:
      'The kind of the brands’ pictures. Has no effect, because they are always SVG, which is sharp in every size.',
    since: 'never',
  },
  inlineFlow: {
    type: 'readonly string[]',
    shownDefault: '`[]`',
    meaning:
      'The brands whose provider has a form inside your page: `onBeforeSubmitInlineVirtualAccount` is their check. Their providers open with the whole window all the same.',
    since: '0.2.0',
  },
  applePay: {
    type: 'Readonly<Record<string, unknown>>',
    shownDefault: '`{}`',
    meaning: 'Options of Apple Pay ([wallets](forms.md#wallets)).',
    since: '0.2.0',
  },
  googlePay: {
    type: 'Readonly<Record<string, unknown>>',
    shownDefault: '`{}`',
    meaning: 'Options of Google Pay ([wallets](forms.md#wallets)).',
    since: '0.2.0',
  },
  paypal: {
    type: 'Readonly<Record<string, unknown>>',
    shownDefault: '`{}`',
    meaning:
      'Options of PayPal. Has no effect, because the shopper pays on the page of PayPal, which opens with the whole window: no button or script of PayPal is loaded into yours.',
    since: 'never',
  },
} satisfies Record<string, OptionDescription>

/** Every option of `wpwlOptions` by its name (reference behaviour §3.3). */
export const optionDescriptions: ReadonlyMap<string, OptionDescription> = new Map(
  Object.entries<OptionDescription>({ ...readOptions, ...furtherOptions }),
)

const CHECK = 'boolean | void | PromiseLike<boolean | void>'
const FORM_EVENT = 'this: HTMLFormElement, event: Event'
const IN_FRAME = 'this: { readonly $iframe: ElementList }'
const IN_FORM = 'this: { readonly $form: ElementList }'

const checkOf = (kind: string): CallbackDescription => ({
  takes: FORM_EVENT,
  returns: CHECK,
  meaning: `Before ${kind} is submitted. \`false\`, \`event.preventDefault()\`, an error or a promise of \`false\` stops it; \`true\` lets it go on in any case.`,
  since: '0.1.0',
})

/** Callbacks that the forms call. */
const calledCallbacks = {
  onReady: {
    takes: 'forms: readonly ReadyForm[]',
    returns: 'void',
    meaning: 'Forms are complete. Called once with all forms that the page has then.',
    since: '0.1.0',
  },
  onReadyIframeCommunication: {
    takes: IN_FRAME,
    returns: 'void',
    meaning: 'A secured field is ready. Called once for each.',
    since: '0.1.0',
  },
  onFocusIframeCommunication: {
    takes: IN_FRAME,
    returns: 'void',
    meaning: 'A secured field has got the focus.',
    since: '0.1.0',
  },
  onBlurIframeCommunication: {
    takes: IN_FRAME,
    returns: 'void',
    meaning: 'A secured field has lost the focus.',
    since: '0.1.0',
  },
  onBlurCardNumber: {
    takes: `${IN_FORM}, isValid: boolean`,
    returns: 'void',
    meaning: 'The shopper has left the card number.',
    since: '0.1.0',
  },
  onBlurSecurityCode: {
    takes: `${IN_FORM}, isValid: boolean`,
    returns: 'void',
    meaning: 'The shopper has left the security code.',
    since: '0.1.0',
  },
  onBlurCardHolder: {
    takes: `${IN_FORM}, isValid: boolean`,
    returns: 'void',
    meaning: 'The shopper has left the card holder.',
    since: '0.1.0',
  },
  onBlurExpiryDate: {
    takes: `${IN_FORM}, isValid: boolean`,
    returns: 'void',
    meaning: 'The shopper has left the expiry date.',
    since: '0.1.0',
  },
  onChangeBrand: {
    takes: 'brand: string',
    returns: 'void',
    meaning: 'Another brand was chosen or detected; empty where there is none.',
    since: '0.1.0',
  },
  onChangePaymentMethod: {
    takes: 'containerKey: string',
    returns: 'void',
    meaning:
      'Another way to pay was opened, by the class of its container (`wpwl-container-card`). Only where several are one list.',
    since: '0.2.0',
  },
  onDetectBrand: {
    takes: 'brands: readonly string[], activeBrand: string, cardClass?: CardClass',
    returns: 'void',
    meaning:
      "The typed digits fit other brands than before. The class of the card is known with `brandDetectionType: 'binlist'` alone.",
    since: '0.1.0',
  },
  onDetectBin: {
    takes: 'bin: DetectedBin',
    returns: 'void',
    meaning:
      'The gateway has looked up the first digits of the card number ([brands of a card](forms.md#brands-of-a-card)).',
    since: '0.2.0',
  },
  onBeforeSubmitCard: checkOf('a card'),
  onBeforeSubmitCardPromise: checkOf('a card, after `onBeforeSubmitCard`,'),
  onBeforeSubmitDirectDebit: { ...checkOf('a direct debit'), since: '0.2.0' },
  onBeforeSubmitOneClickCard: { ...checkOf('a stored card or account'), since: '0.2.0' },
  onBeforeSubmitOnlineTransfer: checkOf('a transfer'),
  onBeforeSubmitPrepayment: checkOf('a prepayment'),
  onBeforeSubmitVirtualAccount: checkOf('an account at a provider'),
  onBeforeSubmitInlineVirtualAccount: {
    ...checkOf('a brand of `inlineFlow`, in place of the other checks,'),
    since: '0.2.0',
  },
  onAfterSubmit: {
    takes: '',
    returns: 'void',
    meaning: 'The submit has left for the gateway.',
    since: '0.1.0',
  },
  onAmountChanged: {
    takes: 'now: AmountToPay, before: AmountToPay',
    returns: 'void',
    meaning:
      'The widget has learned of another amount to pay, or currency, than `wpwl.checkout` had: your server has changed the checkout, or made another one, or gift cards pay a part. `wpwl.checkout` has it already.',
    since: '0.2.0',
  },
  onBeforeLeave: {
    takes: "to: 'result' | 'provider'",
    returns: 'void',
    meaning:
      'The window is about to leave, or a frame of yours to change: for your result page, or for the page of a bank, wallet or issuer. Your own `beforeunload` may let it go now.',
    since: '0.2.0',
  },
  onSaveTransactionData: {
    takes: 'data: TransactionData',
    returns: 'void',
    meaning: 'What the shopper pays with is kept for your summary page (`useSummaryPage`).',
    since: '0.2.0',
  },
  onDeleteRegistration: {
    takes: 'registrationId: string',
    returns: 'void',
    meaning: 'The shopper has deleted a stored card or account.',
    since: '0.2.0',
  },
  onLoadThreeDIframe: {
    takes: 'this: HTMLIFrameElement',
    returns: 'void',
    meaning: 'The frame of 3-D Secure has loaded a page.',
    since: '0.1.0',
  },
  onReadyExternal: {
    takes: '',
    returns: 'void',
    meaning: 'The button of a wallet is ready: this device can pay with it.',
    since: '0.2.0',
  },
  onLightboxCancel: {
    takes: '',
    returns: 'void',
    meaning: 'The shopper has closed the sheet of a wallet.',
    since: '0.2.0',
  },
  onError: {
    takes: 'error: WidgetError',
    returns: 'void',
    meaning: 'Something went wrong that your page may want to know of ([errors](#errors)).',
    since: '0.1.0',
  },
} satisfies Record<string, CallbackDescription>

/** Callbacks of `wpwlOptions` that the forms call. */
export type CallbackName = keyof typeof calledCallbacks

/** Every callback of `wpwlOptions` by its name (reference behaviour §3.4). */
export const callbackDescriptions: ReadonlyMap<string, CallbackDescription> = new Map(
  Object.entries<CallbackDescription>(calledCallbacks),
)
