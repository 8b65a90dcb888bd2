import { describe, expect, it } from 'vitest'
import type { ConnectorOperation } from '../connector.ts'
import { simulatedCourse } from './outcomes.ts'

function operation(holder?: string, outcome?: string): ConnectorOperation {
  return {
    paymentId: '8ac7a4',
    paymentType: 'DB',
    paymentBrand: 'VISA',
    amount: { minor: 100, currency: 'EUR' },
    card: {
      number: '4200000000000000',
      expiryMonth: '12',
      expiryYear: '2034',
      ...(holder === undefined ? {} : { holder }),
    },
    customParameters: outcome === undefined ? {} : { SIMULATOR_outcome: outcome },
  }
}

function codeOf(holder?: string, outcome?: string): string {
  const course = simulatedCourse(operation(holder, outcome))
  if (course.kind !== 'atOnce') return course.kind
  return course.outcome.kind === 'declined' ? course.outcome.code : course.outcome.kind
}

describe('the simulator', () => {
  it('approves whoever pays', () => {
    expect(codeOf('Jane Jones')).toBe('approved')
    expect(codeOf()).toBe('approved')
  })

  it('declines with the code that stands as holder', () => {
    expect(codeOf('800.100.152')).toBe('800.100.152')
  })

  it('does not let success or an unheard-of code be forced', () => {
    expect(codeOf('000.100.110')).toBe('600.200.810')
    expect(codeOf('123.456.789')).toBe('600.200.810')
  })

  it.each([
    ['approve', 'approved'],
    ['decline:800.100.151', '800.100.151'],
    ['decline:nonsense', '600.200.810'],
    ['delay:250', 'delayed'],
    ['delay:30001', '600.200.810'],
    ['delay:5,decline:800.100.151', 'delayed'],
    ['delay:5,timeout', '600.200.810'],
    ['delay:-1', '600.200.810'],
    ['timeout', 'timeout'],
    ['whatever', '600.200.810'],
  ])('takes SIMULATOR_outcome=%s as %s', (asked, expected) => {
    expect(codeOf('800.100.152', asked)).toBe(expected)
  })
})
