import type { Operation } from '../parameters/operations.ts'

export type RouteTag =
  | 'Payments'
  | 'Checkouts'
  | 'Registrations'
  | 'Risk'
  | 'Queries'
  | 'Catalogue'
  | 'Test'
  | 'Health'

/** A route of the gateway as the document tells it. */
export interface DocumentedRoute {
  readonly method: 'get' | 'post' | 'delete'
  /** With `{id}` where the address carries one. */
  readonly path: string
  /** Name of the operation in generated clients. */
  readonly id: string
  readonly tag: RouteTag
  readonly summary: string
  readonly description: string
  /** Whose parameters it takes: in the body of a POST, else in the query. */
  readonly operation?: Operation
  /** Name of the schema of its body. */
  readonly body?: string
  /** Another body that it takes, of an operation of its own. */
  readonly alternative?: DocumentedBody & { readonly label: string }
  /** Whether the body may lack what the operation requires, because it adds to what is there. */
  readonly partial?: boolean
  /** One word for the operation, where parameters are listed. */
  readonly label?: string
  /** `token`: the Authorization header. `checkout`: the checkout id in the address is enough. */
  readonly access: 'token' | 'checkout' | 'open'
  /** What `{id}` is. */
  readonly subject?: 'payment' | 'checkout' | 'registration' | 'risk check'
  /** Schemas of the answers with status 200, and of those with 400 that are no refusal. */
  readonly answers: readonly string[]
  readonly failures?: readonly string[]
  /** Statuses beyond those that all routes of its kind have, and the schema of their body. */
  readonly further?: Readonly<Record<number, string>>
}

const paymentRoutes: readonly DocumentedRoute[] = [
  {
    method: 'post',
    path: '/v1/payments',
    id: 'createPayment',
    tag: 'Payments',
    summary: 'Make a payment',
    description:
      'Authorises (PA), charges (DB) or credits (CD) a card, an account, a wallet or what is stored. For servers that hold such data themselves; everybody else opens a checkout. A pending answer says in `redirect` where the shopper has to go. With `referenceUuid` a PA raises or renews the hold of an earlier one.',
    operation: 'payments.create',
    body: 'PaymentRequest',
    label: 'Payment',
    access: 'token',
    answers: ['PaymentAnswer'],
    failures: ['PaymentAnswer'],
  },
  {
    method: 'post',
    path: '/v1/payments/{id}',
    id: 'referToPayment',
    tag: 'Payments',
    summary: 'Capture, reverse, refund or rebill a payment, or change its hold',
    description:
      'CP captures what a PA holds, in one or several parts. RV takes a PA back whole, or a DB or CD before the connector’s cut-off. RF gives back a DB, CP, RB or CD, in one or several parts. RB charges what a DB was paid with again, while that has not expired and the channel takes its brand. A CP or RV without `amount` takes all that is open; RF and RB need one. A PA with `standingInstruction.industryPractice` raises (INCREMENTAL_AUTH) or renews (REAUTHORIZATION) the hold of an earlier PA.',
    operation: 'payments.reference',
    body: 'ReferenceRequest',
    label: 'Reference',
    alternative: {
      operation: 'payments.changeHold',
      body: 'HoldChangeRequest',
      label: 'Hold change',
    },
    access: 'token',
    subject: 'payment',
    answers: ['PaymentAnswer'],
    failures: ['PaymentAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'get',
    path: '/v1/payments/{id}',
    id: 'readPayment',
    tag: 'Payments',
    summary: 'Read a payment',
    description:
      'The payment as it stands, when it was made, and in `amounts` what became of its money. One whose outcome is not known is asked about at the connector first.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    subject: 'payment',
    answers: ['PaymentReadAnswer'],
    failures: ['PaymentReadAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
]

const checkoutRoutes: readonly DocumentedRoute[] = [
  {
    method: 'post',
    path: '/v1/checkouts',
    id: 'createCheckout',
    tag: 'Checkouts',
    summary: 'Open a checkout',
    description:
      'The first step of a payment in the widget. The answer’s `id` goes into the address of the script; it is good for 30 minutes. With `createRegistration=true` and no `paymentType` it only stores payment details.',
    operation: 'checkouts.create',
    body: 'CheckoutRequest',
    label: 'Checkout',
    access: 'token',
    answers: ['CheckoutAnswer'],
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}',
    id: 'updateCheckout',
    tag: 'Checkouts',
    summary: 'Change a checkout',
    description:
      'Before it is paid: what is sent takes the place of what was sent before under the same name, a list as a whole. What comes of it must be right as at its creation; it lives no longer for it.',
    operation: 'checkouts.update',
    body: 'CheckoutUpdate',
    partial: true,
    label: 'Checkout update',
    access: 'token',
    subject: 'checkout',
    answers: ['CheckoutAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'delete',
    path: '/v1/checkouts/{id}',
    id: 'deleteCheckout',
    tag: 'Checkouts',
    summary: 'Delete a checkout',
    description: 'Before it is paid. Its script and its status end with it.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    subject: 'checkout',
    answers: ['CheckoutAnswer'],
    further: { 404: 'RefusalAnswer', 409: 'RefusalAnswer' },
  },
  {
    method: 'get',
    path: '/v1/checkouts/{id}/payment',
    id: 'readCheckoutPayment',
    tag: 'Checkouts',
    summary: 'Read what became of a checkout',
    description:
      'The latest payment of the checkout, or `000.200.000` while nobody has paid. Only this answer, read by your server, proves a payment. What became of that since, its own read tells. After 30 minutes the refusal names the payment in `paymentId`, and in `resourcePath` where to read it.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    subject: 'checkout',
    answers: ['CheckoutStatus', 'PaymentAnswer'],
    failures: ['PaymentAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}/payment',
    id: 'submitCheckout',
    tag: 'Checkouts',
    summary: 'Pay a checkout',
    description:
      'What the shopper’s browser sends. The widget of this version pays by card; the other ways to pay have no form in it yet. The checkout id is the credential, so nothing that decides about money is taken here, and nothing that your server has set is told. At most 10 tries within a minute and 30 in all.',
    operation: 'checkouts.submit',
    body: 'CheckoutSubmit',
    label: 'Submit',
    access: 'checkout',
    subject: 'checkout',
    answers: ['PaymentAnswer'],
    failures: ['PaymentAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'get',
    path: '/v1/checkouts/{id}/registration',
    id: 'readCheckoutRegistration',
    tag: 'Checkouts',
    summary: 'Read what a checkout has stored',
    description:
      'Of a checkout that only stores payment details: what was stored last, or `000.200.000` before. The answer’s `id` is the token.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    subject: 'checkout',
    answers: ['CheckoutStatus', 'RegistrationAnswer'],
    failures: ['RegistrationAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'post',
    path: '/v1/checkouts/{id}/registration',
    id: 'submitRegistration',
    tag: 'Checkouts',
    summary: 'Store payment details in a checkout',
    description:
      'What the browser of a shopper sends who only stores payment details. The widget of this version stores cards. The checkout id is the credential, so nothing that your server has set is told. At most 10 tries within a minute and 30 in all.',
    operation: 'checkouts.register',
    body: 'CheckoutRegistration',
    label: 'Submit, storing',
    access: 'checkout',
    subject: 'checkout',
    answers: ['RegistrationAnswer'],
    failures: ['RegistrationAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
]

const registrationRoutes: readonly DocumentedRoute[] = [
  {
    method: 'post',
    path: '/v1/registrations',
    id: 'storePaymentDetails',
    tag: 'Registrations',
    summary: 'Store payment details',
    description:
      'The answer’s `id` is the token that later payments are made with. The number is sealed; answers show its ends.',
    operation: 'registrations.create',
    body: 'RegistrationRequest',
    label: 'Registration',
    access: 'token',
    answers: ['RegistrationAnswer'],
    failures: ['RegistrationAnswer'],
  },
  {
    method: 'get',
    path: '/v1/registrations/{id}',
    id: 'readRegistration',
    tag: 'Registrations',
    summary: 'Read stored payment details',
    description: 'As they stand, without anything secret.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    subject: 'registration',
    answers: ['RegistrationAnswer'],
    failures: ['RegistrationAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'delete',
    path: '/v1/registrations/{id}',
    id: 'deleteRegistration',
    tag: 'Registrations',
    summary: 'Delete stored payment details',
    description: 'The number is wiped. Payments that were made with it stay, and can be refunded.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    subject: 'registration',
    answers: ['RegistrationAnswer'],
    further: { 404: 'RefusalAnswer', 409: 'RefusalAnswer' },
  },
  {
    method: 'post',
    path: '/v1/registrations/{id}/payments',
    id: 'payWithRegistration',
    tag: 'Registrations',
    summary: 'Pay with stored payment details',
    description:
      'A payment like any other, with what is stored. One that the shopper is not there for says so in `standingInstruction`.',
    operation: 'registrations.pay',
    body: 'RegistrationPayment',
    label: 'Stored payment',
    access: 'token',
    subject: 'registration',
    answers: ['PaymentAnswer'],
    failures: ['PaymentAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'post',
    path: '/v1/registrations/{id}/extendlife',
    id: 'extendRegistration',
    tag: 'Registrations',
    summary: 'Keep payment details longer',
    description: 'Before they end by themselves.',
    operation: 'registrations.extend',
    body: 'RegistrationExtension',
    label: 'Extension',
    access: 'token',
    subject: 'registration',
    answers: ['RegistrationAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
]

const riskRoutes: readonly DocumentedRoute[] = [
  {
    method: 'post',
    path: '/v1/risk',
    id: 'checkRisk',
    tag: 'Risk',
    summary: 'Check the risk of a payment',
    description:
      'By the rules of the channel, without a payment. With an instrument or without: then it is about the shopper.',
    operation: 'risk.create',
    body: 'RiskRequest',
    label: 'Risk check',
    access: 'token',
    answers: ['RiskAnswer'],
    failures: ['RiskAnswer'],
  },
  {
    method: 'get',
    path: '/v1/risk/{id}',
    id: 'readRisk',
    tag: 'Risk',
    summary: 'Read a risk check',
    description: 'As it was answered.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    subject: 'risk check',
    answers: ['RiskAnswer'],
    failures: ['RiskAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
]

const queryRoutes: readonly DocumentedRoute[] = [
  {
    method: 'get',
    path: '/v1/query/{id}',
    id: 'queryPayment',
    tag: 'Queries',
    summary: 'Look a payment, risk check or registration up',
    description:
      'The object itself, and where it is asked for also those linked to it. A deleted registration is answered as its deletion.',
    operation: 'query.one',
    label: 'Query by id',
    access: 'token',
    subject: 'payment',
    answers: ['QueriedPayment', 'QueriedRegistration'],
    failures: ['QueriedPayment', 'QueriedRegistration'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'get',
    path: '/v1/query',
    id: 'queryPayments',
    tag: 'Queries',
    summary: 'Look payments, risk checks and registrations up',
    description:
      'By your reference, by the short id, or by the time they were made at; newest first. Linked ones where they are asked for.',
    operation: 'query.list',
    label: 'Query',
    access: 'token',
    answers: ['QueryAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'get',
    path: '/v3/query/{id}',
    id: 'queryPaymentRecord',
    tag: 'Queries',
    summary: 'Look a payment, risk check or registration up, as a list',
    description: 'Like `/v1/query/{id}`, with the object as the first of `records`.',
    operation: 'query.one',
    label: 'Query by id',
    access: 'token',
    subject: 'payment',
    answers: ['QueryPageAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'get',
    path: '/v3/query',
    id: 'queryPaymentRecords',
    tag: 'Queries',
    summary: 'Look payments, risk checks and registrations up, by pages',
    description: 'Like `/v1/query`, with pages of `limit` records each.',
    operation: 'query.pages',
    label: 'Query by pages',
    access: 'token',
    answers: ['QueryPageAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
]

const testRoutes: readonly DocumentedRoute[] = [
  {
    method: 'get',
    path: '/test/clock',
    id: 'readTestClock',
    tag: 'Test',
    summary: 'Read the clock of an entity',
    description: 'In the test environment only.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    answers: ['TestClockAnswer'],
  },
  {
    method: 'post',
    path: '/test/clock',
    id: 'advanceTestClock',
    tag: 'Test',
    summary: 'Move the clock of an entity on',
    description:
      'In the test environment only. Whatever comes due thereby is done before the answer: expiries, and all that waits for a time.',
    operation: 'testClock.advance',
    body: 'TestClockRequest',
    label: 'Test clock',
    access: 'token',
    answers: ['TestClockAnswer'],
  },
  {
    method: 'post',
    path: '/test/wallet-tokens',
    id: 'createWalletToken',
    tag: 'Test',
    summary: 'Get a token of a simulated wallet',
    description: 'In the test environment only: encrypted and signed like one of a real wallet.',
    operation: 'walletTokens.create',
    body: 'WalletTokenRequest',
    label: 'Wallet token',
    access: 'token',
    answers: ['WalletTokenAnswer'],
  },
]

const openRoutes: readonly DocumentedRoute[] = [
  {
    method: 'get',
    path: '/v1/resultcodes',
    id: 'listResultCodes',
    tag: 'Catalogue',
    summary: 'List the result codes',
    description: 'Every code with its words and its group. May be cached: send `If-None-Match`.',
    access: 'open',
    answers: ['ResultCodesAnswer'],
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'readHealth',
    tag: 'Health',
    summary: 'Is the process alive?',
    description: 'Answers as long as the process does.',
    access: 'open',
    answers: ['HealthAnswer'],
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'readReadiness',
    tag: 'Health',
    summary: 'Can payments be accepted?',
    description: 'Whether the store takes writes; if not, why.',
    access: 'open',
    answers: ['HealthAnswer'],
    further: { 503: 'NotReadyAnswer' },
  },
]

/** Every route that a merchant's server, a widget or an operator calls. */
export const documentedRoutes: readonly DocumentedRoute[] = [
  ...paymentRoutes,
  ...checkoutRoutes,
  ...registrationRoutes,
  ...riskRoutes,
  ...queryRoutes,
  ...testRoutes,
  ...openRoutes,
]

/** Which environment is told about: live has neither the routes of tests nor what chooses outcomes. */
export type DocumentedEnvironment = 'test' | 'live'

/** The routes that an environment has. */
export function routesOf(environment: DocumentedEnvironment): readonly DocumentedRoute[] {
  return environment === 'test'
    ? documentedRoutes
    : documentedRoutes.filter((route) => !testRoutes.includes(route))
}

/** A body that a route takes, and the operation that reads it. */
export interface DocumentedBody {
  readonly operation: Operation
  /** Name of its schema. */
  readonly body: string
}

/** Every body that a route takes; none for routes without parameters. */
export function bodiesOf({ operation, body, alternative }: DocumentedRoute) {
  if (operation === undefined || body === undefined) return []
  const own: DocumentedBody = { operation, body }
  return alternative === undefined ? [own] : [own, alternative]
}

/** What the gateway serves beside, and why it is not part of the interface. */
export const routesLeftOut: Readonly<Record<string, string>> = {
  'GET /v1/openapi.json': 'this document',
  'GET /docs': 'the page made of it',
  'GET /': 'a page that leads to the others',
  'GET /v1/paymentWidgets.js': 'the script of the widget, which pages embed',
  'GET /v1/pciIframe.html': 'between the widget and its secured fields',
  'GET /v1/checkouts/{id}/session': 'between the widget and the gateway',
  'GET /test/widget-advice': 'between the widget and the gateway',
  'GET /simulator/redirect': 'a page of the simulator, where a shopper decides',
  'POST /simulator/redirect': 'a page of the simulator, where a shopper decides',
  'POST /simulator/redirect/decide': 'a page of the simulator, where a shopper decides',
  'GET /simulator/slips/{paymentId}': 'a page of the simulator, where a tester pays a slip',
  'POST /simulator/slips/{paymentId}': 'a page of the simulator, where a tester pays a slip',
  'GET /v1/static/locales/*': 'languages of the widget',
}
