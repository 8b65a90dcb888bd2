/** What is done in a form as a shopper does it, in the page of the gallery. `of`: a selector within the preview. */
export type GalleryStep =
  | { readonly fill: Partial<Record<'number' | 'expiry' | 'holder' | 'code', string>> }
  | { readonly click: string }
  /** The dialog hears that Escape was pressed. */
  | { readonly escape: string }
  /** Waits until it is there. */
  | { readonly see: string }

/** What the page of the gallery changes around the widget, for states that no test data lead to. */
export interface GallerySeam {
  /** Members that replace those of the session that the gateway answers. */
  readonly session?: Readonly<Record<string, unknown>>
  /** The session is not reached: `always`, or once the payment was sent. */
  readonly sessionLost?: 'always' | 'afterSubmit'
  /** What becomes of the payment's request, in place of sending it. */
  readonly submit?: 'lost' | 'unanswered' | { readonly status: number; readonly body: object }
  /** A policy of the page, beside its own. `{base}` is the gateway's origin. */
  readonly policy?: string
  /** The frames of the secured fields lead to a path that the gateway does not have. */
  readonly framesLost?: true
  /** The page is not served by https. */
  readonly insecure?: true
}

/** One state of one form; both names are those of `e2e/gallery`. */
export interface GalleryState extends GallerySeam {
  readonly form: string
  readonly state: string
  /** `data-brands`; three brands of cards when absent. */
  readonly brands?: string
  readonly options?: Readonly<Record<string, unknown>>
  /** A payment of 92.00 EUR when absent. `unknown`: an id that no checkout has. */
  readonly checkout?: 'storing' | 'unknown'
  readonly steps?: readonly GalleryStep[]
}

const visa = { number: '4200000000000000', expiry: '05 / 34', holder: 'Jane Jones', code: '123' }
const CHALLENGE_CARD = '4200000000000042'
const PAY = '.wpwl-button-pay'
const NOTICE = '.wpwl-notice'

const see = (selector: string): GalleryStep => ({ see: selector })
const press: GalleryStep = { click: PAY }
const filled = (details: Partial<typeof visa> = {}): GalleryStep => ({
  fill: { ...visa, ...details },
})
/** Fills the card form and pays; `expected` is there when the state is reached. */
const paid = (expected: string, details: Partial<typeof visa> = {}): readonly GalleryStep[] => [
  filled(details),
  press,
  see(expected),
]
const refused = (status: number, code: string, description: string) =>
  ({ status, body: { result: { code, description } } }) as const

const cardStates: readonly Omit<GalleryState, 'form'>[] = [
  { state: 'empty' },
  { state: 'filled', steps: [filled()] },
  {
    state: 'every field wrong',
    options: { requireCardHolder: true },
    steps: [press, see('.wpwl-hint')],
  },
  {
    state: 'card of two brands',
    brands: 'VISA CARTEBANCAIRE',
    options: { brandDetection: true },
    steps: [{ fill: { number: '4970100000000154' } }, see('[type=radio]')],
  },
  { state: 'with the hint of the code', options: { showCVVHint: true } },
  { state: 'plain style', options: { style: 'plain' } },
  { state: 'holder and expiry secured', options: { enableSAQACompliance: true } },
  {
    state: 'holder and expiry secured, every field wrong',
    options: { enableSAQACompliance: true, requireCardHolder: true },
    steps: [press, see('.wpwl-hint')],
  },
  { state: 'paying', submit: 'unanswered', steps: paid('[data-phase=busy]') },
  { state: 'paid', steps: paid('[data-outcome=accepted]') },
  { state: 'declined', steps: paid('[data-outcome=declined]', { holder: '800.100.153' }) },
  {
    state: 'challenge of the bank',
    steps: paid('dialog.wpwl-target-dialog[open]', { number: CHALLENGE_CARD }),
  },
  { state: 'connection lost', submit: 'lost', steps: paid(NOTICE) },
  { state: 'fields that cannot load', framesLost: true, steps: [see(NOTICE)] },
  { state: 'session expired', session: { expiresInMs: 1500 }, steps: [see(NOTICE)] },
  { state: 'number wrong', steps: paid('.wpwl-hint', { number: '4200000000000001' }) },
  { state: 'expiry wrong', steps: paid('.wpwl-hint', { expiry: '05 / 20' }) },
  { state: 'code wrong', steps: paid('.wpwl-hint', { code: '1' }) },
  {
    state: 'many brands',
    brands: 'VISA MASTER AMEX DINERS DISCOVER JCB MAESTRO UNIONPAY',
    options: { brandDetection: true },
  },
  { state: 'logos style', options: { style: 'logos' } },
  { state: 'without labels', options: { showLabels: false } },
  {
    state: 'Amex typed',
    options: { brandDetection: true, showCVVHint: true },
    steps: [{ fill: { number: '371449635398431' } }],
  },
  {
    state: 'save the card',
    options: { showSaveCard: true },
    steps: [{ click: '[type=checkbox]' }],
  },
  { state: 'checkout unknown', checkout: 'unknown', steps: [see(NOTICE)] },
  { state: 'session that cannot load', sessionLost: 'always', steps: [see(NOTICE)] },
  {
    state: 'fields that the policy of the page blocks',
    policy: "frame-src 'none'",
    steps: [see(NOTICE)],
  },
  { state: 'paid before', session: { state: 'done', attempted: true }, steps: [see(NOTICE)] },
]

const declined = (code: string, brands?: string): Omit<GalleryState, 'form'> => ({
  state: `declined with ${code}${brands === undefined ? '' : ', of several ways'}`,
  options: { declined: 'stay' },
  ...(brands === undefined ? {} : { brands }),
  steps: paid(NOTICE, { holder: code }),
})

const failureStates: readonly Omit<GalleryState, 'form'>[] = [
  { state: 'no connection', submit: 'lost', steps: paid(`${NOTICE} button`) },
  {
    state: 'outcome not known',
    submit: 'lost',
    sessionLost: 'afterSubmit',
    steps: paid(`${NOTICE} button`),
  },
  {
    state: 'fault of the server',
    submit: refused(500, '999.999.999', 'internal error'),
    steps: paid(`${NOTICE} button`),
  },
  {
    state: 'too many tries',
    submit: refused(429, '800.120.100', 'too many tries with this checkout'),
    steps: paid(`${NOTICE} button`),
  },
  declined('800.100.153'),
  declined('800.100.157'),
  declined('800.100.155'),
  declined('800.100.155', 'VISA PAYPAL IDEAL'),
  declined('800.100.152'),
  { state: 'paying for 8 seconds', submit: 'unanswered', steps: paid(NOTICE) },
  {
    state: 'page without https in live',
    session: { environment: 'live' },
    insecure: true,
    steps: [see(NOTICE)],
  },
  {
    state: 'code that is blocked',
    policy: 'script-src {base}/v1/paymentWidgets.js',
    steps: [see('[role=alert]')],
  },
  {
    state: 'Escape in a challenge',
    steps: [
      ...paid('dialog.wpwl-target-dialog[open]', { number: CHALLENGE_CARD }),
      { escape: 'dialog.wpwl-target-dialog' },
      see('.wpwl-target-keep'),
    ],
  },
]

const ADDRESS = { country: 'DE', street1: 'Kite Lane 5', city: 'Berlin' }
const PERSON = {
  forceCardHolderEqualsBillingName: true,
  showBirthDate: true,
  showTaxNumberField: true,
}
const ofFurther = (
  state: string,
  options: GalleryState['options'],
  wrong?: string,
): Omit<GalleryState, 'form'> => ({
  state,
  ...(options && { options }),
  steps: [
    see('.wpwl-group-billing, .wpwl-control-birthDate'),
    ...(wrong === undefined ? [] : paid(`.wpwl-hint-${wrong}`)),
  ],
})

const furtherStates: readonly Omit<GalleryState, 'form'>[] = [
  ofFurther('billing address', { billingAddress: {} }),
  ofFurther('billing address of Germany', { billingAddress: { ...ADDRESS, postcode: '10115' } }),
  ofFurther('billing address of the United States', { billingAddress: { country: 'US' } }),
  ofFurther('billing address wrong', { billingAddress: { country: 'DE' } }, 'billingPostCodeError'),
  ofFurther('name, birth date and tax number', PERSON),
  ofFurther('name, birth date and tax number wrong', PERSON, 'birthDateError'),
  ofFurther('everything at once', {
    ...PERSON,
    billingAddress: ADDRESS,
    showSaveCard: true,
    showCVVHint: true,
  }),
]

/** The checkouts of the gallery store nothing, so the session says what is stored. */
const registrations = [
  {
    id: '8ac7a4a09d1f0d6f019d1f0d6f000001',
    brand: 'VISA',
    card: { bin: '420000', last4Digits: '0000', expiryMonth: '05', expiryYear: '2034' },
    holder: 'Jane Jones',
  },
  {
    id: '8ac7a4a09d1f0d6f019d1f0d6f000002',
    brand: 'MASTER',
    card: { bin: '545454', last4Digits: '5454', expiryMonth: '11', expiryYear: '2034' },
    holder: 'Jane Jones',
  },
  {
    id: '8ac7a4a09d1f0d6f019d1f0d6f000003',
    brand: 'KLARNA_INVOICE',
    label: 'Klarna',
    account: 'ja…@example.com',
  },
]
const SAVED = '.wpwl-form-registrations'
const listed = see(`${SAVED} .wpwl-group-registration`)
const ofSaved = (
  state: string,
  options: Readonly<Record<string, unknown>>,
  rest: Partial<GalleryState> = {},
): Omit<GalleryState, 'form'> => ({
  state,
  session: { registrations },
  options: { registrations: options },
  steps: [listed],
  ...rest,
})

const savedStates: readonly Omit<GalleryState, 'form'>[] = [
  ofSaved('list', { hideInitialPaymentForms: true }),
  ofSaved(
    'code missing',
    { requireCvv: true, hideInitialPaymentForms: true },
    { steps: [listed, { click: `${SAVED} [type=submit]` }, see('.wpwl-hint-cvvError')] },
  ),
  ofSaved('with the card form', { requireCvv: true }),
  ofSaved(
    'deleting one',
    { hideInitialPaymentForms: true },
    {
      session: { registrations, mayDeleteRegistrations: true },
      steps: [listed, { click: '.wpwl-registration-delete' }, see('.wpwl-registration-confirm')],
    },
  ),
  ofSaved(
    'paid',
    { hideInitialPaymentForms: true },
    {
      submit: {
        status: 200,
        body: { id: '8ac7a4a09d1f0d6f019d1f0d6f000004', result: { code: '000.100.110' } },
      },
      steps: [listed, { click: `${SAVED} [type=submit]` }, see('[data-outcome=accepted]')],
    },
  ),
]

/** A form of one brand, empty and after a press of its button. */
function ofMethod(form: string, brands: string, isFilled: boolean): readonly GalleryState[] {
  const empty = { form, brands, state: 'empty' }
  const wrong = { ...empty, state: 'every field wrong', steps: [press, see('.wpwl-hint')] }
  return isFilled ? [empty, wrong] : [empty]
}

const written = (amount: string) => ({ amount, amountTexts: {} })
const methodStates: readonly GalleryState[] = [
  ...ofMethod('SEPA direct debit', 'DIRECTDEBIT_SEPA', true),
  ...ofMethod('direct debit', 'DIRECTDEBIT', true),
  ...ofMethod('transfer', 'IDEAL', true),
  ...ofMethod('phone', 'STC_PAY', true),
  ...ofMethod('named account', 'CLIQ', true),
  ...ofMethod('gift card', 'GIFTCARD', true),
  {
    form: 'gift card',
    state: 'a card applied to a part',
    brands: 'GIFTCARD',
    session: {
      ...written('62.00'),
      giftCards: {
        parts: [{ id: '1', last4Digits: '0016', ...written('30.00') }],
        rest: written('62.00'),
        mayAdd: true,
      },
    },
  },
  ...ofMethod('prepayment', 'PREPAYMENT', false),
  ...ofMethod('invoice', 'KLARNA_INVOICE', false),
  ...ofMethod('redirect', 'PAYPAL', false),
  { form: 'wallets', state: 'buttons', brands: 'APPLEPAY GOOGLEPAY SAMSUNGPAY' },
  {
    form: 'wallets',
    state: 'sheet of the test environment',
    brands: 'GOOGLEPAY',
    steps: [press, see('dialog.wpwl-wallet-sheet')],
  },
  ...['list', 'tabs', 'stacked'].map((layout) => ({
    form: 'several forms',
    state: layout,
    brands: 'VISA MASTER PAYPAL IDEAL DIRECTDEBIT_SEPA KLARNA_INVOICE GOOGLEPAY',
    options: { layout },
  })),
]

const of = (form: string, states: readonly Omit<GalleryState, 'form'>[]) =>
  states.map((state): GalleryState => ({ form, ...state }))

/** Every state that the page of the gallery shows on the widget itself. */
export const galleryStates: readonly GalleryState[] = [
  ...of('card', cardStates),
  ...of('failures', failureStates),
  ...of('card with further fields', furtherStates),
  ...of('saved cards', savedStates),
  { form: 'store a card', state: 'empty', checkout: 'storing' },
  ...methodStates,
]

/** What `npm run gallery` has pictures of and the page does not show, with the reason. */
export const leftOut: readonly { readonly form: string; readonly reason: string }[] = [
  {
    form: 'failures: paying for 20 seconds',
    reason: 'the state “paying for 8 seconds” becomes it 12 seconds later',
  },
  {
    form: 'page of 3-D Secure, page of the issuer, page of the provider',
    reason:
      'pages of their own, not the widget; the challenge of a card shows those of 3-D Secure inside it',
  },
  { form: 'demo shop, gateway', reason: 'pages around the widget' },
]

/** Names a state in the address of the page. */
export function galleryId({ form, state }: Pick<GalleryState, 'form' | 'state'>): string {
  return `${form}--${state}`.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')
}

/** What the page changes for a state, as a sentence; undefined: everything comes from the gateway. */
export function seamText(seam: GallerySeam): string | undefined {
  const sentences = [
    seam.session &&
      `This page changes ${Object.keys(seam.session).join(', ')} of the session that the gateway answers.`,
    seam.sessionLost && 'This page stops requests of the session.',
    seam.submit &&
      (typeof seam.submit === 'object'
        ? `This page answers the payment in the gateway’s place (HTTP ${seam.submit.status}).`
        : 'This page stops the request of the payment.'),
    seam.policy && 'A further policy of this page blocks it.',
    seam.framesLost &&
      'This page leads the secured fields to a path that the gateway does not have.',
    seam.insecure && 'This page says that it is not secure.',
  ]
  const said = sentences.filter(Boolean)
  return said.length === 0 ? undefined : said.join(' ')
}
