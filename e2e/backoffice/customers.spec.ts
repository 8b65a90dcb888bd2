import { expect, openAs, payByCard, test } from '../support/back-office.ts'
import { attachScreenshot, expectNoViolations } from '../support/inspection.ts'

const TEXTS = {
  en: {
    search: 'Search for a customer',
    nothing: 'Nothing is known of this customer',
    found: 'Payments that fit',
    all: 'All of this customer',
    payments: 'Payments',
    note: 'New note',
    write: 'Write a note',
    number: 'Leave the card number out',
  },
  de: {
    search: 'Kunden suchen',
    nothing: 'Von diesem Kunden ist nichts bekannt',
    found: 'Passende Zahlungen',
    all: 'Alles zu diesem Kunden',
    payments: 'Zahlungen',
    note: 'Neue Notiz',
    write: 'Notiz schreiben',
    number: 'Lassen Sie die Kartennummer weg',
  },
} as const

for (const [language, width] of [
  ['en', 1280],
  ['de', 390],
] as const) {
  test(`a customer on the phone without an id is found by name, and a note is written (${language}, ${width} px)`, async ({
    page,
    office,
    gateway,
  }, info) => {
    const texts = TEXTS[language]
    const holder = `Phoebe ${language === 'en' ? 'Winter' : 'Sommer'}`
    const customer = {
      'customer.email': `phoebe.${language}@shop.example`,
      'customer.givenName': 'Phoebe',
      'customer.surname': 'Winter',
    }
    await payByCard(gateway, { ...customer, 'card.holder': holder })
    await payByCard(gateway, { ...customer, 'card.holder': holder, createRegistration: 'true' })
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript((code) => localStorage.setItem('tillgate.language', code), language)
    await openAs('support', '/customers', { page, office })
    await page.getByRole('searchbox', { name: texts.search }).fill(holder)
    await page.keyboard.press('Enter')
    await expect(page.getByText(texts.nothing)).toBeVisible()
    const found = page.getByRole('region', { name: texts.found })
    await expect(found.getByRole('row')).toHaveCount(3)
    await expectNoViolations(page)
    await found.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('link', { name: texts.all }).click()
    const payments = page.getByRole('region', { name: texts.payments })
    await expect(payments.getByRole('row')).toHaveCount(3)
    await page.getByLabel(texts.note).fill('4200 0000 0000 0000')
    await expect(page.getByText(texts.number)).toBeVisible()
    await page.getByLabel(texts.note).fill('Asked for the parcel')
    await page.getByRole('button', { name: texts.write }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'support@' })).toContainText(
      'Asked for the parcel',
    )
    await expectNoViolations(page)
    await attachScreenshot(page, info, `customer-${language}-${width}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
}

test('an e-mail address and the number of a stored card lead to the customer', async ({
  page,
  office,
  gateway,
}) => {
  const customer = {
    'customer.email': 'Cara@Shop.example',
    'customer.givenName': 'Cara',
    'customer.surname': 'Cole',
  }
  const stored = await payByCard(gateway, { ...customer, createRegistration: 'true' })
  await openAs('reader', '/customers', { page, office })
  await page.getByRole('searchbox', { name: 'Search for a customer' }).fill('cara@shop.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Write a note' })).toHaveCount(0)
  await page.goto(`${office.url}/backoffice/customers?id=${stored.registrationId}`)
  await page.getByRole('link', { name: 'All of this card' }).click()
  await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search for a customer' }).fill('4200000000000000')
  await expect(page.getByText('Do not type a card number here')).toBeVisible()
})
