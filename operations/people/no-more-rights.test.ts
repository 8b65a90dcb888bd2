import { beforeAll, describe, expect, it } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { addMerchant, type TestMerchant } from '../../server/testing/merchants.fixture.ts'
import { addUser, type Browser, FAST, signedIn } from './people.fixture.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let owner: Browser
let administrator: Browser

beforeAll(async () => {
  merchant = await addMerchant(gateway())
  owner = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
  const user = await addUser(gateway(), { [merchant.id]: 'administrator' })
  administrator = await signedIn(gateway(), user)
})

const makeToken = (browser: Browser, tokenRole: string) =>
  browser.send(`POST /admin/v1/entities/${merchant.id}/tokens`, {
    label: newAccessToken(),
    tokenRole,
  })

describe('an administrator, who may not write people', () => {
  it('makes access tokens of merchants, but none that may do everything', async () => {
    expect((await makeToken(administrator, 'merchant')).status).toBe(200)
    expect((await makeToken(administrator, 'administrator')).status).toBe(403)
  })

  it('does not see one that an owner has made', async () => {
    const { body } = await makeToken(owner, 'administrator')
    const { id } = (body as unknown as { readonly token: { readonly id: string } }).token
    const show = (browser: Browser) => browser.send(`POST /admin/v1/tokens/${id}/secret`)
    expect((await show(administrator)).status).toBe(403)
    expect((await show(owner)).status).toBe(200)
  })
})

describe('a person who names an entity that is not theirs', () => {
  it('reads of people and their entities, not of an access token', async () => {
    const foreign = await addMerchant(gateway())
    for (const entityId of [foreign.id, 'f'.repeat(32)]) {
      const { status, body } = await owner.send(`GET /admin/v1/payments?entityId=${entityId}`)
      expect([status, body.result.code]).toEqual([403, '800.900.301'])
      expect(body.result.description).toContain('not the entity that you work with')
    }
  })
})
