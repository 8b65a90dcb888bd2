import type { ValuesOf } from '../wire/describe.ts'
import {
  applicationInfo,
  choice,
  enhancedSchemeData,
  lineItem,
  list,
  merchantAccount,
  neededAmount,
  reference,
  required,
  text,
} from './parts.ts'

const common = { merchantAccount, reference, applicationInfo, enhancedSchemeData } as const

/** `POST /payments/{id}/cancels` and `/reversals`. */
export const cancelFields = common

/** `POST /cancels`, by our own reference of the payment. */
export const technicalCancelFields = { ...common, paymentReference: required(reference) } as const

export const captureFields = {
  ...common,
  amount: neededAmount,
  lineItems: list(lineItem, 200),
} as const

export const refundFields = {
  ...captureFields,
  capturePspReference: text(16),
  merchantRefundReason: choice('FRAUD', 'CUSTOMER REQUEST', 'RETURN', 'DUPLICATE', 'OTHER'),
  store: text(64),
} as const

export const amountUpdateFields = {
  ...captureFields,
  industryUsage: choice('delayedCharge', 'installment', 'noShow'),
} as const

export type CancelParams = ValuesOf<typeof cancelFields>
export type TechnicalCancelParams = ValuesOf<typeof technicalCancelFields>
export type CaptureParams = ValuesOf<typeof captureFields>
export type RefundParams = ValuesOf<typeof refundFields>
export type AmountUpdateParams = ValuesOf<typeof amountUpdateFields>
