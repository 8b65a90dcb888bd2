import { describe, expect, it } from 'vitest'
import {
  type Bytes,
  delayed,
  expectOneAnswer,
  gateway,
  idOf,
  pay,
  send,
  useKeyedGateway,
  written,
} from './keyed-gateway.fixture.ts'

useKeyedGateway()

describe('a reference with an Idempotency-Key', () => {
  it.each([
    ['at once', {}],
    ['after a delay', delayed(200)],
  ])(
    'is made once when 64 requests arrive together and the outcome comes %s',
    async (how, more) => {
      const id = idOf(await pay(undefined))
      const refund = { paymentType: 'RF', amount: '1.00', currency: 'EUR', ...more }
      let answers: readonly Bytes[] = []
      const { payments } = await written(async () => {
        answers = await Promise.all(
          Array.from({ length: 64 }, () =>
            send(`/v1/payments/${id}`, refund, `refund-${how.length}`),
          ),
        )
      })
      expect(payments).toBe(1)
      expectOneAnswer(answers)
      expect((await gateway().store.read.payment(id))?.refundedMinor).toBe(100)
    },
  )

  it('of the open amount is never answered "already refunded" when 64 requests arrive together', async () => {
    const id = idOf(await pay(undefined))
    const whole = { paymentType: 'RF', amount: '92.00', currency: 'EUR' }
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => send(`/v1/payments/${id}`, whole, 'all')),
    )
    expectOneAnswer(answers)
    expect(answers.some(({ code }) => code === '000.100.110')).toBe(true)
  })

  it('that is refused stores nothing, and may succeed later', async () => {
    const id = idOf(await pay(undefined))
    const tooMuch = { paymentType: 'RF', amount: '92.01', currency: 'EUR' }
    const { rows } = await written(async () => {
      expect((await send(`/v1/payments/${id}`, tooMuch, 'refused')).code).toBe('700.400.200')
    })
    expect(rows).toEqual([])
    const fits = { ...tooMuch, amount: '92.00' }
    expect((await send(`/v1/payments/${id}`, fits, 'refused')).code).toBe('000.100.110')
  })
})
