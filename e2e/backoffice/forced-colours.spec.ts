import type { Page } from '@playwright/test'
import { expect, openAs, payByCard, test } from '../support/back-office.ts'
import { attachScreenshot, expectNoViolations } from '../support/inspection.ts'

/** Of the menu axe has looked at in other tests: here at what came with a state, a bar or a chart of its own. */
const LOOKED_AT = [
  'overview',
  'bookings',
  'report',
  'payouts',
  'subscriptions',
  'customers',
  'mails',
]

/** Opens a page and waits for its content. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  await expect(page.getByText('There is no page at this address')).toHaveCount(0)
}

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overflow, { message: where }).toBeLessThanOrEqual(0)
}

test('every page is whole on 320 pixels in the colours of the system, without movement', async ({
  page,
  office,
  gateway,
}, info) => {
  const email = 'nora@shop.example'
  const { id } = await payByCard(gateway, {
    'customer.email': email,
    'customer.givenName': 'Nora',
    'customer.surname': 'North',
  })
  await payByCard(gateway, { 'card.holder': '800.100.155' })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openAs('owner', '/payments', { page, office })
  const menu = page.getByRole('navigation', { name: 'Menu' }).first()
  const inMenu = await menu
    .locator('a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/')[2] ?? ''))
  expect(inMenu.length).toBeGreaterThan(15)
  await page.setViewportSize({ width: 320, height: 700 })
  const customer = `customers?by=email&value=${encodeURIComponent(email)}`
  const others = [`payments/${id}`, `payments/${id}/receipt`, `payments?query=${email}`, customer]
  for (const path of [...inMenu, ...others, 'profile']) {
    await open(page, `${office.url}/backoffice/${path}`)
    await expect(page.getByRole('alert'), path).toHaveCount(0)
    await expectNoSidewaysScroll(page, path)
    await attachScreenshot(page, info, `forced-${path.replaceAll(/[^a-z]+/g, '-')}`)
    if (LOOKED_AT.includes(path)) await expectNoViolations(page)
    // A screen of 1280 pixels with everything twice as large.
    await page.setViewportSize({ width: 640, height: 450 })
    await expectNoSidewaysScroll(page, `${path} at 640`)
    await page.setViewportSize({ width: 320, height: 700 })
  }
})

test('marks of the overview are seen in the colours of the system', async ({
  page,
  office,
  gateway,
}, info) => {
  await payByCard(gateway)
  await page.emulateMedia({ forcedColors: 'active' })
  await openAs('owner', '/overview', { page, office })
  const bar = page.getByRole('region', { name: 'Payment methods' }).locator('.bg-accent').first()
  await expect(bar).toBeVisible()
  const colours = await bar.evaluate((element) => {
    const probe = document.createElement('span')
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: Canvas'
    document.body.append(probe)
    const { backgroundColor: highlight, color: canvas } = getComputedStyle(probe)
    probe.remove()
    return { bar: getComputedStyle(element).backgroundColor, highlight, canvas }
  })
  expect(colours.bar).toBe(colours.highlight)
  expect(colours.bar).not.toBe(colours.canvas)
  await attachScreenshot(page, info, 'forced-overview-1280')
})

test('each chart of the overview has its numbers in a table that the keyboard reaches', async ({
  page,
  office,
  gateway,
}) => {
  await payByCard(gateway)
  await openAs('reader', '/overview', { page, office })
  for (const name of ['Volume', 'Approval rate']) {
    const section = page.getByRole('region', { name, exact: true })
    await expect(section.getByRole('figure')).toBeVisible()
    await section.locator('summary').focus()
    await page.keyboard.press('Enter')
    const table = section.getByRole('table')
    // The parts of seven days, and the heading.
    await expect(table.getByRole('row')).toHaveCount(8)
    await page.keyboard.press('Tab')
    await expect(section.getByRole('region', { name: 'Numbers' })).toBeFocused()
    await page.keyboard.press('Enter')
    await section.locator('summary').click()
  }
})

test('approval rates by issuer stand in the address, and a fall leads to its payments', async ({
  page,
  office,
  gateway,
}, info) => {
  await payByCard(gateway)
  await page.route('**/admin/v1/overview/groups?*', async (route) => {
    const answer = await route.fetch()
    const drop = {
      by: 'brand',
      value: 'VISA',
      before: { succeeded: 90, failed: 10 },
      now: { succeeded: 50, failed: 50 },
      code: '800.100.155',
      codeGroup: 'rejected_by_bank',
      description: 'transaction declined (amount exceeds credit)',
      codeBefore: 2,
      codeNow: 41,
    }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), drops: [drop] } })
  })
  await openAs('owner', '/overview', { page, office })
  await page.getByLabel('By', { exact: true }).selectOption('issuer')
  await expect(page).toHaveURL(/[?&]by=issuer/)
  const groups = page.getByRole('region', { name: 'Approval rate over time' })
  await expect(groups.first().getByRole('rowheader').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('By', { exact: true })).toHaveValue('brand')
  const fall = page.getByRole('link', { name: /VISA: approval rate from 90% to 50%/i })
  await expect(fall).toContainText('800.100.155')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'overview-drop-1280')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'the overview at 320')
  await attachScreenshot(page, info, 'overview-drop-320')
  await fall.click()
  await expect(page).toHaveURL(/\/payments\?.*state=failed.*code=800\.100\.155/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments')
})
