import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'
import type { PaymentExtension } from './payment-extension.ts'

describe('what follows a success', () => {
  const approving = remote({ send: async () => ({ kind: 'approved' }) })

  /** Payments whose extension keeps what it is called with. */
  function following(connector = approving) {
    const followed: string[] = []
    const extension: PaymentExtension = {
      afterSuccess: ({ paymentType }) => {
        followed.push(paymentType)
        return Promise.resolve()
      },
    }
    return { followed, ...paymentsOn(connector, openMemoryStore(), [extension]) }
  }

  it('is done for the first payment, and not for those that refer to it', async () => {
    const { payments, referring, followed } = following()
    const planned = prepared(approving, { paymentType: 'PA' })
    await payments.pay(async () => planned)
    const { id } = planned.payment
    expect(followed).toEqual(['PA'])
    const capture = { operation: 'capture', isFinal: false, amountMinor: 100 } as const
    const captured = await payments.refer(id, referring(id, capture))
    expect(captured).toMatchObject({ state: 'succeeded', referencedId: id })
    expect(followed).toEqual(['PA'])
  })

  it('is not done for a payment that failed', async () => {
    const declining = remote({ send: async () => ({ kind: 'declined', code: '800.100.152' }) })
    const { payments, followed } = following(declining)
    expect(await payments.pay(async () => prepared(declining))).toMatchObject({ state: 'failed' })
    expect(followed).toEqual([])
  })
})
