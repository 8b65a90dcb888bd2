import { customer, shippedAddress } from './customer.ts'
import { conditional, nestedRows, optional, type ParameterTable } from './table.ts'
import {
  amount,
  choice,
  cityLetters,
  country,
  date,
  phone,
  postcode,
  state,
  text,
  words,
} from './value-types.ts'

/** The address of the bill. */
export const billing = {
  source: 'interface document, Billing address',
  rows: {
    'billing.street1': conditional(text(1, 100)),
    'billing.street2': conditional(text(1, 100)),
    'billing.houseNumber1': optional(text(1, 100)),
    'billing.houseNumber2': optional(text(1, 100)),
    'billing.city': conditional(text(1, 80)),
    'billing.state': conditional(state),
    'billing.postcode': conditional(postcode),
    'billing.country': conditional(country),
    'billing.normalized': optional(text(1, 255)),
    'billing.validationStatus': optional(text(1, 255)),
  },
  passedOn: ['billing.normalized', 'billing.validationStatus'],
  rules: [
    { kind: 'mandatory', names: ['billing.houseNumber1'], when: 'billing.houseNumber2' },
    { kind: 'ignored', name: 'billing.street2', when: 'billing.houseNumber1' },
    { kind: 'notDigitsOnly', names: ['billing.street1', 'billing.street2'] },
  ],
} as const satisfies ParameterTable

/** Where and how the goods go. */
export const shipping = {
  source: 'interface document, Shipping address',
  rows: {
    'shipping.street1': conditional(text(1, 100)),
    'shipping.street2': conditional(text(1, 100)),
    'shipping.houseNumber1': optional(text(1, 100)),
    'shipping.houseNumber2': optional(text(1, 100)),
    'shipping.city': conditional(cityLetters),
    'shipping.state': conditional(state),
    'shipping.postcode': conditional(postcode),
    'shipping.country': conditional(country),
    'shipping.method': conditional(
      choice(
        words(`
        CARRIER_DESIGNATED_BY_CUSTOMER ELECTRONIC_DELIVERY EXPEDITED GROUND INTERNATIONAL
        LOWEST_COST MILITARY NEXT_DAY_OVERNIGHT OTHER POINT_PICKUP PUDO SAME_DAY_SERVICE
        STORE_PICKUP THREE_DAY_SERVICE TWO_DAY_SERVICE
      `),
      ),
    ),
    'shipping.cost': conditional(amount),
    'shipping.comment': conditional(text(1, 160)),
    'shipping.expectedDate': optional(date),
    'shipping.logisticsProvider': optional(text(1, 255)),
    'shipping.trackingNumber': optional(text(1, 255)),
    'shipping.returnTrackingNumber': optional(text(1, 255)),
    'shipping.normalized': optional(text(1, 255)),
    'shipping.validationStatus': optional(text(1, 255)),
    'shipping.warehouse': optional(text(1, 100)),
    'shipping.preference': optional(
      choice(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
      { default: 'GET_FROM_FILE' },
    ),
    'shipping.middleName': optional(text(1, 255)),
    'shipping.companyName': optional(text(1, 60)),
    'shipping.phone': optional(phone(5, 25)),
    'shipping.mobile': optional(phone(5, 25)),
    'shipping.workPhone': optional(text(1, 25)),
    'shipping.email': optional(text(6, 128)),
    'shipping.type': optional(choice(['RETURN', 'SHIPMENT'])),
  },
  passedOn: {
    // Address and way of delivery go to the issuer of a card that is authenticated.
    allExcept: [
      'shipping.street1',
      'shipping.street2',
      'shipping.houseNumber1',
      'shipping.houseNumber2',
      'shipping.city',
      'shipping.state',
      'shipping.postcode',
      'shipping.country',
      'shipping.method',
      'shipping.preference',
      'shipping.email',
      // In test the sum of a cart is compared with the amount.
      'shipping.cost',
    ],
  },
  rules: [
    { kind: 'mandatory', names: ['shipping.houseNumber1'], when: 'shipping.houseNumber2' },
    { kind: 'ignored', name: 'shipping.street2', when: 'shipping.houseNumber1' },
    { kind: 'notAbove', name: 'shipping.cost', limit: 'amount' },
    { kind: 'fitsCurrency', names: ['shipping.cost'], currency: 'currency' },
  ],
} as const satisfies ParameterTable

const {
  'customer.browserFingerprint.id': _id,
  'customer.browserFingerprint.value': _value,
  'customer.browser.deviceId': _browserDeviceId,
  'customer.app.deviceId': _appDeviceId,
  ...shippedCustomerRows
} = customer.rows

/** Who receives the goods: all optional, so the customer's rules about what must be sent do not apply. */
export const shippingCustomer = {
  source: 'interface document, Customer',
  rows: nestedRows('shipping', shippedCustomerRows),
  // The names go to the issuer of a card that is authenticated, too.
  passedOn: { allExcept: ['shipping.customer.givenName', 'shipping.customer.surname'] },
  rules: [{ kind: 'notInFuture', names: ['shipping.customer.birthDate'] }, shippedAddress],
} as const satisfies ParameterTable
