import { recordConsole, recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

const HEARING = `onError({ name, message, event }) { window.heard = { name, message, event } }`

const options: Readonly<Record<string, string>> = {
  useSummaryPage: 'useSummaryPage: true, onSaveTransactionData() {}',
  createCheckout: 'createCheckout() { return null }',
}

for (const [name, source] of Object.entries(options)) {
  test(`a page that wants ${name}, which is not supported, gets an error, and nothing is charged`, async ({
    merchantPage,
  }) => {
    const { page, form } = merchantPage
    const submits = recordSubmits(page)
    const lines = recordConsole(page)
    const checkout = await merchantPage.open({ options: `${source}, ${HEARING}` })
    const message = `wpwlOptions.${name} is not supported yet: this form takes no payment`
    await expect(form.notice).toHaveText('The payment form could not be loaded')
    await expect(form.liveRegion).toHaveText('The payment form could not be loaded')
    await expect(form.element).toHaveAttribute('data-phase', 'closed')
    expect(lines).toEqual([message])
    expect(await page.evaluate('heard')).toEqual({
      name: 'WidgetError',
      message,
      event: 'not_supported',
    })

    await form.payButton.click({ force: true })
    await form.holder.press('Enter')
    await page.evaluate(() => window.wpwl?.executePayment('wpwl-container-card'))
    await expect(form.element).toHaveAttribute('data-phase', 'closed')
    expect(submits).toHaveLength(0)
    await merchantPage.expectStatus(checkout, '000.200.000')
  })
}

test('an option that stops the payment is checked again when the shopper pays', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  await merchantPage.open({ options: HEARING })
  await form.fill()
  await page.evaluate('wpwlOptions.useSummaryPage = true')
  await form.pay()
  await expect(form.element).toHaveAttribute('data-phase', 'closed')
  expect(await page.evaluate('heard.event')).toBe('not_supported')
  expect(submits).toHaveLength(0)
})

test('a mounted form with its own options is not stopped by those of the page', async ({
  merchantPage,
  gateway,
}) => {
  const { page, form } = merchantPage
  const checkout = await gateway.createCheckout()
  await merchantPage.visit({
    options: 'useSummaryPage: true',
    body: ({ options }) => `${options}<div id="place"></div>`,
  })
  await page.addScriptTag({ url: checkout.script })
  await page.evaluate(() =>
    window.wpwl?.mount(document.querySelector('#place') as Element, {
      shopperResultUrl: '/result',
      useSummaryPage: false,
    }),
  )
  await form.ready()
  await form.fill()
  await merchantPage.expectPaid(checkout)
})
