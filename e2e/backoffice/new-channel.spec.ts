import { expect, openAs, readAs, test } from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'

test('an owner adds a channel to the merchant, and its page opens', async ({ page, office }) => {
  const { entity } = JSON.parse(await readAs('owner', `/entities/${office.entityId}`, office))
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs('owner', `/entities/${entity.parentId}`, { page, office })
  await expect(page.getByRole('button', { name: 'Add a merchant' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a channel' })
  const name = dialog.getByLabel('Name')
  await expect(name).toBeFocused()
  await expectNoViolations(page)
  await name.fill('Web shop of the tea house')
  await name.press('Enter')
  await expect(page.getByRole('heading', { name: 'Web shop of the tea house' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Add a channel: done' })).toBeFocused()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  // Nothing lies below a channel.
  await expect(page.getByRole('button', { name: /^Add a/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Entities' }).first().click()
  await expect(page.getByRole('link', { name: 'Web shop of the tea house' })).toBeVisible()
})

test('somebody who only reads is offered no new entity', async ({ page, office }) => {
  const { entity } = JSON.parse(await readAs('owner', `/entities/${office.entityId}`, office))
  await openAs('reader', `/entities/${office.entityId}`, { page, office })
  await expect(page.getByRole('heading', { name: entity.name })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add a/ })).toHaveCount(0)
})
