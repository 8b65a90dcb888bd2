import { expectNoViolations } from './support/inspection.ts'
import { storedCard, storeWithPayment } from './support/stored-details.ts'
import { expect, test } from './support/test.ts'

test('a form is named by its way to pay, under the heading of the page before it', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open({ options: "locale: 'de'" })
  await expect(page.getByRole('form', { name: 'Karte', exact: true })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Karte', level: 2 })).toHaveCount(1)
  await expectNoViolations(page)
  await merchantPage.open({
    body: ({ form: placeholder, script }) =>
      `<h2>Order</h2><h3>Payment</h3>${placeholder}${script}<h5>After</h5>`,
  })
  const heading = page.getByRole('heading', { name: 'Card', level: 4 })
  await expect(heading).toHaveCount(1)
  expect((await heading.boundingBox())?.width).toBe(1)
  await expect(form.element.locator(':scope > .wpwl-heading')).toHaveCount(1)
})

test('each form of a list has its name and a heading that is not seen beside its row', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedCard)
  await merchantPage.visit({ brands: 'VISA PAYPAL IDEAL GOOGLEPAY', checkout: offer })
  await expect(page.getByRole('form', { name: 'Saved payment methods' })).toHaveCount(1)
  for (const name of ['Card', 'PayPal', 'iDEAL']) {
    await page.getByRole('radio', { name, exact: true }).click()
    await expect(page.getByRole('form', { name, exact: true })).toHaveCount(1)
    const heading = page.getByRole('heading', { name, level: 2, exact: true })
    await expect.poll(async () => (await heading.boundingBox())?.width).toBe(1)
    await expectNoViolations(page)
  }
  await expect(page.getByRole('form', { name: 'Google Pay' })).toHaveCount(1)
  await merchantPage.visit({ brands: 'PAYPAL' })
  const heading = page.getByRole('heading', { name: 'PayPal', level: 2 })
  await expect.poll(async () => (await heading.boundingBox())?.width).toBeGreaterThan(40)
})
