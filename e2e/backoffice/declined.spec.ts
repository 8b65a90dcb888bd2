import type { Page } from '@playwright/test'
import { expect, openAs, payByCard, readAs, test } from '../support/back-office.ts'
import { attachScreenshot, expectNoViolations } from '../support/inspection.ts'

/** Names of facts whose text lies over the text of their value. */
function overlapping(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const textOf = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect()
    }
    return [...document.querySelectorAll('dt')].flatMap((name) => {
      const value = name.nextElementSibling
      if (value === null || name.getClientRects().length === 0) return []
      const [left, right] = [textOf(name), textOf(value)]
      const isBeside = left.bottom > right.top && right.bottom > left.top
      return isBeside && left.right > right.left ? [name.textContent ?? ''] : []
    })
  })
}

for (const width of [1280, 1024, 390, 320]) {
  test(`a declined payment says why, what the shop was told, and no name lies over its value (${width} px)`, async ({
    page,
    office,
    gateway,
  }, info) => {
    const { id } = await payByCard(gateway, {
      'customParameters[SIMULATOR_outcome]': 'decline:800.100.155',
      'customParameters[AVeryLongNameWithoutAnyPlaceToBreakItAtAll]': 'its value',
    })
    await page.setViewportSize({ width, height: 844 })
    await openAs('support', `/payments/${id}`, { page, office })
    const why = page.getByRole('region', { name: 'Why it failed' })
    await expect(why).toContainText('amount above the available credit')
    await expect(why).toContainText('No webhook was sent')
    await page.getByText(/All \d+ values/).click()
    await expect(page.getByText('its value')).toBeVisible()
    expect(await overlapping(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectNoViolations(page)
    await attachScreenshot(page, info, `declined-${width}`)
  })
}

test('an open dispute stands on its payment with its deadline, and a refund asks back', async ({
  page,
  office,
  gateway,
}, info) => {
  const { id } = await payByCard(gateway, {
    'customParameters[SIMULATOR_dispute]': 'inquiry',
  })
  await openAs('support', `/payments/${id}`, { page, office })
  const dispute = page.getByRole('region', { name: 'Open dispute' })
  await expect(dispute).toContainText('Answer by')
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'disputed-1280')
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill('Sent back')
  await expect(dialog.getByRole('button', { name: /^Refund/ })).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  await expect(dialog.getByRole('button', { name: /^Refund/ })).toBeEnabled()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dispute.getByRole('link', { name: 'To the dispute' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dispute' })).toBeVisible()
})

test('a dispute says until when, what helps and how much is taken, in German on a phone', async ({
  page,
  office,
  gateway,
}, info) => {
  const { id } = await payByCard(gateway, {
    'customParameters[SIMULATOR_dispute]': 'firstChargeback',
  })
  const { disputes } = JSON.parse(await readAs('finance', '/disputes', office))
  const dispute = disputes.find((one: { paymentId: string }) => one.paymentId === id)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('tillgate.language', 'de'))
  await openAs('finance', `/disputes/${dispute.id}`, { page, office })
  await expect(page.getByText(/^Antwort bis .*UTC/)).toBeVisible()
  await expect(page.getByText(/je bis 740 kB; noch 10 Dokumente/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Stattdessen nachgeben' })).toBeVisible()
  const empty = { name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }
  await page.getByLabel('Beleg hinzufügen').setInputFiles(empty)
  await expect(page.getByRole('alert')).toBeVisible()
  const whole = { ...empty, name: 'beleg.txt', buffer: Buffer.from('Unterschrieben') }
  await page.getByLabel('Beleg hinzufügen').setInputFiles(whole)
  await expect(page.getByText(/noch 9 Dokumente/)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectNoViolations(page)
  await attachScreenshot(page, info, 'dispute-de-390')
})
