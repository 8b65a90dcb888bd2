import type { Page } from '@playwright/test'
import { visa } from './support/card-form.ts'
import { STAY_PATH } from './support/merchant-server.ts'
import { recordSubmits } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

/** Options that note each call: its name and what its arguments come to. */
const noting = (...names: readonly string[]) =>
  names
    .map((name) => `${name}(...args) { (window.calls ??= []).push(['${name}', ...args]) }`)
    .join(', ')

type Calls = readonly (readonly [name: string, ...args: unknown[]])[]

const callsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { calls?: Calls }).calls ?? [])

test('onReady lists the containers and their brands', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.open({ options: noting('onReady') })
  await expect
    .poll(() => callsOf(page))
    .toEqual([
      ['onReady', [{ containerKey: 'wpwl-container-card', ccMethods: ['VISA', 'MASTER', 'AMEX'] }]],
    ])
})

test('callbacks follow the shopper through the form', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  const names = ['CardNumber', 'ExpiryDate', 'CardHolder', 'SecurityCode']
  await merchantPage.open({
    options: noting('onChangeBrand', 'onDetectBrand', ...names.map((name) => `onBlur${name}`)),
  })
  await form.number.fill('54545454')
  await form.expiry.fill('05 / 34')
  await form.holder.fill('Jane Jones')
  await form.code.fill('123')
  await form.payButton.focus()
  await expect
    .poll(() => callsOf(page))
    .toEqual([
      ['onDetectBrand', ['MASTER'], 'MASTER', undefined],
      ['onChangeBrand', 'MASTER'],
      ['onBlurCardNumber', false],
      ['onBlurExpiryDate', true],
      ['onBlurCardHolder', true],
      ['onBlurSecurityCode', true],
    ])
  await form.number.fill('5454545454545454')
  await form.holder.focus()
  await expect.poll(async () => (await callsOf(page)).at(-1)).toEqual(['onBlurCardNumber', true])
})

test('callbacks report when a frame is ready, gets the focus and loses it', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const told = ['onReady', 'onFocus', 'onBlur'].map(
    (name) => `${name}IframeCommunication() {
      (window.calls ??= []).push(['${name}', this.$iframe[0].name, this.$iframe.hasClass('wpwl-control-iframe')])
    }`,
  )
  await merchantPage.open({ options: told.join(', ') })
  await form.code.focus()
  await form.holder.focus()
  await expect.poll(async () => (await callsOf(page)).length).toBe(4)
  const calls = await callsOf(page)
  expect(
    calls
      .slice(0, 2)
      .map(([, name]) => name)
      .sort(),
  ).toEqual(['card.cvv', 'card.number'])
  expect(calls.slice(2)).toEqual([
    ['onFocus', 'card.cvv', true],
    ['onBlur', 'card.cvv', true],
  ])
})

test('onBeforeSubmitCard stops the payment by false, an error or a rejected promise', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const submits = recordSubmits(page)
  const checkout = await merchantPage.open({
    options: `onBeforeSubmitCard(event) {
      window.asked = (window.asked ?? 0) + 1
      window.heard = [this.className.includes('wpwl-form-card'), event.type]
      return window.answer(event)
    }`,
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked?: number }).asked)
  const refusals = [
    'answer = () => false',
    'answer = () => { throw new Error("no") }',
    'answer = (event) => event.preventDefault()',
    'answer = () => Promise.resolve(false)',
    'answer = () => Promise.reject(new Error("no"))',
  ]
  await form.fill()
  for (const [index, refusal] of refusals.entries()) {
    await page.evaluate(refusal)
    await form.pay()
    await expect.poll(asked).toBe(index + 1)
    await expect(form.element).toHaveAttribute('data-phase', 'open')
  }
  expect(await page.evaluate('window.heard')).toEqual([true, 'submit'])
  expect(submits).toHaveLength(0)
  await page.evaluate('answer = () => Promise.resolve()')
  await merchantPage.expectPaid(checkout)
})

test('onAfterSubmit is called once, after onBeforeSubmitCard has agreed', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open({
    options: noting('onBeforeSubmitCard', 'onAfterSubmit'),
    action: STAY_PATH,
  })
  await form.fill({ ...visa, code: '' })
  await form.pay()
  await expect(form.hints).toHaveCount(1)
  await form.fill()
  await form.pay()
  await expect(form.liveRegion).toHaveText(/accepted/)
  const names = (await callsOf(page)).map(([name]) => name)
  expect(names).toEqual(['onBeforeSubmitCard', 'onAfterSubmit'])
})

test('a checkout that does not exist is an InvalidCheckoutIdError, and the form is closed', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const said = page.waitForEvent('console', (message) => message.text().includes('never existed'))
  await merchantPage.visit({
    options: noting('onError', 'onReady'),
    body: ({ options, form: placeholder, script, checkout }) =>
      options + placeholder + script.replace(checkout.id, 'F'.repeat(32)),
  })
  await said
  await expect(form.element).toHaveAttribute('data-phase', 'closed')
  await expect(form.notice).toHaveText(/no longer valid/)
  await expect(form.liveRegion).toHaveText(/no longer valid/)
  const [call, ...more] = await callsOf(page)
  expect(call).toMatchObject(['onError', { name: 'InvalidCheckoutIdError' }])
  expect(more).toEqual([])
})

test('the console names the form that executePayment did not find', async ({ merchantPage }) => {
  const { page } = merchantPage
  await merchantPage.open()
  const said = page.waitForEvent('console', (message) => message.type() === 'error')
  await page.evaluate(() => window.wpwl?.executePayment('wpwl-container-cards'))
  expect((await said).text()).toContain('wpwl-container-cards')
})

test('a form that is open for half an hour reports that its session has expired', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await page.clock.install()
  await merchantPage.open({ options: noting('onError') })
  await page.clock.fastForward('29:30')
  await expect(form.element).toHaveAttribute('data-phase', 'open')
  await page.clock.fastForward('00:31')
  await expect(form.notice).toHaveText(/expired after 30 minutes/)
  expect(await callsOf(page)).toMatchObject([['onError', { name: 'InvalidCheckoutIdError' }]])
})

test('the shop can set labels, error texts and switches', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open({
    options: `
      labels: { cardNumber: 'Digits', submit: 'Send', cvvError: 'Code, please' },
      errorMessages: { cardNumberError: 'Mind the digits', expiryMonthError: 'When?' },
      maskCvv: true, showCVVHint: true, unheardOf: true, requiereCvv: 1`,
  })
  await expect(form.element.locator('.wpwl-label-cardNumber')).toHaveText('Digits')
  await expect(form.number).toHaveAccessibleName('Digits')
  await expect(form.payButton).toHaveText('Send')
  await expect(form.code).toHaveCSS('-webkit-text-security', 'disc')
  await expect(form.element.locator('.wpwl-cvv-hint')).toHaveText(/3 digits on the back/)
  await form.pay()
  await expect(form.hints).toHaveText(['Mind the digits', 'When?', 'Code, please'])

  await merchantPage.open({ options: 'showLabels: false, showPlaceholders: false' })
  await expect(form.element.locator('.wpwl-label')).toHaveCount(0)
  await expect(form.number).toHaveAttribute('placeholder', ' ')
  await expect(form.number).toHaveAccessibleName('Card number')
})

test('a form without a security code pays without one', async ({ merchantPage }) => {
  const { form } = merchantPage
  const checkout = await merchantPage.visit({ options: 'requireCvv: false' })
  await expect(form.payButton).toHaveAttribute('data-amount', /92/)
  await expect(form.codeFrame).toHaveCount(0)
  const { code: _none, ...card } = visa
  await form.fill(card)
  await merchantPage.expectPaid(checkout)
})
