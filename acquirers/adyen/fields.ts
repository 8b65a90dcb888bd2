import { type FieldTable, USUALLY_LEFT_OUT } from '../../server/payments/connectors/field-uses.ts'

/** What becomes of each field at Adyen (Checkout API v71, `POST /payments`). */
export const ADYEN_FIELDS: FieldTable = [
  {
    fields: ['merchantTransactionId'],
    as: '`merchantOrderReference`; `reference` is our payment id',
  },
  {
    fields: ['descriptor', 'merchant.name'],
    as: '`shopperStatement`: 22 characters, without those that statements do not show',
  },
  { fields: ['card.holder'], as: '`paymentMethod.holderName`' },
  { fields: ['bankAccount.holder'], as: '`paymentMethod.ownerName`' },
  { fields: ['bankAccount.bic'], as: '`paymentMethod.issuer` of EPS' },
  {
    fields: [
      'customer.email',
      'customer.phone',
      'customer.mobile',
      'customer.birthDate',
      'customer.givenName',
      'customer.surname',
    ],
    as: '`shopperEmail`, `telephoneNumber`, `dateOfBirth`, `shopperName`',
  },
  { fields: ['customer.ip'], as: '`shopperIP`: the first one of several' },
  {
    fields: [
      'billing.street1',
      'billing.street2',
      'billing.houseNumber1',
      'billing.city',
      'billing.state',
      'billing.postcode',
      'billing.country',
      'shipping.street1',
      'shipping.street2',
      'shipping.houseNumber1',
      'shipping.city',
      'shipping.state',
      'shipping.postcode',
      'shipping.country',
    ],
    as: '`billingAddress` and `deliveryAddress`, where street, city and country are there. `houseNumberOrName` is `houseNumber1`, else `street2`, else `N/A`; a missing postcode is `0`; a state of more than three letters is left out',
  },
  {
    fields: [
      'customer.browser.acceptHeader',
      'customer.browser.language',
      'customer.browser.screenHeight',
      'customer.browser.screenWidth',
      'customer.browser.timezone',
      'customer.browser.userAgent',
      'customer.browser.javaEnabled',
      'customer.browser.screenColorDepth',
    ],
    as: '`browserInfo`, where all are there and Adyen authenticates',
  },
  { fields: ['transactionCategory'], as: '`shopperInteraction` `Moto`, of `MO`, `TO` and `MOTO`' },
  {
    fields: ['standingInstruction.type'],
    as: '`recurringProcessingModel`: `Subscription`; of `UNSCHEDULED` `CardOnFile` with the shopper and `UnscheduledCardOnFile` without',
  },
  {
    fields: ['standingInstruction.mode', 'standingInstruction.source', 'recurringType'],
    as: '`storePaymentMethod` and `shopperInteraction` `ContAuth`',
  },
  { fields: ['standingInstruction.initialTransactionId'], as: '`networkPaymentReference`' },
  {
    fields: [
      'threeDSecure.authenticationStatus',
      'threeDSecure.authType',
      'threeDSecure.dsTransactionId',
      'threeDSecure.eci',
      'threeDSecure.verificationId',
      'threeDSecure.version',
    ],
    as: '`mpiData`, see above',
  },
  ...USUALLY_LEFT_OUT,
]
