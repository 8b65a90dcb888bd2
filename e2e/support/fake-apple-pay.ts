/** What a test sees and does of Apple Pay in the page: `window.applePay`. */
export interface FakeApplePay {
  /** Names of what was called, in order, with what was given. */
  readonly calls: readonly (readonly [name: string, given?: unknown])[]
  readonly isOpen: boolean
  /** The shopper does this in the sheet. */
  choose(event: 'shippingcontactselected' | 'shippingmethodselected', given: object): void
  enterCoupon(code: string): void
  authorise(payment: object): void
  cancel(): void
}

/**
 * Puts `ApplePaySession` into the page, by the rules of Apple's documentation: created in the task of a click
 * alone, one open sheet at a time, events in their order, each answered once, and an error for any other use.
 * Runs in the page.
 */
export function installApplePay(): void {
  let isGesture = false
  for (const name of ['click', 'keydown']) {
    addEventListener(
      name,
      ({ isTrusted }) => {
        if (!isTrusted) return
        isGesture = true
        setTimeout(() => {
          isGesture = false
        })
      },
      { capture: true },
    )
  }

  type State = 'idle' | 'validating' | 'open' | 'waiting' | 'authorising' | 'ended'
  let active: ApplePaySession | undefined
  const calls: [string, unknown?][] = []
  const fail = (message: string, name = 'InvalidAccessError') => {
    calls.push(['threw', message])
    throw new DOMException(message, name)
  }
  const isAmount = (amount: unknown) => typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount)

  class ApplePayError {
    code: string
    contactField: string | undefined
    message: string
    constructor(code: string, contactField?: string, message = '') {
      const codes = ['unknown', 'couponCodeInvalid', 'couponCodeExpired']
      const ofFields = ['shippingContactInvalid', 'billingContactInvalid', 'addressUnserviceable']
      if (![...codes, ...ofFields].includes(code)) throw new TypeError(`No code ${code}`)
      this.code = code
      this.contactField = contactField
      this.message = message
    }
  }

  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0
    static readonly STATUS_FAILURE = 1
    static supportsVersion = (version: number) =>
      version <= ((window as { newestApplePay?: number }).newestApplePay ?? 14)
    static canMakePayments(): boolean {
      if (!isSecureContext) fail('Trying to start an Apple Pay session from an insecure document.')
      return (window as { hasNoApplePay?: boolean }).hasNoApplePay !== true
    }
    static async applePayCapabilities(merchantId: string) {
      calls.push(['applePayCapabilities', merchantId])
      return { paymentCredentialStatus: 'paymentCredentialsUnavailable' }
    }

    onvalidatemerchant?: (event: object) => void
    onpaymentmethodselected?: (event: object) => void
    onshippingcontactselected?: (event: object) => void
    onshippingmethodselected?: (event: object) => void
    oncouponcodechanged?: (event: object) => void
    onpaymentauthorized?: (event: object) => void
    oncancel?: (event: object) => void
    state: State = 'idle'
    /** The method that has to be called next. */
    awaited = ''
    request: Record<string, unknown>

    constructor(version: number, request: Record<string, unknown>) {
      if (!isGesture) fail('Must create a new ApplePaySession from a user gesture handler.')
      if (!ApplePaySession.supportsVersion(version)) fail(`"${version}" is not a valid version.`)
      for (const name of ['countryCode', 'currencyCode'])
        if (typeof request[name] !== 'string') throw new TypeError(`Member ${name} is required`)
      for (const name of ['merchantCapabilities', 'supportedNetworks']) {
        const list = request[name]
        if (!Array.isArray(list) || list.length === 0) fail(`At least one of ${name} is required`)
      }
      for (const network of request.supportedNetworks as string[]) {
        const first = { mir: 11, dankort: 13, bancontact: 14 }[network] ?? 1
        if (first > version) fail(`"${network}" is not a valid payment network.`, 'TypeError')
      }
      ApplePaySession.assertTotal(request.total)
      this.request = request
      calls.push(['request', { version, ...structuredClone(request) }])
    }

    static assertTotal(total: unknown): void {
      const { label, amount } = (total ?? {}) as Record<string, unknown>
      if (typeof label !== 'string' || label === '') throw new TypeError('Member label is required')
      if (!isAmount(amount)) fail(`"${amount}" is not a valid amount.`, 'TypeError')
    }

    begin(): void {
      if (active !== undefined) fail('Page already has an active payment session.')
      if (this.state !== 'idle') fail('Payment session is already begun.')
      if (this.onvalidatemerchant === undefined) fail('No merchant validation handler')
      active = this
      this.state = 'validating'
      calls.push(['begin'])
      const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
      setTimeout(() => this.onvalidatemerchant?.({ validationURL }))
    }

    abort(): void {
      if (active !== this) fail('Payment session is not active.')
      calls.push(['abort'])
      this.end()
    }

    completeMerchantValidation(session: unknown): void {
      if (this.state !== 'validating') fail('No merchant validation is awaited.')
      if (typeof session !== 'object' || session === null) throw new TypeError('No session')
      calls.push(['completeMerchantValidation', session])
      this.state = 'open'
      this.ask('paymentmethodselected', { paymentMethod: { network: 'Visa', type: 'debit' } })
    }

    ask(name: string, event: object): void {
      const method = {
        paymentmethodselected: 'completePaymentMethodSelection',
        shippingcontactselected: 'completeShippingContactSelection',
        shippingmethodselected: 'completeShippingMethodSelection',
        couponcodechanged: 'completeCouponCodeChange',
      }[name]
      if (active !== this || this.state !== 'open') fail(`The sheet is ${this.state}`)
      this.state = 'waiting'
      this.awaited = method ?? ''
      setTimeout(() =>
        (this as unknown as Record<string, (e: object) => void>)[`on${name}`]?.(event),
      )
    }

    completed(name: string, update: Record<string, unknown>): void {
      if (active !== this || this.awaited !== name) fail(`${name} is not awaited.`)
      ApplePaySession.assertTotal(update.newTotal)
      for (const error of (update.errors ?? []) as unknown[])
        if (!(error instanceof ApplePayError)) throw new TypeError('No ApplePayError')
      calls.push([name, structuredClone({ ...update, errors: plain(update.errors) })])
      this.awaited = ''
      this.state = 'open'
    }
    completePaymentMethodSelection = (update: Record<string, unknown>) =>
      this.completed('completePaymentMethodSelection', update)
    completeShippingContactSelection = (update: Record<string, unknown>) =>
      this.completed('completeShippingContactSelection', update)
    completeShippingMethodSelection = (update: Record<string, unknown>) =>
      this.completed('completeShippingMethodSelection', update)
    completeCouponCodeChange = (update: Record<string, unknown>) =>
      this.completed('completeCouponCodeChange', update)

    completePayment(result: { status: number; errors?: unknown[] }): void {
      if (active !== this || this.state !== 'authorising') fail('No payment is authorised.')
      if (typeof result.status !== 'number') throw new TypeError('Member status is required')
      calls.push(['completePayment', { ...result, errors: plain(result.errors) }])
      if (result.errors?.length) this.state = 'open'
      else this.end()
    }

    end(): void {
      this.state = 'ended'
      active = undefined
    }
  }

  const plain = (errors: unknown) =>
    Array.isArray(errors) ? errors.map((error) => ({ ...error })) : undefined
  const open = () => active ?? (fail('No sheet is open.') as never)
  const applePay: FakeApplePay = {
    calls,
    get isOpen() {
      return active !== undefined
    },
    choose(name, given) {
      const member = name === 'shippingcontactselected' ? 'shippingContact' : 'shippingMethod'
      open().ask(name, { [member]: given })
    },
    enterCoupon: (couponCode) => open().ask('couponcodechanged', { couponCode }),
    authorise(payment) {
      const session = open()
      if (session.state !== 'open') fail(`The sheet is ${session.state}`)
      session.state = 'authorising'
      session.onpaymentauthorized?.({ payment })
    },
    cancel() {
      const session = open()
      calls.push(['cancel'])
      session.end()
      session.oncancel?.({})
    },
  }
  Object.assign(window, { ApplePaySession, ApplePayError, applePay })
}
