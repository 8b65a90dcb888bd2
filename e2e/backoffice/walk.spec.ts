import type { Page } from '@playwright/test'
import {
  expect,
  OTHER_LANGUAGES,
  openAs,
  payByCard,
  ROLES,
  type Role,
  test,
  textsOf,
} from '../support/back-office.ts'
import { attachScreenshot, expectNoViolations } from '../support/inspection.ts'

/** Every page with who may see it; the others get a sentence in its place. */
const ALL: readonly Role[] = ROLES
const DECIDE: readonly Role[] = ['owner', 'administrator', 'finance']
const MANAGE: readonly Role[] = ['owner', 'administrator']

const PAGES: Readonly<Record<string, readonly Role[]>> = {
  payments: ALL,
  'payments/:payment': ALL,
  overview: ALL,
  disputes: ALL,
  reviews: DECIDE,
  approvals: DECIDE,
  settlements: ['owner', 'administrator', 'finance', 'reader'],
  payouts: ['owner', 'administrator', 'finance', 'reader'],
  bookings: ['owner', 'administrator', 'finance', 'reader'],
  customers: ALL,
  checkouts: ALL,
  blocks: ALL,
  webhooks: ['owner', 'administrator', 'support', 'reader'],
  entities: ALL,
  'entities/:entity': ALL,
  tokens: MANAGE,
  users: ['owner'],
  audit: MANAGE,
  system: ALL,
  profile: ALL,
}

/** Where rights change more than the menu: axe looks at these as each role, at the others as the owner. */
const DIFFERS = ['payments/:payment', 'disputes', 'settlements', 'blocks', 'entities/:entity']

const DESKTOP = { width: 1280, height: 900 }
const TABLET = { width: 1024, height: 768 }
const PHONE = { width: 390, height: 844 }
const NARROWEST = { width: 320, height: 700 }

/** Goes to a page as a link does, without loading the app again. */
async function goTo(page: Page, path: string, loading = 'Loading'): Promise<void> {
  await page.evaluate((address) => {
    const link = document.createElement('a')
    link.href = address
    document.body.append(link)
    link.click()
    link.remove()
  }, `/backoffice/${path}`)
  await expect(page).toHaveURL(new RegExp(`/backoffice/${path}(\\?|$)`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: loading })).toHaveCount(0)
}

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  // Charts take their new width after the page has.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overflow, { message: where }).toBeLessThanOrEqual(0)
  // A table can be scrolled in its panel, but then its last column, with the buttons, is out of sight.
  const cutTables = () =>
    page
      .locator('main div.overflow-x-auto')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  await expect.poll(cutTables, { message: `tables of ${where}` }).toBe(0)
}

for (const role of ROLES) {
  test(`the ${role} sees every page of the role, whole and accessible, on a screen and a phone`, async ({
    page,
    office,
    gateway,
  }, info) => {
    const { id } = await payByCard(gateway, {
      'customParameters[SIMULATOR_dispute]': 'firstChargeback',
    })
    await page.emulateMedia({
      colorScheme: ROLES.indexOf(role) % 2 === 0 ? 'light' : 'dark',
      reducedMotion: 'reduce',
    })
    await page.setViewportSize(DESKTOP)
    await openAs(role, '/payments', { page, office })
    const menu = page.getByRole('navigation', { name: 'Menu' }).first()
    for (const [pattern, roles] of Object.entries(PAGES)) {
      const path = pattern.replace(':payment', id).replace(':entity', office.entityId)
      const isAllowed = roles.includes(role)
      if (!path.includes('/') && path !== 'profile') {
        const link = menu.locator(`a[href="/backoffice/${path}"]`)
        await expect(link, `${path} in the menu`).toHaveCount(isAllowed ? 1 : 0)
      }
      await goTo(page, path)
      if (!isAllowed) {
        const content = page.locator('#content')
        await expect(content.getByText('There is no page at this address'), path).toBeVisible()
        await expect(content.getByRole('button'), path).toHaveCount(0)
        continue
      }
      await expect(page.getByRole('alert'), path).toHaveCount(0)
      await expectNoSidewaysScroll(page, path)
      await attachScreenshot(page, info, `${path.replace('/', '-')}-1280`)
      if (role === 'owner' || DIFFERS.includes(pattern)) await expectNoViolations(page)
      await page.setViewportSize(TABLET)
      await expectNoSidewaysScroll(page, `${path} at 1024`)
      await page.setViewportSize(PHONE)
      await expectNoSidewaysScroll(page, `${path} at 390`)
      if (role === 'owner') {
        await attachScreenshot(page, info, `${path.replace('/', '-')}-390`)
        await expectNoViolations(page)
        await page.setViewportSize(NARROWEST)
        await expectNoSidewaysScroll(page, `${path} at 320`)
        await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
        await expectNoSidewaysScroll(page, `${path} at 320, right to left`)
        await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
      }
      await page.setViewportSize(DESKTOP)
    }
  })
}

for (const code of OTHER_LANGUAGES) {
  test(`every page is whole on a screen and a phone in another language: ${code}`, async ({
    page,
    office,
    gateway,
  }, info) => {
    const texts = textsOf(code)
    const loading = texts['state.loading']
    const { id } = await payByCard(gateway, {
      'customParameters[SIMULATOR_dispute]': 'firstChargeback',
    })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((one) => localStorage.setItem('tillgate.language', one), code)
    await openAs('owner', '/payments', { page, office })
    const menu = page.getByRole('navigation', { name: texts['shell.menu'] }).first()
    const inMenu = await menu
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/')[2] ?? ''))
    expect(inMenu.length).toBeGreaterThan(15)
    for (const path of [...inMenu, `payments/${id}`, `entities/${office.entityId}`, 'profile']) {
      await page.setViewportSize(DESKTOP)
      await goTo(page, path, loading)
      await expectNoSidewaysScroll(page, path)
      await page.setViewportSize(PHONE)
      await expectNoSidewaysScroll(page, `${path} at 390`)
      await attachScreenshot(page, info, `${code}-${path.replace('/', '-')}-390`)
    }
  })
}
