import type { Rule } from './rules.ts'
import { isAllAddresses } from './sent-addresses.ts'
import { conditional, optional, type ParameterTable } from './table.ts'
import { boolean, choice, date, pattern, phone, text } from './value-types.ts'

/**
 * "Required when any other customer parameter is sent". The widget sends browser data by itself and
 * never asks for a name, so with browser data alone no name is required there.
 */
export const customerNames = {
  kind: 'mandatoryWithin',
  names: ['customer.givenName', 'customer.surname'],
  within: 'customer.',
  exempt: { 'checkouts.submit': 'customer.browser', 'checkouts.register': 'customer.browser' },
} as const satisfies Rule

const NOT_OF_WIDGET = ['checkouts.submit', 'checkouts.register'] as const

/**
 * What 3-D Secure can read of a browser. The document allows any text. Sent by the widget on its own
 * is not refused: the shopper could change nothing about it.
 */
export const browserForms = [
  {
    kind: 'matches',
    names: ['customer.browser.screenHeight', 'customer.browser.screenWidth'],
    pattern: /^[0-9]{1,6}$/,
    words: 'a number of pixels, such as 1080',
    exempt: NOT_OF_WIDGET,
  },
  {
    kind: 'matches',
    names: ['customer.browser.timezone'],
    pattern: /^[+-]?[0-9]{1,4}$/,
    words: 'a number of minutes, such as -60',
    exempt: NOT_OF_WIDGET,
  },
  {
    kind: 'matches',
    names: ['customer.browser.challengeWindow'],
    pattern: /^[1-5]$/,
    words: 'the code of a window size, 1 to 5',
    exempt: NOT_OF_WIDGET,
  },
] as const satisfies readonly Rule[]

/**
 * Block lists and limits look at the address: a text that is none would pass them. The document allows any text;
 * in the profile `legacy` such a text adds to the score (`features/risk/rules.ts`).
 */
export const customerAddress = addressForm('customer.ip')
export const shippedAddress = addressForm('shipping.customer.ip')

function addressForm<const Name extends string>(name: Name) {
  return {
    kind: 'matches',
    names: [name],
    pattern: { test: isAllAddresses },
    words:
      'the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them',
  } as const satisfies Rule
}

/** The shopper. Fields serve storage, risk management and providers that need identity. */
export const customer = {
  source: 'interface document, Customer',
  rows: {
    'customer.merchantCustomerId': optional(text(1, 255)),
    'customer.givenName': conditional(text(1, 50)),
    'customer.middleName': optional(text(2, 50)),
    'customer.surname': conditional(text(1, 50)),
    'customer.sex': optional(choice(['M', 'F'])),
    'customer.birthDate': optional(date),
    'customer.phone': optional(phone(0, 24)),
    'customer.mobile': optional(phone(0, 24)),
    'customer.workPhone': optional(text(1, 25)),
    'customer.email': optional(text(6, 128)),
    'customer.companyName': optional(text(1, 60)),
    'customer.identificationDocType': conditional(choice(['IDCARD', 'PASSPORT', 'TAXSTATEMENT'])),
    'customer.identificationDocId': conditional(text(8, 64)),
    'customer.ip': optional(text(1, 255)),
    'customer.merchantReference': optional(text(1, 255)),
    'customer.salutation': optional(choice(['MR', 'MRS', 'MS', 'MX'])),
    'customer.language': optional(pattern(/^[A-Z]{2}$/, 'DE')),
    'customer.category': optional(choice(['INDIVIDUAL', 'COMPANY'])),
    'customer.status': optional(choice(['NEW', 'EXISTING'])),
    'customer.browserFingerprint.id': optional(text(1, 255)),
    'customer.browserFingerprint.value': optional(text(1, 4096)),
    'customer.browser.acceptHeader': conditional(text(1, 2048)),
    'customer.browser.language': conditional(text(1, 8)),
    'customer.browser.screenHeight': conditional(text(1, 6)),
    'customer.browser.screenWidth': conditional(text(1, 6)),
    'customer.browser.timezone': conditional(text(1, 5)),
    'customer.browser.userAgent': conditional(text(1, 2048)),
    'customer.browser.javaEnabled': conditional(boolean),
    'customer.browser.screenColorDepth': optional(pattern(/^[0-9]{1,2}$/, '24')),
    'customer.browser.challengeWindow': optional(pattern(/^[0-9]$/, '4')),
    'customer.browser.deviceId': optional(text(1, 32)),
    'customer.app.deviceId': optional(text(1, 40)),
  },
  passedOn: [
    'customer.middleName',
    'customer.sex',
    'customer.companyName',
    'customer.identificationDocType',
    'customer.merchantReference',
    'customer.salutation',
    'customer.category',
    'customer.status',
    'customer.browserFingerprint.id',
    'customer.browserFingerprint.value',
    'customer.browser.deviceId',
    'customer.app.deviceId',
  ],
  rules: [
    customerNames,
    ...browserForms,
    customerAddress,
    { kind: 'notInFuture', names: ['customer.birthDate'] },
    {
      kind: 'mandatory',
      names: ['customer.identificationDocId'],
      when: 'customer.identificationDocType',
    },
    {
      kind: 'mandatory',
      names: ['customer.identificationDocType'],
      when: 'customer.identificationDocId',
    },
  ],
} as const satisfies ParameterTable
