import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { runCommand } from '../../server/testing/command.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import type { Form } from './shop.ts'
import { until } from './until.ts'

export const SEEN_WITHIN_MS = 1_000

export const ACCOUNTS = ['simulator', 'gateway', 'stripe', 'adyen'] as const
export type AccountName = (typeof ACCOUNTS)[number]

/** An account of the channel, as the gateway calls it, and as its acquirer does. */
export interface Account {
  readonly name: AccountName
  readonly id: string
  readonly merchantId: string
}

/** A gateway with its files, and what its owner does with it. */
export class Gateway {
  readonly server: ServerProcess
  readonly dataDir: string
  readonly #owner: string

  private constructor(server: ServerProcess, dataDir: string, owner: string) {
    this.server = server
    this.dataDir = dataDir
    this.#owner = owner
  }

  /** Starts the built server in a folder of its own. */
  static async start(
    args: readonly string[],
    { env: more = {}, port }: Pick<ServerProcessOptions, 'env' | 'port'> = {},
  ): Promise<Gateway> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-sell-'))
    // The other gateway is on this machine.
    const env = { TILLGATE_OUTGOING_SUBNETS: '127.0.0.0/8,::1/128', ...more }
    const at = port === undefined ? {} : { port }
    const server = await startServerProcess({ dataDir, args, env, ...at })
    const gateway = new Gateway(server, dataDir, '')
    const owner = await gateway.token(await gateway.merchant(), '--role', 'administrator')
    return new Gateway(server, dataDir, owner)
  }

  /** A token of an entity; without a role that of a shop. */
  async token(entityId: string, ...role: readonly string[]): Promise<string> {
    const said = await this.command(
      ...['token', 'create', '--entity', entityId, '--label', 'Sell', ...role],
    )
    return said.trim().split('\n').at(-1) ?? ''
  }

  get url(): string {
    return this.server.url
  }

  async merchant(): Promise<string> {
    const entities = await this.command('entity', 'list')
    return /merchant ([0-9a-f]{32})/.exec(entities)?.[1] ?? ''
  }

  /** What the command prints. */
  async command(...args: readonly string[]): Promise<string> {
    const { code, output } = await runCommand(args, { dataDir: this.dataDir })
    if (code !== 0) throw new Error(`tillgate ${args.slice(0, 2).join(' ')}: ${output}`)
    return output
  }

  /** Asks as the owner does. */
  async own<Body>(path: string, form?: Form): Promise<Body> {
    const answer = await fetch(this.url + path, {
      headers: { authorization: `Bearer ${this.#owner}` },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    const body = (await answer.json()) as Body
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body
  }

  async close(): Promise<void> {
    await this.server.interrupt()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

/** The gateway that a shop sells through, another one that takes payments for it, and emulated acquirers. */
export interface House {
  readonly gateway: Gateway
  readonly receiver: Gateway
  /** The shop's channel. */
  readonly channelId: string
  readonly accounts: readonly Account[]
  /** Where the emulators show their books and are disturbed, by provider. */
  readonly pages: Readonly<Record<string, string>>
  /** Has the channel sell through this account, and no other. */
  sellThrough(account: Account): Promise<void>
  close(): Promise<void>
}

interface Accounts {
  readonly accounts: readonly { id: string; provider: string; merchantId: string }[]
}

export async function openHouse(): Promise<House> {
  const [gateway, receiver] = await Promise.all([Gateway.start(['--acquirers']), Gateway.start([])])
  const close = async () => void (await Promise.all([gateway.close(), receiver.close()]))
  try {
    return { ...(await furnish(gateway, receiver)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes the shop's channel, and an account of it at each acquirer. */
async function furnish(gateway: Gateway, receiver: Gateway): Promise<Omit<House, 'close'>> {
  const merchant = await gateway.merchant()
  const { entity } = await gateway.own<{ readonly entity: { readonly id: string } }>(
    '/admin/v1/entities',
    { entityId: merchant, kind: 'channel', entityName: 'Teahouse' },
  )
  await addAccount(gateway, merchant, {
    provider: 'simulator',
    merchantId: 'TEAHOUSE1',
    settings: {},
  })
  await addReceiver(gateway, merchant, receiver)
  const query = new URLSearchParams({ entityId: merchant })
  const found = await gateway.own<Accounts>(`/admin/v1/connector-accounts?${query}`)
  const accounts = ACCOUNTS.map((name): Account => {
    const one = found.accounts.find(({ provider }) => provider === name)
    if (one === undefined) throw new Error(`There is no account at ${name}`)
    return { name, id: one.id, merchantId: one.merchantId }
  })
  const channel = `/admin/v1/entities/${entity.id}`
  return {
    gateway,
    receiver,
    channelId: entity.id,
    accounts,
    pages: pagesOf(gateway.server.output()),
    async sellThrough({ id }) {
      await gateway.own(channel, { settings: JSON.stringify({ routing: [{ account: id }] }) })
      // Gateways see a changed channel within a second (docs/accounts.md).
      await pauseFor(SEEN_WITHIN_MS)
    },
  }
}

interface NewAccount {
  readonly provider: AccountName
  readonly merchantId: string
  readonly settings: object
}

async function addAccount(gateway: Gateway, entityId: string, wanted: NewAccount) {
  const { account } = await gateway.own<{
    readonly account: { readonly id: string; readonly eventsUrl?: string }
  }>('/admin/v1/connector-accounts', {
    entityId,
    accountName: `Teahouse at the ${wanted.provider}`,
    ...wanted,
    settings: JSON.stringify(wanted.settings),
  })
  const of = `/admin/v1/connector-accounts/${account.id}`
  if (wanted.provider === 'simulator') await gateway.own(of, { state: 'active' })
  return { of, eventsUrl: account.eventsUrl ?? '' }
}

/** An account at another Tillgate, which tells its events to this one. */
async function addReceiver(gateway: Gateway, entityId: string, receiver: Gateway): Promise<void> {
  const { of, eventsUrl } = await addAccount(gateway, entityId, {
    provider: 'gateway',
    merchantId: processDemo.entityId,
    settings: { url: receiver.url },
  })
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const credentials = { accessToken: processDemo.accessToken, webhookKey: secret }
  for (const [slot, credential] of Object.entries(credentials)) {
    await gateway.own(`${of}/credentials`, { slot, step: 'begin', credential })
  }
  await gateway.own(of, { state: 'active' })
  const { id } = await receiver.own<{ readonly id: string }>('/v1/webhooks', {
    entityId: processDemo.entityId,
    url: eventsUrl,
    secret,
    types: 'PAYMENT,HOLD,DISPUTE',
  })
  await until('the webhook of the other gateway is active', async () => {
    const { state } = await receiver.own<{ readonly state: string }>(`/v1/webhooks/${id}`)
    return state === 'active'
  })
}

/** The addresses that the start has printed. */
function pagesOf(output: string): Readonly<Record<string, string>> {
  const found = [...output.matchAll(/(Stripe|Adyen)[\s\S]*?Its page +(\S+),/g)]
  return Object.fromEntries(found.map(([, name = '', page = '']) => [name.toLowerCase(), page]))
}

/** Lets something happen at an emulated acquirer, as a person does on its page. */
export async function letHappen(
  { pages }: House,
  account: AccountName,
  name: string,
  id: string,
): Promise<void> {
  await onPage(pages[account] ?? '', { action: 'happening', name, id })
}

/** From now on the emulators draw faults by a seed, or no more. */
export async function drawFaults(house: House, seed: string | undefined): Promise<void> {
  const form = seed === undefined ? { action: 'clear' } : { action: 'draw', seed, percent: '25' }
  for (const page of Object.values(house.pages)) await onPage(page, form)
}

/** How many faults of each kind were injected. */
export async function shownFaults({ pages }: House): Promise<string> {
  const counts = new Map<string, number>()
  for (const [provider, page] of Object.entries(pages)) {
    for (const kind of (await (await fetch(`${page}/faults`)).json()) as readonly string[]) {
      counts.set(`${provider} ${kind}`, (counts.get(`${provider} ${kind}`) ?? 0) + 1)
    }
  }
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
}

async function onPage(page: string, form: Form): Promise<void> {
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`${JSON.stringify(form)}: ${await answer.text()}`)
}
