import type { Fields } from '../asked-server.ts'
import type { Check } from '../contract.ts'
import { debit, faultyNames, INVALID, paid } from '../test-data.ts'

/** Values that a parameter must not have, by the section of the interface document; `with`: what it needs beside it. */
const ROWS: readonly {
  section: string
  rows: readonly (readonly [string, string])[]
  with?: Fields
}[] = [
  {
    section: 'Basic payment',
    rows: [
      ['amount', '92.123'],
      ['amount', '92,00'],
      ['amount', '-1.00'],
      ['amount', '12345678901.00'],
      ['taxAmount', 'much'],
      ['currency', 'eur'],
      ['currency', 'EURO'],
      ['paymentBrand', 'VI SA'],
      ['paymentType', 'XX'],
      ['descriptor', 'd'.repeat(128)],
      ['merchantTransactionId', 't'.repeat(256)],
      ['merchantInvoiceId', 'short'],
      ['merchantMemo', 'm'.repeat(256)],
      ['numberOfCaptures', '99'],
      ['promotionCode', 'p'.repeat(16)],
      ['locale', 'l'.repeat(11)],
      ['transactionLinkId', 'i'.repeat(36)],
      ['transactionProcessingCode', 'GIFT'],
      ['testMode', 'OUTSIDE'],
      ['createRegistration', 'perhaps'],
      ['shopperResultUrl', '/result'],
    ],
  },
  {
    section: 'Card',
    rows: [
      ['card.number', '4200x00000000000'],
      ['card.number', '4200000'],
      ['card.expiryMonth', '13'],
      ['card.expiryYear', '34'],
      ['card.cvv', '12'],
      ['card.cvv', '12a'],
      ['card.holder', 'h'.repeat(129)],
      ['card.numberType', 'OTHER'],
    ],
  },
  {
    section: 'Customer',
    with: { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' },
    rows: [
      ['customer.givenName', 'g'.repeat(51)],
      ['customer.sex', 'X'],
      ['customer.birthDate', '1990-02-30'],
      ['customer.email', 'a@b.c'],
      ['customer.companyName', 'c'.repeat(61)],
      ['customer.salutation', 'SIR'],
      ['customer.language', 'eng'],
      ['customer.category', 'ROBOT'],
      ['customer.status', 'OLD'],
      ['customer.merchantCustomerId', 'i'.repeat(256)],
    ],
  },
  {
    section: 'Billing address',
    rows: [
      ['billing.street1', 's'.repeat(101)],
      ['billing.city', 'c'.repeat(81)],
      ['billing.country', 'GER'],
    ],
  },
  {
    section: 'Cart items',
    with: { 'cart.items[0].name': 'Kite' },
    rows: [
      ['cart.items[0].type', 'HEAVY'],
      ['cart.items[0].taxCategory', 'Q'],
      ['cart.items[0].commodityCode', '123456789'],
      ['cart.items[0].quantityUnit', 'BOX'],
      ['cart.items[1000].name', 'Kite'],
    ],
  },
  {
    section: 'Card on file',
    rows: [
      ['standingInstruction.type', 'OFTEN'],
      ['standingInstruction.mode', 'FIRST'],
      ['standingInstruction.source', 'SHOP'],
      ['standingInstruction.expiry', 'soon'],
    ],
  },
  {
    section: '3-D Secure',
    rows: [
      ['threeDSecure.eci', '9'],
      ['threeDSecure.verificationId', 'short'],
      ['threeDSecure.authenticationStatus', 'Z'],
    ],
  },
  {
    section: 'Custom parameters',
    rows: [
      ['customParameters[ab]', 'name of two letters'],
      ['customParameters[basket]', 'v'.repeat(2049)],
    ],
  },
]

const rowChecks = ROWS.map(
  ({ section, rows, with: beside = {} }): Check => ({
    id: `faults.${section.toLowerCase().replaceAll(/\W+/g, '-')}`,
    section: `interface document, ${section}`,
    title: 'a value that the table does not allow is refused, and its parameter named',
    async run(see, server) {
      for (const [name, value] of rows) {
        const reply = await server.post('/v1/payments', debit({ ...beside, [name]: value }))
        const sent = `${name}=${value.length > 20 ? `${value.length} characters` : value}`
        see.equal(`HTTP status for ${sent}`, reply.status, 400)
        see.equal(`result.code for ${sent}`, reply.at('result.code'), INVALID)
        const names = faultyNames(reply)
        see.holds(`parameterErrors for ${sent}`, names.includes(name), { got: names, wanted: name })
      }
    },
  }),
)

export const faultChecks: readonly Check[] = [
  ...rowChecks,
  {
    id: 'faults.missing',
    section: 'decisions §4',
    title: 'all required parameters that are missing are named at once, each with a message',
    async run(see, server) {
      const reply = await server.post('/v1/payments', {})
      see.equal('HTTP status', reply.status, 400)
      see.equal('result.code', reply.at('result.code'), INVALID)
      const names = faultyNames(reply)
      for (const name of ['amount', 'currency', 'paymentType']) {
        see.holds('parameterErrors', names.includes(name), { got: names, wanted: name })
      }
      const errors = reply.at('result.parameterErrors')
      const isWhole = Array.isArray(errors) && errors.every(isParameterError)
      const wanted = 'name, value and message of each'
      see.holds('members of parameterErrors', isWhole, { got: errors, wanted })
    },
  },
  {
    id: 'faults.secrets',
    section: 'decisions §4',
    title: 'a refusal does not repeat the number and the code of a card',
    async run(see, server) {
      const card = { 'card.number': '42000000000000001234567890123456789', 'card.cvv': '98765' }
      const reply = await server.post('/v1/payments', debit(card))
      see.equal('HTTP status', reply.status, 400)
      see.equal('result.code', reply.at('result.code'), INVALID)
      for (const [name, value] of Object.entries(card)) {
        const isTold = reply.text.includes(value)
        see.holds(`${name} in the answer`, !isTold, { got: 'the whole value', wanted: 'masked' })
      }
    },
  },
  {
    id: 'faults.references',
    section: 'interface document, Errors',
    title: 'a wrong parameter of a capture, refund or reversal is named, and nothing is done',
    async run(see, server) {
      const id = await paid(see, server)
      for (const [name, value] of [
        ['amount', '1.234'],
        ['currency', 'euro'],
        ['paymentType', 'ZZ'],
      ] as const) {
        const sent = { paymentType: 'RF', amount: '1.00', currency: 'EUR', [name]: value }
        const reply = await server.post(`/v1/payments/${id}`, sent)
        see.equal(`HTTP status for ${name}=${value}`, reply.status, 400)
        const names = faultyNames(reply)
        see.holds('parameterErrors', names.includes(name), { got: names, wanted: name })
      }
      const whole = { paymentType: 'RF', amount: '92.00', currency: 'EUR' }
      const refund = await server.post(`/v1/payments/${id}`, whole)
      see.equal('result.code of a refund of all', refund.at('result.code'), '000.100.110')
    },
  },
]

function isParameterError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const members = error as Readonly<Record<string, unknown>>
  return ['name', 'value', 'message'].every((member) => typeof members[member] === 'string')
}
