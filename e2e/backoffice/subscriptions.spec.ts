import type { Page } from '@playwright/test'
import { expect, openAs, sendAsShop, test } from '../support/back-office.ts'
import { attachScreenshot, expectNoViolations } from '../support/inspection.ts'

type Office = Parameters<typeof sendAsShop>[2]

/** The simulator declines each payment with a card of this holder. */
const EMPTY = '800.100.155'

const customer = (email: string) => ({
  'customer.email': email,
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
})

async function storeCard(email: string, holder: string, office: Office): Promise<string> {
  const { id } = await sendAsShop(
    '/v1/registrations',
    {
      paymentBrand: 'VISA',
      'card.number': '4200000000000000',
      'card.holder': holder,
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      transactionLinkId: 'MCC000000355',
      ...customer(email),
    },
    office,
  )
  return id
}

/** Pays each day at the time that is two seconds from now. */
function dailyJob(): Record<string, string> {
  const at = new Date(Date.now() + 2_000)
  return {
    'job.second': String(at.getUTCSeconds()),
    'job.minute': String(at.getUTCMinutes()),
    'job.hour': String(at.getUTCHours()),
    'job.dayOfMonth': '*',
    'job.month': '*',
  }
}

async function subscribe(registrationId: string, office: Office): Promise<string> {
  const order = { registrationId, amount: '9.99', currency: 'EUR', paymentType: 'SD' }
  const path = '/scheduling/v1/schedules'
  return (await sendAsShop(path, { ...order, ...dailyJob() }, office)).id
}

/** Until the gateway has tried the run. */
async function untilPastDue(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: text })
    await expect(row.first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

const LANGUAGES = {
  en: {
    menu: 'Subscriptions',
    pastDue: 'Past due',
    card: 'Other card',
    title: 'Pay with another card',
    confirm: 'Change the card',
    active: 'Active',
    payments: 'Payments of this subscription',
    back: 'To the subscription',
  },
  de: {
    menu: 'Abonnements',
    pastDue: 'Überfällig',
    card: 'Andere Karte',
    title: 'Mit einer anderen Karte zahlen',
    confirm: 'Karte wechseln',
    active: 'Aktiv',
    payments: 'Zahlungen dieses Abonnements',
    back: 'Zum Abonnement',
  },
} as const

for (const [language, width] of [
  ['en', 1280],
  ['de', 390],
] as const) {
  test(`a failed subscription is paid with another card (${language}, ${width} px)`, async ({
    page,
    office,
  }, info) => {
    const texts = LANGUAGES[language]
    const email = `${language}@shop.example`
    const empty = await storeCard(email, EMPTY, office)
    await storeCard(email, 'Jane Jones', office)
    const id = await subscribe(empty, office)
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript((code) => localStorage.setItem('tillgate.language', code), language)
    await openAs('support', '/subscriptions', { page, office })
    await untilPastDue(page, texts.pastDue)
    await expectNoViolations(page)
    await attachScreenshot(page, info, `subscriptions-${language}-${width}`)
    await page.locator(`a[href$="${id}"]`).click()
    await expect(page.getByRole('heading', { name: texts.payments })).toBeVisible()
    await expectNoViolations(page)
    await attachScreenshot(page, info, `subscription-${language}-${width}`)
    await page.getByRole('button', { name: texts.card }).click()
    const dialog = page.getByRole('dialog', { name: texts.title })
    await expect(dialog.getByRole('combobox')).toContainText('Jane Jones')
    await expectNoViolations(page)
    await attachScreenshot(page, info, `card-${language}-${width}`)
    await dialog.getByRole('button', { name: texts.confirm }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(texts.active, { exact: true }).first()).toBeVisible({
      timeout: 20_000,
    })
    await expect(page.getByRole('row')).toHaveCount(3)
    await attachScreenshot(page, info, `paid-${language}-${width}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('link', { name: texts.back }).click()
    await expect(page.getByRole('heading', { name: texts.payments })).toBeVisible()
  })
}

test('a subscription is paused, goes on with another amount, and is stopped', async ({
  page,
  office,
}) => {
  const card = await storeCard('amount@shop.example', 'Jane Jones', office)
  const order = { registrationId: card, amount: '9.99', currency: 'EUR', paymentType: 'SD' }
  const plan = { ...order, 'job.expression': '0 0 12 1 1 ? 2090' }
  const { id } = await sendAsShop('/scheduling/v1/schedules', plan, office)
  await openAs('support', `/customers?id=${card}`, { page, office })
  await page.locator(`a[href$="/subscriptions/${id}"]`).click()
  for (const [name, shown] of [
    ['Pause', 'Paused'],
    ['Resume', 'Active'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Change the amount' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the amount' })
  await dialog.getByLabel('Amount').fill('7,5o')
  await expect(dialog.getByText('Enter an amount such as 30.00')).toBeVisible()
  await dialog.getByLabel('Amount').fill('7,50')
  await dialog.getByRole('button', { name: /Change the amount/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('7.50').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
})
