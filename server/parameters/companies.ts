import { billing, shipping } from './addresses.ts'
import { nestedRows, optional, optionalRows, type ParameterTable } from './table.ts'
import {
  choice,
  country,
  countryNumber,
  phone,
  phoneDigits,
  postcode,
  text,
} from './value-types.ts'

/** The company that pays. */
export const corporate = {
  source: 'interface document, Corporate',
  rows: {
    ...optionalRows(text(1, 30), ['corporate.name', 'corporate.suite']),
    ...optionalRows(text(1, 100), ['corporate.street', 'corporate.address']),
    'corporate.description': optional(text(1, 160)),
    'corporate.city': optional(text(1, 80)),
    'corporate.state': optional(text(1, 50)),
    'corporate.postCode': optional(text(1, 16)),
    'corporate.postboxNumber': optional(text(1, 15)),
    'corporate.purchase': optional(choice(['Y', 'N'])),
    ...optionalRows(phoneDigits, ['corporate.phone', 'corporate.fax']),
    'corporate.vatId': optional(text(0, 255)),
  },
  passedOn: { allExcept: [] },
  rules: [],
} as const satisfies ParameterTable

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
    'merchant.mcc': optional(text(0, 4)),
    'merchant.countryCode': optional(countryNumber),
    'merchant.country': optional(country),
    'merchant.postcode': optional(postcode),
    'merchant.serviceLocationCountryCode': optional(text(0, 3)),
    'merchant.serviceLocationPostCode': optional(text(1, 16)),
    'merchant.websiteId': optional(text(0, 255)),
    'merchant.foreignRetailIndicator': optional(text(1, 25)),
    'merchant.data[key]': optional(text(0, 2048), {
      key: { pattern: /^[A-Za-z0-9._]{3,64}$/, example: 'store.number' },
    }),
  },
  passedOn: { allExcept: ['merchant.name'] },
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
    'merchant.billing.companyName': optional(text(1, 60)),
    'merchant.billing.phone': optional(text(1, 25)),
    'merchant.billing.workPhone': optional(text(1, 25)),
    'merchant.billing.mobile': optional(phone(5, 25)),
    'merchant.billing.email': optional(text(6, 128)),
  },
  passedOn: { allExcept: [] },
  rules: [],
} as const satisfies ParameterTable

/** Where the merchant ships from: all optional, so the rules of a shipping address do not apply. */
export const merchantShipping = {
  source: 'interface document, Shipping address',
  rows: nestedRows('merchant', shipping.rows),
  passedOn: { allExcept: [] },
  rules: [{ kind: 'fitsCurrency', names: ['merchant.shipping.cost'], currency: 'currency' }],
} as const satisfies ParameterTable
