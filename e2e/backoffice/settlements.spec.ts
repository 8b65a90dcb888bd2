import { expect, openAs, payByCard, test } from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'
import { createAccount, importLines, STRAY } from '../support/settlement-file.ts'

test.beforeAll(({ office }) => createAccount(office))

test('a line with another amount than its payment is matched when the difference is accepted', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { amount: '92.00', currency: 'EUR', paymentType: 'DB' })
  await importLines([STRAY], office)
  await openAs('finance', '/settlements?view=open', { page, office })
  await page.getByRole('button', { name: 'Match' }).click()
  const dialog = page.getByRole('dialog', { name: 'Match' })
  const confirm = dialog.getByRole('button', { name: /^Match/ })
  await dialog.getByLabel('Ids of payments').fill(id)
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Reason').fill('The acquirer has kept 0.50')
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('The line has')
  await expect(confirm).toBeDisabled()
  await expectNoViolations(page)
  await dialog.getByLabel(/^The difference of .*0\.50.* is right$/).check()
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No line waits')).toBeVisible()
  await page.getByRole('link', { name: 'Missing money' }).click()
  await expect(page.getByRole('heading', { name: 'Settled with another amount' })).toBeVisible()
})

test('a payment shows what the acquirer has kept of it, and the payout that leads to the file', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { amount: '92.00', currency: 'EUR', paymentType: 'DB' })
  await openAs('finance', `/payments/${id}`, { page, office })
  const settlement = page.getByRole('region', { name: 'Settlements' })
  await expect(settlement).toContainText('No settlement file has a line about it yet.')
  const line = {
    ...STRAY,
    record_id: 'kept',
    payment_id: id,
    acquirer_reference: '74500006331000000000017',
    gross_amount: '92.00',
    net_amount: '90.10',
    interchange: '0.30',
    scheme_fee: '0.10',
    markup: '1.50',
    payout_reference: 'PO-17',
  }
  await importLines([line], office)
  await page.reload()
  await expect(settlement).toContainText(/Interchange.*0\.30.*Scheme fee.*0\.10/)
  await expect(settlement).toContainText(/Net.*90\.10/)
  await expect(settlement).toContainText('74500006331000000000017')
  await expect(settlement).toContainText('Not paid out')
  await expectNoViolations(page)
  await settlement.getByRole('link', { name: 'PO-17' }).click()
  await expect(page.getByRole('heading', { name: 'Payout PO-17' })).toBeVisible()
  const made = page.getByRole('table', { name: 'What the payout is made of' })
  await expect(made).toContainText(/Gross\s*92\.00.*Costs\s*-1\.90.*Net\s*90\.10/s)
  await expectNoViolations(page)
  const lines = page.getByRole('region', { name: 'Lines' })
  await lines.getByRole('link', { name: 'Debit' }).click()
  await expect(page).toHaveURL(new RegExp(`/payments/${id}$`))
  await page.goBack()
  await lines.getByTitle('To the file').click()
  await expect(page.getByRole('heading', { name: 'settlement.csv' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Lines' })).toContainText('90.10')
  await expectNoViolations(page)
})

test('payouts are found, exported and read on a phone of 320 pixels', async ({ page, office }) => {
  await importLines([{ ...STRAY, record_id: 'phone', payout_reference: 'PO-18' }], office)
  await page.setViewportSize({ width: 320, height: 700 })
  await openAs('finance', '/payouts?days=365', { page, office })
  const row = page.getByRole('row').filter({ hasText: '91.50' }).first()
  await expect(row).toContainText('Not paid out')
  await expectNoViolations(page)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Payout PO-18' })).toBeVisible()
  await expectNoViolations(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toBe('payout-2026-11-21-PO-18.csv')
})

test('support, who sees no settlements, sees none on a payment', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway)
  await openAs('support', `/payments/${id}`, { page, office })
  await expect(page.getByRole('region', { name: 'Postings' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Settlements' })).toHaveCount(0)
})

test('payouts are sorted by what is paid out, both ways, with the day of the week', async ({
  page,
  office,
}) => {
  const lines = ['7.00', '9.00', '8.00'].map((net, at) => ({
    ...STRAY,
    record_id: `sorted-${at}`,
    gross_amount: net,
    net_amount: net,
    gross_currency: 'CHF',
    net_currency: 'CHF',
    payout_reference: `PO-CHF-${at}`,
  }))
  await importLines(lines, office)
  await openAs('finance', '/payouts?days=365', { page, office })
  await expect(page.getByRole('link', { name: '2026-11-21 Sat' }).first()).toBeVisible()
  const order = async () => {
    const rows = await page.getByRole('row').filter({ hasText: 'PO-CHF' }).allInnerTexts()
    return rows.map((row) => /PO-CHF-\d/.exec(row)?.[0])
  }
  const heading = page.getByRole('columnheader', { name: 'Net' })
  await heading.getByRole('link').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(order).toEqual(['PO-CHF-1', 'PO-CHF-2', 'PO-CHF-0'])
  await heading.getByRole('link').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(order).toEqual(['PO-CHF-0', 'PO-CHF-2', 'PO-CHF-1'])
  await expectNoViolations(page)
})
