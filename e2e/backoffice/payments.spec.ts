import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runCommand } from '../../server/testing/command.fixture.ts'
import { expect, openAs, payByCard, readAs, sendAs, test } from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'

/** The links to the payment that is shown and to those that refer to it. */
function family(page: Page) {
  return page.getByRole('region', { name: 'Related payments' }).getByRole('link')
}

test('support finds a payment by what a caller knows and refunds half of it', async ({
  page,
  office,
  gateway,
}) => {
  await payByCard(gateway, { merchantTransactionId: 'order-0001' })
  await payByCard(gateway, { merchantTransactionId: 'order-0002', 'card.holder': 'Max Moon' })
  await openAs('support', '/payments', { page, office })
  await page.keyboard.press('/')
  await page.keyboard.type('Moon 92.00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(new URL(page.url()).searchParams.get('query')).toBe('Moon 92.00')

  await page.getByRole('row', { name: /order-0002/ }).click()
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount').fill('46,00')
  await dialog.getByLabel('Reason').fill('Kite torn')
  await expect(dialog).toContainText('Refund 46.00 EUR of 92.00 EUR; 46.00 EUR stay captured.')
  await dialog.getByRole('button', { name: /Refund/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Refund: done' })).toBeFocused()
  await expect(page.getByText('Partly refunded').first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Kite torn' })).toContainText(
    'support@shop.example',
  )
  await expect(family(page)).toHaveText([/Debit.*92\.00/, /Refund.*46\.00/])
})

test('a refund whose answer was lost is made once, however often the button is pressed', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { merchantTransactionId: 'order-lost' })
  await openAs('support', `/payments/${id}`, { page, office })
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount').fill('10')
  await dialog.getByLabel('Reason').fill('Late')
  const operations = '**/operations'
  await page.route(operations, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: /Refund/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('No answer from the gateway')
  await page.unroute(operations)
  await dialog.getByRole('button', { name: /Refund/ }).click()
  await expect(dialog).toBeHidden()
  await expect(family(page)).toHaveText([/Debit.*92\.00/, /Refund.*10\.00/])
})

test('a refund in a second tab is told, and moves nothing until the new numbers were seen', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { merchantTransactionId: 'order-twice' })
  const other = await page.context().newPage()
  // The second tab does not hear of the change by itself: what it sends was decided before it.
  await other.route('**/admin/v1/payments/stream*', (route) => route.abort())
  for (const tab of [page, other]) {
    await openAs('support', `/payments/${id}`, { page: tab, office })
    await tab.getByRole('button', { name: 'Refund' }).click()
    await tab.getByRole('dialog').getByLabel('Amount').fill('30')
    await tab.getByRole('dialog').getByLabel('Reason').fill('Both of us')
  }
  const one = page.getByRole('dialog', { name: 'Refund' })
  const second = other.getByRole('dialog', { name: 'Refund' })
  await one.getByRole('button', { name: /Refund/ }).click()
  await expect(one).toBeHidden()
  await second.getByRole('button', { name: /Refund/ }).click()
  await expect(other.getByRole('alert')).toContainText('at most 62.00 EUR now')
  await expect(second).toContainText('Refund 30.00 EUR of 62.00 EUR; 32.00 EUR stay captured.')
  await expect(family(page)).toHaveCount(2)
  await other.close()

  await page.getByRole('link', { name: /^Refund.*30\.00/ }).click()
  await expect(page.getByRole('link', { name: /^Refund of Debit/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
})

test('the page of a payment follows what others do with it', async ({ page, office, gateway }) => {
  const { id } = await payByCard(gateway)
  await openAs('reader', `/payments/${id}`, { page, office })
  await expect(family(page)).toHaveCount(1)
  const form = { paymentType: 'RF', amount: '5.00', currency: 'EUR', reason: 'On the telephone' }
  expect(await sendAs('support', `/payments/${id}/operations`, form, office)).toBe(200)
  await expect(family(page)).toHaveCount(2)
})

test('a card number in the search field gets into no address and no request', async ({
  page,
  office,
}) => {
  await openAs('support', '/payments?state=failed', { page, office })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const field = page.getByRole('searchbox')
  await field.fill('4111 1111 1111 1111')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toContainText('last four digits')
  await expect(page).toHaveURL(/\?state=failed$/)
  await expectNoViolations(page)
  await field.fill('1111')
  await field.press('Enter')
  await expect(page).toHaveURL(/\?query=1111&state=failed$/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(asked.filter((url) => /4111/.test(url))).toEqual([])
})

test('new payments wait in a line until they are asked for', async ({ page, office, gateway }) => {
  await payByCard(gateway)
  await openAs('reader', '/payments', { page, office })
  await expect(page.getByText('Updating', { exact: true })).toBeVisible()
  const rows = page.getByRole('row')
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  await payByCard(gateway, { merchantTransactionId: 'order-new' })
  await payByCard(gateway)
  await expect(page.getByRole('button', { name: '2 new payments' })).toBeVisible()
  expect(await rows.count()).toBe(before)
  await page.getByRole('button', { name: '2 new payments' }).click()
  await expect(rows).toHaveCount(before + 2)
  await expect(page.getByRole('row', { name: /order-new/ })).toBeVisible()
})

test('the list is read and opened with the keyboard alone, and the filters stay in the address', async ({
  page,
  office,
  gateway,
}) => {
  const merchantTransactionId = 'order-keyboard'
  await payByCard(gateway, { merchantTransactionId })
  await payByCard(gateway, { merchantTransactionId, 'card.holder': '800.100.155' })
  const address = `/payments?state=failed&query=${merchantTransactionId}`
  await openAs('reader', address, { page, office })
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Payment')
  await expect(page.getByText('Failed').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('failed')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
})

test('ranges that end before they begin are named beside their fields, and not searched', async ({
  page,
  office,
}) => {
  const range = 'from=2026-11-26&to=2026-11-20&min=50&max=10'
  await openAs('owner', `/payments?${range}`, { page, office })
  const main = page.getByRole('main')
  await expect(main).toContainText(/first day, .*26.*, lies after the last one, .*20/)
  await expect(main).toContainText('“At least” 50 is more than “At most” 10')
  await expect(main).not.toContainText('No payment fits')
  await page.getByText('50 – 10').click()
  await expect(page.getByRole('alert').filter({ hasText: '“At least” 50' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('At most').fill('100')
  await page.getByLabel('At most').blur()
  await expect(main).not.toContainText('is more than')
})

test('an export has every payment that the filters find', async ({ page, office, gateway }) => {
  await payByCard(gateway, { merchantTransactionId: 'order-export' })
  await openAs('owner', '/payments?query=order-export', { page, office })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('order-export')
})

test('a payment that was checked shows its risk score in the list and on its slip', async ({
  page,
  office,
  gateway,
}) => {
  const rule = { kind: 'amount', currency: 'EUR', atLeast: '71.00', effect: { score: 42 } }
  const path = join(office.dataDir, 'risk.json')
  await writeFile(path, JSON.stringify({ risk: { rules: [rule] } }))
  const words = ['entity', 'set', office.entityId, '--merge', path]
  const { code, output } = await runCommand(words, { dataDir: office.dataDir })
  expect(code, output).toBe(0)
  // The gateway knows the rule a second later.
  let order = ''
  await expect(async () => {
    order = `order-scored-${crypto.randomUUID()}`
    await payByCard(gateway, { amount: '70.00', merchantTransactionId: order })
    expect(await readAs('reader', `/payments?lookFor=${order}`, office)).toContain('"riskScore"')
  }).toPass()
  await openAs('reader', `/payments?query=${order}`, { page, office })
  await expect(page.getByRole('columnheader', { name: 'Risk' })).toBeVisible()
  await page.getByRole('row', { name: order }).click()
  await expect(page.getByText('Risk score').first()).toBeVisible()
  await expect(page.locator('dl', { hasText: 'Risk score' }).first()).toContainText('42')
})

test('a declined payment says why first, and an order that was paid twice is named', async ({
  page,
  office,
  gateway,
}) => {
  const order = { merchantTransactionId: 'order-paid-twice', amount: '17.31' }
  const declined = await payByCard(gateway, {
    ...order,
    'customParameters[SIMULATOR_outcome]': 'decline:800.100.203',
  })
  await payByCard(gateway, order)
  const { id } = await payByCard(gateway, order)
  await openAs('support', '/payments?query=order-paid-twice', { page, office })
  await expect(page.getByText('Not enough funds').first()).toBeVisible()
  await expectNoViolations(page)
  await openAs('support', `/payments/${declined.id}`, { page, office })
  const why = page.getByRole('region', { name: 'Why it failed' })
  await expect(why).toContainText(/Not enough funds.*Try it again later.*800\.100\.203/s)
  const attempts = page.getByRole('region', { name: 'Other attempts of this order' })
  await expect(attempts.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'This may be paid twice' })).toHaveCount(0)
  await openAs('support', `/payments/${id}`, { page, office })
  const twice = page.getByRole('region', { name: 'This may be paid twice' })
  await expect(twice.getByRole('link')).toHaveCount(1)
  await page.setViewportSize({ width: 320, height: 700 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectNoViolations(page)
})
