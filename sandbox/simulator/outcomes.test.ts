import { describe, expect, it } from 'vitest'
import { allResultCodes, httpStatusOf } from '../../server/results/catalogue.ts'
import { mayDecline, simulatedBehaviour } from './outcomes.ts'

function codeOf(holder?: string, outcome?: string): string {
  const asked: Record<string, string> = outcome === undefined ? {} : { SIMULATOR_outcome: outcome }
  const course = simulatedBehaviour(asked, holder)
  if (course.kind !== 'atOnce') return course.kind
  return course.outcome.kind === 'declined' ? course.outcome.code : course.outcome.kind
}

describe('the simulator', () => {
  it('approves a plain payment', () => {
    expect(codeOf('Jane Jones')).toBe('approved')
    expect(codeOf()).toBe('approved')
  })

  it('declines with the code that is sent as holder', () => {
    expect(codeOf('800.100.152')).toBe('800.100.152')
  })

  it('stays pending with a pending code that is sent as holder', () => {
    for (const code of ['100.400.500', '800.400.500', '800.400.501', '800.400.502']) {
      const waits = { kind: 'atOnce', outcome: { kind: 'pending', code } }
      expect(simulatedBehaviour({}, code)).toEqual(waits)
      expect(simulatedBehaviour({ SIMULATOR_outcome: `decline:${code}` }, undefined)).toEqual(waits)
      expect(mayDecline(code)).toBe(false)
    }
  })

  it('never declines with a code whose answer would say that all is well', () => {
    for (const { code } of allResultCodes()) {
      const course = simulatedBehaviour({}, code)
      const outcome = course.kind === 'atOnce' ? course.outcome : undefined
      if (outcome?.kind === 'declined') expect(httpStatusOf(outcome.code)).toBe(400)
    }
  })

  it('waits for the shopper where the method needs him, unless something else is asked for', () => {
    const course = (outcome?: string) =>
      simulatedBehaviour(
        outcome === undefined ? {} : { SIMULATOR_outcome: outcome },
        undefined,
        true,
      )
    expect(course()).toEqual({ kind: 'atOnce', outcome: { kind: 'pending' } })
    expect(course('delay:5')).toMatchObject({ kind: 'delayed', outcome: { kind: 'pending' } })
    expect(course('approve')).toEqual({ kind: 'atOnce', outcome: { kind: 'approved' } })
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
    ['timeout-then-approved', 'approvedUnheard'],
    ['duplicate', 'approvedTwice'],
    ['delay:5,duplicate', '600.200.810'],
    ['pending', 'pending'],
    ['delay:5,pending', 'delayed'],
    ['unsupported', 'unsupported'],
    ['constructor', '600.200.810'],
    ['whatever', '600.200.810'],
  ])('takes SIMULATOR_outcome=%s as %s', (asked, expected) => {
    expect(codeOf('800.100.152', asked)).toBe(expected)
  })
})
