import type { Members } from '../wallet/wallet-options.ts'

/** The part of Google's API for web pages that is used here (Google Pay API 2.0, "Client reference"). */
export interface GoogleClient {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>
  createButton(options: object): HTMLElement
  /** Rejects with a `statusCode`, such as `CANCELED`. */
  loadPaymentData(request: object): Promise<unknown>
}

/** What Google's script asks while its sheet is open. */
export interface GoogleCallbacks {
  readonly onPaymentAuthorized: (data: Members) => Promise<object>
  readonly onPaymentDataChanged?: (data: Members) => Promise<object>
}

interface GoogleWindow {
  readonly google?: {
    readonly payments?: {
      readonly api?: { readonly PaymentsClient: new (options: object) => GoogleClient }
    }
  }
}

/** What Google's script has put into the page. */
export function googleApi() {
  return (window as GoogleWindow).google?.payments?.api
}
