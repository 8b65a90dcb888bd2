import type { Locator, Page } from '@playwright/test'
import { processDemo } from '../../server/testing/server-process.fixture.ts'
import { expect, openAs, payByCard, test } from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'

const CHANNEL = 'Demo channel for plugins and SDKs'

function pickerOf(page: Page): Locator {
  return page.locator('main summary').filter({ hasText: 'Entity: ' })
}

test('the entity that is chosen stays while somebody walks around, and is in the address', async ({
  page,
  office,
  gateway,
}) => {
  await payByCard(gateway, { merchantTransactionId: 'order-of-first-channel' })
  const entityId = processDemo.legacyEntityId
  await payByCard(gateway, { merchantTransactionId: 'order-of-second-channel', entityId })
  await openAs('owner', '/payments', { page, office })
  await expect(page.getByText('order-of-first-channel').first()).toBeVisible()
  await pickerOf(page).click()
  await page.getByRole('link', { name: CHANNEL }).click()
  await expect(page).toHaveURL(new RegExp(`/payments\\?entity=${entityId}$`))
  await expect(page.getByText('order-of-second-channel').first()).toBeVisible()
  await expect(page.getByText('order-of-first-channel')).toHaveCount(0)

  for (const name of ['Overview', 'Disputes', 'Settlements', 'Checkouts'] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`entity=${entityId}`))
    await expect(pickerOf(page)).toHaveText(`Entity: ${CHANNEL}`)
  }

  // A payment is about no other entity than its own; behind it the choice is there again.
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Payment')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`entity=${entityId}`))

  await pickerOf(page).click()
  await page.getByRole('link', { name: 'Tillgate demo' }).click()
  await expect(page).toHaveURL(/\/overview$/)
})

test('the entity is chosen by keyboard, on a phone of 320 pixels, and axe finds nothing', async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openAs('owner', '/payments', { page, office })
  const picker = pickerOf(page)
  await picker.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: CHANNEL })).toBeVisible()
  await expectNoViolations(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.keyboard.press('Tab')
  for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`entity=${processDemo.legacyEntityId}$`))
  await picker.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: CHANNEL })).toBeHidden()
  await expect(picker).toBeFocused()
})
