import { billingPages } from './old-pages/billing-pages.ts'
import { cardPages } from './old-pages/card-pages.ts'
import type { OldPage } from './old-pages/old-page.ts'
import { savedCardPages } from './old-pages/saved-card-pages.ts'
import { vendorPages } from './old-pages/vendor-pages.ts'
import { visa } from './support/card-form.ts'
import type { GatewayClient, Parameters } from './support/gateway-client.ts'
import { expect, test } from './support/test.ts'

const JQUERY = 'node_modules/jquery/dist/jquery.min.js'
const jQueryTag = '<script src="/jquery.min.js"></script>'
const pages: readonly OldPage[] = [...cardPages, ...billingPages, ...savedCardPages, ...vendorPages]

for (const old of pages) {
  test(`runs the page of ${old.who}`, async ({ merchantPage, gateway }) => {
    const { page, form } = merchantPage
    const notes: string[] = []
    await page.exposeFunction('note', (text: unknown) => void notes.push(String(text)))
    await page.route('**/jquery.min.js', (route) => route.fulfill({ path: JQUERY }))
    const stored = old.hasSavedCards ? await storeCards(gateway) : {}
    const checkout = await merchantPage.visit({
      checkout: { ...old.checkout, ...stored },
      head: `${jQueryTag}${old.head ?? ''}`,
      body: old.body,
    })
    await old.use({
      page,
      form,
      gateway,
      checkout,
      noted: () => notes,
      async result() {
        const query = await merchantPage.result()
        return gateway.read(query.get('resourcePath') ?? '')
      },
    })
  })
}

test('each row of the table has a page', () => {
  const rows = [...new Set(pages.map(({ row }) => row))].sort((a, b) => a - b)
  expect(rows).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
})

/** Parameters of a checkout that offers two cards which the shopper has stored in earlier payments. */
async function storeCards(gateway: GatewayClient): Promise<Parameters> {
  const cards = { VISA: '4200000000000000', MASTER: '5454545454545454' }
  const stored = Object.entries(cards).map(async ([paymentBrand, number], index) => {
    const payment = await gateway.pay('/v1/payments', {
      paymentBrand,
      createRegistration: 'true',
      'card.number': number,
      'card.holder': visa.holder,
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'card.cvv': visa.code,
    })
    return [`registrations[${index}].id`, payment.registrationId ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(stored))
}
