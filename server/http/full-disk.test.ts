import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { StoreError } from '../store/errors.ts'
import type { Store } from '../store/port.ts'
import { cardPayment, type Form, useTestGateway } from '../testing/gateway.fixture.ts'

let isFull = false
const memory = openMemoryStore()
const store: Store = {
  ...memory,
  commit: (changes) =>
    isFull
      ? Promise.reject(new StoreError('not-written', 'database or disk is full'))
      : memory.commit(changes),
}

const gateway = useTestGateway({ store })

describe('a database that takes no changes', () => {
  it('is answered with 503 and Retry-After by every request that would change something (R-503-1)', async () => {
    const { url, demo, post } = gateway()
    const { entityId, accessToken } = demo
    const paid = await post('/v1/payments', cardPayment(entityId, { paymentType: 'PA' }))
    const { paymentType: _, amount: _a, currency: _c, ...card } = cardPayment(entityId)
    const order = { entityId, paymentType: 'DB', amount: '92.00', currency: 'EUR' }
    const requests: readonly (readonly [string, Form])[] = [
      ['/v1/payments', cardPayment(entityId)],
      [`/v1/payments/${paid.body.id}`, { paymentType: 'CP', amount: '92.00', currency: 'EUR' }],
      [`/v1/payments/${paid.body.id}`, { paymentType: 'RV' }],
      ['/v1/checkouts', order],
      ['/v1/registrations', card],
      ['/v1/risk', { ...order, paymentType: undefined }],
    ]
    isFull = true
    for (const [path, form] of requests) {
      const body = new URLSearchParams(
        Object.entries(form).filter((one): one is [string, string] => one[1] !== undefined),
      )
      const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': path }
      const answer = await fetch(url + path, { method: 'POST', body, headers })
      const said = [path, answer.status, answer.headers.get('retry-after')]
      expect(said).toEqual([path, 503, '5'])
      const { result } = (await answer.json()) as { result: { description: string } }
      expect(result).toMatchObject({
        code: '800.800.800',
        description: expect.stringContaining('nothing was done'),
      })
    }
    const read = await gateway().get(`/v1/payments/${paid.body.id}`)
    expect(read.status).toBe(200)
    isFull = false
    const again = await post(`/v1/payments/${paid.body.id}`, { paymentType: 'CP' })
    expect(again.body.result.code).toBe('000.100.110')
  })
})
