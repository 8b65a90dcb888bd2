import { postcode } from './address-types.ts'
import { billing } from './billing.ts'
import { shipping } from './shipping.ts'
import { nestedRows, optionalRows, type ParameterTable } from './table.ts'
import { country, countryNumber, phone, text } from './value-types.ts'

/** The merchant as statements show it, and behind it as payment facilitators name it. */
export const merchant = {
  source: 'interface document, Merchant',
  rows: {
    ...optionalRows(text(1, 100), [
      'merchant.name',
      'merchant.street',
      'merchant.city',
      'merchant.serviceLocationCity',
      'merchant.submerchantId',
      'merchant.legalName',
    ]),
    ...optionalRows(text(1, 50), ['merchant.state', 'merchant.serviceLocationState']),
    ...optionalRows(text(1, 20), [
      'merchant.geographicCoordinates',
      'merchant.serviceLocationGeographicCoordinates',
    ]),
    ...optionalRows(text(1, 255), [
      'merchant.additionalContact',
      'merchant.url',
      'merchant.isoId',
      'merchant.payFacId',
      'merchant.payFacName',
      'merchant.marketplaceId',
      'merchant.app.schemeUrl',
    ]),
    ...optionalRows(text(1, 60), ['merchant.partnerIdCode', 'merchant.taxId']),
    ...optionalRows(text(0, 25), ['merchant.phone', 'merchant.customerContactPhone']),
    'merchant.mcc': { type: text(0, 4), requirement: 'optional' },
    'merchant.countryCode': { type: countryNumber, requirement: 'optional' },
    'merchant.country': { type: country, requirement: 'optional' },
    'merchant.postcode': { type: postcode, requirement: 'optional' },
    'merchant.serviceLocationCountryCode': { type: text(0, 3), requirement: 'optional' },
    'merchant.serviceLocationPostCode': { type: text(1, 16), requirement: 'optional' },
    'merchant.websiteId': { type: text(0, 255), requirement: 'optional' },
    'merchant.foreignRetailIndicator': { type: text(1, 25), requirement: 'optional' },
    'merchant.data[key]': {
      type: text(0, 2048),
      requirement: 'optional',
      key: { pattern: /^[A-Za-z0-9._]{3,64}$/, example: 'store.number' },
    },
  },
  carried: { allBut: ['merchant.name'] },
  rules: [],
} as const satisfies ParameterTable

/** The merchant's own address: all optional, so the rules of a billing address do not apply. */
export const merchantBilling = {
  source: 'interface document, Billing address',
  rows: {
    ...nestedRows('merchant', billing.rows),
    ...optionalRows(text(1, 255), [
      'merchant.billing.givenName',
      'merchant.billing.surname',
      'merchant.billing.middleName',
    ]),
    'merchant.billing.companyName': { type: text(1, 60), requirement: 'optional' },
    'merchant.billing.phone': { type: text(1, 25), requirement: 'optional' },
    'merchant.billing.workPhone': { type: text(1, 25), requirement: 'optional' },
    'merchant.billing.mobile': { type: phone(5, 25), requirement: 'optional' },
    'merchant.billing.email': { type: text(6, 128), requirement: 'optional' },
  },
  carried: { allBut: [] },
  rules: [],
} as const satisfies ParameterTable

/** Where the merchant ships from: all optional, so the rules of a shipping address do not apply. */
export const merchantShipping = {
  source: 'interface document, Shipping address',
  rows: nestedRows('merchant', shipping.rows),
  carried: { allBut: [] },
  rules: [],
} as const satisfies ParameterTable
