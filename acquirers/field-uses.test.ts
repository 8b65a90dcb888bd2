import { describe, expect, it } from 'vitest'
import { takenParameters } from '../reference/openapi/taken-parameters.ts'
import { isEchoed } from '../server/parameters/table.ts'
import type { ConnectorOperation } from '../server/payments/connectors/connector.ts'
import {
  type FieldTable,
  isOfTheGateway,
  leftOutOf,
  useOf,
} from '../server/payments/connectors/field-uses.ts'
import { documentParts } from '../server/testing/all-features.fixture.ts'
import { ADYEN_FIELDS } from './adyen/fields.ts'
import { paymentBody } from './adyen/requests.ts'
import { STRIPE_FIELDS } from './stripe/fields.ts'
import { confirmBody, intentBody, methodBody } from './stripe/requests.ts'

const RETURN = 'https://pay.example/back'

const PROVIDERS: Readonly<
  Record<
    string,
    { readonly fields: FieldTable; readonly sent: (one: ConnectorOperation) => unknown }
  >
> = {
  Stripe: {
    fields: STRIPE_FIELDS,
    sent: (one) => [
      methodBody(one),
      intentBody(one, { method: 'pm_1' }, false),
      confirmBody(one, RETURN),
    ],
  },
  Adyen: {
    fields: ADYEN_FIELDS,
    sent: (one) =>
      paymentBody(one, { merchantAccount: 'Acme', settings: {}, returnUrl: RETURN, stored: [] }),
  },
}

/** Every field of a first payment that connectors are given, once, with an index or a key in the place of `[n]` and `[key]`. */
const FIELDS = [
  ...new Set(
    documentParts('https://pay.example', 'test').routes.flatMap(({ path, operation }) =>
      operation === undefined || path !== '/v1/payments'
        ? []
        : takenParameters(operation).flatMap(({ name, row }) =>
            isEchoed(row) ? [name.replaceAll('[n]', '[0]').replace('[key]', '[x]')] : [],
          ),
    ),
  ),
].filter((name) => !isOfTheGateway(name))

/** Reach connectors under another name: as a part of the instrument, and as `descriptor`. */
const BY_ANOTHER_NAME = ['card.holder', 'bankAccount.holder', 'merchant.name']

const CARD: ConnectorOperation = {
  paymentId: '8ac7a4a29394bdc801939736f17e0641',
  paymentType: 'DB',
  paymentBrand: 'VISA',
  amount: { minor: 9200, currency: 'EUR' },
  instrument: { kind: 'card', number: '4200000000000000', expiryMonth: '05', expiryYear: '2034' },
  request: {},
  customParameters: {},
}

/** Of an address and of a browser a provider takes all or nothing. */
const WHOLE: Readonly<Record<string, string>> = {
  'billing.street1': 'Main Street 5',
  'billing.city': 'Berlin',
  'billing.country': 'DE',
  'shipping.street1': 'Side Street 7',
  'shipping.city': 'Bonn',
  'shipping.country': 'DE',
  'customer.givenName': 'Jane',
  'customer.surname': 'Doe',
  'customer.ip': '192.0.2.1',
  'customer.browser.acceptHeader': 'text/html',
  'customer.browser.language': 'en',
  'customer.browser.screenHeight': '900',
  'customer.browser.screenWidth': '1400',
  'customer.browser.timezone': '60',
  'customer.browser.userAgent': 'Browser 1',
}
const PROOF: Readonly<Record<string, string>> = {
  'threeDSecure.eci': '05',
  'threeDSecure.verificationId': 'AAABBZEEBgAAAAAAAAQGAAAAAAA=',
  'threeDSecure.dsTransactionId': 'c75f23af-9454-43f6-ba17-130ed529507e',
  'threeDSecure.version': '2.2.0',
}
const SITUATIONS: readonly ConnectorOperation[] = [
  { ...CARD, request: WHOLE },
  { ...CARD, paymentType: 'PA', request: WHOLE },
  { ...CARD, request: { ...WHOLE, ...PROOF } },
  { ...CARD, request: { ...WHOLE, 'standingInstruction.mode': 'INITIAL' } },
  {
    ...CARD,
    request: { 'standingInstruction.source': 'MIT', 'standingInstruction.type': 'UNSCHEDULED' },
  },
  {
    ...CARD,
    paymentBrand: 'DIRECTDEBIT_SEPA',
    instrument: { kind: 'bankAccount', iban: 'DE89370400440532013000' },
    request: WHOLE,
  },
  { ...CARD, paymentBrand: 'EPS', instrument: { kind: 'bankAccount' }, request: {} },
]

/** Values that choose something where they are known, and others. */
const VALUES = [
  'one',
  '2',
  'true',
  'MO',
  'MIT',
  'INITIAL',
  'REPEATED',
  'RECURRING',
  '07',
  '2.1.0',
  'A',
  '02',
]

const withValue = (one: ConnectorOperation, name: string, value: string | undefined) => {
  const request = { ...one.request }
  if (value === undefined) delete request[name]
  else request[name] = value
  return { ...one, request }
}

describe.each(Object.entries(PROVIDERS))('the fields of %s', (_, { fields, sent }) => {
  it('are sent where the table says so, and only there', () => {
    const isSent = (name: string) =>
      SITUATIONS.some((one) => {
        const before = JSON.stringify(sent(one))
        return [...VALUES, undefined].some(
          (value) => JSON.stringify(sent(withValue(one, name, value))) !== before,
        )
      })
    const wrong = FIELDS.filter((name) => !BY_ANOTHER_NAME.includes(name)).filter((name) => {
      const use = useOf(fields, name)
      return (use !== undefined && 'as' in use) !== isSent(name)
    })
    expect(FIELDS.length).toBeGreaterThan(300)
    expect(wrong).toEqual([])
  })

  it('have no row that no field needs', () => {
    const used = new Set(FIELDS.map((name) => useOf(fields, name)))
    for (const name of BY_ANOTHER_NAME) used.add(useOf(fields, name))
    expect(fields.filter((use) => !used.has(use))).toEqual([])
  })
})

describe('what is left out', () => {
  it('is named by what it may change, and what the gateway uses itself is not', () => {
    const names = [
      'cart.items[3].name',
      'threeDSecure.exemptionFlag',
      'threeDSecure.disable',
      'locale',
    ]
    expect(Object.fromEntries(leftOutOf(ADYEN_FIELDS, names))).toEqual({
      cost: ['cart.items[3].name'],
      liability: ['threeDSecure.exemptionFlag'],
    })
  })
})
