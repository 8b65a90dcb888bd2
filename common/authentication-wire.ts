/**
 * The messages between the gateway, its authentication page and the widget while a cardholder is
 * authenticated (EMV 3-D Secure). They contain no card data and no proof.
 */

/** The authentication page: `redirect.url` of a payment that waits for its cardholder leads to it. */
export const AUTHENTICATION_PAGE_PATH = '/v1/threeDSecure/execute'

/**
 * Further form fields of the page, beside `id` and `token`. The widget sends both: its language, and
 * `widget` as proof that somebody listens to the messages of the page. Without it the page shows the
 * payment and goes to the return URL by itself, also within a frame.
 */
export const LANGUAGE_FIELD = 'lang'
export const EMBEDDED_FIELD = 'embedded'

/** Where the page keeps `id` and `token` in the session of its tab, to be opened again after a reload. */
export const RESUMED_KEY = 'tillgate-authentication'

/** What the page's script calls; both take `BrowserRequest` and answer `BrowserStep`. */
export const NEXT_STEP_PATH = '/v1/threeDSecure/next'
export const CANCEL_PATH = '/v1/threeDSecure/cancel'

/** Where the issuer's pages send the browser back to, inside their frames. */
export const METHOD_NOTIFICATION_PATH = '/v1/threeDSecure/method-notification'
export const CHALLENGE_NOTIFICATION_PATH = '/v1/threeDSecure/challenge-notification'

/** Where the directory reports results (RReq), followed by `/<transaction id>.<token>`. */
export const RESULTS_PATH = '/v1/threeDSecure/results'

/** Challenge window sizes (EMV 3DS, challengeWindowSize). */
export type ChallengeWindowSize = '01' | '02' | '03' | '04' | '05'

/** In CSS pixels; 05 fills what is there, and so does every size on a narrow screen. */
export const CHALLENGE_WINDOWS: Readonly<
  Record<ChallengeWindowSize, { readonly width: number; readonly height: number }>
> = {
  '01': { width: 250, height: 400 },
  '02': { width: 390, height: 400 },
  '03': { width: 500, height: 600 },
  '04': { width: 600, height: 400 },
  '05': { width: 0, height: 0 },
}

/** An address with the fields of the form, or of the query, that go there. */
export interface FormRequest {
  readonly url: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

/** What the browser has to do next. */
export type BrowserStep =
  /** Post `threeDSMethodData` to the issuer in a hidden frame, then ask again. */
  | { readonly step: 'method'; readonly url: string; readonly data: string }
  /** Post `creq` to the issuer in a visible frame. */
  | {
      readonly step: 'challenge'
      readonly url: string
      readonly creq: string
      readonly sessionData?: string
      readonly windowSize: ChallengeWindowSize
    }
  /**
   * Another gateway authenticates: post each precondition in a hidden frame and wait until it has
   * loaded, then go on to `redirect`, in a visible frame or with the whole window.
   */
  | {
      readonly step: 'redirect'
      readonly redirect: FormRequest & { readonly method?: 'GET' | 'POST' }
      readonly preconditions: readonly FormRequest[]
      readonly windowSize: ChallengeWindowSize
    }
  /** `decoupled`: the cardholder confirms outside this browser, perhaps days later. */
  | {
      readonly step: 'wait'
      readonly reason: 'result' | 'decoupled' | 'busy'
      readonly askAgainMs: number
      /** A text of the issuer for the cardholder: plain text, in any language. */
      readonly cardholderInfo?: string
    }
  /** The wait of the payment has ended; `returnUrl` is the shopper's way back. */
  | {
      readonly step: 'done'
      readonly returnUrl: string
      /** `cancelled`: the shopper has ended it, here or on the page of the issuer. */
      readonly outcome: 'accepted' | 'declined' | 'cancelled' | 'pending'
      readonly cardholderInfo?: string
    }

/** JSON body of what the page's script sends. */
export interface BrowserRequest {
  /** Of the payment. */
  readonly id: string
  readonly token: string
  /** The issuer's method page did not report back within its time. */
  readonly methodTimedOut?: boolean
  /** The issuer's page has sent its final message through this browser. */
  readonly challengeEnded?: boolean
  /** Named as in the group `customer.browser` of the interface. */
  readonly browser?: Readonly<Record<string, string>>
}

/**
 * From the page to the window around it, by `postMessage`. It contains nothing secret: the receiver
 * checks the sender's origin and window.
 */
export type AuthenticationPageMessage = { readonly source: 'tillgate-authentication' } & (
  | { readonly event: 'ready' }
  /** The frame has something to show in this size; zeros: as much as there is. */
  | { readonly event: 'challenge'; readonly width: number; readonly height: number }
  /** The issuer's page does not load. It may still come: another `challenge` says so. */
  | { readonly event: 'stuck' }
  /** The frame has nothing to show. */
  | { readonly event: 'hidden' }
  /** The payment has an outcome. */
  | { readonly event: 'done' }
  /** The page cannot go on: ask the gateway for the payment's state. */
  | { readonly event: 'failed' }
)

/** From the window around the page to the page: the shopper cancels. */
export interface WidgetMessage {
  readonly source: 'tillgate-widget'
  readonly event: 'cancel'
}

/**
 * From the documents that the issuer's frames end in to the page, within one origin. `transactionId` is
 * `threeDSServerTransID` of the message that ended there; absent where that could not be read.
 */
export interface NotificationMessage {
  readonly source: 'tillgate-notification'
  readonly event: 'methodEnded' | 'challengeEnded'
  readonly transactionId?: string
}
