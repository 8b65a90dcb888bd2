import { beforeAll, describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { entity } from '../../server/store/testing/sample-rows.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, FAST, signedIn } from '../people/people.fixture.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let administrator: string

beforeAll(async () => {
  merchant = await addMerchant(gateway())
  administrator = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, administrator, true)])
})

interface Made {
  readonly entity: { readonly id: string; readonly parentId: string; readonly kind: string }
}

async function create(form: Form, headers = {}) {
  const answer = await sendBare(gateway(), 'POST /admin/v1/entities', {
    token: administrator,
    form,
    headers,
  })
  return { ...answer, body: answer.body as typeof answer.body & Made }
}

const CHANNEL: Form = { kind: 'channel', entityName: 'Web shop' }

describe('a new entity', () => {
  it('lies below the entity of who asks, and takes payments at once', async () => {
    const { status, body } = await create(CHANNEL)
    expect(status).toBe(200)
    expect(body.entity).toMatchObject({
      parentId: merchant.id,
      kind: 'channel',
      name: 'Web shop',
      active: true,
      settings: {},
    })
    const paid = await sendBare(gateway(), 'POST /v1/payments', {
      token: merchant.accessToken,
      form: cardPayment(body.entity.id),
    })
    expect(paid.body.result.code).toMatch(/^000\.100\.1/)
  })

  it('is refused where its merchant has a hundred channels', async () => {
    const full = await addMerchant(gateway(), { channels: [{}] })
    const token = newAccessToken()
    await gateway().store.commit([tokenOf(full.id, token, true)])
    const more = Array.from({ length: 99 }, () => entity({ kind: 'channel', parentId: full.id }))
    await gateway().store.commit(more.map((row) => ({ kind: 'insertEntity', row })))
    const { status, body } = await sendBare(gateway(), 'POST /admin/v1/entities', {
      token,
      form: CHANNEL,
    })
    expect(status).toBe(400)
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'entityId', message: expect.stringContaining('has 100 channels') },
    ])
  })

  it('is made once under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [await create(CHANNEL, headers), await create(CHANNEL, headers)]
    expect(again.body.entity.id).toBe(first.body.entity.id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('is in the audit log with its kind and name, and who has made it', async () => {
    const person = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
    await person.send('POST /admin/v1/entities', { ...CHANNEL, entityName: 'Till' })
    const { body } = await person.send('GET /admin/v1/audit?action=entities.write')
    const { entries } = body as unknown as { readonly entries: readonly object[] }
    expect(entries[0]).toMatchObject({
      request: 'POST /admin/v1/entities',
      result: '000.000.100',
      facts: [
        ['kind', 'channel'],
        ['entityName', 'Till'],
      ],
    })
  })

  it.each([
    [
      { kind: 'merchant' },
      'kind',
      'is wrong: a merchant lies below a division or psp, not below a merchant',
    ],
    [{ kind: 'psp' }, 'kind', expect.stringContaining('channel')],
    [{ kind: undefined }, 'kind', expect.anything()],
    [{ entityName: ' ' }, 'entityName', expect.anything()],
    [{ entityName: 'x'.repeat(101) }, 'entityName', expect.anything()],
  ])('%j is refused', async (more, name, message) => {
    const { status, body } = await create({ ...CHANNEL, ...more })
    expect([status, body.result.parameterErrors]).toMatchObject([400, [{ name, message }]])
  })

  it('is refused where 1,000 lie below the same one', async () => {
    const full = await addMerchant(gateway())
    const rows = Array.from({ length: 1000 }, () => entity({ kind: 'channel', parentId: full.id }))
    await gateway().store.commit(rows.map((row) => ({ kind: 'insertEntity', row }) as const))
    const token = newAccessToken()
    await gateway().store.commit([tokenOf(full.id, token, true)])
    const { body } = await sendBare(gateway(), 'POST /admin/v1/entities', { token, form: CHANNEL })
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'entityId', message: expect.stringContaining('there are 1000 below') },
    ])
  })
})
