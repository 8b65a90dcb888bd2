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

/** What makes accounts of this environment. */
async function management(environment: 'test' | 'live') {
  const store = openMemoryStore()
  const clock = sharedClock({ now: () => 0 })
  const vault = await openVault({ store, clock, masterKey: Buffer.alloc(32, 7) })
  const owner = entity()
  await store.commit([{ kind: 'insertEntity', row: owner }])
  const parts = { environment, store, vault, clock, providers: PROVIDERS }
  return { ...parts, entityId: owner.id, accounts: createAccountManagement(parts) }
}

/** The connector of a stored account at another gateway on this machine. */
async function connectedAccount(outgoingSubnets: readonly string[]) {
  const receiver = await startReceiver(answers(200, payment('000.100.110')))
  const { accounts, entityId, store, clock, vault } = await management('test')
  const made = await accounts.add({
    entityId,
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
    acquirerEnvironment: 'test',
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

it.each([
  ['test', 'sk_live_'],
  ['live', 'rk_test_'],
] as const)('in %s takes no key of Stripe that begins with %s', async (environment, begin) => {
  const { accounts, entityId } = await management(environment)
  const made = await accounts.add({
    ...{ entityId, provider: 'stripe', name: 'Shop', environment, settings: {} },
    merchantId: 'acct_1032D82eZvKYlo2C',
  })
  const { id } = made as ConnectorAccountRow
  const write = (key: string) =>
    accounts.rotate(id, 'secretKey', { step: 'begin', value: `${key}${'a'.repeat(24)}` })
  expect(await write(begin)).toMatchObject({
    refused: true,
    parameterErrors: [{ name: 'credential', value: '' }],
  })
  expect(await write(`sk_${environment}_`)).toMatchObject({ id })
})
