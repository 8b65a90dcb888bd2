import type { ParameterTable } from './table.ts'
import {
  amount,
  boolean,
  choice,
  currency,
  encodedUrl,
  integer,
  pattern,
  text,
  textWith,
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
    amount: { type: amount, requirement: 'required', echoed: false },
    taxAmount: { type: amount, requirement: 'conditional' },
    discountAmount: { type: amount, requirement: 'optional' },
    currency: { type: currency, requirement: 'required', echoed: false },
    paymentBrand: {
      type: pattern(/^[A-Za-z0-9_]{1,32}$/, 'VISA'),
      requirement: 'conditional',
      echoed: false,
    },
    paymentType: {
      type: choice(['PA', 'DB', 'CD', 'CP', 'RV', 'RF']),
      requirement: 'required',
      echoed: false,
    },
    integrity: { type: boolean, requirement: 'optional', echoed: false },
    'overridePaymentType[key]': {
      type: choice(['PA', 'DB', 'CD', 'CP', 'RV', 'RF']),
      requirement: 'optional',
      key: { pattern: /^[A-Za-z0-9_]{1,32}$/, example: 'VISA' },
      echoed: false,
    },
    descriptor: { type: text(1, 127), requirement: 'optional' },
    merchantTransactionId: { type: text(8, 255), requirement: 'conditional' },
    merchantInvoiceId: { type: text(8, 255), requirement: 'optional' },
    merchantMemo: { type: text(8, 255), requirement: 'optional' },
    transactionCategory: {
      type: choice(['EC', 'MO', 'TO', 'PO', 'PM', 'MOTO']),
      requirement: 'optional',
    },
    sequence: { type: textWith(1, 255, 'FINAL', ['LAST']), requirement: 'optional' },
    numberOfCaptures: { type: integer(1, 98), requirement: 'optional' },
    promotionCode: {
      type: pattern(/^[A-Za-z0-9]{0,15}$/, 'SPRING25'),
      requirement: 'optional',
    },
    locale: { type: text(1, 10), requirement: 'optional' },
    transactionLinkId: { type: text(1, 35), requirement: 'optional' },
    lifecycleId: { type: text(1, 35), requirement: 'optional' },
    referenceUuid: { type: text(1, 32), requirement: 'optional' },
    transactionPurposeCode: { type: text(1, 12), requirement: 'optional' },
    transactionPurposeAccount: { type: text(1, 255), requirement: 'optional' },
    integrationType: { type: text(1, 10), requirement: 'optional' },
    transactionBai: { type: text(1, 2), requirement: 'optional' },
    transactionTti: { type: text(1, 3), requirement: 'optional' },
    transactionProcessingCode: {
      type: choice(['PURCHASE', 'FUNDING', 'PAYMENT']),
      requirement: 'optional',
      default: 'PURCHASE',
    },
    // In live it is declined with a result code of its own (decisions §1), not refused here.
    testMode: {
      type: choice(['EXTERNAL', 'INTERNAL']),
      requirement: 'optional',
      echoed: false,
      default: 'INTERNAL',
      testOnly: true,
    },
    createRegistration: { type: boolean, requirement: 'optional', echoed: false },
    overrideHolder: { type: boolean, requirement: 'optional', echoed: false },
    shopperResultUrl: { type: encodedUrl(6, 2048), requirement: 'conditional', echoed: false },
    notificationUrl: {
      type: encodedUrl(6, 2048),
      requirement: 'optional',
      echoed: false,
      waitsFor: 'webhooks',
    },
  },
  carried: [
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
