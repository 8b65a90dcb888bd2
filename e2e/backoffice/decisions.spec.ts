import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import {
  expect,
  openAs,
  payByCard,
  readAs,
  removeLimit,
  sendAs,
  sendAsShop,
  test,
} from '../support/back-office.ts'

test('a payment in review is accepted by finance', async ({ page, office, gateway }) => {
  const { id } = await payByCard(gateway, { 'customParameters[SIMULATOR_risk]': 'timeout' })
  await openAs('finance', '/reviews', { page, office })
  await expect(page.locator(`a[href$="${id}"]`).first()).toBeVisible()
  await page.goto(`${office.url}/backoffice/payments/${id}`)
  await page.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept the payment' })
  await dialog.getByLabel('Reason').fill('The shopper was called')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'shopper was called' })).toContainText(
    'finance@shop.example',
  )
})

test('a payment in review is listed, however many others were made since', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { 'customParameters[SIMULATOR_risk]': 'timeout' })
  // A request looks at some thousand payments: the first one has found nothing yet.
  await page.route(/payments\?.*state=review/, async (route) => {
    const address = new URL(route.request().url())
    if (!address.searchParams.has('cursor')) {
      return route.fulfill({ json: { payments: [], cursor: 'further' } })
    }
    address.searchParams.delete('cursor')
    return route.fulfill({ response: await route.fetch({ url: address.href }) })
  })
  await openAs('finance', '/reviews', { page, office })
  await expect(page.locator(`a[href$="${id}"]`).first()).toBeVisible()
})

test('a payment that was rejected leaves the reviews, and its page says so', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { 'customParameters[SIMULATOR_risk]': 'timeout' })
  await openAs('finance', `/payments/${id}`, { page, office })
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject the payment' })
  await dialog.getByLabel('Reason').fill('Nobody answers')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Rejected. Reversed: 92.00 EUR')).toBeVisible()
  for (const name of ['Accept', 'Reject', 'Charge again']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Reviews' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()
  await expect(page.locator('main [aria-busy=true], main [role=status]')).toHaveCount(0)
  await expect(page.locator(`a[href$="${id}"]`)).toHaveCount(0)
})

test('a refund above the limit waits for a second person, who approves it', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, {
    amount: '61.00',
    merchantTransactionId: 'Order-29',
  })
  const settings = JSON.stringify({ secondPersonAbove: { EUR: '50.00' } })
  expect(await sendAs('owner', `/entities/${office.entityId}`, { settings }, office)).toBe(200)
  // Gateways follow a changed setting within a second.
  await expect
    .poll(() => readAs('support', `/payments/${id}`, office))
    .toContain('secondPersonAbove')
  // Finance may approve what others ask for.
  await openAs('administrator', `/payments/${id}`, { page, office })
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill('Sent back')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('waits for a second person').first()).toBeVisible()
  // The one who has asked is told so, and offered no decision.
  await expect(page.getByText('You asked for it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await openAs('finance', '/approvals', { page, office })
  const row = page.getByRole('row', { name: /61\.00/ })
  await expect(row.getByRole('link')).toHaveAttribute('href', `/backoffice/payments/${id}`)
  await expect(row).toContainText('Order-29')
  await row.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: 'Approve as the second person' })
    .getByRole('button', { name: /Approve/ })
    .click()
  await expect(page.getByRole('row', { name: /61\.00/ })).toHaveCount(0)
  await page.goto(`${office.url}/backoffice/payments/${id}`)
  await expect(page.getByText('Refunded').first()).toBeVisible()
  await removeLimit(office)
})

test('a request about a payment that was rejected in review can only be rejected', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { 'customParameters[SIMULATOR_risk]': 'timeout' })
  const settings = JSON.stringify({ secondPersonAbove: { EUR: '92.00' } })
  expect(await sendAs('owner', `/entities/${office.entityId}`, { settings }, office)).toBe(200)
  await expect
    .poll(() => readAs('support', `/payments/${id}`, office))
    .toContain('secondPersonAbove')
  const more = { paymentType: 'RB', amount: '99.00', currency: 'EUR', reason: 'Second kite' }
  expect(await sendAs('administrator', `/payments/${id}/operations`, more, office)).toBe(202)
  const reject = { decision: 'reject', reason: 'Nobody answers' }
  expect(await sendAs('administrator', `/payments/${id}/review`, reject, office)).toBe(200)
  await openAs('finance', '/approvals', { page, office })
  const row = page.getByRole('row', { name: /99\.00/ })
  await expect(row).toContainText('rejected in review')
  await expect(row.getByRole('button')).toHaveText(['Reject'])
  await page.goto(`${office.url}/backoffice/payments/${id}`)
  await expect(page.getByText('rejected in review: no more money')).toBeVisible()
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject the request' })
  await expect(dialog).toContainText('Second kite')
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await dialog.getByLabel('Reason for the rejection').fill('One kite is enough')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('rejected in review: no more money')).toHaveCount(0)
  await expect(page.getByText('One kite is enough')).toBeVisible()
  await removeLimit(office)
})

test('a card is blocked from the page of its payment, and the block is taken back', async ({
  page,
  office,
  gateway,
}) => {
  const card = { 'card.number': '5454545454545454', paymentBrand: 'MASTER' }
  const { id } = await payByCard(gateway, card)
  await openAs('support', `/payments/${id}`, { page, office })
  await page.getByRole('button', { name: 'Block' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block' })
  await expect(dialog).toContainText('ends in 5454 are refused')
  await dialog.getByLabel('Reason').fill('Stolen')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status')).toContainText('further payments by this card are refused')
  await expect(page.getByText('The card 545454…5454 is blocked')).toBeVisible()
  // Without an e-mail address nothing else of it can be blocked.
  await expect(page.getByRole('button', { name: 'Block' })).toHaveCount(0)
  await expect.poll(async () => (await payByCard(gateway, card)).result.code).toBe('800.200.160')
  const row = page.getByRole('row', { name: /5454/ })
  await page.getByRole('link', { name: 'Blocked' }).first().click()
  await expect(row.getByRole('button', { name: 'Take back' })).toBeVisible()
  await row.getByRole('link').click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('status')).toContainText('545454…5454 are accepted again')
  await expect(page.getByRole('button', { name: 'Block' })).toBeVisible()
  await page.getByRole('link', { name: 'Blocked' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Blocked' })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a document of a dispute is taken back before it is submitted', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, {
    'customParameters[SIMULATOR_dispute]': 'firstChargeback',
  })
  const { disputes } = JSON.parse(await readAs('finance', '/disputes', office))
  const dispute = disputes.find((one: { paymentId: string }) => one.paymentId === id)
  await openAs('finance', `/disputes/${dispute.id}`, { page, office })
  for (const name of ['delivery.txt', 'wrong.txt']) {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from('Signed by Jane Jones') }
    await page.getByLabel('Add a document').setInputFiles(file)
    await expect(page.getByRole('button', { name: `Take ${name} back` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Take wrong.txt back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Take wrong.txt back: done' }),
  ).toBeFocused()
  await expect(page.getByText('Document taken back')).toBeVisible()
  await page.getByRole('button', { name: 'Contest' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Contest/ })
    .click()
  await expect(page.getByRole('button', { name: 'Take delivery.txt back' })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save delivery.txt' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('delivery.txt')
  expect(await readFile(await saved.path(), 'utf8')).toBe('Signed by Jane Jones')
})

test('a second factor is set up, asked for at sign-in, and removed with a code of it', async ({
  page,
  office,
}) => {
  const { email, password } = office.administrator
  await openAs('administrator', '/profile', { page, office })
  const section = page.getByRole('region', { name: 'Second factor' })
  await section.getByLabel('Present password').fill(password)
  await section.getByRole('button', { name: 'Set it up' }).click()
  const secret = await section.locator('code').innerText()
  const codeOf = (aheadMs: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aheadMs })
  await section.getByLabel('Code').fill(codeOf(0))
  await section.getByRole('button', { name: 'Turn on' }).click()
  const recoveryCode = await section.getByRole('listitem').first().innerText()
  await section.getByRole('button', { name: 'I have kept them' }).click()

  await page.context().clearCookies()
  await page.goto(`${office.url}/backoffice/profile`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The code of the step in which it was confirmed counts no second time: the next one is taken as well.
  await page.getByLabel('Code').fill(codeOf(30_000))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await section.getByLabel('Present password').fill(password)
  await section.getByLabel('Code').fill(recoveryCode)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'Set it up' })).toBeVisible()
})

test('an outcome that nobody has told within a day is written down', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { 'customParameters[SIMULATOR_outcome]': 'timeout' })
  await sendAsShop('/test/clock', { advance: 'P2D' }, office)
  await openAs('finance', `/payments/${id}`, { page, office })
  await page.getByRole('button', { name: 'Write down the outcome' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write down the outcome' })
  await expect(dialog.getByLabel('Outcome')).toHaveValue('')
  await dialog.getByLabel('Outcome').selectOption('It has failed')
  await dialog.getByLabel('Reason').fill('The answer was lost')
  await dialog.getByLabel('Evidence').fill('Report of the acquirer')
  await dialog.getByRole('button', { name: 'Write it down' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Failed').first()).toBeVisible()
})
