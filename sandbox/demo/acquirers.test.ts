import { describe, expect, it, onTestFinished } from 'vitest'
import { openVault } from '../../server/kernel/vault/vault.ts'
import { cardPayment, startTestGateway } from '../../server/testing/gateway.fixture.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { playAcquirers } from './acquirers.ts'
import { demoCredentials } from './credentials.ts'

const masterKey = Buffer.alloc(32, 1)
const clock = { now: () => Date.UTC(2026, 10, 20, 15) }

/** A database with the demo, and starts of it that play acquirers. */
async function demo() {
  const store = openMemoryStore()
  const vault = await openVault({ store, masterKey, clock })
  const { entityId, accessToken } = await demoCredentials({ store, vault, clock, fixed: {} })
  const baseUrl = 'http://gateway.example'
  const start = () => playAcquirers({ store, vault, clock, baseUrl, entityId })
  return { store, accessToken, start }
}

describe('an emulated acquirer of the demo', () => {
  it.each([
    [0, '4242424242424242', 'stripe'],
    [1, '4111111111111111', 'adyen'],
  ])('takes the payments of its channel (%i)', async (place, number, provider) => {
    const { store, accessToken, start } = await demo()
    const { acquirers, providerUrls, close } = await start()
    const gateway = await startTestGateway({ store, masterKey, providerUrls })
    onTestFinished(async () => {
      await close()
      await gateway.close()
    })
    const entityId = acquirers[place]?.entityId ?? ''
    const { body } = await gateway.post(
      '/v1/payments',
      cardPayment(entityId, { 'card.number': number }),
      { authorization: `Bearer ${accessToken}` },
    )
    expect(body.result.code).toBe('000.100.112')
    expect((await store.read.payment(body.id))?.connector).toMatch(`${provider}:`)
  })

  it('is found again by a later start, and takes no new payments in between', async () => {
    const { store, start } = await demo()
    const first = await start()
    const [{ entityId } = { entityId: '' }] = first.acquirers
    const merchantId = (await store.read.entityPath(entityId))[1]?.id ?? ''
    const accounts = () => store.read.connectorAccountsOf([merchantId])
    expect(await accounts()).toMatchObject([
      { provider: 'adyen', state: 'active' },
      { provider: 'stripe', state: 'active' },
    ])
    await first.close()
    expect(await accounts()).toMatchObject([{ state: 'disabled' }, { state: 'disabled' }])
    const second = await start()
    onTestFinished(second.close)
    expect(second.acquirers[0]?.entityId).toBe(entityId)
    expect(await accounts()).toMatchObject([{ state: 'active' }, { state: 'active' }])
    expect(await store.read.childEntities(merchantId)).toHaveLength(4)
  })
})
