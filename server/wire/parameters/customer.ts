import type { Rule } from './rules.ts'
import { type ParameterTable, waiting } from './table.ts'
import { boolean, choice, date, pattern, phone, text } from './value-types.ts'

/**
 * "Required when any other customer parameter is sent". The widget sends browser data of its own
 * accord and never asks for a name, so there browser data alone does not call for one.
 */
export const customerNames = {
  kind: 'mandatoryWithin',
  names: ['customer.givenName', 'customer.surname'],
  within: 'customer.',
  exempt: { 'checkouts.submit': 'customer.browser', 'checkouts.register': 'customer.browser' },
} as const satisfies Rule

/** The shopper. Fields serve storage, risk management and providers that need identity. */
export const customer = {
  source: 'interface document, Customer',
  rows: {
    'customer.merchantCustomerId': { type: text(1, 255), requirement: 'optional' },
    'customer.givenName': { type: text(1, 50), requirement: 'conditional' },
    'customer.middleName': { type: text(2, 50), requirement: 'optional' },
    'customer.surname': { type: text(1, 50), requirement: 'conditional' },
    'customer.sex': { type: choice(['M', 'F']), requirement: 'optional' },
    'customer.birthDate': { type: date, requirement: 'optional' },
    'customer.phone': { type: phone(0, 24), requirement: 'optional' },
    'customer.mobile': { type: phone(0, 24), requirement: 'optional' },
    'customer.workPhone': { type: text(1, 25), requirement: 'optional' },
    'customer.email': { type: text(6, 128), requirement: 'optional' },
    'customer.companyName': { type: text(1, 60), requirement: 'optional' },
    'customer.identificationDocType': {
      type: choice(['IDCARD', 'PASSPORT', 'TAXSTATEMENT']),
      requirement: 'conditional',
    },
    'customer.identificationDocId': { type: text(8, 64), requirement: 'conditional' },
    'customer.ip': { type: text(1, 255), requirement: 'optional' },
    'customer.merchantReference': { type: text(1, 255), requirement: 'optional' },
    'customer.salutation': { type: choice(['MR', 'MRS', 'MS', 'MX']), requirement: 'optional' },
    'customer.language': { type: pattern(/^[A-Z]{2}$/, 'DE'), requirement: 'optional' },
    'customer.category': { type: choice(['INDIVIDUAL', 'COMPANY']), requirement: 'optional' },
    'customer.status': { type: choice(['NEW', 'EXISTING']), requirement: 'optional' },
    'customer.browserFingerprint.id': { type: text(1, 255), requirement: 'optional' },
    'customer.browserFingerprint.value': { type: text(1, 4096), requirement: 'optional' },
    ...waiting('3-D Secure', {
      'customer.browser.acceptHeader': { type: text(1, 2048), requirement: 'conditional' },
      'customer.browser.language': { type: text(1, 8), requirement: 'conditional' },
      'customer.browser.screenHeight': { type: text(1, 6), requirement: 'conditional' },
      'customer.browser.screenWidth': { type: text(1, 6), requirement: 'conditional' },
      'customer.browser.timezone': { type: text(1, 5), requirement: 'conditional' },
      'customer.browser.userAgent': { type: text(1, 2048), requirement: 'conditional' },
      'customer.browser.javaEnabled': { type: boolean, requirement: 'conditional' },
      'customer.browser.screenColorDepth': {
        type: pattern(/^[0-9]{1,2}$/, '24'),
        requirement: 'optional',
      },
      'customer.browser.challengeWindow': {
        type: pattern(/^[0-9]$/, '4'),
        requirement: 'optional',
      },
    }),
    'customer.browser.deviceId': { type: text(1, 32), requirement: 'optional' },
    'customer.app.deviceId': { type: text(1, 40), requirement: 'optional' },
  },
  carried: {
    allBut: ['customer.givenName', 'customer.surname', 'customer.email', 'customer.ip'],
  },
  rules: [
    customerNames,
    { kind: 'notAhead', names: ['customer.birthDate'] },
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
