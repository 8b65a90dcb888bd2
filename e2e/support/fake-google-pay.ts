/** What a test sees and does of Google Pay in the page: `window.googlePay`. */
export interface FakeGooglePay {
  readonly calls: readonly (readonly [name: string, given?: unknown])[]
  readonly isOpen: boolean
  /** The shopper chooses something; resolves with what the page's script has answered. */
  change(data: object): Promise<unknown>
  /** The shopper confirms; resolves with what the page's script has answered. */
  authorise(data: object): Promise<unknown>
  cancel(): void
}

/**
 * Google's script as its reference describes it: what the page may call and when, what a request must hold,
 * and which callbacks have to be announced. Runs in the page.
 */
export function installGooglePay(): void {
  let isGesture = false
  addEventListener(
    'click',
    ({ isTrusted }) => {
      isGesture = isTrusted
      setTimeout(() => {
        isGesture = false
      })
    },
    { capture: true },
  )

  type Data = Record<string, unknown>
  type Callback = (data: object) => Promise<Data>
  interface Sheet {
    readonly request: Data
    readonly callbacks: Record<string, Callback | undefined>
    readonly resolve: (data: object) => void
    readonly reject: (error: object) => void
  }
  const calls: [string, unknown?][] = []
  let sheet: Sheet | undefined
  const developerError = (statusMessage: string) => {
    calls.push(['threw', statusMessage])
    return { statusCode: 'DEVELOPER_ERROR', statusMessage }
  }

  function faultOf(request: Data, callbacks: Sheet['callbacks']): string | undefined {
    const {
      transactionInfo,
      callbackIntents = [],
      merchantInfo,
    } = request as Record<string, unknown>
    const [card] = (request.allowedPaymentMethods ?? []) as Data[]
    const { tokenizationSpecification: spec } = (card ?? {}) as Record<string, Data>
    const { protocolVersion, publicKey } = (spec?.parameters ?? {}) as Data
    const { totalPrice, totalPriceLabel, displayItems, currencyCode } = transactionInfo as Data
    const intents = callbackIntents as string[]
    const isKey = typeof publicKey === 'string' && atob(publicKey).length === 65
    if (request.apiVersion !== 2 || request.apiVersionMinor !== 0) return 'apiVersion'
    if (spec?.type !== 'DIRECT' || protocolVersion !== 'ECv2' || !isKey) return 'tokenization'
    if (!(merchantInfo as Data).merchantId) return 'merchantInfo.merchantId'
    if (!/^[0-9]+(\.[0-9][0-9])?$/.test(String(totalPrice))) return 'totalPrice'
    if (typeof currencyCode !== 'string') return 'currencyCode'
    if (displayItems !== undefined && !totalPriceLabel) return 'totalPriceLabel'
    const hears = (name: string) => callbacks[name] !== undefined
    if (intents.includes('PAYMENT_AUTHORIZATION') !== hears('onPaymentAuthorized')) return 'intents'
    const changes = intents.filter((intent) => intent !== 'PAYMENT_AUTHORIZATION')
    if (changes.length > 0 !== hears('onPaymentDataChanged')) return 'intents of changes'
    return undefined
  }

  class PaymentsClient {
    readonly #callbacks: Sheet['callbacks']

    constructor(options: Data) {
      if (options.environment !== 'PRODUCTION') throw new Error('environment')
      this.#callbacks = (options.paymentDataCallbacks ?? {}) as Sheet['callbacks']
    }
    async isReadyToPay(request: Data) {
      calls.push(['isReadyToPay', structuredClone(request)])
      if (request.apiVersion !== 2) throw developerError('apiVersion')
      return { result: (window as { hasNoGooglePay?: boolean }).hasNoGooglePay !== true }
    }
    createButton({ onClick, ...options }: Data): HTMLElement {
      if (typeof onClick !== 'function') throw new Error('onClick must be a function')
      calls.push(['createButton', structuredClone(options)])
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'gpay-button'
      button.textContent = 'Pay with Google Pay'
      button.addEventListener('click', onClick as () => void)
      const host = document.createElement('div')
      host.append(button)
      return host
    }
    loadPaymentData(request: Data): Promise<object> {
      if (!isGesture) return Promise.reject(developerError('not in the task of a click'))
      if (sheet !== undefined) return Promise.reject(developerError('a sheet is open already'))
      const fault = faultOf(request, this.#callbacks)
      if (fault !== undefined) return Promise.reject(developerError(fault))
      calls.push(['loadPaymentData', structuredClone(request)])
      return new Promise((resolve, reject) => {
        sheet = { request, callbacks: this.#callbacks, resolve, reject }
      })
    }
  }

  const open = () => {
    if (sheet === undefined) throw new Error('No sheet is open')
    return sheet
  }
  const googlePay: FakeGooglePay = {
    calls,
    get isOpen() {
      return sheet !== undefined
    },
    async change(data) {
      const answer = await open().callbacks.onPaymentDataChanged?.(data)
      calls.push(['changed', structuredClone(answer)])
      return answer
    },
    async authorise(data) {
      const { callbacks, resolve } = open()
      const answer = await callbacks.onPaymentAuthorized?.(data)
      calls.push(['authorised', structuredClone(answer)])
      if (answer?.transactionState === 'SUCCESS') {
        sheet = undefined
        resolve(data)
      } else if (answer?.error === undefined) throw developerError('ERROR needs an error')
      return answer
    },
    cancel() {
      const { reject } = open()
      sheet = undefined
      reject({ statusCode: 'CANCELED', statusMessage: 'User closed the Payment Request UI.' })
    },
  }
  Object.assign(window, { google: { payments: { api: { PaymentsClient } } }, googlePay })
}
