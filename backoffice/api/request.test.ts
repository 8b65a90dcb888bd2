import { describe, expect, it } from 'vitest'
import { addressOf, failureOf } from './request.ts'
import { isDefinite } from './use-send.ts'

describe('an address', () => {
  it('has what was filled in only', () => {
    const query = { query: 'Jane & Co', state: '', brand: undefined }
    expect(addressOf('/payments', query)).toBe('/admin/v1/payments?query=Jane+%26+Co')
    expect(addressOf('/payments')).toBe('/admin/v1/payments')
  })
})

describe('a refusal', () => {
  it('keeps the words of the gateway', () => {
    const body = {
      result: {
        code: '200.300.404',
        description: 'invalid or missing parameter',
        parameterErrors: [{ name: 'amount', value: '0', message: 'is not more than 0' }],
      },
    }
    expect(failureOf(400, body)).toMatchObject({
      code: '200.300.404',
      description: 'invalid or missing parameter',
      faults: [{ name: 'amount', message: 'is not more than 0' }],
    })
  })

  it('is one even where the answer is something else', () => {
    expect(failureOf(502, {})).toMatchObject({ status: 502, code: '', description: '', faults: [] })
  })

  it.each([
    [400, true],
    [403, true],
    [409, false],
    [429, false],
    [500, false],
    [0, false],
  ])('with status %i means that nothing was done: %s', (status, expected) => {
    expect(isDefinite(failureOf(status, {}))).toBe(expected)
  })
})
