import { describe, expect, test } from 'vitest'
import { locate } from './name-tree.ts'
import type { ParameterRow, ParameterTable } from './table.ts'
import { allRows, tables } from './tables.ts'
import { valueReader } from './value-reader.ts'

/**
 * The rows of the interface document once more, copied from its tables and not from ours: name and
 * format in the document's words. `samples` knows what each format must take and refuse.
 */
const documented = `
amount                              | N10.N2
taxAmount                           | N10.N2
discountAmount                      | N10.N2
currency                            | currency
paymentBrand                        | word 1-32
paymentType                         | one of PA DB CD CP RV RF
integrity                           | one of true false
overridePaymentType[key]            | one of PA DB CD CP RV RF
descriptor                          | len 1-127
merchantTransactionId               | len 8-255
merchantInvoiceId                   | len 8-255
merchantMemo                        | len 8-255
transactionCategory                 | one of EC MO TO PO PM MOTO
sequence                            | len 1-255
numberOfCaptures                    | number 1-98
promotionCode                       | letters/digits 1-15
locale                              | len 1-10
transactionLinkId                   | len 1-35
lifecycleId                         | len 1-35
referenceUuid                       | len 1-32
transactionPurposeCode              | len 1-12
transactionPurposeAccount           | len 1-255
integrationType                     | len 1-10
transactionBai                      | len 1-2
transactionTti                      | len 1-3
transactionProcessingCode           | one of PURCHASE FUNDING PAYMENT
testMode                            | one of EXTERNAL INTERNAL
createRegistration                  | one of true false
overrideHolder                      | one of true false
shopperResultUrl                    | url 6-2048
notificationUrl                     | url 6-2048
card.holder                         | len 3-128
card.number                         | digits 8-32
card.expiryMonth                    | month
card.expiryYear                     | year
card.cvv                            | digits 3-4
card.numberType                     | one of PAN DPAN
customer.merchantCustomerId         | len 1-255
customer.givenName                  | len 1-50
customer.middleName                 | len 2-50
customer.surname                    | len 1-50
customer.sex                        | one of M F
customer.birthDate                  | date
customer.phone                      | phone 1-25
customer.mobile                     | phone 1-25
customer.workPhone                  | len 1-25
customer.email                      | len 6-128
customer.companyName                | len 1-60
customer.identificationDocType      | one of IDCARD PASSPORT TAXSTATEMENT
customer.identificationDocId        | len 8-64
customer.ip                         | len 1-255
customer.merchantReference          | len 1-255
customer.salutation                 | one of MR MRS MS MX
customer.language                   | uppercase 2-2
customer.category                   | one of INDIVIDUAL COMPANY
customer.status                     | one of NEW EXISTING
customer.browserFingerprint.id      | len 1-255
customer.browserFingerprint.value   | len 1-4096
customer.browser.acceptHeader       | len 1-2048
customer.browser.language           | len 1-8
customer.browser.screenHeight       | len 1-6
customer.browser.screenWidth        | len 1-6
customer.browser.timezone           | len 1-5
customer.browser.userAgent          | len 1-2048
customer.browser.javaEnabled        | one of true false
customer.browser.screenColorDepth   | digits 1-2
customer.browser.challengeWindow    | digits 1-1
customer.browser.deviceId           | len 1-32
customer.app.deviceId               | len 1-40
billing.street1                     | len 1-100
billing.street2                     | len 1-100
billing.houseNumber1                | len 1-100
billing.houseNumber2                | len 1-100
billing.city                        | len 1-80
billing.state                       | letters/digits/dot 1-50
billing.postcode                    | letters/digits 1-16
billing.country                     | country
billing.normalized                  | len 1-255
billing.validationStatus            | len 1-255
shipping.street1                    | len 1-100
shipping.street2                    | len 1-100
shipping.houseNumber1               | len 1-100
shipping.houseNumber2               | len 1-100
shipping.city                       | letters 1-80
shipping.state                      | letters/digits/dot 1-50
shipping.postcode                   | letters/digits 1-16
shipping.country                    | country
shipping.method                     | one of CARRIER_DESIGNATED_BY_CUSTOMER ELECTRONIC_DELIVERY EXPEDITED GROUND INTERNATIONAL LOWEST_COST MILITARY NEXT_DAY_OVERNIGHT OTHER POINT_PICKUP PUDO SAME_DAY_SERVICE STORE_PICKUP THREE_DAY_SERVICE TWO_DAY_SERVICE
shipping.cost                       | N10.N2
shipping.comment                    | len 1-160
shipping.expectedDate               | date
shipping.logisticsProvider          | len 1-255
shipping.trackingNumber             | len 1-255
shipping.returnTrackingNumber       | len 1-255
shipping.normalized                 | len 1-255
shipping.validationStatus           | len 1-255
shipping.warehouse                  | len 1-100
shipping.preference                 | one of GET_FROM_FILE NO_SHIPPING SET_PROVIDED_ADDRESS
shipping.middleName                 | len 1-255
shipping.companyName                | len 1-60
shipping.phone                      | phone 6-26
shipping.mobile                     | phone 6-26
shipping.workPhone                  | len 1-25
shipping.email                      | len 6-128
shipping.type                       | one of RETURN SHIPMENT
cart.items[n].name                  | len 1-255
cart.items[n].merchantItemId        | len 1-255
cart.items[n].quantity              | quantity
cart.items[n].type                  | one of PHYSICAL DIGITAL MIXED ANONYMOUS_DONATION AUTHORITIES_PAYMENT
cart.items[n].sku                   | len 1-255
cart.items[n].currency              | currency
cart.items[n].description           | len 1-2048
cart.items[n].commodityCode         | digits 1-8
cart.items[n].commodityDescription  | len 1-50
cart.items[n].originalPrice         | len 1-255
cart.items[n].price                 | N10.N2
cart.items[n].totalAmount           | N10.N2
cart.items[n].taxAmount             | N10.N2
cart.items[n].totalTaxAmount        | N10.N2
cart.items[n].tax                   | percentage
cart.items[n].taxCategory           | one of AA S E Z
cart.items[n].shipping              | N10.N2
cart.items[n].discount              | N10.N2
cart.items[n].giftMessage           | len 1-255
cart.items[n].shippingMethod        | len 1-255
cart.items[n].shippingInstructions  | len 1-255
cart.items[n].shippingTrackingNumber | len 1-255
cart.items[n].quantityUnit          | one of M CM KG G COUNT
cart.items[n].productUrl            | url 13-2048
cart.items[n].imageUrl              | url 13-2048
cart.items[n].totalDiscountAmount   | N10.N2
cart.items[n].productCode           | len 1-30
cart.items[n].partNumber            | len 1-30
cart.items[n].vatReferenceNumber    | len 1-30
cart.items[n].itemNumber            | number 1-999
cart.items[n].sellerId              | len 1-255
cart.items[n].deliveryDate          | date
cart.items[n].recipient.salutation  | len 1-5
cart.items[n].recipient.firstName   | len 1-48
cart.items[n].recipient.lastName    | len 1-48
cart.items[n].recipient.middleName  | len 1-50
cart.items[n].recipient.apartment   | len 1-100
cart.items[n].recipient.street      | len 1-100
cart.items[n].recipient.address     | len 1-100
cart.items[n].recipient.city        | len 1-80
cart.items[n].recipient.state       | len 1-50
cart.items[n].recipient.postcode    | len 1-16
cart.items[n].recipient.country     | country or number
cart.items[n].recipient.phone       | digits 1-25
cart.items[n].recipient.email       | len 1-128
customParameters[key]               | len 1-2048
redirect.url                        | len 6-2048
redirect.parameters[n].name         | len 1-255
redirect.parameters[n].value        | len 1-255
`

/** All customer fields but these are fields of shipping.customer as well. */
const notOfShippingCustomer = /browserFingerprint|browser\.deviceId|app\.deviceId/

const ownLines = documented
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()))
const shippingLines = ownLines
  .filter(([name = '']) => name.startsWith('customer.') && !notOfShippingCustomer.test(name))
  .map(([name, format]) => [`shipping.${name}`, format])
const lines = [...ownLines, ...shippingLines] as [name: string, format: string][]

interface Samples {
  readonly taken: readonly string[]
  readonly refused: readonly string[]
}

const formats: readonly [RegExp, (...parts: string[]) => Samples][] = [
  [
    /^len (\d+)-(\d+)$/,
    (min, max) => ofLength('ä😀 ', Number(min), Number(max), ['a\0b'.repeat(3)]),
  ],
  [
    /^digits (\d+)-(\d+)$/,
    (min, max) => ofLength('7', Number(min), Number(max), ['٣', '1e3', 'x']),
  ],
  [/^word (\d+)-(\d+)$/, (min, max) => ofLength('A_z9', Number(min), Number(max), ['A B', 'Ä'])],
  [/^uppercase (\d+)-(\d+)$/, (min, max) => ofLength('D', Number(min), Number(max), ['de', '12'])],
  [
    /^letters (\d+)-(\d+)$/,
    (min, max) => ofLength('São ', Number(min), Number(max), ['Paris 15', '<b>']),
  ],
  [
    /^letters\/digits (\d+)-(\d+)$/,
    (min, max) => ofLength('A9', Number(min), Number(max), ['A.9', 'Ä']),
  ],
  [
    /^letters\/digits\/dot (\d+)-(\d+)$/,
    (min, max) => ofLength('B.Y9', Number(min), Number(max), ['A B', 'A-B']),
  ],
  [
    /^phone (\d+)-(\d+)$/,
    (min, max) =>
      ofLength('9 .()/-', Number(min), Number(max), ['(030) 12', '-030 123', '+49x123']),
  ],
  [/^url (\d+)-(\d+)$/, (min, max) => urls(Number(min), Number(max))],
  [/^number (\d+)-(\d+)$/, (min, max) => numbers(Number(min), Number(max))],
  [/^one of (.*)$/, (values) => choices(values?.split(' ') ?? [])],
  [
    /^N10\.N2$/,
    () => ({
      taken: ['0', '92', '92.00', `${'9'.repeat(10)}.99`],
      refused: [
        '1'.repeat(11),
        '1.234',
        '1.',
        '.10',
        '-1',
        '+1',
        '1,00',
        '1e2',
        '1 000',
        '0x1',
        '١',
      ],
    }),
  ],
  [
    /^quantity$/,
    () => ({
      taken: [`${'9'.repeat(12)}.999`, '1', '1.5'],
      refused: ['1'.repeat(13), '1.2345', '-1', '1.'],
    }),
  ],
  [
    /^percentage$/,
    () => ({
      taken: ['0', '19', '19.5', '99.99', '100.00'],
      refused: ['100.01', '101', '019', '1.234', '-1'],
    }),
  ],
  [/^month$/, () => ({ taken: ['01', '12'], refused: ['1', '00', '13', '012'] })],
  [/^year$/, () => ({ taken: ['1999', '2034'], refused: ['34', '1899', '2100', '20340'] })],
  [
    /^date$/,
    () => ({
      taken: ['2028-02-29', '1970-01-01'],
      refused: ['2027-02-29', '2027-13-01', '27-01-01', '2027-1-1', '01.02.2027', '2027-04-31'],
    }),
  ],
  [
    /^currency$/,
    () => ({ taken: ['EUR', 'JPY', 'KWD'], refused: ['eur', 'EU', 'EURO', 'XXX', 'ZZZ', '978'] }),
  ],
  [/^country$/, () => ({ taken: ['DE', 'BQ'], refused: ['de', 'DEU', 'UK', 'ZZ', '276'] })],
  [
    /^country or number$/,
    () => ({ taken: ['DE', '276'], refused: ['de', 'DEU', 'ZZ', '27', '2760'] }),
  ],
]

function ofLength(alphabet: string, min: number, max: number, foreign: readonly string[]): Samples {
  const characters = (count: number) =>
    Array.from({ length: count }, (_, at) => [...alphabet][at % [...alphabet].length]).join('')
  const tooShort = min > 1 ? [characters(min - 1)] : []
  return {
    taken: [characters(max), characters(min)],
    refused: [characters(max + 1), ...tooShort, ...foreign],
  }
}

function urls(min: number, max: number): Samples {
  const address = (length: number) => 'https://a.example/'.padEnd(length, 'x')
  return {
    taken: [
      address(max),
      'https://x.io/',
      'com.shop.app://result',
      'http://127.0.0.1:8081/r?a=b&c=%20',
    ],
    refused: [
      address(max + 1),
      '/result',
      'shop.example',
      'javascript://x/%0aalert(1)',
      'data://text',
      'https://',
      'https://a b/',
      'x'.repeat(min - 1),
    ],
  }
}

function numbers(min: number, max: number): Samples {
  return {
    taken: [`${min}`, `${max}`],
    refused: [`${min - 1}`, `${max + 1}`, '-1', '1.0', 'x', '٣'],
  }
}

function choices(values: readonly string[]): Samples {
  return {
    taken: values,
    refused: [
      'OTHERWISE',
      values[0]?.toLowerCase().replace(/^true$/, 'TRUE') ?? '',
      `${values[0]}X`,
      values.join(','),
    ].filter((value) => !values.includes(value)),
  }
}

function samples(format: string): Samples {
  for (const [shape, make] of formats) {
    const match = shape.exec(format)
    if (match !== null) return make(...match.slice(1))
  }
  throw new Error(`No samples for ${format}`)
}

const allTables: readonly ParameterTable[] = Object.values(tables)

describe('the tables of the interface document', () => {
  test('have exactly the rows of the document', () => {
    const { access, legacyAccess, ...documentedTables } = tables
    const names = Object.values<ParameterTable>(documentedTables).flatMap((table) =>
      Object.keys(table.rows),
    )
    expect(names.toSorted()).toEqual(lines.map(([name]) => name).toSorted())
    expect(Object.keys(access.rows)).toEqual(['entityId'])
  })

  test.each(lines)('%s takes its longest value and refuses what is not %s', (name, format) => {
    const row = allTables.map((table) => table.rows[name]).find((found) => found !== undefined)
    const read = valueReader((row as ParameterRow).type)
    const { taken, refused } = samples(format)
    for (const value of taken) expect([value, read(value)]).toEqual([value, value])
    for (const value of refused) expect([value, typeof read(value)]).toEqual([value, 'object'])
  })

  test('name every row by a name that the lookup finds', () => {
    for (const [name, row] of allTables.flatMap((table) => Object.entries(table.rows))) {
      const onWire = name.replaceAll('[n]', '[7]').replace('[key]', '[some.Key_1]')
      expect(locate(allRows, onWire)).toEqual(row)
    }
  })

  test('have no row whose name is the beginning of the path of another', () => {
    const names = allTables.flatMap((table) => Object.keys(table.rows))
    const inside = names.filter((name) =>
      names.some((other) => name.startsWith(`${other}.`) || name.startsWith(`${other}[`)),
    )
    expect(inside).toEqual([])
  })

  test('echo no secret', () => {
    const rows = allTables.flatMap((table) => Object.entries(table.rows))
    const secrets = rows.filter(([, row]) => row.secret !== undefined)
    expect(secrets.map(([name]) => name)).toEqual([
      'card.number',
      'card.cvv',
      'authentication.userId',
      'authentication.password',
    ])
    expect(secrets.filter(([, row]) => row.echoed !== false)).toEqual([])
  })
})
