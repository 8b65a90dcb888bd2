import { recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const submits: Readonly<Record<string, string>> = {
  'form.submit()': `document.querySelector('.wpwl-form-card').submit()`,
  '$(form).submit()': `jQuery('.wpwl-form-card').submit()`,
  'a click whose submit a handler of the document stops': `
    document.addEventListener('submit', (event) => event.stopPropagation(), true)
    document.querySelector('.wpwl-button-pay').click()`,
}

for (const [how, code] of Object.entries(submits)) {
  test(`${how} pays as the button does`, async ({ merchantPage }) => {
    const { page, form } = merchantPage
    const sent = recordSubmits(page)
    await page.route('**/jquery.js', (route) =>
      route.fulfill({ path: 'node_modules/jquery/dist/jquery.min.js' }),
    )
    const checkout = await merchantPage.open({ head: '<script src="/jquery.js"></script>' })
    await page.evaluate(code)
    await expect(form.hints).toHaveCount(3)
    await form.fill()
    await page.evaluate(code)
    await merchantPage.result()
    await merchantPage.expectStatus(checkout, '000.100.110')
    expect(sent).toHaveLength(1)
  })
}

test('a handler that prevents the submit or the click stops the payment, also where it stops the event', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const sent = recordSubmits(page)
  await merchantPage.open()
  await form.fill()
  await page.evaluate(() => {
    document.addEventListener(
      'submit',
      (event) => {
        event.preventDefault()
        event.stopPropagation()
      },
      { capture: true, once: true },
    )
    document.body.insertAdjacentHTML('beforeend', '<form id="news"><button>Go</button></form>')
    document.querySelector('#news')?.addEventListener('submit', (event) => event.preventDefault())
  })
  await form.pay()
  await form.payButton.evaluate((button) => {
    button.addEventListener('click', (event) => event.preventDefault(), { once: true })
  })
  await form.pay()
  await page.getByRole('button', { name: 'Go' }).click()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  expect(sent).toHaveLength(0)
})

test('a submit past the widget ends on a page in words with a link to the shop', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const checkout = await merchantPage.open()
  await form.fill()
  await form.element.evaluate((element) =>
    HTMLFormElement.prototype.submit.call(element as HTMLFormElement),
  )
  await expect(page.getByRole('heading')).toContainText('You have not been charged')
  await merchantPage.expectStatus(checkout, '000.200.000')
  const link = page.getByRole('link', { name: 'Back to the shop' })
  await expect(link).toHaveAttribute('href', `${merchantPage.server.origin}/`)
})
