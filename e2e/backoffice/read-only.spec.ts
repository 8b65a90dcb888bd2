import type { Page, Request } from '@playwright/test'
import { MENU } from '../../operations/backoffice/shell/menu.ts'
import { ROLE_RIGHTS } from '../../server/entities/rights.ts'
import {
  expect,
  MONTHLY_JOB,
  openAs,
  payByCard,
  readAs,
  removeLimit,
  sendAs,
  sendAsShop,
  test,
} from '../support/back-office.ts'
import type { GatewayClient } from '../support/gateway-client.ts'
import { createAccount, importLines, STRAY } from '../support/settlement-file.ts'

type Given = Parameters<typeof openAs>[2]
type Office = Given['office']

/** Something of each kind that colleagues change, so that each page has its buttons; answers their pages. */
async function fill(office: Office, gateway: GatewayClient): Promise<readonly string[]> {
  const stored = await payByCard(gateway, { createRegistration: 'true' })
  const { registrationId = '' } = stored
  const plan = {
    registrationId,
    amount: '9.00',
    currency: 'EUR',
    paymentType: 'PA',
    ...MONTHLY_JOB,
  }
  await sendAsShop('/scheduling/v1/schedules', plan, office)
  const reviewed = await payByCard(gateway, { 'customParameters[SIMULATOR_risk]': 'timeout' })
  const disputed = await payByCard(gateway, {
    'customParameters[SIMULATOR_dispute]': 'firstChargeback',
    'customer.email': 'jane@bad.example',
    'customer.givenName': 'Jane',
    'customer.surname': 'Jones',
  })
  const block = { blockBy: 'customer', reason: 'Stolen' }
  expect(await sendAs('owner', `/payments/${disputed.id}/block`, block, office)).toBe(200)
  const webhook = await sendAsShop('/v1/webhooks', { url: 'http://127.0.0.1:59999/' }, office)
  const settings = JSON.stringify({ secondPersonAbove: { EUR: '1.00' } })
  expect(await sendAs('owner', `/entities/${office.entityId}`, { settings }, office)).toBe(200)
  const refund = { paymentType: 'RF', amount: '9.00', currency: 'EUR', reason: 'Sent back' }
  // Gateways follow a changed setting within a second.
  await expect
    .poll(() => readAs('support', `/payments/${stored.id}`, office))
    .toContain('secondPersonAbove')
  expect(await sendAs('support', `/payments/${stored.id}/operations`, refund, office)).toBe(202)
  await removeLimit(office)
  await createAccount(office)
  await importLines([STRAY], office)
  const { disputes } = JSON.parse(await readAs('owner', '/disputes', office))
  return [
    `payments/${stored.id}`,
    `payments/${reviewed.id}`,
    `payments/${disputed.id}`,
    `disputes/${disputes[0].id}`,
    `customers?id=${registrationId}`,
    `webhooks/${webhook.id}`,
    `entities/${office.entityId}`,
    'settlements?view=open',
    'settlements?view=files',
  ]
}

/** Its button keeps something in the browser alone. */
const HARMLESS = 'Save this view'

/** Presses each button of a page, each on the page as it is opened; answers those that ask to confirm something. */
async function pressAll(path: string, { page, office }: Given): Promise<readonly string[]> {
  const confirming: string[] = []
  const buttons = page.locator('#content button:enabled:visible')
  for (let at = 0; ; at++) {
    await open(path, { page, office })
    if (at >= (await buttons.count())) return confirming
    const button = buttons.nth(at)
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText())
    await button.click()
    await page.evaluate(drawTwice)
    const dialog = page.getByRole('dialog')
    const isHarmless = (await dialog.getByText(HARMLESS).count()) > 0
    const asks = await dialog.locator('button[type=submit]').count()
    if (asks > 0 && !isHarmless) confirming.push(`${path}: ${name}`)
  }
}

/** Opens a page, and waits until it has read all that it shows: what it reads first may tell what else to read. */
async function open(path: string, { page, office }: Given): Promise<void> {
  const reads = new Set<Request>()
  const isRead = (request: Request) => /\/admin\/v1\/(?!.*stream)/.test(request.url())
  const begin = (request: Request) => void (isRead(request) && reads.add(request))
  const end = (request: Request) => void reads.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.goto(`${office.url}/backoffice/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    expect(reads.size).toBe(0)
    await page.evaluate(drawTwice)
    expect(reads.size).toBe(0)
    expect(await page.getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0)
  }).toPass()
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

function drawTwice(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

function changesOf(page: Page): readonly string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`)
  })
  return changes
}

test('no button of any page changes something for people who may only read', async ({
  page,
  office,
  gateway,
}) => {
  test.setTimeout(240_000)
  const rights: readonly string[] = ROLE_RIGHTS.reader
  const menu = MENU.flat().filter(({ right }) => rights.includes(right))
  const pages = [...menu.map(({ path }) => path.slice(1)), ...(await fill(office, gateway))]
  await openAs('reader', '/payments', { page, office })
  // A page that prints waits for its person.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const changes = changesOf(page)
  const confirming: string[] = []
  for (const path of pages) confirming.push(...(await pressAll(path, { page, office })))
  expect(confirming).toEqual([])
  expect(changes).toEqual([])
  // The same finds a button that others have.
  await openAs('finance', '/settlements', { page, office })
  expect(await pressAll('settlements?view=open', { page, office })).toContain(
    'settlements?view=open: Match',
  )
})
