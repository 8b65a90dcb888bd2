import { type FieldTable, USUALLY_LEFT_OUT } from '../../server/payments/connectors/field-uses.ts'

/** What becomes of each field at Stripe (docs.stripe.com/api, PaymentIntents and PaymentMethods). */
export const STRIPE_FIELDS: FieldTable = [
  { fields: ['merchantTransactionId'], as: '`metadata.merchantTransactionId`' },
  {
    fields: ['descriptor', 'merchant.name'],
    as: '`description`; what the statement shows is set in the account',
  },
  { fields: ['card.holder', 'bankAccount.holder'], as: '`billing_details.name`' },
  { fields: ['customer.givenName', 'customer.surname'], as: 'the name, without a holder' },
  {
    fields: ['customer.email', 'customer.phone', 'customer.mobile'],
    as: '`billing_details`; no receipt is sent',
  },
  {
    fields: [
      'billing.street1',
      'billing.street2',
      'billing.city',
      'billing.state',
      'billing.postcode',
      'billing.country',
    ],
    as: '`billing_details.address`',
  },
  {
    fields: [
      'shipping.street1',
      'shipping.street2',
      'shipping.city',
      'shipping.state',
      'shipping.postcode',
      'shipping.country',
    ],
    as: '`shipping.address`, where there is a name',
  },
  { fields: ['shipping.customer.givenName', 'shipping.customer.surname'], as: '`shipping.name`' },
  {
    fields: ['customer.ip', 'customer.browser.userAgent'],
    as: 'the mandate of a direct debit; else left out',
  },
  { fields: ['transactionCategory'], as: '`moto`, of `MO` and `TO`' },
  { fields: ['standingInstruction.type'], as: 'the use of stored credentials' },
  {
    fields: ['standingInstruction.mode', 'standingInstruction.source', 'recurringType'],
    as: '`setup_future_usage` and `off_session`',
  },
  {
    fields: [
      'threeDSecure.authenticationStatus',
      'threeDSecure.dsTransactionId',
      'threeDSecure.eci',
      'threeDSecure.verificationId',
      'threeDSecure.version',
    ],
    as: '`three_d_secure`, see above',
  },
  ...USUALLY_LEFT_OUT,
]
