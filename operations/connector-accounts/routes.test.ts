import { describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { connectorAccount, entity, nextId } from '../../server/store/testing/sample-rows.ts'
import { type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant, sendBare, tokenOf } from '../../server/testing/merchants.fixture.ts'
import type { AdminConnectorAccountList } from './routes.ts'

const gateway = useTestGateway()
const THERE = 'a'.repeat(32)
const PATH = '/admin/v1/connector-accounts'

interface Asked {
  readonly status: number
  readonly body: {
    readonly account: {
      readonly id: string
      readonly credentials: readonly { readonly slot: string; readonly state: string }[]
    }
    readonly accounts: readonly object[]
    readonly providers: readonly {
      readonly name: string
      readonly settings: { readonly members: object }
    }[]
    readonly result: { readonly description: string; readonly parameterErrors?: readonly object[] }
  }
}

/** Requests of an administrator of a merchant of its own. */
async function administrator() {
  const merchant = await addMerchant(gateway())
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, token, true)])
  const ask = async (request: string, form?: Form) =>
    (await sendBare(gateway(), request, {
      token,
      ...(form === undefined ? {} : { form }),
    })) as unknown as Asked
  const add = (more: Form = {}) =>
    ask(`POST ${PATH}`, {
      provider: 'gateway',
      accountName: 'Acme',
      merchantId: THERE,
      settings: '{"url":"https://gateway.example"}',
      ...more,
    })
  return { merchant, ask, add }
}

describe('/admin/v1/connector-accounts', () => {
  it('sets an account up, and shows no credential', async () => {
    const { ask, add, merchant } = await administrator()
    const { account } = (await add()).body
    expect(account).toMatchObject({
      entityId: merchant.id,
      state: 'disabled',
      settings: { url: 'https://gateway.example' },
      credentials: [
        { slot: 'accessToken', state: 'missing' },
        { slot: 'webhookKey', state: 'missing', isOptional: true },
      ],
    })
    const of = `${PATH}/${encodeURIComponent(account.id)}`
    const write = (credential: string) =>
      ask(`POST ${of}/credentials`, { slot: 'accessToken', step: 'begin', credential })
    expect((await write('marked-first')).body.account.credentials).toMatchObject([
      { state: 'set' },
      {},
    ])
    expect((await write('marked-second')).body.account.credentials).toMatchObject([
      { state: 'replaced' },
      {},
    ])
    const active = await ask(`POST ${of}`, { state: 'active', accountName: 'Acme Europe' })
    expect(active.body.account).toMatchObject({ state: 'active', name: 'Acme Europe' })
    const read = await ask(`GET ${of}`)
    const listed = await ask(`GET ${PATH}`)
    expect(listed.body.accounts).toEqual([read.body.account])
    const audited = await ask('GET /admin/v1/audit')
    expect(JSON.stringify([read.body, listed.body, audited.body])).not.toContain('marked')
  })

  it('names each fault of what is sent', async () => {
    const { ask, add } = await administrator()
    expect((await add({ settings: '{"url":1}' })).body.result.parameterErrors).toMatchObject([
      { name: 'settings.url' },
    ])
    expect((await add({ settings: 'x' })).body.result.parameterErrors).toMatchObject([
      { name: 'settings' },
    ])
    const { account } = (await add()).body
    const of = `${PATH}/${account.id}`
    expect((await ask(`POST ${of}`, { state: 'active' })).body.result.description).toContain(
      'no accessToken yet',
    )
    const malformed = { slot: 'webhookKey', step: 'begin', credential: 'marked-short' }
    const refused = await ask(`POST ${of}/credentials`, malformed)
    expect(refused.body.result.parameterErrors).toEqual([
      {
        name: 'credential',
        value: '',
        message: 'must be whsec_ and base64 of 32 bytes, or 64 hex digits',
      },
    ])
    const noValue = await ask(`POST ${of}/credentials`, { slot: 'accessToken', step: 'begin' })
    expect(noValue.body.result.parameterErrors).toMatchObject([{ name: 'credential' }])
  })

  it('is listed by name or by its last change, over all accounts, part by part', async () => {
    const { ask, merchant } = await administrator()
    const [channelId = ''] = merchant.channelIds
    // More than one read of the store answers.
    const entityIds = [channelId, ...Array.from({ length: 20 }, nextId)]
    const rows = entityIds.flatMap((entityId, at) =>
      Array.from({ length: 50 }, (_, slot) =>
        connectorAccount(entityId, {
          name: `Account ${String(at * 50 + slot).padStart(4, '0')}`,
          updatedAtMs: 2_000_000 - at * 50 - slot,
          slot: slot + 1,
        }),
      ),
    )
    const channels = entityIds
      .slice(1)
      .map((id) => entity({ id, kind: 'channel', parentId: merchant.id }))
    await gateway().store.commit(channels.map((row) => ({ kind: 'insertEntity', row }) as const))
    for (let at = 0; at < rows.length; at += 200) {
      const changes = rows.slice(at, at + 200)
      await gateway().store.commit(
        changes.map((row) => ({ kind: 'insertConnectorAccount', row }) as const),
      )
    }
    const namesOf = async (query: string) => {
      const { body } = await ask(`GET ${PATH}?${query}`)
      const { accounts, cursor } = body as unknown as AdminConnectorAccountList
      return { names: accounts.map(({ name }) => name), cursor }
    }
    const first = await namesOf('limit=1000')
    expect([first.names.length, first.names[0]]).toEqual([1000, 'Account 0000'])
    const second = await namesOf(`limit=1000&cursor=${first.cursor}`)
    expect([second.names.at(-1), second.cursor]).toEqual(['Account 1049', undefined])
    const latest = await namesOf('sortValue=updatedAt&sortOrder=DESC&limit=2')
    expect(latest.names).toEqual(['Account 0000', 'Account 0001'])
    const oldest = await namesOf('sortValue=updatedAt&limit=1')
    expect(oldest.names).toEqual(['Account 1049'])
  })

  it('is not there for another merchant', async () => {
    const { account } = (await (await administrator()).add()).body
    const { ask } = await administrator()
    expect((await ask(`GET ${PATH}/${account.id}`)).status).toBe(404)
    expect((await ask(`POST ${PATH}/${account.id}`, { state: 'disabled' })).status).toBe(404)
  })

  it('is made of what its provider describes', async () => {
    const { ask } = await administrator()
    const { providers } = (await ask('GET /admin/v1/providers')).body
    expect(providers.map(({ name }) => name)).toEqual(['simulator', 'gateway', 'stripe', 'adyen'])
    expect(providers[1]?.settings.members).toMatchObject({ url: { kind: 'text', name: 'Address' } })
  })
})
