import { describe, expect, it } from 'vitest'
import { countryCodes } from '../../../common/address-formats.ts'
import type { WidgetSession } from '../../../common/widget-wire.ts'
import type { Field } from '../fields/field.ts'
import { readAsked } from '../person/asked.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { addressFields } from './address-fields.ts'

interface Case {
  readonly options?: Readonly<Record<string, unknown>>
  readonly session?: Partial<WidgetSession>
  readonly typed?: Readonly<Record<string, string>>
}

function fieldsOf(country: string, { options, session = {}, typed }: Case = {}): readonly Field[] {
  const form = { session: { value: session }, language: { value: { tag: 'de' } } }
  const values: Readonly<Record<string, string>> = { 'billing.country': country, ...typed }
  const asked = readAsked({ billingAddress: {}, ...options }, session as WidgetSession)
  return addressFields(
    form as unknown as FormShell,
    asked,
    ({ wireName }) => values[wireName] ?? '',
  )
}

function fieldOf(country: string, group: string, given: Case = {}): Field {
  const found = fieldsOf(country, given).find((field) => field.group === group)
  if (found === undefined) throw new Error(`${country} has no field ${group}`)
  return found
}

const required = (country: string, given?: Case) =>
  fieldsOf(country, given).flatMap(({ isRequired, group }) => (isRequired ? [group] : []))

describe('the billing address', () => {
  it('is not asked without the option', () => {
    expect(fieldsOf('DE', { options: { billingAddress: undefined } })).toEqual([])
  })

  it('names 249 countries and Kosovo in the language, in its order', () => {
    const names =
      fieldOf('DE', 'country')
        .choices?.()
        .map(([, name]) => name) ?? []
    expect(names).toHaveLength(250)
    expect(names.indexOf('Ägypten')).toBeLessThan(names.indexOf('Belgien'))
  })

  it('requires what addresses of the country need', () => {
    expect(required('DE')).toEqual(['country', 'street1', 'postcode', 'city'])
    expect(required('US')).toEqual(['country', 'street1', 'city', 'stateSelect', 'postcode'])
    expect(required('JP')).toEqual(['country', 'postcode', 'city', 'street1'])
    expect(required('IE')).toEqual(['country', 'street1', 'city'])
    expect(required('AE')).toEqual(['country', 'street1', 'city', 'stateSelect'])
  })

  it('requires what the page names, where addresses of the country have it', () => {
    const options = {
      mandatoryBillingFields: { country: true, state: 'true', city: false, street2: true },
    }
    expect(required('DE', { options })).toEqual(['country', 'street2'])
    expect(required('JP', { options })).toEqual(['country', 'stateText', 'street2'])
  })

  it('leaves out what the merchant’s server has set, and follows its country', () => {
    const session = { known: ['billing.country', 'billing.city'], billingCountry: 'US' }
    const groups = fieldsOf('', { session }).map(({ group }) => group)
    expect(groups).toEqual(['street1', 'street2', 'stateSelect', 'postcode'])
  })

  it.each([
    ['DE', ' 10115 ', '10115', false],
    ['DE', '1011', '1011', true],
    ['DE', 'D-10115', 'D-10115', false],
    ['GB', 'sw1a 1aa', 'SW1A 1AA', false],
    ['SA', '١١٥٦٤', '11564', false],
    ['JP', '１００−０００１', '100-0001', false],
    ['CL', 'any 1', 'ANY 1', false],
    ['CL', 'any_1', 'ANY_1', true],
  ])('in %s sends the postcode %j as %j, faulty: %s', (country, typed, sent, faulty) => {
    const { toWire, isFaulty } = fieldOf(country, 'postcode')
    expect(toWire?.(typed)).toBe(sent)
    expect(isFaulty?.(sent)).toBe(faulty)
  })

  it('sends a state in the form that the wire takes, and none of another country', () => {
    expect(fieldOf('US', 'stateSelect').toWire?.('CA')).toBe('CA')
    expect(fieldOf('AU', 'stateSelect').toWire?.('CA')).toBe('')
    expect(fieldOf('AR', 'stateText').toWire?.('Buenos Aires')).toBe('BuenosAires')
  })

  it.each([
    ['US', 'billingZip', 'billingStateOnly'],
    ['CA', 'billingPostalCode', 'billingProvince'],
    ['IN', 'billingPin', 'billingStateOnly'],
    ['JP', 'billingPostcode', 'billingPrefecture'],
    ['TW', 'billingPostcode', 'billingCounty'],
    ['CO', 'billingPostcode', 'billingDepartment'],
    ['IE', { text: 'Eircode' }, undefined],
    ['GB', 'billingPostcode', undefined],
    ['AE', undefined, 'billingEmirate'],
  ])('in %s calls the postcode %s and the state %s', (country, postcode, state) => {
    const labelOf = (wireName: string) =>
      fieldsOf(country).find((field) => field.wireName === wireName)?.label
    expect(labelOf('billing.postcode')).toEqual(postcode)
    expect(labelOf('billing.state')).toBe(state)
  })

  it('names each state or province that an address has', () => {
    const unnamed = countryCodes.filter((country) =>
      fieldsOf(country).some(({ label }) => label === 'billingState'),
    )
    expect(unnamed).toEqual([])
  })

  it('takes no street of digits alone, but digits beside a second line', () => {
    expect(fieldOf('DE', 'street1').isFaulty?.('12')).toBe(true)
    const typed = { 'billing.street2': 'Q 7' }
    expect(fieldOf('DE', 'street1', { typed }).isFaulty?.('12')).toBe(false)
  })
})
