import { describe, expect, it } from 'vitest'
import { resultGroupOf } from '../../server/results/catalogue.ts'
import { meaningOf } from './refusals.ts'

describe('a refusal at Adyen', () => {
  it.each([
    [
      { reasonCode: '12', reason: 'Not enough balance' },
      { code: '800.100.155', advice: '02' },
    ],
    [{ reason: 'Not enough balance' }, { code: '800.100.155', advice: '02' }],
    [{ reasonCode: '38' }, { code: '300.100.100' }],
    [
      { reasonCode: '5', raw: '43 : Stolen card' },
      { code: '800.100.159', advice: '03' },
    ],
    [
      { reasonCode: '2', adviceCode: '03 : Do not try again' },
      { code: '800.100.152', advice: '03' },
    ],
    [{ reasonCode: '999', reason: 'Something new' }, { code: '800.100.100' }],
    [{ reasonCode: 'constructor' }, { code: '800.100.100' }],
    [{}, { code: '800.100.100' }],
  ])('%j means %j', (refusal, meaning) => {
    expect(meaningOf(refusal)).toEqual(meaning)
  })

  it('is never a success, whatever its number is', () => {
    for (let code = 0; code < 100; code += 1) {
      const group = resultGroupOf(meaningOf({ reasonCode: String(code) }).code)
      expect(group).toMatch(/^(reject|soft_decline)/)
    }
  })
})
