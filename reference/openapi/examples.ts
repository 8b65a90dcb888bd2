import type { RequestExample } from '../../server/http/route.ts'
import { EXAMPLE_ENTITY_ID } from '../../server/parameters/access.ts'
import type { DocumentedRoute } from './documented-routes.ts'

const money = { amount: '92.00', currency: 'EUR' }

/** The simulator's card. */
const card = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
}

/** What is kept of a card: without its code. */
const { 'card.cvv': _code, ...storedCard } = card

const bankAccount = {
  'bankAccount.holder': 'Jane Jones',
  'bankAccount.iban': 'DE23100000001234567890',
  'bankAccount.bic': 'MARKDEF1100',
}

/** Stands for what somebody has stored. */
const EXAMPLE_REGISTRATION_ID = '8ac7a4a19ab1c2d3e4f5061728394a5c'

/** A placeholder for the reader's own receiver. */
const EXAMPLE_RECEIVER = 'https://shop.example/webhooks'

/** What requests look like, by the id of their route; a test sends every one. */
export const requestExamples: Readonly<Record<string, readonly RequestExample[]>> = {
  createPayment: [
    {
      name: 'debit',
      summary: 'Charge a card',
      parameters: { entityId: EXAMPLE_ENTITY_ID, paymentType: 'DB', ...money, ...card },
    },
    {
      name: 'preauthorisation',
      summary: 'Hold an amount with the shopper, the address and your own reference',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentType: 'PA',
        ...money,
        ...card,
        merchantTransactionId: 'order-2041',
        'customer.givenName': 'Jane',
        'customer.surname': 'Jones',
        'customer.email': 'jane@shop.example',
        'billing.street1': 'Kite Lane 5',
        'billing.city': 'Whitby',
        'billing.postcode': 'YO21 3PU',
        'billing.country': 'GB',
        'cart.items[0].name': 'Sparrow, diamond kite',
        'cart.items[0].quantity': '2',
        'cart.items[0].price': '46.00',
        'customParameters[basket.id]': '71',
      },
    },
    {
      name: 'decline',
      summary: 'A decline that the simulator was asked for',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentType: 'DB',
        ...money,
        ...card,
        'customParameters[SIMULATOR_outcome]': 'decline:800.100.151',
      },
    },
    {
      name: 'storing',
      summary: 'Charge the first payment of a subscription, and store the card',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentType: 'DB',
        ...money,
        ...card,
        createRegistration: 'true',
        'standingInstruction.source': 'CIT',
        'standingInstruction.mode': 'INITIAL',
        'standingInstruction.type': 'RECURRING',
      },
    },
    {
      name: 'debit-of-account',
      summary: 'Debit a bank account',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentType: 'DB',
        paymentBrand: 'DIRECTDEBIT_SEPA',
        ...money,
        ...bankAccount,
      },
    },
    {
      name: 'redirect',
      summary: 'Pay on a page of the shopper’s bank',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentType: 'DB',
        paymentBrand: 'GIROPAY',
        ...money,
        shopperResultUrl: 'https://shop.example/result',
      },
    },
  ],
  referToPayment: [
    {
      name: 'capture',
      summary: 'Capture a part',
      parameters: { paymentType: 'CP', amount: '42.00', currency: 'EUR' },
    },
    {
      name: 'rebill',
      summary: 'Charge the same card again',
      parameters: { paymentType: 'RB', amount: '10.00', currency: 'EUR' },
    },
    { name: 'reversal', summary: 'Release all that is held', parameters: { paymentType: 'RV' } },
    {
      name: 'refund',
      summary: 'Refund a part',
      parameters: { paymentType: 'RF', amount: '10.00', currency: 'EUR' },
    },
    {
      name: 'increment',
      summary: 'Raise a hold',
      parameters: {
        paymentType: 'PA',
        amount: '20.00',
        currency: 'EUR',
        'standingInstruction.source': 'MIT',
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.type': 'UNSCHEDULED',
        'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
      },
    },
  ],
  createCheckout: [
    {
      name: 'checkout',
      summary: 'Open a checkout for the widget',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentType: 'DB',
        ...money,
        integrity: 'true',
        merchantTransactionId: 'order-2041',
      },
    },
    {
      name: 'storing',
      summary: 'Only store payment details',
      parameters: { entityId: EXAMPLE_ENTITY_ID, createRegistration: 'true' },
    },
  ],
  updateCheckout: [
    {
      name: 'amount',
      summary: 'Another amount',
      parameters: { amount: '84.00' },
    },
  ],
  submitCheckout: [
    {
      name: 'card',
      summary: 'Sent by the widget',
      parameters: { paymentBrand: 'VISA', ...card },
    },
    {
      name: 'stored',
      summary: 'A stored card, with its code',
      parameters: { registrationId: EXAMPLE_REGISTRATION_ID, 'card.cvv': '123' },
    },
  ],
  submitRegistration: [
    {
      name: 'card',
      summary: 'Sent by the widget',
      parameters: { paymentBrand: 'VISA', ...card },
    },
  ],
  storePaymentDetails: [
    {
      name: 'card',
      summary: 'Store a card',
      parameters: { entityId: EXAMPLE_ENTITY_ID, ...storedCard },
    },
    {
      name: 'account',
      summary: 'Store a bank account for direct debits',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentBrand: 'DIRECTDEBIT_SEPA',
        ...bankAccount,
        'bankAccount.mandate.id': 'MANDATE-A',
        'bankAccount.mandate.dateOfSignature': '2026-11-20',
      },
    },
  ],
  payWithRegistration: [
    {
      name: 'subscription',
      summary: 'Charge a subscription',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentType: 'DB',
        ...money,
        'standingInstruction.source': 'MIT',
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.type': 'RECURRING',
        'standingInstruction.initialTransactionId': 'MCC000000355',
      },
    },
  ],
  extendRegistration: [
    { name: 'longer', summary: 'Keep it longer', parameters: { paymentType: 'TE' } },
  ],
  createSchedule: [
    {
      name: 'monthly',
      summary: 'Charge a card on the 1st of each month at 8 in Berlin',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        registrationId: EXAMPLE_REGISTRATION_ID,
        paymentType: 'SD',
        ...money,
        'job.expression': '0 0 8 1 * ?',
        'job.timeZone': 'Europe/Berlin',
      },
    },
    {
      name: 'dryRun',
      summary: 'See the next ten run times and store nothing',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        registrationId: EXAMPLE_REGISTRATION_ID,
        paymentType: 'SD',
        ...money,
        'job.dayOfMonth': 'L',
        'job.month': '*',
        'job.hour': '8',
        dryRun: 'true',
      },
    },
  ],
  reschedule: [
    {
      name: 'price',
      summary: 'Another amount from the next run on',
      parameters: { paymentType: 'RS', amount: '99.00', currency: 'EUR' },
    },
    {
      name: 'card',
      summary: 'Another card from the next run on',
      parameters: { paymentType: 'RS', registrationId: EXAMPLE_REGISTRATION_ID },
    },
  ],
  pauseSchedule: [{ name: 'pause', summary: 'Pause it', parameters: {} }],
  resumeSchedule: [{ name: 'resume', summary: 'Go on', parameters: {} }],
  deschedule: [{ name: 'stop', summary: 'Stop it', parameters: { paymentType: 'DS' } }],
  authenticate: [
    {
      name: 'card',
      summary: 'Authenticate the holder of a card',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        ...money,
        ...storedCard,
        'card.number': '4200000000000042',
        shopperResultUrl: 'https://shop.example/result',
      },
    },
  ],
  checkRisk: [
    {
      name: 'card',
      summary: 'Check a card and its shopper',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        ...money,
        ...storedCard,
        'customer.givenName': 'Jane',
        'customer.surname': 'Jones',
        'customer.email': 'jane@shop.example',
        'customer.ip': '203.0.113.7',
      },
    },
  ],
  addEvidence: [
    {
      name: 'delivery',
      summary: 'Proof of delivery',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        fileName: 'delivery.txt',
        mediaType: 'text/plain',
        content: 'U2lnbmVkIGJ5IEphbmUgSm9uZXM=',
      },
    },
  ],
  submitDispute: [
    {
      name: 'delivered',
      summary: 'The goods were delivered',
      parameters: { entityId: EXAMPLE_ENTITY_ID, note: 'Delivered on 21 November, signed' },
    },
  ],
  acceptDispute: [
    {
      name: 'accepted',
      summary: 'The shopper is right',
      parameters: { entityId: EXAMPLE_ENTITY_ID },
    },
  ],
  enterDispute: [
    {
      name: 'letter',
      summary: 'A chargeback that the acquirer has told by letter',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        stage: 'firstChargeback',
        acquirerReference: 'CB-2026-0042',
        disputeReason: '13.1',
        disputeCode: '000.100.203',
        amount: '92.00',
        currency: 'EUR',
        reason: 'Letter of the acquirer of 20 November',
      },
    },
  ],
  reportDispute: [
    {
      name: 'chargeback',
      summary: 'A chargeback for fraud, to be answered in 30 days',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        paymentId: '8ac7a4a19ab1c2d3e4f5061728394a5e',
        stage: 'firstChargeback',
        disputeReason: '10.4',
        disputeCode: '000.100.220',
        respondByDays: '30',
      },
    },
  ],
  createWebhook: [
    {
      name: 'signed',
      summary: 'All events, signed',
      parameters: { entityId: EXAMPLE_ENTITY_ID, url: EXAMPLE_RECEIVER },
    },
    {
      name: 'encrypted',
      summary: 'Debits and refunds, encrypted',
      parameters: {
        entityId: EXAMPLE_ENTITY_ID,
        url: EXAMPLE_RECEIVER,
        format: 'encrypted',
        wrapper: 'json',
        types: 'PAYMENT',
        paymentTypes: 'DB,RF',
      },
    },
  ],
  changeWebhook: [
    {
      name: 'types',
      summary: 'Other events',
      parameters: { types: 'PAYMENT,REGISTRATION', actions: 'DELETED' },
    },
  ],
  testWebhook: [
    { name: 'test', summary: 'A test message', parameters: { entityId: EXAMPLE_ENTITY_ID } },
  ],
  replayDeliveries: [
    {
      name: 'day',
      summary: 'What was given up on one day',
      parameters: {
        'date.from': '2026-11-20 00:00:00',
        'date.to': '2026-11-20 23:59:59',
        state: 'givenUp',
      },
    },
  ],
  rotateWebhookSecret: [
    { name: 'week', summary: 'With a week of overlap', parameters: { olderSecretHours: '168' } },
  ],
  advanceTestClock: [
    {
      name: 'month',
      summary: 'A month later',
      parameters: { entityId: EXAMPLE_ENTITY_ID, advance: 'P1M' },
    },
  ],
  createWalletToken: [
    {
      name: 'token',
      summary: 'A token of a device',
      parameters: { entityId: EXAMPLE_ENTITY_ID, wallet: 'applePay', ...money, ...storedCard },
    },
  ],
}

const meta = {
  buildNumber: '4651cab1f0c9d2b7a6e5d4c3b2a190817263544f@2026-11-20 14:00:00 +0000 v0.1.0',
  timestamp: '2026-11-20 15:00:00+0000',
  ndc: `${EXAMPLE_ENTITY_ID}-5d1e0f6a7b8c49d2a3e4f5061728394a`,
}

const shownCard = {
  bin: '420000',
  last4Digits: '0000',
  holder: 'Jane Jones',
  expiryMonth: '05',
  expiryYear: '2034',
}

const paymentAnswer = {
  id: '8ac7a4a19ab1c2d3e4f5061728394a5b',
  paymentType: 'DB',
  paymentBrand: 'VISA',
  ...money,
  result: {
    code: '000.100.110',
    description: 'Request successfully processed in the simulator (testMode INTERNAL)',
  },
  resultDetails: { AcquirerResponse: '00', clearingInstituteName: 'Tillgate simulator' },
  card: shownCard,
  descriptor: '1234.5678.9012 Demo channel',
  brandResult: 'VISA',
  ...meta,
}

/** What answers look like, by the name of their schema. */
export const answerExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  PaymentAnswer: paymentAnswer,
  PaymentReadAnswer: {
    ...paymentAnswer,
    requestTimestamp: '2026-11-20 14:58:30+0000',
    amounts: { captured: '92.00', reversed: '0.00', refunded: '10.00', open: '82.00' },
  },
  RegistrationAnswer: {
    id: EXAMPLE_REGISTRATION_ID,
    paymentType: 'RG',
    paymentBrand: 'VISA',
    result: {
      code: '000.100.110',
      description: 'Request successfully processed in the simulator (testMode INTERNAL)',
    },
    card: shownCard,
    brandResult: 'VISA',
    ...meta,
  },
  ScheduleAnswer: {
    id: '8ac7a4a19ab1c2d3e4f5061728394a5e',
    registrationId: EXAMPLE_REGISTRATION_ID,
    paymentType: 'SD',
    ...money,
    job: { expression: '0 0 8 1 * ?', timeZone: 'Europe/Berlin' },
    plan: {
      active: true,
      state: 'active',
      firstId: '8ac7a4a19ab1c2d3e4f5061728394a5e',
      executes: 'DB',
      runs: 0,
    },
    nextRuns: ['2026-12-01 07:00:00+0000', '2027-01-01 07:00:00+0000'],
    result: {
      code: '000.100.110',
      description: 'Request successfully processed in the simulator (testMode INTERNAL)',
    },
    ...meta,
  },
  RiskAnswer: {
    id: '8ac7a4a19ab1c2d3e4f5061728394a5d',
    paymentType: 'RI',
    paymentBrand: 'VISA',
    ...money,
    result: {
      code: '000.100.110',
      description: 'Request successfully processed in the simulator (testMode INTERNAL)',
    },
    card: shownCard,
    risk: { score: '20' },
    brandResult: 'VISA',
    ...meta,
  },
  DisputeAnswer: {
    id: '8ac7a4a19ab1c2d3e4f5061728394a5f',
    entityId: EXAMPLE_ENTITY_ID,
    paymentId: '8ac7a4a19ab1c2d3e4f5061728394a5e',
    paymentBrand: 'VISA',
    stage: 'firstChargeback',
    outcome: 'open',
    ...money,
    chargebackResultCode: '000.100.220',
    chargebackReason: 'Chargeback: fraud',
    reasonCode: '10.4',
    respondBy: '2026-12-20 15:00:00+0000',
    openedAt: '2026-11-20 15:00:00+0000',
    changedAt: '2026-11-20 15:00:00+0000',
    history: [
      {
        kind: 'opened',
        stage: 'firstChargeback',
        by: 'simulator',
        at: '2026-11-20 15:00:00+0000',
      },
    ],
    documents: [],
    result: { code: '000.100.110', description: 'Request successfully processed' },
    ...meta,
  },
  TestClockAnswer: {
    result: { code: '000.000.100', description: 'successful request' },
    ...meta,
    entityId: EXAMPLE_ENTITY_ID,
    now: '2026-12-20T15:00:00.000Z',
    aheadOfServerSeconds: 2_592_000,
  },
  RefusalAnswer: {
    paymentType: 'DB',
    currency: 'EUR',
    result: {
      code: '200.300.404',
      description: 'invalid or missing parameter',
      parameterErrors: [
        {
          name: 'amount',
          value: '92.0',
          message:
            'must be an amount: up to 10 digits, then a dot and two more, or neither (must match ^[0-9]{1,10}(\\.[0-9]{2})?$), for example 92.00',
        },
      ],
    },
    ...meta,
  },
  CheckoutAnswer: {
    result: { code: '000.200.100', description: 'successfully created checkout' },
    id: '0123456789ABCDEF0123456789ABCDEF.test-1',
    integrity: `sha384-${'A'.repeat(64)}`,
    ...meta,
    ndc: '0123456789ABCDEF0123456789ABCDEF-test-1',
  },
  CheckoutStatus: {
    id: '0123456789ABCDEF0123456789ABCDEF.test-1',
    result: { code: '000.200.000', description: 'transaction pending' },
    ...meta,
    ndc: '0123456789ABCDEF0123456789ABCDEF-test-1',
  },
}

/** Begins the keys of custom parameters that tell the simulator what to do. */
const TO_SIMULATOR = 'customParameters[SIMULATOR_'

/**
 * The examples of a route that work in an environment: live has no simulator whose outcome could be
 * chosen.
 */
export function examplesOf(
  { id, examples = requestExamples[id] ?? [] }: Pick<DocumentedRoute, 'id' | 'examples'>,
  environment: 'test' | 'live',
): readonly RequestExample[] {
  if (environment === 'test') return examples
  const isForSimulator = (name: string) => name.startsWith(TO_SIMULATOR)
  return examples.filter(({ parameters }) => !Object.keys(parameters).some(isForSimulator))
}
