import { describe, expect, it } from 'vitest'
import { transferMethods } from '../../../../common/transfer-methods.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { transferFields } from './transfer-fields.ts'

const shell = {
  session: { value: { environment: 'test' } },
  language: { value: { tag: 'de' } },
} as unknown as FormShell

const fieldsOf = (brand: string) => transferFields(shell, transferMethods[brand] ?? {}, ['de'])

function fieldOf(brand: string, group: string) {
  const field = fieldsOf(brand).find((one) => one.group === group)
  if (field === undefined) throw new Error(`${brand} has no field ${group}`)
  return field
}

describe('the fields of a transfer', () => {
  it('are at least one for each method that has a form with fields', () => {
    const groups = Object.keys(transferMethods).map((brand) => [
      brand,
      fieldsOf(brand).map(({ group }) => group),
    ])
    expect(Object.fromEntries(groups)).toEqual({
      ENTERCASH: ['country'],
      EPS: ['bankName'],
      GIROPAY: ['accountBankBic', 'accountIban'],
      IDEAL: ['bankName'],
      SOFORTUEBERWEISUNG: ['country'],
    })
  })

  it.each([
    ['accountBankBic', 'TESTDETT', false],
    ['accountBankBic', 'TESTDETT421', false],
    ['accountBankBic', ' testdett 421 ', false],
    ['accountBankBic', 'TESTDETT4', true],
    ['accountBankBic', 'TESTDÉTT', true],
    ['accountIban', 'de14 9405 9310 0000 0123 46', false],
    ['accountIban', 'DE14940593100000012345', true],
    ['accountIban', 'DE', true],
  ])('in %s, %j is faulty: %s', (group, typed, expected) => {
    const { isFaulty, toWire } = fieldOf('GIROPAY', group)
    expect(isFaulty?.(toWire?.(typed) ?? typed)).toBe(expected)
  })

  it('are required, but for the IBAN', () => {
    const all = Object.keys(transferMethods).flatMap((brand) => fieldsOf(brand))
    expect(all.filter(({ isRequired }) => !isRequired).map(({ group }) => group)).toEqual([
      'accountIban',
    ])
  })

  it('are sent without blanks and in capitals where they are numbers', () => {
    expect(fieldOf('GIROPAY', 'accountIban').toWire?.('de14 9405')).toBe('DE149405')
    expect(fieldOf('IDEAL', 'bankName').toWire).toBeUndefined()
  })

  it('offer countries in the words and the order of the language, and the simulator’s bank in test', () => {
    const names = fieldOf('ENTERCASH', 'country')
      .choices?.()
      .map(([, name]) => name)
    expect(names).toEqual(['Deutschland', 'Finnland', 'Österreich', 'Schweden'])
    expect(fieldOf('EPS', 'bankName').choices?.().at(-1)).toEqual(['SIMULATOR', 'SIMULATOR'])
  })
})
