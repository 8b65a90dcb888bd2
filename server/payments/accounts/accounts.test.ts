import { describe, expect, it } from 'vitest'
import { PROVIDERS } from '../../../acquirers/providers.ts'
import { DAY_MS } from '../../../common/durations.ts'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { ENTITY_CACHED_MS } from '../../entities/cached.ts'
import { sharedClock } from '../../kernel/timers/clock.ts'
import { openVault } from '../../kernel/vault/vault.ts'
import type { ConnectorAccountRow } from '../../store/port.ts'
import { entity } from '../../store/testing/sample-rows.ts'
import type { Connector } from '../connectors/connector.ts'
import { remote } from '../payments.fixture.ts'
import { type AccountSettings, hasDigitsOf, withinAccount } from './account.ts'
import { createAccountConnectors } from './account-connectors.ts'
import type { Rotation } from './credentials.ts'
import { createAccountManagement } from './management.ts'

const URL = 'https://gateway.example'
const THERE = 'a'.repeat(32)

/** Accounts of one entity, and how a process of this environment finds their connectors. */
async function accountsOf(environment: 'test' | 'live' = 'test') {
  const store = openMemoryStore()
  const at = { ms: 1_000_000 }
  const clock = sharedClock({ now: () => at.ms })
  const vault = await openVault({ store, clock, masterKey: Buffer.alloc(32, 7) })
  const owner = entity()
  await store.commit([{ kind: 'insertEntity', row: owner }])
  const connected: {
    token: readonly string[]
    webhookKey: readonly string[]
    account: string
  }[] = []
  const find = createAccountConnectors({
    environment: 'test',
    store,
    vault,
    clock,
    log: { error: () => undefined },
    connect(account, credentials) {
      connected.push({
        token: credentials('accessToken'),
        webhookKey: credentials('webhookKey'),
        account: account.id,
      })
      return withinAccount(remote({ name: account.id }), account)
    },
  })
  const accounts = createAccountManagement({
    ...{ environment, store, vault, clock },
    providers: PROVIDERS,
  })
  const wanted = { entityId: owner.id, name: 'Acme', environment, merchantId: THERE } as const
  const add = async (settings: object = {}) => {
    const made = await accounts.add({
      ...wanted,
      provider: 'gateway',
      settings: { url: URL, ...settings },
    })
    return made as ConnectorAccountRow
  }
  const later = () => {
    at.ms += ENTITY_CACHED_MS
  }
  return { accounts, add, find, connected, later, store, wanted, at }
}

describe('a connector account', () => {
  it('is named after its provider, and takes payments once it has its credentials', async () => {
    const { accounts, add } = await accountsOf()
    const { id, state } = await add()
    expect(id).toMatch(/^gateway:[0-9a-f]{32}$/)
    expect(state).toBe('disabled')
    expect(await accounts.change(id, { state: 'active' })).toMatchObject({
      description: expect.stringContaining('no accessToken'),
    })
    await accounts.rotate(id, 'accessToken', { step: 'begin', value: 'first' })
    expect(await accounts.change(id, { state: 'active' })).toMatchObject({ state: 'active' })
    expect(await accounts.change(id, { state: 'disabled' })).toMatchObject({ state: 'disabled' })
  })

  it('needs none where its provider has none', async () => {
    const { accounts, wanted } = await accountsOf()
    const made = await accounts.add({ ...wanted, provider: 'simulator', settings: {} })
    expect(made).toMatchObject({ state: 'active' })
  })

  it.each([
    [{ provider: 'unheard-of' }, 'provider', 'simulator, gateway, stripe'],
    [{ environment: 'live' }, 'environment', 'must be test'],
    [{ merchantId: 'Acme' }, 'merchantId', '32 lowercase hex digits'],
    [{ name: 'two\nlines' }, 'name', 'one line'],
    [{ settings: {} }, 'settings.url', 'must be an origin'],
    [{ settings: { url: 'http://gateway.example' } }, 'settings.url', 'must be an origin'],
    [{ settings: { url: URL, currencies: ['XYZ'] } }, 'settings.currencies[0]', 'ISO 4217'],
    [{ settings: { url: URL, unheardOf: 1 } }, 'settings.unheardOf', ''],
  ] as const)('is refused with %j, by the name %s', async (changed, name, words) => {
    const { accounts, wanted } = await accountsOf()
    const given = { ...wanted, provider: 'gateway', settings: { url: URL }, ...changed }
    const refused = await accounts.add(given)
    expect(refused).toMatchObject({
      parameterErrors: [{ name, message: expect.stringContaining(words) }],
    })
  })

  it('of the simulator is refused in live', async () => {
    const { accounts, wanted } = await accountsOf('live')
    const refused = await accounts.add({ ...wanted, provider: 'simulator', settings: {} })
    expect(refused).toMatchObject({
      parameterErrors: [{ message: 'must be one of gateway, stripe, adyen' }],
    })
  })

  it('keeps what is not changed of it', async () => {
    const { accounts, add } = await accountsOf()
    const { id } = await add({ currencies: ['EUR'] })
    const changed = await accounts.change(id, { name: 'Acme Europe' })
    expect(changed).toMatchObject({ name: 'Acme Europe', merchantId: THERE, version: 2 })
    expect(await accounts.change(id, { settings: { url: 'ftp://x' } })).toMatchObject({
      parameterErrors: [{ name: 'settings.url' }],
    })
    expect(await accounts.change('gateway:0', { name: 'x' })).toMatchObject({ status: 404 })
  })
})

describe('a connector within an account', () => {
  it.each([
    [{}, undefined],
    [{ takenIsDone: false }, undefined],
    [{ takenIsDone: true }, true],
  ] as const)('with the settings %j counts what is accepted as done: %s', (settings, expected) => {
    const named = { id: 'gateway:0', provider: 'gateway', merchantId: THERE }
    const account = { ...named, environment: 'test', settings } as const
    expect(withinAccount(remote({}), account).takenIsDone).toBe(expected)
  })
})

describe('an account that one person alone has changed', () => {
  const held = (nowMs: number) => ({ heldUntilMs: nowMs + DAY_MS })

  it('is held where its money would go elsewhere', async () => {
    const { accounts, add, at } = await accountsOf()
    const { id, heldUntilMs } = await add()
    expect(heldUntilMs).toBeNull()
    const renamed = await accounts.change(id, { name: 'New' }, held(at.ms))
    expect(renamed).toMatchObject({ heldUntilMs: null })
    const elsewhere = await accounts.change(id, { merchantId: 'b'.repeat(32) }, held(at.ms))
    expect(elsewhere).toMatchObject({ heldUntilMs: at.ms + DAY_MS })
    const by = held(at.ms + 1)
    const replaced = await accounts.rotate(id, 'accessToken', { step: 'replace', value: 'x' }, by)
    expect(replaced).toMatchObject(by)
  })

  it('has its next credential alone a day after that was written', async () => {
    const { accounts, add, at } = await accountsOf()
    const { id } = await add()
    const rotate = (step: Rotation) => accounts.rotate(id, 'accessToken', step, held(at.ms))
    const begun = await rotate({ step: 'begin', value: 'first' })
    expect(begun).toMatchObject({ heldUntilMs: at.ms + DAY_MS })
    await rotate({ step: 'begin', value: 'second' })
    at.ms += DAY_MS - 1
    expect(await rotate({ step: 'finish' })).toMatchObject({
      description: expect.stringContaining('a day after'),
    })
    at.ms += 1
    expect(await rotate({ step: 'finish' })).not.toHaveProperty('description')
  })
})

describe('a secret that proves events, written by one person alone', () => {
  it('counts a day later, and holds no payments', async () => {
    const { accounts, add, find, at, connected } = await accountsOf()
    const { id } = await add()
    await accounts.rotate(id, 'accessToken', { step: 'begin', value: 'first' })
    const key = `whsec_${Buffer.alloc(32).toString('base64')}`
    const how = { heldUntilMs: at.ms + DAY_MS }
    const written = await accounts.rotate(id, 'webhookKey', { step: 'begin', value: key }, how)
    expect(written).toMatchObject({ heldUntilMs: null })
    for (const passMs of [ENTITY_CACHED_MS, DAY_MS - ENTITY_CACHED_MS - 1, ENTITY_CACHED_MS]) {
      at.ms += passMs
      await find(id)
    }
    expect(connected.map(({ webhookKey }) => webhookKey)).toEqual([[], [key]])
  })
})

describe('a credential', () => {
  it('counts beside the next one until that is the only one', async () => {
    const { accounts, add, find, connected, later } = await accountsOf()
    const { id } = await add()
    const steps = [
      { step: 'begin', value: 'first' },
      { step: 'begin', value: 'second' },
      { step: 'finish' },
      { step: 'replace', value: 'third' },
    ] as const
    for (const rotation of steps) {
      await accounts.rotate(id, 'accessToken', rotation)
      later()
      await find(id)
    }
    expect(connected.map(({ token }) => token)).toEqual([
      ['first'],
      ['first', 'second'],
      ['second'],
      ['third'],
    ])
    expect(await accounts.rotate(id, 'accessToken', { step: 'finish' })).toMatchObject({
      parameterErrors: [{ name: 'slot', message: expect.stringContaining('no next value') }],
    })
    expect(await accounts.rotate(id, 'pin', { step: 'begin', value: 'x' })).toMatchObject({
      parameterErrors: [{ message: 'must be one of accessToken, webhookKey' }],
    })
  })

  it('is nowhere in the store as it was written', async () => {
    const { accounts, add, store } = await accountsOf()
    const { id } = await add()
    await accounts.rotate(id, 'accessToken', { step: 'begin', value: 'marked-value' })
    expect(JSON.stringify(await store.read.connectorAccount(id))).not.toContain('marked-value')
  })
})

describe('the connector of an account', () => {
  it('is made once for each version of the account', async () => {
    const { accounts, add, find, connected, later } = await accountsOf()
    const { id } = await add()
    const first = await find(id)
    later()
    expect((await find(id))?.connector).toBe(first?.connector)
    await accounts.change(id, { name: 'Other' })
    expect((await find(id))?.connector).toBe(first?.connector)
    later()
    expect((await find(id))?.row.name).toBe('Other')
    expect(connected).toHaveLength(2)
  })

  it('is found without a promise once it is known', async () => {
    const { add, find } = await accountsOf()
    const { id } = await add()
    await find(id)
    expect(find(id)).not.toBeInstanceOf(Promise)
    expect(await find(`gateway:${THERE}`)).toBeUndefined()
  })

  it('sends nothing where the account is of the other environment', async () => {
    const { add, find, connected } = await accountsOf('live')
    const found = await find((await add()).id)
    expect(found?.connector.unsupported({} as never)).toMatchObject({ code: '600.200.201' })
    expect(connected).toEqual([])
  })
})

describe('the settings of an account', () => {
  const within = (settings: AccountSettings): Connector =>
    withinAccount(remote({}), {
      id: 'gateway:1',
      provider: 'gateway',
      environment: 'test',
      merchantId: THERE,
      settings,
    })
  const hold = { paymentType: 'PA', paymentBrand: 'VISA', isReference: false } as const
  const euros = { minor: 100, currency: 'EUR' }

  it('limit its currencies', () => {
    const connector = within({ currencies: ['GBP'] })
    expect(connector.unsupported({ ...hold, amount: euros })).toMatchObject({ code: '600.200.500' })
    expect(
      connector.unsupported({ ...hold, amount: { minor: 1, currency: 'GBP' } }),
    ).toBeUndefined()
    expect(connector.unsupported(hold)).toBeUndefined()
  })

  it('limit how often a preauthorisation is captured', () => {
    const twice = { ...hold, amount: euros, captures: 2 }
    expect(within({ capture: 'one' }).unsupported(twice)).toMatchObject({ code: '600.200.400' })
    expect(within({ capture: 'one' }).unsupported({ ...twice, captures: 1 })).toBeUndefined()
    expect(within({ capture: 'many' }).unsupported(twice)).toBeUndefined()
  })

  it('say for how long a debit is reversed', () => {
    expect(within({ reversalHours: 2 }).reversalWindowMs).toBe(7_200_000)
    expect(within({}).reversalWindowMs).toBe(remote({}).reversalWindowMs)
  })

  it.each([
    ['ISK', 500, { ISK: 2 }, true],
    ['KWD', 1230, { KWD: 2 }, true],
    ['KWD', 1234, { KWD: 2 }, false],
    ['EUR', 1234, undefined, true],
  ])('take %s %s with the places %j: %s', (currency, minor, currencyDigits, expected) => {
    const settings = currencyDigits === undefined ? {} : { currencyDigits }
    expect(hasDigitsOf({ minor, currency }, settings as AccountSettings)).toBe(expected)
  })
})
