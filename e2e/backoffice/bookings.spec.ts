import { readFile } from 'node:fs/promises'
import { expect, openAs, payByCard, test } from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'

test('finance reads what has moved this month, and exports it', async ({
  page,
  office,
  gateway,
}) => {
  const { id } = await payByCard(gateway, { merchantTransactionId: 'order-booked' })
  await gateway.pay(`/v1/payments/${id}`, { paymentType: 'RF', amount: '2.00', currency: 'EUR' })
  await openAs('finance', '/bookings', { page, office })
  const refund = page.getByRole('row').filter({ hasText: '-2.00' })
  await expect(refund).toContainText('order-booked')
  await expectNoViolations(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^bookings-\d{4}-\d{2}-01-.*\.csv$/)
  await page.setViewportSize({ width: 320, height: 700 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectNoViolations(page)
  await refund.getByRole('link', { name: 'Refund' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Payment')
})

test('finance reads the refunds of one currency alone, and exports them', async ({
  page,
  office,
  gateway,
}) => {
  for (const currency of ['EUR', 'GBP']) {
    const { id } = await payByCard(gateway, { paymentType: 'DB', amount: '31.00', currency })
    await gateway.pay(`/v1/payments/${id}`, { paymentType: 'RF', amount: '3.10', currency })
  }
  await openAs('finance', '/bookings', { page, office })
  await page.getByLabel('Booking').selectOption('refund')
  await page.getByLabel('Currency').selectOption('GBP')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText(/Refund.*-3\.10 GBP/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  await expectNoViolations(page)
})
