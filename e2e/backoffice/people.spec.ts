import { expect, openAs, payByCard, test } from '../support/back-office.ts'

test('somebody who is not signed in gets the form, and then the page they came for', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway)
  await page.goto(`${office.url}/backoffice/payments/${id}`)
  await page.getByLabel('E-mail').fill(office.reader.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Password').fill(office.reader.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Payment')
  await page.getByText('reader@shop.example').first().click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
})

test('a reader sees a payment and no button that moves money, and is refused by hand', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway)
  await openAs('reader', `/payments/${id}`, { page, office })
  await expect(page.getByRole('heading', { name: 'Time line' })).toBeVisible()
  for (const name of ['Refund', 'Reverse', 'Charge again', 'Export']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  for (const name of ['Users', 'Audit log', 'Access tokens', 'Approvals']) {
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  }
  const status = await page.evaluate(async (payment) => {
    const answer = await fetch(`/admin/v1/payments/${payment}/operations`, {
      method: 'POST',
      headers: { 'x-tillgate-request': '1' },
      body: new URLSearchParams({
        paymentType: 'RF',
        amount: '1.00',
        currency: 'EUR',
        reason: 'No',
      }),
    })
    return answer.status
  }, id)
  expect(status).toBe(403)
})

test('a session that has ended leads to the form, and on from there', async ({ page, office }) => {
  const read = page.waitForResponse(/\/admin\/v1\/overview/)
  await openAs('support', '/overview', { page, office })
  // Else the page itself meets the end of the session, before anything is pressed.
  await read
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  await page.getByLabel('E-mail').fill(office.support.email)
  await page.getByLabel('Password').fill(office.support.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
})

test('a session that a colleague has ended leaves the open page of payments without a click', async ({
  page,
  office,
  browser,
}) => {
  const other = await browser.newContext({ locale: 'en-GB' })
  const following = await other.newPage()
  const { email, password } = office.finance
  await following.goto(`${office.url}/backoffice/payments`)
  await following.getByLabel('E-mail').fill(email)
  await following.getByLabel('Password').fill(password)
  const begun = following.waitForResponse(/\/admin\/v1\/payments\/stream/)
  await following.getByRole('button', { name: 'Sign in' }).click()
  await begun
  await openAs('finance', '/profile', { page, office })
  await page.getByRole('button', { name: 'End' }).click()
  await expect(following.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible()
  await other.close()
})

for (const who of ['support', 'reader'] as const) {
  test(`the menu of the role ${who} leads to no page that is refused`, async ({ page, office }) => {
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    await openAs(who, '/payments', { page, office })
    const links = page.getByRole('navigation', { name: 'Menu' }).first().getByRole('link')
    for (let at = 0; at < (await links.count()); at++) {
      await links.nth(at).click()
      const name = await links.nth(at).innerText()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
      await expect(page.getByRole('alert'), name).toHaveCount(0)
    }
    expect(refused).toEqual([])
  })
}
