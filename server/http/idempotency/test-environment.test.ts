import { describe, expect, it } from 'vitest'
import { tokenForm } from '../../features/wallets/token-form.fixture.ts'
import type { Form } from '../../testing/gateway.fixture.ts'
import {
  expectOneAnswer,
  gateway,
  send,
  useKeyedGateway,
  written,
} from './keyed-gateway.fixture.ts'

useKeyedGateway()

describe('a clock that is moved with an Idempotency-Key', () => {
  const advance = (key: string | undefined, form: Form) => send('/test/clock', form, key)
  const now = async () => (await gateway().get('/test/clock')).body.now

  it('moves once, and the answer is repeated byte for byte', async () => {
    const first = await advance('a-year', { advance: 'P1Y' })
    expect([first.code, first.replayed]).toEqual(['000.000.100', null])
    const moved = await now()
    const again = await advance('a-year', { advance: 'P1Y' })
    expect([again.text, again.replayed]).toEqual([first.text, 'true'])
    expect(await now()).toBe(moved)
    expect(JSON.parse(first.text).now).toBe(moved)
  })

  it('moves once when 16 requests arrive together', async () => {
    const before = Date.parse(String(await now()))
    const day = { advance: 'P1D' }
    const answers = await Promise.all(Array.from({ length: 16 }, () => advance('a-day', day)))
    expectOneAnswer(answers)
    expect(Date.parse(String(await now())) - before).toBe(24 * 60 * 60 * 1000)
  })

  it('does not move for another request with the same key, nor for an invalid key', async () => {
    await advance('an-hour', { advance: 'PT1H' })
    const moved = await now()
    expect((await advance('an-hour', { advance: 'PT2H' })).code).toBe('200.200.106')
    expect((await advance('', { advance: 'PT1H' })).code).toBe('200.300.404')
    expect(await now()).toBe(moved)
  })

  it('does not use the key when the request is refused', async () => {
    expect((await advance('mistyped', { advance: 'a day' })).code).toBe('200.300.404')
    expect((await advance('mistyped', { advance: 'PT1S' })).code).toBe('000.000.100')
  })
})

describe('a wallet token that is requested with an Idempotency-Key', () => {
  const ask = (key: string | undefined, more: Form = {}) =>
    send('/test/wallet-tokens', tokenForm(gateway().demo.entityId, more), key)

  it('is created once, and repeated byte for byte', async () => {
    const first = await ask('token')
    expect([first.code, first.replayed]).toEqual(['000.100.110', null])
    const again = await ask('token')
    expect([again.text, again.replayed]).toEqual([first.text, 'true'])
    expect((await ask('another-token')).text).not.toBe(first.text)
    expectOneAnswer(await Promise.all(Array.from({ length: 8 }, () => ask('together'))))
  })

  it('is not created for another order with the same key, nor for an invalid key', async () => {
    await ask('order')
    expect((await ask('order', { amount: '1.00' })).code).toBe('200.200.106')
    expect((await ask('two words')).code).toBe('200.300.404')
  })

  it('is stored encrypted, without readable card data', async () => {
    const { rows } = await written(() => ask('kept'))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('4200000000000000')
  })
})
