import { expect, test } from 'vitest'
import { chargebackCode } from './chargeback-codes.ts'

test.each(['constructor', 'toString', '__proto__', 'no such reason'])(
  'a reason %s that no table has is no reason that is known',
  (reason) => {
    expect(chargebackCode(reason)).toBe('000.100.200')
  },
)
