import { expect, it } from 'vitest'
import { sharedClock } from '../server/kernel/timers/clock.ts'
import { openVault } from '../server/kernel/vault/vault.ts'
import { createAccountManagement } from '../server/payments/accounts/management.ts'
import type { ConnectorAccountRow } from '../server/store/port.ts'
import { entity } from '../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../simulation/memory-store/open-memory-store.ts'
import { createConnectors } from './connect.ts'
import {
  answers,
  operation,
  payment,
  RECEIVER_ENTITY,
  startReceiver,
} from './gateway/receiver.fixture.ts'
import { PROVIDERS } from './providers.ts'

/** The connector of a stored account at another gateway on this machine. */
async function connectedAccount(outgoingSubnets: readonly string[]) {
  const receiver = await startReceiver(answers(200, payment('000.100.110')))
  const store = openMemoryStore()
  const clock = sharedClock({ now: () => 0 })
  const vault = await openVault({ store, clock, masterKey: Buffer.alloc(32, 7) })
  const owner = entity()
  await store.commit([{ kind: 'insertEntity', row: owner }])
  const accounts = createAccountManagement({
    environment: 'test',
    store,
    vault,
    clock,
    providers: PROVIDERS,
  })
  const made = await accounts.add({
    entityId: owner.id,
    provider: 'gateway',
    name: 'Other gateway',
    environment: 'test',
    merchantId: RECEIVER_ENTITY,
    settings: { url: receiver.url },
  })
  const { id } = made as ConnectorAccountRow
  await accounts.rotate(id, 'accessToken', { step: 'begin', value: 'sealed-token-of-there' })
  const { choice } = createConnectors({
    environment: 'test',
    baseUrl: 'https://pay.example.com',
    store,
    vault,
    clock,
    log: { error: () => undefined, warn: () => undefined },
    simulator: undefined,
    authenticationPage: undefined,
    outgoingSubnets,
  })
  return { receiver, id, connector: await choice.connectorOf(id) }
}

it('sends with the address, the entity and the token of the account', async () => {
  const { receiver, id, connector } = await connectedAccount(['loopback'])
  expect(connector).toMatchObject({ name: id, account: { merchantId: RECEIVER_ENTITY } })
  expect(await connector.send(operation())).toMatchObject({ kind: 'approved' })
  expect(receiver.received).toMatchObject([
    {
      headers: { authorization: 'Bearer sealed-token-of-there' },
      form: { entityId: RECEIVER_ENTITY },
    },
  ])
})

it('reaches no address that a merchant must not make the gateway call', async () => {
  const { receiver, connector } = await connectedAccount([])
  expect(await connector.send(operation())).toMatchObject({ kind: 'notSent' })
  expect(receiver.received).toEqual([])
})
