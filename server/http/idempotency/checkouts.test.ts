import { describe, expect, it } from 'vitest'
import type { Form } from '../../testing/gateway.fixture.ts'
import {
  type Bytes,
  expectOneAnswer,
  gateway,
  idOf,
  payment,
  send,
  useKeyedGateway,
  written,
} from './keyed-gateway.fixture.ts'

useKeyedGateway()

describe('a checkout with an Idempotency-Key', () => {
  const open = (key?: string, more: Form = {}) => {
    const { entityId } = gateway().demo
    const form = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB', ...more }
    return send('/v1/checkouts', form, key)
  }
  const submit = (id: string, key?: string, more: Form = {}) => {
    const { entityId: _e, amount: _a, currency: _c, paymentType: _p, ...card } = payment()
    return send(`/v1/checkouts/${id}/payment`, { ...card, ...more }, key, false)
  }

  it('is created once when 64 requests arrive together', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => open('checkout')))
    expectOneAnswer(answers)
    expect(await open('checkout')).toMatchObject({ replayed: 'true', code: '000.200.100' })
    expect((await open('checkout', { amount: '1.00' })).code).toBe('200.200.106')
  })

  it('is paid once when 64 submits arrive together, and repeats its answer afterwards', async () => {
    const id = idOf(await open())
    let answers: readonly Bytes[] = []
    const { payments } = await written(async () => {
      answers = await Promise.all(Array.from({ length: 64 }, () => submit(id, 'submit')))
    })
    expect(payments).toBe(1)
    expectOneAnswer(answers)
    expect(await submit(id, 'submit')).toMatchObject({ replayed: 'true', code: '000.100.110' })
    expect((await submit(id, 'another')).code).toBe('200.300.404')
  })

  it('does not share its shopper’s keys with other checkouts', async () => {
    const [one, other] = [idOf(await open()), idOf(await open())]
    await submit(one, 'shopper')
    expect(await submit(other, 'shopper', { 'card.holder': 'Ann' })).toMatchObject({
      replayed: null,
      code: '000.100.110',
    })
  })
})
