import { describe, expect, test } from 'vitest'
import { ParameterValues } from '../../parameters/values.ts'
import {
  type InstructedPayment,
  standingInstructionDefaults,
  standingInstructionFaults,
} from './standing-instruction.ts'

function valuesOf(sent: Readonly<Record<string, string>>): ParameterValues {
  return ParameterValues.of(Object.entries(sent))
}

const recurring = valuesOf({
  'standingInstruction.source': 'CIT',
  'standingInstruction.mode': 'INITIAL',
  'standingInstruction.type': 'RECURRING',
  'card.cvv': '123',
})

describe('defaults of a standing instruction', () => {
  test('are filled in for the network that has them', () => {
    expect(standingInstructionDefaults('MASTER', recurring)).toEqual({
      'standingInstruction.expiry': '9999-12-31',
      'standingInstruction.frequency': '0001',
    })
    expect(standingInstructionDefaults('VISA', recurring)).toEqual({})
  })

  test('do not replace values that were sent', () => {
    const values = valuesOf({
      'standingInstruction.type': 'INSTALLMENT',
      'standingInstruction.expiry': '2031-05-27',
    })
    expect(standingInstructionDefaults('MASTER', values)).toEqual({
      'standingInstruction.frequency': '0001',
    })
  })

  test('belong to regular payments', () => {
    const unscheduled = valuesOf({ 'standingInstruction.type': 'UNSCHEDULED' })
    expect(standingInstructionDefaults('MASTER', unscheduled)).toEqual({})
    expect(standingInstructionDefaults('MASTER', valuesOf({}))).toEqual({})
  })
})

const paidWith = (brand: string, more: Partial<InstructedPayment> = {}): InstructedPayment => ({
  brand,
  issuerCountry: () => undefined,
  ...more,
})
const asked = (what: string) => [
  {
    name: 'standingInstruction.recurringType',
    value: '',
    message: `is required for ${what}: STANDING_ORDER or SUBSCRIPTION`,
  },
]

describe('faults of a standing instruction', () => {
  test('are none without one', () => {
    expect(standingInstructionFaults(paidWith('MASTER'), valuesOf({}))).toEqual([])
  })

  test.each(['RECURRING', 'INSTALLMENT', 'UNSCHEDULED'])(
    'name the recurring type that one network requires for every %s payment',
    (type) => {
      for (const mode of ['INITIAL', 'REPEATED']) {
        const values = valuesOf({
          'standingInstruction.mode': mode,
          'standingInstruction.type': type,
          ...(mode === 'INITIAL' ? { 'card.cvv': '123' } : {}),
        })
        const faults = standingInstructionFaults(paidWith('MASTER'), values)
        expect(faults).toEqual(asked('every standing instruction with MASTER'))
        expect(standingInstructionFaults(paidWith('VISA'), values)).toEqual([])
      }
    },
  )

  test('name the recurring type for a card of that network from a wallet', () => {
    const card = paidWith('APPLEPAY', { network: 'MASTER' })
    const faults = standingInstructionFaults(card, recurring)
    expect(faults).toEqual(asked('every standing instruction with MASTER'))
  })

  test('name the recurring type for recurring payments of another network with Indian cards', () => {
    const indian = paidWith('VISA', { issuerCountry: () => 'IN' })
    const faults = standingInstructionFaults(indian, recurring)
    expect(faults).toEqual(asked('recurring payments with VISA cards that were issued in India'))
    const unscheduled = valuesOf({
      ...Object.fromEntries(recurring.entries()),
      'standingInstruction.type': 'UNSCHEDULED',
    })
    expect(standingInstructionFaults(indian, unscheduled)).toEqual([])
    const german = paidWith('VISA', { issuerCountry: () => 'DE' })
    expect(standingInstructionFaults(german, recurring)).toEqual([])
    const amex = paidWith('AMEX', { issuerCountry: () => 'IN' })
    expect(standingInstructionFaults(amex, recurring)).toEqual([])
  })

  test('name the security code of a stored card, but not of a stored account', () => {
    const values = valuesOf({
      registrationId: '8ac7a4c79394bdc801939736f17e063d',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'UNSCHEDULED',
    })
    const [fault] = standingInstructionFaults(paidWith('VISA'), values)
    expect(fault).toMatchObject({ name: 'card.cvv', value: '' })
    expect(standingInstructionFaults(paidWith('DIRECTDEBIT_SEPA'), values)).toEqual([])
  })
})
