import { visa } from './support/card-form.ts'
import { attachScreenshot, expectNoViolations } from './support/inspection.ts'
import { issuerIn } from './support/issuer.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { expect, test } from './support/test.ts'

const TOKEN = /^[0-9a-f]{32}$/

/** What the shopper stored pays, without card or shopper. */
async function expectPaysWith({ gateway }: MerchantPage, token: string): Promise<void> {
  const amount = '11.50'
  const paid = await gateway.pay(`/v1/registrations/${token}/payments`, { amount })
  expect(paid).toMatchObject({
    result: { code: '000.100.110' },
    amount,
    card: { last4Digits: '0000', holder: 'Jane Jones' },
  })
}

for (const suffix of ['/registration', '']) {
  test(`a shopper stores a card, with the script of {id}${suffix}, and its token pays`, async ({
    merchantPage,
  }, info) => {
    const { page, form, gateway } = merchantPage
    const checkout = await gateway.createStoringCheckout()
    const script = checkout.script.replace('/registration', suffix)
    const session = page.waitForResponse((response) => response.url().includes('/session?'))
    await page.goto(merchantPage.address({}, { ...checkout, script }))
    await form.framesReady()
    await session
    await expect(form.payButton).toHaveText('Save card')
    await expectNoViolations(page)
    await attachScreenshot(page, info, 'storing')
    await form.fill()
    await form.pay()
    const resourcePath = `/v1/checkouts/${checkout.id}/registration`
    expect([...(await merchantPage.result())]).toEqual([
      ['id', checkout.id],
      ['resourcePath', resourcePath],
    ])
    const { id: token, ...status } = await gateway.read(resourcePath)
    expect(token).toMatch(TOKEN)
    expect(status).toMatchObject({
      result: { code: '000.100.110' },
      card: { last4Digits: '0000', holder: 'Jane Jones' },
    })
    await expectPaysWith(merchantPage, token)
    await page.goBack()
    await expect(form.notice).toContainText('This card has already been saved')
    await expect(form.notice.getByRole('button')).toHaveText('Back to the shop')
  })
}

test('a shopper stores a card in Arabic on a page without any style of the widget', async ({
  merchantPage,
}) => {
  const { page, form, gateway } = merchantPage
  const checkout = await gateway.createStoringCheckout()
  const options = 'style: "none", locale: "ar", useSummaryPage: true'
  await page.goto(merchantPage.address({ options }, checkout))
  await form.framesReady()
  await expect(form.element).toHaveAttribute('dir', 'rtl')
  await expect(form.element).toHaveAttribute('lang', 'ar')
  await expect(form.payButton).toHaveText('حفظ البطاقة')
  await form.fill()
  await form.pay()
  const resourcePath = `/v1/checkouts/${checkout.id}/registration`
  expect((await merchantPage.result()).get('resourcePath')).toBe(resourcePath)
  expect((await gateway.read(resourcePath)).result.code).toBe('000.100.110')
})

for (const [ending, code] of Object.entries({
  stored: '000.100.110',
  refused: '100.380.401',
})) {
  test(`a card whose issuer asks the shopper is ${ending} after the challenge`, async ({
    merchantPage,
  }, info) => {
    const { page, form, gateway } = merchantPage
    const checkout = await gateway.createStoringCheckout({ 'threeDSecure.npa': 'true' })
    await page.goto(merchantPage.address({}, checkout))
    await form.framesReady()
    await form.fill({ ...visa, number: '4200000000000018' })
    await form.pay()
    const issuer = issuerIn(page)
    const apply = issuer.getByRole('button', { name: 'Apply' })
    await expect(apply).toBeVisible()
    await expectNoViolations(page)
    await attachScreenshot(page, info, `storing-challenge-${ending}`)
    const resourcePath = `/v1/checkouts/${checkout.id}/registration`
    expect((await gateway.read(resourcePath)).result.code).toBe('000.200.000')
    await page.reload()
    await issuer
      .locator('select[name=returnCode]')
      .selectOption(ending === 'stored' ? '000.000.000' : code)
    await apply.click()
    expect([...(await merchantPage.result())]).toEqual([
      ['id', checkout.id],
      ['resourcePath', resourcePath],
    ])
    const { id: token, result } = await gateway.read(resourcePath)
    expect(result.code).toBe(code)
    const paid = await gateway.pay(`/v1/registrations/${token}/payments`, {
      'threeDSecure.disable': 'true',
    })
    expect(paid.result.code).toBe(ending === 'stored' ? code : '100.150.203')
  })
}

for (const [name, input] of Object.entries({
  'a hidden input': '<input type="hidden" name="createRegistration" value="true">',
  'a box that the shopper has ticked':
    '<label><input type="checkbox" name="createRegistration" checked> Save this card</label>',
})) {
  test(`${name} in the form stores the card of a payment`, async ({ merchantPage }) => {
    const checkout = await merchantPage.open({
      options: `onReady() {
        document.querySelector('.wpwl-group-submit').insertAdjacentHTML('beforebegin', '${input}')
      }`,
    })
    await expect(merchantPage.page.locator('[name="createRegistration"]')).toHaveCount(1)
    await merchantPage.form.fill()
    await merchantPage.expectPaid(checkout)
    const { registrationId = '' } = await merchantPage.gateway.status(checkout.id)
    expect(registrationId).toMatch(TOKEN)
    await expectPaysWith(merchantPage, registrationId)
  })
}
