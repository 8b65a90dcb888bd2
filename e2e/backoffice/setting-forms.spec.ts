import {
  expect,
  openAs,
  type payByCard,
  readAs,
  sendAs,
  test,
  textsOf,
} from '../support/back-office.ts'
import { expectNoViolations } from '../support/inspection.ts'
import { variants } from '../support/variants.ts'

for (const width of [390, 1280]) {
  test(`risk rules are set by a form, and refuse a payment, at ${width} px`, async ({
    page,
    office,
    gateway,
  }) => {
    const path = `/entities/${office.entityId}`
    await page.setViewportSize({ width, height: 844 })
    await openAs('administrator', path, { page, office })
    const row = page.getByRole('row', { name: /^Risk rules/ })
    await row.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Risk rules' })
    const save = dialog.getByRole('button', { name: 'Save' })
    const add = dialog.getByRole('button', { name: 'Add' })

    await add.click()
    const first = dialog.getByRole('group', { name: 'Entry 1' })
    await first.getByLabel('Kind of rule').selectOption({ label: 'Amount outside a range' })
    await save.click()
    // What is missing is said at its field, which has the focus.
    await expect(first.getByLabel('Currency')).toBeFocused()
    await expect(first.getByText('This has to be set.')).toBeVisible()
    await page.keyboard.type('eur')
    await save.click()
    await expect(dialog.getByText('needs atMost or atLeast')).toBeVisible()
    await first.getByLabel('At most').fill('70,00')

    await add.click()
    const second = dialog.getByRole('group', { name: 'Entry 2' })
    await second.getByLabel('Kind of rule').selectOption({ label: 'Countries on a list' })
    await second.getByLabel('On the list').fill('XK1\nUS')
    await second.getByLabel('Effect').selectOption({ label: 'The score changes' })
    await second.getByLabel('Score').fill('30')
    await save.click()
    await expect(second.getByText('Entry 1 must be a country of two letters')).toBeVisible()
    await second.getByLabel('On the list').fill('XK\nUS')
    await expectNoViolations(page)

    await dialog.getByRole('button', { name: 'Move 2 up' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Move 1 down' })).toBeFocused()
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: 'Risk rules: done' })).toBeFocused()
    await expect(row).toContainText('Countries on a list · On the list: XK, US')
    const { settings } = JSON.parse(await readAs('owner', path, office)).entity
    expect(settings.risk).toEqual({
      rules: [
        { kind: 'block', by: 'country', values: ['XK', 'US'], effect: { score: 30 } },
        { kind: 'amount', currency: 'EUR', atMost: '70.00', effect: 'refuse' },
      ],
    })
    // Gateways follow a changed setting within a second.
    await expect.poll(async () => (await refusedPayment(gateway)).result.code).toBe('100.550.312')
    const inherited = { settings: '{"risk":null}' }
    expect(await sendAs('owner', path, inherited, office)).toBe(200)
    await expect.poll(async () => (await refusedPayment(gateway)).result.code).toMatch(/^000\./)
  })
}

/** A payment above the limit of the rule. */
function refusedPayment(gateway: Parameters<typeof payByCard>[0]) {
  return gateway.pay('/v1/payments', {
    paymentBrand: 'VISA',
    'card.number': '4200000000000000',
    'card.holder': 'Jane Jones',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.cvv': '123',
    amount: '71.00',
  })
}

for (const code of variants(['de'], ['es', 'fr'])) {
  test(`every form of a setting is accessible and fits a phone, dark, in another language: ${code}`, async ({
    page,
    office,
  }) => {
    const texts = textsOf(code)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.addInitScript((one) => localStorage.setItem('tillgate.language', one), code)
    const { entity } = JSON.parse(await readAs('owner', `/entities/${office.entityId}`, office))
    await openAs('owner', `/entities/${entity.parentId}`, { page, office })
    const buttons = page
      .getByRole('button', { name: texts['entity.change'] })
      .filter({ visible: true })
    await expect(buttons.first()).toBeVisible()
    for (const button of await buttons.all()) {
      await button.click()
      const dialog = page.getByRole('dialog')
      for (const add of await dialog.getByRole('button', { name: texts['field.add'] }).all()) {
        await add.click()
      }
      for (const part of await dialog.locator('summary').all()) await part.click()
      await expectNoViolations(page)
      const overflow = await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)
      expect(overflow, await dialog.getByRole('heading').innerText()).toBeLessThanOrEqual(0)
      await dialog.getByRole('button', { name: texts['action.cancel'] }).click()
      await expect(dialog).toBeHidden()
    }
  })
}
