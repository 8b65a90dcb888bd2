import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { withoutShortLivedKeys } from '../../store/testing/lost-keys.fixture.ts'
import {
  type Form,
  shopperCard,
  startTestGateway,
  type TestGateway,
} from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'

let before: TestGateway
/** Has the same database, whose keys of what lives minutes were lost. */
let after: TestGateway
beforeAll(async () => {
  const store = openMemoryStore()
  before = await startTestGateway({ store })
  after = await startTestGateway({ store: withoutShortLivedKeys(store) })
})
afterAll(async () => {
  await before.close()
  await after.close()
})

async function open(more: Form = {}): Promise<string> {
  const order = { amount: '92.00', currency: 'EUR', paymentType: 'DB' }
  const form = { entityId: before.demo.entityId, ...order, ...more }
  return (await before.post('/v1/checkouts', form)).body.id
}

const card: Form = {
  ...shopperCard,
  shopperResultUrl: 'https://shop.example/result',
}

const lost = {
  code: '200.300.404',
  description: expect.stringContaining('Create a new checkout'),
}

describe('a checkout whose secrets were lost', () => {
  const secret = { 'risk.accountToken': 'risk-token-123456' }

  it('refuses the submit of its shopper, and notes nothing', async () => {
    const id = await open(secret)
    const row = await before.store.read.checkout(id)
    const { status, body } = await sendBare(after, `POST /v1/checkouts/${id}/payment`, {
      form: card,
    })
    expect(status).toBe(400)
    expect(body.result).toMatchObject(lost)
    expect(await before.store.read.checkout(id)).toEqual(row)
  })

  it('refuses an update of its merchant', async () => {
    const id = await open(secret)
    const { status, body } = await after.post(`/v1/checkouts/${id}`, {
      entityId: before.demo.entityId,
      amount: '9.00',
    })
    expect(status).toBe(400)
    expect(body.result).toMatchObject(lost)
  })

  it('is paid where it has none', async () => {
    const id = await open()
    const { body } = await sendBare(after, `POST /v1/checkouts/${id}/payment`, { form: card })
    expect(body.result.code).toBe('000.100.110')
  })
})

it('a submit for a summary page whose card was lost charges nothing', async () => {
  const id = await open()
  const kept = await sendBare(before, `POST /v1/checkouts/${id}/summary`, { form: card })
  expect(kept.body.result.code).toBe('000.200.101')
  const entityId = before.demo.entityId
  const { status, body } = await after.post(`/v1/checkouts/${id}/payment`, { entityId })
  expect(status).toBe(400)
  expect(body.result).toMatchObject({
    code: '200.300.404',
    description: expect.stringContaining('Nothing is kept'),
  })
  expect((await before.store.read.checkout(id))?.paymentId).toBeNull()
})
