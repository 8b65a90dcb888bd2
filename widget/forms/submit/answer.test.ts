import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer.ts'

const result = (code: string, more = {}) => ({ result: { code, ...more } })
const payment = (code: string) => ({ id: '8ac7a4', ...result(code) })

describe('what the widget does about an answer', () => {
  it.each([
    [200, '000.100.110', 'accepted'],
    [200, '000.000.000', 'accepted'],
    [200, '000.400.100', 'accepted'],
    [400, '800.100.152', 'declined'],
    [400, '100.100.101', 'declined'],
    [400, '000.400.103', 'declined'],
    [200, '000.200.000', 'pending'],
  ])('%i %s is final: %s', (status, code, verdict) => {
    expect(readAnswer(status, payment(code))).toEqual({ kind: 'final', verdict })
  })

  it('follows a redirect', () => {
    const redirect = { url: 'https://bank.example/auth' }
    const answer = readAnswer(200, { ...payment('000.200.000'), redirect })
    expect(answer).toEqual({ kind: 'redirect', redirect })
  })

  it('does not follow a redirect into a script', () => {
    const redirect = { url: 'javascript:alert(1)' }
    expect(readAnswer(200, { ...payment('000.200.000'), redirect }).kind).toBe('final')
  })

  it('shows what the shopper can correct', () => {
    const parameterErrors = [{ name: 'card.cvv', message: 'must have 3 digits' }]
    const answer = readAnswer(400, result('200.300.404', { parameterErrors }))
    expect(answer).toEqual({ kind: 'faults', errors: parameterErrors })
  })

  it.each([
    [409, '800.110.100', 'underWay'],
    [400, '200.300.404', 'gone'],
    [404, '200.300.404', 'gone'],
    [429, '800.120.100', 'refused'],
    [401, '800.900.300', 'refused'],
    [400, '200.100.603', 'refused'],
    [500, '999.999.999', 'unknown'],
    [502, '', 'unknown'],
  ])('%i %s: %s', (status, code, kind) => {
    expect(readAnswer(status, result(code)).kind).toBe(kind)
  })
})
