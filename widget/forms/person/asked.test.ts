import { describe, expect, it } from 'vitest'
import { readAsked } from './asked.ts'
import { personFields, saveCardFields } from './person-fields.ts'

const NOW = new Date('2030-06-01T12:00:00Z')
const groups = (...read: Parameters<typeof readAsked>) =>
  personFields(readAsked(...read), NOW).map(({ group }) => group)

describe('what a page asks of the shopper besides the card', () => {
  it('is nothing without options', () => {
    expect(readAsked({ showBirthDate: 'no', billingAddress: 'yes' })).toEqual({
      name: false,
      birthDate: false,
      taxNumber: false,
      saveCard: false,
    })
  })

  it('is the name in place of the card holder', () => {
    expect(groups({ forceCardHolderEqualsBillingName: 'true' })).toEqual(['givenName', 'surname'])
  })

  it('is the name as well where the gateway needs it with what is asked', () => {
    expect(groups({ showBirthDate: true })).toEqual(['givenName', 'surname', 'birthDate'])
    const known = ['customer.givenName', 'customer.surname']
    expect(groups({ showTaxNumberField: true }, { known })).toEqual(['taxNumber'])
  })

  it('is not asked again where the merchant’s server has set it', () => {
    const known = ['customer.birthDate', 'customer.identificationDocId']
    expect(groups({ showBirthDate: true, showTaxNumberField: true }, { known })).toEqual([])
  })

  it('is whether to store the card, unless the merchant’s server has decided that', () => {
    const rows = (known: readonly string[]) =>
      saveCardFields(readAsked({ showSaveCard: 'true' }, { known })).map(({ wireName }) => wireName)
    expect(rows([])).toEqual(['createRegistration'])
    expect(rows(['createRegistration'])).toEqual([])
  })

  it('keeps the texts and numbers of the address that the page gives', () => {
    const billingAddress = { postcode: 10115, city: 'Berlin', state: null }
    expect(readAsked({ billingAddress }).address).toEqual({
      postcode: '10115',
      city: 'Berlin',
      state: '',
    })
  })
})

it.each([
  ['1990-01-31', false],
  ['2030-06-01', false],
  ['1899-12-31', 'personDateError'],
  ['1990-02-29', 'personDateError'],
  ['1990--31', 'personDateError'],
  ['2030-06-02', 'personFutureError'],
])('of the birth date %s is said: %s', (date, expected) => {
  const field = personFields(readAsked({ showBirthDate: true }), NOW).at(-1)
  const fault = field?.isFaulty?.(date)
  const shown = fault === true ? field?.error : fault
  expect(shown ? shown.text : shown).toBe(expected)
})
