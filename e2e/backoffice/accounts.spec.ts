import { expect, openAs, test } from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'

test('an account is added by its provider, gets its credential and is enabled', async ({
  page,
  office,
}) => {
  await openAs('owner', '/accounts', { page, office })
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').selectOption('Another gateway of this interface')
  await dialog.getByLabel('Name', { exact: true }).fill('Acme')
  await dialog.getByLabel('Merchant there').fill('a'.repeat(32))
  await dialog.getByLabel('Address').fill('gateway')
  await dialog.getByRole('button', { name: 'New account' }).click()
  await expect(dialog).toContainText('must be an origin with https')
  await dialog.getByLabel('Address').fill('https://gateway.example')
  await dialog.getByRole('button', { name: 'New account' }).click()

  const row = page.getByRole('row', { name: /Acme/ })
  await expect(row).toContainText('accessToken: missing')
  await row.getByRole('button', { name: 'Credential' }).click()
  await dialog.getByLabel('Value').fill('marked-value')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).not.toContainText('missing')
  await row.getByRole('button', { name: 'Enable' }).click()
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await expect(row).toContainText('Active')
  await expect(page.locator('body')).not.toContainText('marked-value')

  // The list is sorted as the address says, by keyboard as well.
  const heading = page.getByRole('columnheader', { name: 'Name' })
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await heading.getByRole('link').press('Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-name/)
  await expectNoViolations(page)

  await row.getByRole('link', { name: 'Acme' }).click()
  await expect(page.getByRole('main')).toContainText('/connectors/events/gateway:')
  await expect(page.getByRole('main')).toContainText('Nothing to look at')
})
