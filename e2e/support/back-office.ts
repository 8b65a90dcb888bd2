import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type english from '../../locales/backoffice/en.json'
import { runCommand } from '../../server/testing/command.fixture.ts'
import {
  processDemo,
  type ServerProcess,
  startServerProcess,
} from '../../server/testing/server-process.fixture.ts'
import { type GatewayClient, gatewayClient, type PaymentStatus } from './gateway-client.ts'

/** In which the back office speaks beside English. */
export const OTHER_LANGUAGES = ['de', 'es', 'fr'] as const

/** The texts of the back office in a language. */
export function textsOf(code: 'en' | (typeof OTHER_LANGUAGES)[number]): typeof english {
  const file = new URL(`../../locales/backoffice/${code}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Somebody who may sign in. */
export interface Colleague {
  readonly email: string
  readonly password: string
  /** Printed by the command that has made the user; good for choosing another one. */
  readonly first?: string
}

export const ROLES = ['owner', 'administrator', 'finance', 'support', 'reader'] as const

export type Role = (typeof ROLES)[number]

type Colleagues = Readonly<Record<Role, Colleague>>

type Office = ServerProcess &
  Pick<typeof processDemo, 'entityId'> &
  Colleagues & {
    /** For commands on the database of the gateway. */
    readonly dataDir: string
    /** Of a session that all tests of a worker share. */
    readonly cookieOf: (who: Role) => ReturnType<typeof sessionCookie>
  }

interface WorkerFixtures {
  /** Gateway as a process of its own, with a fresh data directory and a colleague in each role. */
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
      const others = await Promise.all(
        ROLES.slice(1).map(async (role) => [role, await colleague(dataDir, role)] as const),
      )
      const colleagues = { owner, ...Object.fromEntries(others) } as Colleagues
      const cookies = new Map<string, ReturnType<typeof sessionCookie>>()
      for (const [role, who] of others) cookies.set(role, sessionOf(server.url, who))
      await Promise.all(cookies.values())
      const cookieOf = (who: Role) => {
        const cookie = cookies.get(who) ?? sessionOf(server.url, colleagues[who])
        cookies.set(who, cookie)
        return cookie
      }
      await use({ ...server, ...colleagues, cookieOf, dataDir, entityId: processDemo.entityId })
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
  return { email, password: OWN_PASSWORD, first: output.trim() }
}

/** Chosen by each colleague in place of the one that the command has printed. */
const OWN_PASSWORD = '9 kites in a strong wind'

/** A session of a colleague, who has chosen a password before. */
async function sessionOf(url: string, { email, password, first }: Colleague) {
  if (first === undefined) return sessionCookie(url, { email, password })
  const cookie = await sessionCookie(url, { email, password: first })
  const answer = await fetch(`${url}/admin/v1/profile/password`, {
    method: 'POST',
    headers: { origin: url, 'x-tillgate-request': '1', cookie: `${cookie.name}=${cookie.value}` },
    body: new URLSearchParams({ password: first, newPassword: password }),
  })
  expect(answer.status).toBe(200)
  return cookie
}

/** Opens a page below `/backoffice` for somebody who is signed in. */
export async function openAs(
  who: Role,
  path: string,
  { page, office }: { readonly page: Page; readonly office: Office },
): Promise<void> {
  await page.context().addCookies([await office.cookieOf(who)])
  await page.goto(`${office.url}/backoffice${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Signs in at the gateway, without the form: a password takes the gateway a second. */
async function sessionCookie(
  url: string,
  { email, password }: Pick<Colleague, 'email' | 'password'>,
) {
  const answer = await fetch(`${url}/admin/v1/session`, {
    method: 'POST',
    headers: { origin: url, 'x-tillgate-request': '1' },
    body: new URLSearchParams({ email, password }),
  })
  const [, name = '', value = ''] =
    /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? []
  expect(answer.status).toBe(200)
  return { name, value, url, httpOnly: true, sameSite: 'Strict' } as const
}

/** Takes the limit of the second person away at once, as an operator does: from a page it would count a day more. */
export async function removeLimit({ dataDir, entityId }: Office): Promise<void> {
  const file = join(dataDir, 'no-limit.json')
  await writeFile(file, '{"secondPersonAbove":null}')
  const words = ['entity', 'set', entityId, '--merge', file]
  const { code, output } = await runCommand(words, { dataDir })
  expect(code, output).toBe(0)
}

/** Sends what a page of a colleague would send; answers the status. */
export async function sendAs(
  who: Role,
  path: string,
  form: Readonly<Record<string, string>>,
  office: Office,
): Promise<number> {
  const { name, value } = await office.cookieOf(who)
  const answer = await fetch(`${office.url}/admin/v1${path}`, {
    method: 'POST',
    headers: { origin: office.url, 'x-tillgate-request': '1', cookie: `${name}=${value}` },
    body: new URLSearchParams(form),
  })
  return answer.status
}

/** Reads what a page of a colleague would read. */
export async function readAs(who: Role, path: string, office: Office): Promise<string> {
  const { name, value } = await office.cookieOf(who)
  const headers = { cookie: `${name}=${value}` }
  return (await fetch(`${office.url}/admin/v1${path}`, { headers })).text()
}

/** Sends what a merchant's server sends. */
export async function sendAsShop(
  path: string,
  form: Readonly<Record<string, string>>,
  { url }: Office,
): Promise<{ readonly id: string }> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${processDemo.accessToken}` },
    body: new URLSearchParams({ entityId: processDemo.entityId, ...form }),
  })
  const body = (await answer.json()) as { readonly id: string }
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body
}

/** When a schedule pays: at noon of the first day of each month. */
export const MONTHLY_JOB = {
  'job.second': '0',
  'job.minute': '0',
  'job.hour': '12',
  'job.dayOfMonth': '1',
  'job.month': '*',
  'job.dayOfWeek': '?',
  'job.year': '*',
} as const

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
