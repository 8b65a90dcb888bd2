import type { Operation } from '../parameters/operations.ts'

/** A route of the gateway as the document tells it. */
export interface DocumentedRoute {
  readonly method: 'get' | 'post' | 'delete'
  /** With `{id}` where the address carries one. */
  readonly path: string
  /** Name of the operation in generated clients. */
  readonly id: string
  readonly tag: 'Payments' | 'Checkouts' | 'Catalogue' | 'Health'
  readonly summary: string
  readonly description: string
  /** Whose parameters it takes: in the body of a POST, else in the query. */
  readonly operation?: Operation
  /** Name of the schema of its body. */
  readonly body?: string
  /** Whether the body may lack what the operation requires, because it adds to what is there. */
  readonly partial?: boolean
  /** One word for the operation, where parameters are listed. */
  readonly label?: string
  /** `token`: the Authorization header. `checkout`: the checkout id in the address is enough. */
  readonly access: 'token' | 'checkout' | 'open'
  /** What `{id}` is. */
  readonly subject?: 'payment' | 'checkout'
  /** Schemas of the answers with status 200, and of those with 400 that are no refusal. */
  readonly answers: readonly string[]
  readonly failures?: readonly string[]
  /** Statuses beyond those that all routes of its kind have, and the schema of their body. */
  readonly further?: Readonly<Record<number, string>>
}

/** Every route that a merchant's server, a widget or an operator calls. */
export const documentedRoutes: readonly DocumentedRoute[] = [
  {
    method: 'post',
    path: '/v1/payments',
    id: 'createPayment',
    tag: 'Payments',
    summary: 'Make a payment',
    description:
      'Authorises (PA), charges (DB) or credits (CD) a card at once. For servers that hold card data themselves; everybody else opens a checkout.',
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
    summary: 'Capture, reverse or refund a payment',
    description:
      'CP captures what a PA holds, in one or several parts. RV takes a PA back whole, or a DB or CD before the connector’s cut-off. RF gives back a DB, CP or CD, in one or several parts. Without `amount` it is all that is open.',
    operation: 'payments.reference',
    body: 'ReferenceRequest',
    label: 'Reference',
    access: 'token',
    subject: 'payment',
    answers: ['PaymentAnswer'],
    failures: ['PaymentAnswer'],
    further: { 404: 'RefusalAnswer', 429: 'RefusalAnswer' },
  },
  {
    method: 'get',
    path: '/v1/payments/{id}',
    id: 'readPayment',
    tag: 'Payments',
    summary: 'Read a payment',
    description:
      'The payment as it stands. One whose outcome is not known is asked about at the connector first.',
    operation: 'status',
    label: 'Status',
    access: 'token',
    subject: 'payment',
    answers: ['PaymentAnswer'],
    failures: ['PaymentAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
  {
    method: 'post',
    path: '/v1/checkouts',
    id: 'createCheckout',
    tag: 'Checkouts',
    summary: 'Open a checkout',
    description:
      'The first step of a payment in the widget. The answer’s `id` goes into the address of the script; it is good for 30 minutes.',
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
    operation: 'checkouts.create',
    body: 'CheckoutUpdate',
    partial: true,
    label: 'Checkout',
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
      'The latest payment of the checkout, or `000.200.000` while nobody has paid. Only this answer, read by your server, proves a payment.',
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
      'What the widget sends for the shopper. The checkout id is the credential, so nothing that decides about money is taken here.',
    operation: 'checkouts.submit',
    body: 'CheckoutSubmit',
    label: 'Widget',
    access: 'checkout',
    subject: 'checkout',
    answers: ['PaymentAnswer'],
    failures: ['PaymentAnswer'],
    further: { 404: 'RefusalAnswer' },
  },
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

/** What the gateway serves beside, and why it is not part of the interface. */
export const routesLeftOut: Readonly<Record<string, string>> = {
  'GET /v1/openapi.json': 'this document',
  'GET /docs': 'the page made of it',
  'GET /v1/paymentWidgets.js': 'the script of the widget, which pages embed',
  'GET /v1/pciIframe.html': 'between the widget and its secured fields',
  'GET /v1/checkouts/{id}/session': 'between the widget and the gateway',
  'GET /v1/static/locales/*': 'languages of the widget',
}
