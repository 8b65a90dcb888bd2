import { visa } from './support/card-form.ts'
import { STAY_PATH } from './support/merchant-server.ts'
import { recordMessages, recordViolations } from './support/recordings.ts'
import { expect, test } from './support/test.ts'

// Their frames take the code of the number's, and give it to the number's frame only.
const options = 'enableSAQACompliance: true'

test('a card whose holder and expiry are secured pays, and the page never sees them', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const messages = await recordMessages(page)
  const violations = await recordViolations(page)
  const bodies: string[] = []
  page.on('request', (request) => bodies.push(request.postData() ?? ''))
  const checkout = await merchantPage.open({ options, action: STAY_PATH })
  const expiry = form.expiry.contentFrame().locator('input')
  const holder = form.holder.contentFrame().locator('input')
  await expect(expiry).toHaveAttribute('autocomplete', 'cc-exp')
  await expect(holder).toHaveAttribute('autocomplete', 'cc-name')
  await form.fill({ number: visa.number, code: visa.code })
  await expiry.pressSequentially('0534')
  await expect(expiry).toHaveValue('05 / 34')
  await holder.fill('Zoltan Qvist')
  await form.pay()
  await expect.poll(() => messages.some((text) => text.includes('"answer"'))).toBe(true)
  await merchantPage.expectStatus(checkout, '000.100.110')
  const submits = bodies.filter((text) => text.includes('Zoltan+Qvist'))
  expect(submits).toHaveLength(1)
  expect(submits[0]).toMatch(/card\.expiryYear=2034/)
  expect(messages.filter((text) => /Zoltan|2034|05 \/ 34/.test(text))).toEqual([])
  expect(await page.content()).not.toContain('Zoltan')
  expect(violations).toEqual([])
})

test('secured holder and expiry show the errors of the plain fields', async ({ merchantPage }) => {
  const { form } = merchantPage
  await merchantPage.open({ options: `${options}, requireCardHolder: true` })
  const expiry = form.expiry.contentFrame().locator('input')
  await form.fill({ number: visa.number, code: visa.code })
  await form.pay()
  await expect(form.group('expiry').locator('.wpwl-hint-expiryMonthError')).toBeVisible()
  await expect(form.group('cardHolder').locator('.wpwl-hint-cardHolderError')).toBeVisible()
  await expect(form.expiry).toHaveClass(/wpwl-has-error/)
  await expect(expiry).toBeFocused()
  await expect(expiry).toHaveAttribute('aria-invalid', 'true')
  await expiry.fill('05 / 20')
  await expiry.blur()
  await expect(form.group('expiry').locator('.wpwl-hint-expiryYearError')).toBeVisible()
  await expiry.fill('05 / 34')
  await expect(form.hint('expiry')).toHaveCount(0)
  await expiry.press('Enter')
  await expect(form.hint('cardHolder')).toBeVisible()
})

test('the page cannot ask the frames for holder and expiry', async ({ merchantPage }) => {
  const { page, form } = merchantPage
  await merchantPage.open({ options })
  const holder = form.holder.contentFrame().locator('input')
  await holder.fill('Zoltan Qvist')
  const heard = await page.evaluate(async () => {
    const texts: string[] = []
    addEventListener('message', ({ data }) => texts.push(JSON.stringify(data)))
    const frame = document.querySelector<HTMLIFrameElement>('.wpwl-control-cardHolder')
    const instance = new URL(frame?.src ?? '').searchParams.get('instance')
    const request = 'a'.repeat(32)
    for (const name of [instance, `${instance} card.holder`]) {
      const asked = { tillgate: 'codeWanted', instance: name, request, code: '' }
      frame?.contentWindow?.postMessage(asked, '*')
      new BroadcastChannel(`tillgate-${instance}`).postMessage(asked)
    }
    // A message that the frame does answer comes after what it would have answered before.
    const channel = new MessageChannel()
    const ready = new Promise((resolve) => {
      channel.port1.onmessage = resolve
    })
    frame?.contentWindow?.postMessage({ tillgate: 'hello', instance }, '*', [channel.port2])
    await ready
    return texts
  })
  expect(heard.filter((text) => text.includes('Zoltan'))).toEqual([])
})
