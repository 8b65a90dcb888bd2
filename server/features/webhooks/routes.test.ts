import { beforeEach, describe, expect, it } from 'vitest'
import { newDelivery } from '../../payments/index.ts'
import { type Form, useTestGateway, type WireAnswer } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, type TestMerchant } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()
const URL = 'https://shop.example/webhooks'

/** A merchant of its own for each test, as there are 20 webhooks of an entity at most. */
let merchant: TestMerchant
beforeEach(async () => {
  merchant = await addMerchant(gateway())
})
const bearer = ({ accessToken }: TestMerchant) => ({ authorization: `Bearer ${accessToken}` })

const create = (form: Form = {}, headers: Record<string, string> = {}) =>
  gateway().post('/v1/webhooks', { url: URL, ...form }, { ...bearer(merchant), ...headers })
const made = async (form: Form = {}) => {
  const answer = await create(form)
  expect(answer.status).toBe(200)
  return answer.body
}
const post = (id: string, path: string, form: Form = {}) =>
  gateway().post(`/v1/webhooks/${id}${path}`, form, bearer(merchant))
const get = (id: string, query = '') =>
  gateway().get(`/v1/webhooks/${id}${query}`, bearer(merchant))

describe('POST /v1/webhooks', () => {
  it('answers the webhook with its secret, which no later answer shows', async () => {
    const created = await made()
    expect(created).toMatchObject({
      entityId: merchant.id,
      url: URL,
      format: 'signed',
      types: ['PAYMENT', 'REGISTRATION', 'SCHEDULE', 'RISK', 'WEBHOOK'],
      fields: 'ALL',
      state: 'inactive',
      result: { code: '000.000.100' },
    })
    expect(created.id).toMatch(/^[0-9a-f]{32}$/)
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret: _, ndc: _ndc, ...shown } = created
    const { ndc: _other, ...read } = (await get(created.id)).body
    expect(read).toEqual(shown)
  })

  it('takes the filters and the encrypted format', async () => {
    const created = await made({
      format: 'encrypted',
      wrapper: 'json',
      types: 'PAYMENT, REGISTRATION',
      paymentTypes: 'DB,RF',
      actions: 'DELETED',
      fields: 'NON_CUSTOMER_DATA',
    })
    expect(created).toMatchObject({
      format: 'encrypted',
      wrapper: 'json',
      types: ['PAYMENT', 'REGISTRATION'],
      paymentTypes: ['DB', 'RF'],
      actions: ['DELETED'],
      fields: 'NON_CUSTOMER_DATA',
    })
  })

  it.each([
    ['whsec_', `whsec_${Buffer.alloc(32, 7).toString('base64')}`],
    ['64 hex digits', '07'.repeat(32)],
  ])('takes the secret of the merchant as %s', async (_, secret) => {
    const { secret: shown, encryptionKey } = await made({ secret, format: 'encrypted' })
    expect(shown).toBe(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)
    expect(encryptionKey).toBe('07'.repeat(32))
  })

  it('writes a test message that is due at once', async () => {
    const { id } = await made()
    const { body } = await get(id, '/deliveries')
    expect(body.deliveries).toMatchObject([
      {
        kind: 'test',
        type: 'test',
        state: 'waiting',
        attempts: [],
        body: '{"type":"test","action":"webhook activation","payload":{}}',
      },
    ])
  })

  it.each([
    [{ url: undefined }, 'url', 'is required'],
    [{ url: 'ftp://shop.example' }, 'url', 'must be'],
    [{ url: 'https://10.0.0.1/' }, 'url', 'must lead to an address on the internet'],
    [{ url: 'https://jane:secret@shop.example/' }, 'url', 'user name'],
    [{ url: 'https://shop.example:22/' }, 'url', 'port'],
    [{ wrapper: 'json' }, 'format', 'encrypted'],
    [{ types: 'PAYMENTS' }, 'types', 'PAYMENT, REGISTRATION'],
    [{ secret: 'a secret of mine' }, 'secret', '64 hex digits'],
  ])('refuses %o and names the parameter', async (form, name, message) => {
    const { status, body } = await create(form)
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors).toEqual([
      expect.objectContaining({ name, message: expect.stringContaining(message) }),
    ])
    expect(JSON.stringify(body)).not.toContain('a secret of mine')
  })

  it('creates one webhook for one Idempotency-Key, and shows its secret once', async () => {
    const key = { 'idempotency-key': 'one-webhook' }
    const first = await create({}, key)
    const second = await create({}, key)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const { secret: _secret, ...others } = first.body
    expect(second.body).toEqual({ ...others, alreadyShown: ['secret'] })
  })

  it('creates 20 webhooks for one entity and no more', async () => {
    for (let count = 0; count < 20; count += 1) expect((await create()).status).toBe(200)
    const { status, body } = await create()
    expect([status, body.result.description]).toEqual([400, expect.stringContaining('20 webhooks')])
  })
})

describe('60 requests at the same time', () => {
  it('create 20 webhooks, and another one as soon as one is deleted', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => create()))
    const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.id as string] : []))
    expect(ids).toHaveLength(20)
    const path = `/v1/webhooks/${ids[7]}`
    await fetch(gateway().url + path, { method: 'DELETE', headers: bearer(merchant) })
    const later = await Promise.all(Array.from({ length: 5 }, () => create()))
    expect(later.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('GET /v1/webhooks', () => {
  it('lists the webhooks of the entity that is named, oldest first', async () => {
    const entityId = channelOf(merchant)
    const first = (await made({ entityId })).id
    const second = (await made({ entityId })).id
    const ofMerchant = (await made()).id
    const list = async (query: string) => {
      const { body } = await gateway().get(`/v1/webhooks${query}`, bearer(merchant))
      return (body.webhooks as unknown as { id: string }[]).map(({ id }) => id)
    }
    expect(await list(`?entityId=${entityId}`)).toEqual([first, second])
    expect(await list('')).toEqual([ofMerchant])
  })
})

describe('a webhook', () => {
  it('of another merchant is unknown, to every route', async () => {
    const { id } = await made()
    const headers = bearer(await addMerchant(gateway()))
    const path = `/v1/webhooks/${id}`
    const answers: WireAnswer[] = [
      await gateway().get(path, headers),
      await gateway().get(`${path}/deliveries`, headers),
      await gateway().post(path, {}, headers),
      await gateway().post(`${path}/test`, {}, headers),
      await gateway().post(`${path}/replay`, { deliveryId: '0'.repeat(32) }, headers),
      await gateway().post(`${path}/rotate`, {}, headers),
    ]
    for (const { status, body } of answers) {
      expect([status, body.result.description]).toEqual([404, 'There is no webhook with this id'])
    }
  })

  it('stays active when its filters change, and becomes inactive when its address changes', async () => {
    const { id } = await made()
    const { store, clock } = gateway()
    const set = { state: 'active', updatedAtMs: clock.now() } as const
    await store.commit([{ kind: 'stepWebhook', id, expectedVersion: 1, set }])
    expect((await post(id, '', { types: 'RISK' })).body.state).toBe('active')
    expect((await get(id, '/deliveries')).body.deliveries).toHaveLength(1)
    expect((await post(id, '', { url: `${URL}/new` })).body.state).toBe('inactive')
    expect((await get(id)).body.state).toBe('inactive')
    expect((await get(id, '/deliveries')).body.deliveries).toHaveLength(2)
  })

  it('keeps the settings that a change does not name, and gets another test message', async () => {
    const { id } = await made({ types: 'PAYMENT', paymentTypes: 'DB' })
    const changed = await post(id, '', { url: `${URL}/new` })
    expect(changed.body).toMatchObject({
      url: `${URL}/new`,
      types: ['PAYMENT'],
      paymentTypes: ['DB'],
    })
    expect((await get(id)).body).toMatchObject({ url: `${URL}/new`, paymentTypes: ['DB'] })
    expect((await get(id, '/deliveries')).body.deliveries).toHaveLength(2)
    expect((await post(id, '', { url: 'https://10.0.0.1/' })).status).toBe(400)
  })

  it('is unknown once it is deleted', async () => {
    const { id } = await made()
    const { url } = gateway()
    const options = { method: 'DELETE', headers: bearer(merchant) }
    expect((await fetch(`${url}/v1/webhooks/${id}`, options)).status).toBe(200)
    expect((await get(id)).status).toBe(404)
    expect((await gateway().store.read.webhook(id))?.sealedSecrets).toBe('')
  })

  it('gets a new secret, and keeps the older one for as long as is asked for', async () => {
    const created = await made()
    gateway().clock.advance(5_000)
    const rotated = await post(created.id, '/rotate', { olderSecretHours: '2' })
    expect(rotated.body.secret).toMatch(/^whsec_/)
    expect(rotated.body.secret).not.toBe(created.secret)
    expect(rotated.body.olderSecretEndsAt).toBe('2026-11-20 17:00:05+0000')
    const { updatedAt } = (await get(created.id)).body
    expect(rotated.body.updatedAt).toBe(updatedAt)
  })

  it('sends another test message when asked', async () => {
    const { id } = await made()
    expect((await post(id, '/test')).status).toBe(200)
    expect((await get(id, '/deliveries')).body.deliveries).toHaveLength(2)
  })
})

describe('the delivery log', () => {
  it('is read in parts, newest first, by state and time', async () => {
    const { id } = await made()
    const ids = await addDeliveries(id, ['delivered', 'givenUp', 'delivered'])
    const listed = async (query: string) => {
      const { body } = await get(id, `/deliveries?${query}`)
      const found = (body.deliveries as unknown as { id: string }[]).map((one) =>
        ids.indexOf(one.id),
      )
      return { found: found.filter((at) => at !== -1), cursor: body.cursor as string | undefined }
    }
    const first = await listed('limit=2')
    expect(first.found).toEqual([2, 1])
    const second = await listed(`limit=2&cursor=${first.cursor}`)
    expect(second.found).toEqual([0])
    expect((await listed('state=delivered')).found).toEqual([2, 0])
    expect((await listed('state=givenUp')).found).toEqual([1])
    expect((await listed(`date.from=${NOON}`)).found).toEqual([2, 1, 0])
    expect((await listed('date.to=2026-11-19 00:00:00')).found).toEqual([])
  })

  it('shows how each attempt was answered', async () => {
    const { id } = await made()
    const [first = ''] = await addDeliveries(id, ['givenUp'])
    await gateway().store.commit([
      {
        kind: 'insertDeliveryAttempt',
        row: {
          deliveryId: first,
          attempt: 1,
          atMs: gateway().clock.now(),
          endedAtMs: gateway().clock.now() + 40,
          status: 500,
          reason: 'status',
          answer: 'Oh no',
        },
      },
    ])
    const { body } = await get(id, '/deliveries?state=givenUp')
    expect(body.deliveries).toMatchObject([
      {
        id: first,
        'webhook-id': `msg_${first}`,
        body: '{"n":0}',
        attempts: [{ number: 1, durationMs: 40, status: 500, reason: 'status', answer: 'Oh no' }],
      },
    ])
  })
})

describe('POST /v1/webhooks/{id}/replay', () => {
  it('sends one delivery again with the same id and body', async () => {
    const { id } = await made()
    const [first = ''] = await addDeliveries(id, ['delivered'])
    const before = await gateway().store.read.delivery(first)
    expect((await post(id, '/replay', { deliveryId: first })).body.replayed).toBe(1)
    const after = await gateway().store.read.delivery(first)
    expect(after).toMatchObject({ state: 'waiting', retries: 0, body: before?.body })
  })

  it('sends those of a time frame and state again, but no test message', async () => {
    const { id } = await made()
    const ids = await addDeliveries(id, ['delivered', 'givenUp', 'givenUp'])
    const given = { 'date.from': NOON, state: 'givenUp' }
    expect((await post(id, '/replay', given)).body.replayed).toBe(2)
    expect(await statesOf(ids)).toEqual(['delivered', 'waiting', 'waiting'])
    expect((await post(id, '/replay', { 'date.from': NOON })).body.replayed).toBe(3)
  })

  it('continues at the cursor, even after a thousand deliveries in one second', async () => {
    const { id } = await made()
    await addDeliveries(
      id,
      Array.from({ length: 1002 }, () => 'delivered' as const),
    )
    const given = { 'date.from': NOON, state: 'delivered' }
    const { replayed, cursor } = (await post(id, '/replay', given)).body
    expect(replayed).toBe(1000)
    const rest = (await post(id, '/replay', { ...given, cursor })).body
    expect([rest.replayed, rest.cursor]).toEqual([2, undefined])
  })

  it('lists at most 2 MiB of bodies in one page, and the rest at the cursor', async () => {
    const { id } = await made()
    const ids = await addDeliveries(
      id,
      Array.from({ length: 50 }, () => 'delivered' as const),
      'x'.repeat(100_000),
    )
    const listed: string[] = []
    const sizes: number[] = []
    let cursor = ''
    do {
      const { body } = await get(id, `/deliveries?state=delivered&limit=500${cursor}`)
      const page = (body.deliveries as unknown as { id: string }[]).map((one) => one.id)
      listed.push(...page)
      sizes.push(page.length)
      cursor = body.cursor === undefined ? '' : `&cursor=${body.cursor}`
    } while (cursor !== '')
    // The 21st of a page exceeds 2 MiB.
    expect(sizes).toEqual([21, 21, 8])
    expect(listed).toEqual(ids.toReversed())
  })

  it('lists the one delivery that is named, and none of another webhook', async () => {
    const { id } = await made()
    const { id: other } = await made()
    const [, second = ''] = await addDeliveries(id, ['delivered', 'waiting', 'givenUp'])
    const { body } = await get(id, `/deliveries?deliveryId=${second}`)
    expect(body.deliveries).toMatchObject([{ id: second, state: 'waiting' }])
    expect((await get(other, `/deliveries?deliveryId=${second}`)).body.deliveries).toEqual([])
    const mixed = await get(id, `/deliveries?deliveryId=${second}&state=waiting`)
    expect([mixed.status, mixed.body.result.parameterErrors?.[0]?.name]).toEqual([400, 'state'])
  })

  it('refuses a delivery of another webhook, and a request that names no deliveries', async () => {
    const { id } = await made()
    const { id: other } = await made()
    const [first = ''] = await addDeliveries(other, ['delivered'])
    expect((await post(id, '/replay', { deliveryId: first })).status).toBe(404)
    const { status, body } = await post(id, '/replay')
    expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'date.from'])
  })
})

const NOON = '2026-11-20 12:00:00'

/** Writes deliveries of a webhook, oldest first; answers their ids. */
async function addDeliveries(
  webhookId: string,
  states: readonly ('waiting' | 'delivered' | 'givenUp')[],
  text?: string,
): Promise<readonly string[]> {
  const { store, clock } = gateway()
  const ids: string[] = []
  for (const [at, state] of states.entries()) {
    const row = newDelivery({
      webhookId,
      kind: 'webhook',
      type: 'PAYMENT',
      entityId: channelOf(merchant),
      orderKey: `${webhookId}${at}`,
      subjectId: `${webhookId}${at}`,
      sequence: 1,
      body: text ?? `{"n":${at}}`,
      nowMs: clock.now() + at,
      dueAtMs: clock.now(),
    })
    await store.commit([{ kind: 'insertDelivery', row: { ...row, state } }])
    ids.push(row.id)
  }
  return ids
}

async function statesOf(ids: readonly string[]): Promise<readonly (string | undefined)[]> {
  const rows = await Promise.all(ids.map((id) => gateway().store.read.delivery(id)))
  return rows.map((row) => row?.state)
}
