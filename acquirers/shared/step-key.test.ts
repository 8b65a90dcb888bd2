import { expect, it } from 'vitest'
import { stepKey } from './step-key.ts'

const paymentId = 'a'.repeat(32)

it('is the same for a step that is sent again, and another one for each other step', () => {
  const parts = ['prepare', 'charge', 'modify'] as const
  const keys = [undefined, 'b'.repeat(32), 'c'.repeat(32)].flatMap((authenticationId) =>
    parts.map((part) =>
      stepKey(
        {
          paymentId,
          ...(authenticationId === undefined ? {} : { afterAuthenticationId: authenticationId }),
        },
        part,
      ),
    ),
  )
  expect(new Set(keys).size).toBe(9)
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(64)
  expect(stepKey({ paymentId, afterAuthenticationId: 'b'.repeat(32) }, 'charge')).toBe(keys[4])
})
