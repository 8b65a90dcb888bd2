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

test('the steps of a new channel lead where each is done, and back, until a payment succeeds', async ({
  page,
  office,
  gateway,
}) => {
  const { entity } = JSON.parse(await readAs('owner', `/entities/${office.entityId}`, office))
  await openAs('owner', `/entities/${entity.parentId}`, { page, office })
  await page.getByRole('button', { name: 'Add a channel' }).click()
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Shop of the steps')
  await name.press('Enter')
  const guide = page.getByRole('region', { name: /^Set-up/ })
  const step = (name: string) => guide.getByRole('listitem').filter({ hasText: name }).first()
  await expect(step('Access token')).toContainText('Inherited from')
  await expect(step('Webhook')).toContainText('No server is told of events')
  await expectNoViolations(page)
  // Brands: the form of the setting opens at once.
  await step('Brands').getByRole('link', { name: 'Choose brands' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment brands' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('radio', { name: 'Only these' }).check()
  await dialog.getByLabel(/^Visa VISA$/).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(step('Brands')).toContainText('The channel has its own choice')
  // Another page leads back.
  await step('Webhook').getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the set-up of the channel' }).click()
  await expect(step('Test payment')).toContainText('There is no payment yet')
  // What the command does, which the page shows.
  const command = await guide.locator('code').innerText()
  const form = Object.fromEntries(
    [...command.matchAll(/-d '([^=]+)=([^']*)'/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  expect((await gateway.pay('/v1/payments', form)).result.code).toMatch(/^000\.100/)
  await page.reload()
  // Folded now: it takes payments, and no webhook is there.
  const folded = page.getByText(/^Set-up: 3 of 5/)
  await expect(folded).toBeVisible()
  await folded.click()
  await expect(page.getByText('A payment of the channel has succeeded')).toBeVisible()
})
