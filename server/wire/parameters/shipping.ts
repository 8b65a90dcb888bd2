import { cityLetters, postcode, state } from './address-types.ts'
import { customer } from './customer.ts'
import { nestedRows, type ParameterTable } from './table.ts'
import { amount, choice, country, date, phone, text } from './value-types.ts'

/** Where and how the goods go. */
export const shipping = {
  source: 'interface document, Shipping address',
  rows: {
    'shipping.street1': { type: text(1, 100), requirement: 'conditional' },
    'shipping.street2': { type: text(1, 100), requirement: 'conditional' },
    'shipping.houseNumber1': { type: text(1, 100), requirement: 'optional' },
    'shipping.houseNumber2': { type: text(1, 100), requirement: 'optional' },
    'shipping.city': { type: cityLetters, requirement: 'conditional' },
    'shipping.state': { type: state, requirement: 'conditional' },
    'shipping.postcode': { type: postcode, requirement: 'conditional' },
    'shipping.country': { type: country, requirement: 'conditional' },
    'shipping.method': {
      type: choice([
        'CARRIER_DESIGNATED_BY_CUSTOMER',
        'ELECTRONIC_DELIVERY',
        'EXPEDITED',
        'GROUND',
        'INTERNATIONAL',
        'LOWEST_COST',
        'MILITARY',
        'NEXT_DAY_OVERNIGHT',
        'OTHER',
        'POINT_PICKUP',
        'PUDO',
        'SAME_DAY_SERVICE',
        'STORE_PICKUP',
        'THREE_DAY_SERVICE',
        'TWO_DAY_SERVICE',
      ]),
      requirement: 'conditional',
    },
    'shipping.cost': { type: amount, requirement: 'conditional' },
    'shipping.comment': { type: text(1, 160), requirement: 'conditional' },
    'shipping.expectedDate': { type: date, requirement: 'optional' },
    'shipping.logisticsProvider': { type: text(1, 255), requirement: 'optional' },
    'shipping.trackingNumber': { type: text(1, 255), requirement: 'optional' },
    'shipping.returnTrackingNumber': { type: text(1, 255), requirement: 'optional' },
    'shipping.normalized': { type: text(1, 255), requirement: 'optional' },
    'shipping.validationStatus': { type: text(1, 255), requirement: 'optional' },
    'shipping.warehouse': { type: text(1, 100), requirement: 'optional' },
    'shipping.preference': {
      type: choice(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
      requirement: 'optional',
      default: 'GET_FROM_FILE',
    },
    'shipping.middleName': { type: text(1, 255), requirement: 'optional' },
    'shipping.companyName': { type: text(1, 60), requirement: 'optional' },
    'shipping.phone': { type: phone(5, 25), requirement: 'optional' },
    'shipping.mobile': { type: phone(5, 25), requirement: 'optional' },
    'shipping.workPhone': { type: text(1, 25), requirement: 'optional' },
    'shipping.email': { type: text(6, 128), requirement: 'optional' },
    'shipping.type': { type: choice(['RETURN', 'SHIPMENT']), requirement: 'optional' },
  },
  carried: { allBut: [] },
  rules: [
    { kind: 'mandatory', names: ['shipping.houseNumber1'], when: 'shipping.houseNumber2' },
    { kind: 'ignored', name: 'shipping.street2', when: 'shipping.houseNumber1' },
  ],
} as const satisfies ParameterTable

const {
  'customer.browserFingerprint.id': _id,
  'customer.browserFingerprint.value': _value,
  'customer.browser.deviceId': _browserDeviceId,
  'customer.app.deviceId': _appDeviceId,
  ...recipientRows
} = customer.rows

/** Who receives the goods: all optional, so the customer's rules about what must be sent do not apply. */
export const shippingCustomer = {
  source: 'interface document, Customer',
  rows: nestedRows('shipping', recipientRows),
  carried: { allBut: [] },
  rules: [{ kind: 'notAhead', names: ['shipping.customer.birthDate'] }],
} as const satisfies ParameterTable
