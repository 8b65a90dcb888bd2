import { expect, openAs, payByCard, sendAs, test } from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'

test('an owner invites a colleague with read-only rights, who then cannot refund', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway)
  await openAs('owner', '/users', { page, office })
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite' })
  await dialog.getByLabel('E-mail').fill('new@shop.example')
  await dialog.getByLabel('Role').selectOption('Read only')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('dialog', { name: 'Link' }).locator('code').innerText()
  await page.context().clearCookies()

  await page.goto(link)
  await expect(page.getByText('owner@tillgate.example invites you to Tillgate demo.')).toBeVisible()
  await expect(page.getByText('Read only:')).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Name').fill('New Colleague')
  await page.getByLabel('Password').fill('9 kites in a strong wind')
  await page.getByRole('button', { name: 'Accept' }).click()
  // Who has just chosen a password does not type it again.
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
  await page.goto(`${office.url}/backoffice/payments/${id}`)
  await expect(page.getByRole('heading', { name: 'Time line' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)

  // The colleague is signed out by the owner, and reads why.
  const colleague = await page.context().cookies()
  await openAs('owner', '/users', { page, office })
  const row = page.getByRole('row', { name: /New Colleague/ })
  await row.getByRole('button', { name: 'Sign out' }).click()
  const signOut = page.getByRole('dialog', { name: 'Sign out' })
  await signOut.getByRole('button', { name: 'Sign out' }).click()
  await expect(signOut).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Sign out: done' })).toBeFocused()
  await page.context().addCookies(colleague)
  await page.goto(`${office.url}/backoffice/payments`)
  await expect(page.getByText('A colleague has signed you out everywhere.')).toBeVisible()
  await expectNoViolations(page)
})

test('an access token is made, shown, audited and revoked', async ({ page, office }) => {
  const { entityId } = office
  await openAs('owner', `/tokens?entity=${entityId}`, { page, office })
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByLabel('Name').fill('Shop server')
  await dialog.getByRole('button', { name: 'New token' }).click()
  const shown = page.getByRole('dialog', { name: 'Access token' })
  const accessToken = await shown.locator('code').innerText()
  const read = () =>
    fetch(`${office.url}/v1/webhooks?entityId=${entityId}`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    })
  expect((await read()).status).toBe(200)
  await shown.getByRole('button', { name: 'Close' }).click()

  await page
    .getByRole('row', { name: /Shop server/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Revoke: done' })).toBeFocused()
  await expect(page.getByRole('row', { name: /Shop server/ })).toHaveCount(0)
  await expect.poll(async () => (await read()).status).toBe(403)
  await page.goto(`${office.url}/backoffice/audit?actor=owner%40tillgate.example`)
  await expect(page.getByText(/DELETE \/admin\/v1\/tokens/).first()).toBeVisible()
})

test('the overview leads to disputes whose deadline is near', async ({ page, office, gateway }) => {
  const { id } = await payByCard(gateway, { amount: '71.00' })
  await openAs('finance', '/overview', { page, office })
  await expect(page.getByRole('link', { name: 'Volume' })).toBeVisible()
  await expect(page.getByText('within 3 days')).toHaveCount(0)
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const letter = {
    stage: 'firstChargeback',
    acquirerReference: 'CB-due',
    disputeReason: '13.1',
    reason: 'Letter of the acquirer',
    respondBy: tomorrow,
  }
  expect(await sendAs('finance', `/payments/${id}/disputes`, letter, office)).toBe(200)
  await page.reload()
  await page.getByRole('link', { name: '1 dispute has to be answered within 3 days' }).click()
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('soon')
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /71\.00/ })).toBeVisible()
  const month = page.getByRole('region', { name: 'Disputes of a month' })
  await expect(month.getByRole('row', { name: /^Visa \d+ 1 0 / })).toContainText('%')
  await expect(month.getByRole('row', { name: /VAMP/ })).toContainText('Not reached')
  await month.getByLabel('Month').fill('2020-01')
  await expect(month.getByText('No sales and no disputes in this month.')).toBeVisible()
})

test('a dispute is contested with a document', async ({ page, office, gateway }) => {
  await payByCard(gateway, {
    amount: '61.00',
    merchantTransactionId: 'order-61',
    'customParameters[SIMULATOR_dispute]': 'firstChargeback',
  })
  await openAs('support', '/disputes', { page, office })
  await expect(page.getByRole('row', { name: /61\.00/ })).toContainText('Jane Jones')
  await page.getByRole('row', { name: /61\.00/ }).click()
  await expect(page.getByRole('button', { name: 'Contest' })).toBeDisabled()
  await expect(page.getByText('Add a document first')).toBeVisible()
  await expect(page.getByText('order-61')).toBeVisible()
  const add = (name: string, mimeType: string, content: string) =>
    page
      .getByLabel('Add a document')
      .setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
  await add('nothing.txt', 'text/plain', '')
  await expect(page.getByRole('alert')).toHaveText('nothing.txt is empty')
  await add('scan.pdf', 'application/pdf', 'No PDF')
  await expect(page.getByRole('alert')).toContainText('The content of scan.pdf')
  await add('delivery.txt', 'text/plain', 'Delivered on 21 November')
  await expect(page.getByText('delivery.txt', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Contest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contest' })
  await expect(dialog).toContainText('You contest the dispute of 61.00 EUR with 1 document.')
  // Another tab still offers an answer, until the gateway refuses it.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Accept' }).click()
  await dialog.getByRole('button', { name: /Contest/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Nothing to do')).toBeVisible()
  const late = other.getByRole('dialog')
  await late.getByRole('button', { name: /Accept/ }).click()
  await expect(late.getByRole('alert')).toBeVisible()
  await late.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.getByText('Nothing to do')).toBeVisible()
  await expect(other.getByRole('button', { name: /Contest|Accept/ })).toHaveCount(0)
  await other.close()
  await expect(page.getByRole('listitem').filter({ hasText: 'Contested' }).first()).toContainText(
    'support@shop.example',
  )
})
