/** The part of Apple's API for web pages that is used here (Apple Pay on the Web, "Apple Pay JS API"). */

export interface LineItem {
  readonly label: string
  readonly amount: string
  readonly type?: unknown
}

interface Update {
  readonly newTotal: LineItem
  readonly newLineItems: unknown
  readonly newShippingMethods?: unknown
  readonly errors?: readonly unknown[]
}

/** One time that the sheet is shown: there is one at a time, which ends completed, aborted or cancelled. */
export interface AppleSession {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null
  onpaymentmethodselected: ((event: { readonly paymentMethod: unknown }) => void) | null
  onshippingcontactselected: ((event: { readonly shippingContact: unknown }) => void) | null
  onshippingmethodselected: ((event: { readonly shippingMethod: unknown }) => void) | null
  oncouponcodechanged: ((event: { readonly couponCode: unknown }) => void) | null
  onpaymentauthorized:
    | ((event: {
        readonly payment: {
          readonly token: { readonly paymentData: unknown }
          readonly billingContact?: unknown
          readonly shippingContact?: unknown
        }
      }) => void)
    | null
  oncancel: ((event: unknown) => void) | null
  begin(): void
  abort(): void
  completeMerchantValidation(session: unknown): void
  completePaymentMethodSelection(update: Update): void
  completeShippingContactSelection(update: Update): void
  completeShippingMethodSelection(update: Update): void
  completeCouponCodeChange(update: Update): void
  completePayment(result: { readonly status: number; readonly errors?: readonly unknown[] }): void
}

export interface ApplePayApi {
  new (version: number, request: object): AppleSession
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
  supportsVersion(version: number): boolean
  canMakePayments(): boolean
  canMakePaymentsWithActiveCard?(merchantId: string): Promise<boolean>
  applePayCapabilities?(merchantId: string): Promise<{ readonly paymentCredentialStatus: string }>
}

interface AppleWindow {
  readonly ApplePaySession?: ApplePayApi
  readonly ApplePayError?: new (code: string, contactField?: string, message?: string) => unknown
}

/** What the browser or Apple's script has put into the page. */
export function appleApi(): AppleWindow {
  return window as AppleWindow
}
