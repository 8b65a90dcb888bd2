import { visa } from './support/card-form.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { recordSubmits } from './support/recordings.ts'
import { SECURED, SecuredCardForm } from './support/secured-card-form.ts'
import { expect, test } from './support/test.ts'

const UNPAID = '000.200.000'

async function openSecured(merchantPage: MerchantPage) {
  const form = new SecuredCardForm(merchantPage.page)
  const checkout = await merchantPage.visit({ options: SECURED })
  await form.ready()
  return { form, checkout }
}

test('the page cannot ask the frames for holder and expiry', async ({ merchantPage }) => {
  const { page } = merchantPage
  const { form } = await openSecured(merchantPage)
  await form.fill({ holder: 'Zoltan Qvist', expiry: '05 / 34' })
  const heard = await page.evaluate(async () => {
    const texts: string[] = []
    addEventListener('message', ({ data }) => texts.push(JSON.stringify(data)))
    const request = 'a'.repeat(32)
    for (const field of ['expiry', 'holder']) {
      const frame = document.querySelector<HTMLIFrameElement>(`[name="card.${field}"]`)
      const instance = new URL(frame?.src ?? '').searchParams.get('instance')
      for (const name of [instance, `${instance} card.${field}`]) {
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
    }
    return texts
  })
  expect(heard.filter((text) => /Zoltan|2034|05/.test(text))).toEqual([])
})

/** What a script of the page does to the frame of the date after the shopper has typed it. */
const attacks: Readonly<Record<string, (frame: HTMLIFrameElement) => void>> = {
  'removes the frame': (frame) => frame.remove(),
  'puts a document of its own into the frame': (frame) => {
    frame.src = 'about:blank'
  },
  'adds a second frame of the same field': (frame) => {
    document.body.append(frame.cloneNode())
  },
}

for (const [name, attack] of Object.entries(attacks)) {
  test(`nothing is paid where the page ${name}`, async ({ merchantPage }) => {
    const { page } = merchantPage
    const submits = recordSubmits(page)
    const { form, checkout } = await openSecured(merchantPage)
    await form.fill()
    await form.expiryFrame.evaluate((element, source) => {
      new Function('frame', `(${source})(frame)`)(element)
    }, attack.toString())
    if (name.includes('second')) {
      const second = page.locator('body > iframe').contentFrame()
      await expect(second.locator('input')).toBeAttached()
    }
    await form.pay()
    await expect(form.notice.or(form.hint('expiry')).first()).toBeVisible()
    expect(submits).toEqual([])
    await merchantPage.expectStatus(checkout, UNPAID)
  })
}

test('a date that a frame of the page claims to have is not paid with', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { form, checkout } = await openSecured(merchantPage)
  await form.fill({ ...visa, holder: 'Zoltan Qvist' })
  await page.evaluate(() => {
    // Hears what is asked in this page, and answers as the frame of the date does.
    const instance = new URL(
      document.querySelector<HTMLIFrameElement>('[name="card.expiry"]')?.src ?? '',
    ).searchParams.get('instance')
    const number = document.querySelector<HTMLIFrameElement>('[name="card.number"]')
    const answer = (request: string) => ({
      tillgate: 'code',
      instance: `${instance} card.expiry`,
      request,
      code: '112040',
    })
    addEventListener('message', ({ data }) => {
      if (data?.tillgate === 'codeWanted')
        number?.contentWindow?.postMessage(answer(data.request), '*')
    })
    number?.contentWindow?.postMessage(answer('a'.repeat(32)), '*')
  })
  await merchantPage.expectPaid(checkout)
  const { card } = await merchantPage.gateway.status(checkout.id)
  expect(card).toMatchObject({ expiryMonth: '05', expiryYear: '2034' })
})

test('a submit waits for no frame: one that still loads is an empty field, and pays later', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const submits = recordSubmits(page)
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/pciIframe\.html\?.*field=card\.expiry/, async (route) => {
    await released
    await route.continue()
  })
  const form = new SecuredCardForm(page)
  const checkout = await merchantPage.gateway.createCheckout()
  // The load of the page waits for the frame.
  await page.goto(merchantPage.address({ options: SECURED }, checkout), { waitUntil: 'commit' })
  await expect(form.payButton).toHaveAttribute('data-amount', /\d/)
  await form.fill({ number: visa.number, code: visa.code, holder: visa.holder })
  await form.pay()
  await expect(form.hint('expiry')).toBeVisible()
  expect(submits).toEqual([])
  release()
  await form.framesReady()
  await form.fill({ expiry: visa.expiry })
  await merchantPage.expectPaid(checkout)
})

test('a frame that fails offers another try, and the shopper is told until it is there', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  await page.clock.install()
  let isBroken = true
  await page.route(/pciIframe\.html\?.*field=card\.holder/, (route) =>
    isBroken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  const form = new SecuredCardForm(page)
  const checkout = await merchantPage.visit({ options: SECURED })
  await expect(form.payButton).toHaveAttribute('data-amount', /\d/)
  await form.fill({ number: visa.number, code: visa.code, expiry: visa.expiry })
  await page.clock.fastForward('00:09')
  const retry = form.group('cardHolder').locator('.wpwl-retry')
  await expect(retry).toBeVisible()
  await expect(form.notice).toBeVisible()
  await form.pay()
  await expect(form.notice).toBeVisible()
  isBroken = false
  await retry.click()
  await form.framesReady()
  await expect(form.notice).toHaveCount(0)
  await form.fill({ holder: visa.holder })
  await merchantPage.expectPaid(checkout)
})

test('a page that is left and shown again has nothing of what was typed', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { form, checkout } = await openSecured(merchantPage)
  await form.fill()
  await page.goto('about:blank')
  await page.goBack()
  await form.ready()
  for (const field of [form.number, form.code, form.expiry, form.holder]) {
    await expect(field).toHaveValue('')
  }
  await form.fill()
  await merchantPage.expectPaid(checkout)
})

test('a refused card is told without its holder and date, which stay in their fields', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { form, checkout } = await openSecured(merchantPage)
  await form.fill()
  await page.route('**/payment', (route) =>
    route.fulfill({
      status: 400,
      json: {
        result: {
          code: '200.300.404',
          parameterErrors: [
            { name: 'card.expiryYear', value: '2034', message: 'is in the past' },
            { name: 'card.holder', value: visa.holder, message: 'is not taken' },
          ],
        },
      },
    }),
  )
  await form.pay()
  await expect(form.hint('expiry')).toBeVisible()
  await expect(form.hint('cardHolder')).toBeVisible()
  await expect(form.holder).toHaveValue(visa.holder)
  expect(await page.content()).not.toContain(visa.holder)
  await page.unrouteAll()
  await form.expiry.fill('06 / 34')
  await form.holder.fill('Jane Smith')
  await merchantPage.expectPaid(checkout)
})
