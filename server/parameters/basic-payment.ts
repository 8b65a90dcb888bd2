import { authenticationWishForms } from './authentication-wishes.ts'
import { conditional, optional, type ParameterTable, required } from './table.ts'
import {
  amount,
  boolean,
  choice,
  currency,
  encodedUrl,
  integer,
  pattern,
  text,
  textWithKeyword,
  timestamp,
} from './value-types.ts'

/**
 * The basic payment. paymentType, paymentBrand, amount and currency are not echoed from here: the
 * answer shows what was processed.
 *
 * `AN` without a length is read as 1 to 255 characters.
 */
export const basicPayment = {
  source: 'interface document, Basic payment',
  rows: {
    amount: required(amount, { echoed: false }),
    taxAmount: conditional(amount),
    discountAmount: optional(amount),
    currency: required(currency, { echoed: false }),
    paymentBrand: conditional(pattern(/^[A-Za-z0-9_]{1,32}$/, 'VISA'), { echoed: false }),
    paymentType: required(choice(['PA', 'DB', 'CD', 'CP', 'RV', 'RF']), { echoed: false }),
    integrity: optional(boolean, { echoed: false }),
    'overridePaymentType[key]': optional(choice(['PA', 'DB', 'CD', 'CP', 'RV', 'RF']), {
      key: { pattern: /^[A-Za-z0-9_]{1,32}$/, example: 'VISA' },
      echoed: false,
    }),
    descriptor: optional(text(1, 127)),
    merchantTransactionId: conditional(text(8, 255)),
    merchantInvoiceId: optional(text(8, 255)),
    merchantMemo: optional(text(8, 255)),
    transactionCategory: optional(choice(['EC', 'MO', 'TO', 'PO', 'PM', 'MOTO'])),
    sequence: optional(textWithKeyword(1, 255, 'FINAL', ['LAST'])),
    numberOfCaptures: optional(integer(1, 98)),
    promotionCode: optional(pattern(/^[A-Za-z0-9]{0,15}$/, 'SPRING25')),
    locale: optional(text(1, 10)),
    transactionLinkId: optional(text(1, 35)),
    lifecycleId: optional(text(1, 35)),
    referenceUuid: optional(text(1, 32)),
    transactionPurposeCode: optional(text(1, 12)),
    transactionPurposeAccount: optional(text(1, 255)),
    integrationType: optional(text(1, 10)),
    transactionBai: optional(text(1, 2)),
    transactionTti: optional(text(1, 3)),
    transactionProcessingCode: optional(choice(['PURCHASE', 'FUNDING', 'PAYMENT']), {
      default: 'PURCHASE',
    }),
    // In live it is declined with a result code of its own (decisions §1), not refused here.
    testMode: optional(choice(['EXTERNAL', 'INTERNAL']), {
      echoed: false,
      default: 'INTERNAL',
      testOnly: true,
    }),
    createRegistration: optional(boolean, { echoed: false }),
    overrideHolder: optional(boolean, { echoed: false }),
    shopperResultUrl: conditional(encodedUrl(6, 2048), { echoed: false, address: 'visited' }),
    notificationUrl: optional(encodedUrl(6, 2048), { echoed: false, address: 'called' }),
  },
  passedOn: [
    'taxAmount',
    'discountAmount',
    'merchantInvoiceId',
    'merchantMemo',
    'transactionCategory',
    'promotionCode',
    'transactionPurposeCode',
    'transactionPurposeAccount',
    'integrationType',
    'transactionBai',
    'transactionTti',
    'transactionProcessingCode',
  ],
  rules: [
    // "taxAmount, shipping.cost etc. are already inside it".
    { kind: 'notAbove', name: 'taxAmount', limit: 'amount' },
    { kind: 'notAbove', name: 'discountAmount', limit: 'amount' },
    { kind: 'fitsCurrency', names: ['taxAmount', 'discountAmount'], currency: 'currency' },
    {
      kind: 'excluded',
      names: ['numberOfCaptures'],
      when: 'paymentType',
      is: ['DB', 'CD'],
      hint: 'only a PA is captured',
      // Brands may have a payment type of their own there.
      exempt: ['checkouts.create', 'checkouts.update'],
    },
  ],
} as const satisfies ParameterTable

/** What is charged when a currency conversion takes place. */
export const forex = {
  source: 'interface document, Forex',
  rows: {
    'forex.amount': conditional(amount),
    'forex.currency': conditional(currency),
    'forex.tax': conditional(amount),
  },
  passedOn: { allExcept: [] },
  rules: [
    { kind: 'mandatory', names: ['forex.currency'], when: 'forex.amount' },
    {
      kind: 'fitsCurrency',
      names: ['forex.amount', 'forex.tax'],
      currency: 'forex.currency',
    },
  ],
} as const satisfies ParameterTable

/** The merchant's own names and values, given back in the answer. */
export const customParameters = {
  source: 'interface document, Custom parameters',
  rows: {
    'customParameters[key]': conditional(text(0, 2048), {
      key: { pattern: /^[A-Za-z0-9._]{3,64}$/, example: 'SHOPPER_note' },
    }),
  },
  rules: authenticationWishForms,
} as const satisfies ParameterTable

/** Where the shopper must be sent while a payment is pending. In answers only. */
export const asynchronousResponse = {
  source: 'interface document, Asynchronous response parameters',
  rows: {
    'redirect.url': conditional(text(6, 2048)),
    'redirect.parameters[n].name': conditional(text(1, 255)),
    'redirect.parameters[n].value': conditional(text(1, 255)),
  },
  rules: [],
} as const satisfies ParameterTable

/** Why an acquirer takes a payment back. */
export const chargeback = {
  source: 'interface document, Chargeback parameter',
  rows: {
    chargebackResultCode: optional(
      pattern(/^000\.100\.2[0-9]{2}$/, '000.100.220', '000.100.2 and two more digits'),
    ),
  },
  rules: [],
} as const satisfies ParameterTable

/** For fraud screening. */
export const risk = {
  source: 'interface document, Risk',
  rows: {
    'risk.channelId': optional(text(1, 255)),
    'risk.serviceId': optional(text(1, 255)),
    'risk.amount': optional(amount),
    'risk.orderTimestamp': optional(timestamp),
    'risk.brand': optional(text(1, 255)),
    'risk.parameters[key]': optional(text(0, 2048), {
      key: { pattern: /^[A-Za-z0-9._]{3,64}$/, example: 'basket.size' },
    }),
    'risk.merchantWebsite': optional(text(1, 60)),
    'risk.accountToken': optional(text(1, 64), {
      secret: 'code',
      echoed: false,
      confidential: true,
    }),
  },
  passedOn: { allExcept: ['risk.amount', 'risk.orderTimestamp', 'risk.brand'] },
  rules: [{ kind: 'fitsCurrency', names: ['risk.amount'], currency: 'currency' }],
} as const satisfies ParameterTable
