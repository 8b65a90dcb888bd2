import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { runCommand } from '../../server/testing/command.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import { type GatewayClient, gatewayClient, type PaymentStatus } from './gateway-client.ts'

/** Somebody who may sign in. */
export interface Colleague {
  readonly email: string
  readonly password: string
}

interface Colleagues {
  readonly owner: Colleague
  readonly support: Colleague
  readonly reader: Colleague
}

type Office = ServerProcess &
  Pick<typeof processDemo, 'entityId'> &
  Colleagues & {
    /** Of a session that all tests of a worker share. */
    readonly cookieOf: (who: keyof Colleagues) => ReturnType<typeof sessionCookie>
  }

interface WorkerFixtures {
  /** Gateway as a process of its own, with a fresh data directory and colleagues in three roles. */
  readonly office: Office
  readonly gateway: GatewayClient
}

/** Tests of the back office, against a running gateway. */
export const test = base.extend<object, WorkerFixtures>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-office-'))
      const server = await startServerProcess({ dataDir })
      const password = /Password\s+(\S+)/.exec(server.output())?.[1] ?? ''
      const owner = { email: 'owner@tillgate.example', password }
      const support = await colleague(dataDir, 'support')
      const reader = await colleague(dataDir, 'reader')
      const colleagues = { owner, support, reader }
      const cookies = new Map<string, ReturnType<typeof sessionCookie>>()
      const cookieOf = (who: keyof Colleagues) => {
        const cookie = cookies.get(who) ?? sessionCookie(server.url, colleagues[who])
        cookies.set(who, cookie)
        return cookie
      }
      await use({ ...server, ...colleagues, cookieOf, entityId: processDemo.entityId })
      await server.interrupt()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  gateway: [async ({ office }, use) => use(gatewayClient(office)), { scope: 'worker' }],
})

async function colleague(dataDir: string, role: string): Promise<Colleague> {
  const email = `${role}@shop.example`
  const words = ['user', 'create', '--email', email, '--role', role]
  const { code, output } = await runCommand([...words, '--entity', processDemo.entityId], {
    dataDir,
  })
  expect(code, output).toBe(0)
  return { email, password: output.trim() }
}

/** Opens a page below `/backoffice` for somebody who is signed in. */
export async function openAs(
  who: keyof Colleagues,
  path: string,
  { page, office }: { readonly page: Page; readonly office: Office },
): Promise<void> {
  await page.context().addCookies([await office.cookieOf(who)])
  await page.goto(`${office.url}/backoffice${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Signs in at the gateway, without the form: a password takes the gateway a second. */
async function sessionCookie(url: string, { email, password }: Colleague) {
  const answer = await fetch(`${url}/admin/v1/session`, {
    method: 'POST',
    headers: { origin: url, 'x-tillgate-request': '1' },
    body: new URLSearchParams({ email, password }),
  })
  const [, name = '', value = ''] =
    /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
  expect(answer.status).toBe(200)
  return { name, value, url, httpOnly: true, sameSite: 'Strict' } as const
}

/** A payment of a card, as a merchant's server makes it. */
export async function payByCard(
  gateway: GatewayClient,
  parameters: Readonly<Record<string, string>> = {},
): Promise<PaymentStatus> {
  const paid = await gateway.pay('/v1/payments', {
    paymentBrand: 'VISA',
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
    ...parameters,
  })
  expect(paid.result.code, paid.result.description).toMatch(/^(000|800)\./)
  return paid
}

export { expect } from '@playwright/test'
