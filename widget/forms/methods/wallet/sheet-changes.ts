import {
  callWallet,
  errorsOf,
  type Members,
  membersOf,
  textOf,
  type Wallet,
} from './wallet-options.ts'

/** A way of delivery that the page offers. */
export interface ShippingMethod {
  readonly id: string
  readonly label: string
  readonly detail: string
  /** As the page writes it; empty: it names none. */
  readonly amount: string
}

/** What the sheet shows besides whom the shopper pays and how much. */
export interface SheetContent {
  readonly lines: readonly { readonly label: string; readonly amount: string }[]
  readonly methods: readonly ShippingMethod[]
}

/** What the page answers to a change: parts of the content, and why it does not accept the change. */
export type SheetUpdate = Partial<SheetContent> & { readonly errors: readonly string[] }

/** What the shopper can change in a sheet. */
export type SheetChange =
  | { readonly kind: 'card'; readonly card: Members }
  | { readonly kind: 'contact'; readonly contact: Members }
  | { readonly kind: 'method'; readonly method: ShippingMethod }
  | { readonly kind: 'coupon'; readonly code: string }

/** At the opening of the sheet, out of the page's options. */
export function contentAtStart(wallet: Wallet, options: Members): SheetContent {
  const given = wallet === 'googlePay' ? googleContent(options) : options
  return {
    lines: linesOf(given.lineItems ?? given.displayItems) ?? [],
    methods: methodsOf(given.shippingMethods) ?? [],
  }
}

function googleContent({ displayItems, shippingOptionParameters }: Members): Members {
  return {
    displayItems,
    shippingMethods: membersOf(shippingOptionParameters).shippingOptions,
  }
}

/** What is asked of the shopper beside his card. */
export function asksOf(wallet: Wallet, options: Members, { methods }: SheetContent) {
  const fields = options.requiredShippingContactFields
  return {
    contact:
      methods.length > 0 ||
      options.shippingAddressRequired === true ||
      (Array.isArray(fields) && fields.includes('postalAddress')) ||
      (wallet === 'applePay' && typeof options.onShippingContactSelected === 'function'),
    coupon: options.supportsCouponCode === true,
  }
}

/** Whether the page wants to hear of a change. */
export function hearsChange(wallet: Wallet, options: Members, change: SheetChange): boolean {
  const name = wallet === 'googlePay' ? GOOGLE_CALLBACK : APPLE_CALLBACKS[change.kind]
  const isOfGoogle = change.kind in GOOGLE_TRIGGERS
  return typeof options[name] === 'function' && (wallet !== 'googlePay' || isOfGoogle)
}

/** Asks the page about a change; what it answers replaces parts of the sheet. It may be a promise of any kind. */
export async function askAboutChange(
  wallet: Wallet,
  options: Members,
  change: SheetChange,
): Promise<SheetUpdate> {
  try {
    const answer =
      wallet === 'googlePay'
        ? await callWallet(options, GOOGLE_CALLBACK, googleChange(change))
        : await callWallet(options, APPLE_CALLBACKS[change.kind], appleChange(change))
    return readUpdate(answer)
  } catch (error) {
    reportError(error)
    return { errors: [''] }
  }
}

const APPLE_CALLBACKS = {
  card: 'onPaymentMethodSelected',
  contact: 'onShippingContactSelected',
  method: 'onShippingMethodSelected',
  coupon: 'onCouponCodeChanged',
} as const

const GOOGLE_CALLBACK = 'onPaymentDataChanged'
const GOOGLE_TRIGGERS = {
  contact: 'SHIPPING_ADDRESS',
  method: 'SHIPPING_OPTION',
  coupon: 'OFFER',
} as const

function appleChange(change: SheetChange): unknown {
  switch (change.kind) {
    case 'card':
      return change.card
    case 'contact':
      return change.contact
    case 'method':
      return { ...change.method, identifier: change.method.id }
    case 'coupon':
      return change.code
  }
}

function googleChange(change: SheetChange): Members {
  const callbackTrigger = GOOGLE_TRIGGERS[change.kind as keyof typeof GOOGLE_TRIGGERS]
  switch (change.kind) {
    case 'card':
      return {}
    case 'contact':
      return { callbackTrigger, shippingAddress: change.contact }
    case 'method':
      return { callbackTrigger, shippingOptionData: { id: change.method.id } }
    case 'coupon':
      return { callbackTrigger, offerData: { redemptionCodes: [change.code] } }
  }
}

/** The answer of a page: Apple Pay's names, with `new` before them or without, or Google Pay's. */
function readUpdate(answer: unknown): SheetUpdate {
  if (answer === false) return { errors: [''] }
  const given = membersOf(answer)
  const google = googleContent({
    ...membersOf(given.newTransactionInfo),
    shippingOptionParameters: given.newShippingOptionParameters,
  })
  const lines = linesOf(given.newLineItems ?? given.lineItems ?? google.displayItems)
  const methods = methodsOf(
    given.newShippingMethods ?? given.shippingMethods ?? google.shippingMethods,
  )
  return { ...(lines && { lines }), ...(methods && { methods }), errors: errorsOf(answer) }
}

function linesOf(given: unknown): SheetContent['lines'] | undefined {
  if (!Array.isArray(given)) return undefined
  return given.map(membersOf).map(({ label, amount, price }) => ({
    label: textOf(label) ?? '',
    amount: String(amount ?? price ?? ''),
  }))
}

function methodsOf(given: unknown): readonly ShippingMethod[] | undefined {
  if (!Array.isArray(given)) return undefined
  return given.map(membersOf).map(({ id, identifier, label, detail, description, amount }) => ({
    id: textOf(identifier ?? id) ?? '',
    label: textOf(label) ?? '',
    detail: textOf(detail ?? description) ?? '',
    amount: String(amount ?? ''),
  }))
}
