import { describe, expect, test } from 'vitest'
import {
  standingInstructionDefaults,
  standingInstructionFaults,
} from './standing-instruction-rules.ts'
import { ParameterValues } from './values.ts'

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

  test('take the place of nothing that was sent', () => {
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

describe('faults of a standing instruction', () => {
  test('are none without one', () => {
    expect(standingInstructionFaults('MASTER', valuesOf({}))).toEqual([])
  })

  test('name what the network asks for', () => {
    expect(standingInstructionFaults('MASTER', recurring)).toEqual([
      {
        name: 'standingInstruction.recurringType',
        value: '',
        message:
          'is required for MASTER together with standingInstruction.type=RECURRING: STANDING_ORDER or SUBSCRIPTION',
      },
    ])
    expect(standingInstructionFaults('VISA', recurring)).toEqual([])
  })

  test('name the code of a stored card, but not of a stored account', () => {
    const values = valuesOf({
      registrationId: '8ac7a4c79394bdc801939736f17e063d',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.type': 'UNSCHEDULED',
    })
    const [fault] = standingInstructionFaults('VISA', values)
    expect(fault).toMatchObject({ name: 'card.cvv', value: '' })
    expect(standingInstructionFaults('DIRECTDEBIT_SEPA', values)).toEqual([])
  })
})
