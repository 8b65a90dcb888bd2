import type { FrameLocator, Page } from '@playwright/test'
import type { MerchantPage } from './support/merchant-page.ts'
import { expect, test } from './support/test.ts'

/** Valid, and with no digits in a row that a message could have by chance. */
const number = '4539148803436467'

interface Hostile {
  readonly field: FrameLocator
  /** What the frame has told the page, as JSON. */
  told(): Promise<readonly string[]>
  /** The page's script says something over the port. */
  say(message: unknown): Promise<void>
}

/** 32 hex: what the two frames of a form know each other by. */
const instance = 'ab'.repeat(16)

/** A page with a frame of the gateway and nothing of the widget: it speaks the protocol itself. */
async function openHostilePage(
  merchantPage: MerchantPage,
  { frameStyle = '', field = 'card.number' } = {},
): Promise<Hostile> {
  const { page, gateway, server } = merchantPage
  const checkout = await gateway.createCheckout()
  const { origin: gatewayOrigin } = new URL(checkout.script)
  const query = new URLSearchParams({
    field,
    checkoutId: checkout.id,
    instance,
    parent: server.origin,
  })
  const html = `<!doctype html><title>Hostile</title>
    <div id="place" style="width:300px;overflow:scroll">
    <iframe src="${gatewayOrigin}/v1/pciIframe.html?${query}" style="${frameStyle}"></iframe></div>
    <script>
      var told = [], port
      document.querySelector('iframe').addEventListener('load', (event) => {
        const channel = new MessageChannel()
        port = channel.port1
        port.onmessage = ({ data }) => told.push(JSON.stringify(data))
        const hello = { tillgate: 'hello', instance: '${instance}' }
        event.target.contentWindow.postMessage(hello, '${gatewayOrigin}', [channel.port2])
      })
    </script>`
  await page.goto(server.serve(html))
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
  await expect.poll(async () => (await told()).length).toBe(2)
  return {
    field: page.locator('iframe').contentFrame(),
    told,
    say: (message) => sayFrom(page, message),
  }
}

function sayFrom(page: Page, message: unknown): Promise<void> {
  return page.evaluate(
    (data) => (window as unknown as { port: MessagePort }).port.postMessage(data),
    message,
  )
}

test('a page with a brand table of its own reads no digit beyond the first six', async ({
  merchantPage,
}) => {
  const { field, told, say } = await openHostilePage(merchantPage)
  await field.locator('input').fill(number)
  const state = { length: 16, empty: false, brands: ['VISA'], bin: '453914' }
  await expect.poll(async () => JSON.parse((await told()).at(-1) ?? '')).toMatchObject({ state })
  const before = (await told()).length

  for (let at = 6; at < number.length; at++) {
    const brand = {
      name: 'VISA',
      ranges: [[4, 4]],
      lengths: Array.from({ length: 60 }, (_, length) => length),
      gaps: [at + 1, at, at + 1, at],
      codeLengths: [3],
      luhn: true,
      coBadges: [],
      partOf: [],
    }
    const rules = { numberFormatting: at % 2 === 0, brands: ['VISA'], table: [brand] }
    await say({ kind: 'numberRules', ...rules })
    await say({ kind: 'grouping', grouped: at % 2 === 0 })
  }
  // The answer to the last message comes after those to all others.
  await say({ kind: 'focus' })
  await field.locator('input').fill('')
  await expect.poll(async () => (await told()).at(-1)).toContain('"empty":true')
  const learned = (await told()).slice(before)
  expect(learned.filter((text) => !/"kind":"(focus|blur)"/.test(text))).toHaveLength(1)
  const all = (await told()).join('\n')
  for (let at = 0; at + 7 <= number.length; at++)
    expect(all).not.toContain(number.slice(at, at + 7))
})

test('a field sends no number to a checkout that the gateway does not let it pay', async ({
  merchantPage,
}) => {
  const { field, told, say } = await openHostilePage(merchantPage)
  const other = { id: `${'B'.repeat(32)}.uat01-vm-tx01` }
  const requests: string[] = []
  merchantPage.page.on('request', (request) => requests.push(request.url()))
  await field.locator('input').fill(number)
  const fields = { paymentBrand: 'VISA', 'card.expiryMonth': '05', 'card.expiryYear': '2034' }
  const path = `/v1/checkouts/${other.id}/payment`
  await say({ kind: 'submit', path, fields, withCode: false })
  await expect.poll(async () => (await told()).join()).toContain('"refused"')
  expect(requests.filter((url) => url.endsWith('/payment'))).toEqual([])
})

test('the position of the caret, which the page can see, reveals no digit', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { field, say } = await openHostilePage(merchantPage, {
    frameStyle: 'width:4000px;height:300px',
  })
  const input = field.locator('input')
  // A font of uneven digits: what a page can only name where a shopper has one installed.
  await input.evaluate(async () => {
    const names = ['Liberation Sans Narrow', 'Arial Narrow', 'DejaVu Sans Mono', 'Courier New']
    const source = names.map((name) => `local("${name}")`).join()
    const uneven = new FontFace('Uneven', source, { unicodeRange: 'U+31-34' })
    document.fonts.add(await uneven.load())
  })
  const style = { 'font-family': 'Uneven, sans-serif', 'font-size': '150px' }
  const texts = {
    placeholder: '',
    label: 'Number',
    description: '',
    lang: 'en',
    colorScheme: 'light',
  }
  await say({ kind: 'look', look: { style, placeholderStyle: {}, ...texts } })
  await expect(input).toHaveCSS('font-size', '150px')
  const seen: number[] = []
  for (const digits of ['11111111', '88888888', '12345678']) {
    await input.fill('')
    await input.pressSequentially(digits)
    await expect(input).toHaveValue(/\d{4} \d{4}/)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))))
    seen.push(await page.locator('#place').evaluate((place) => place.scrollLeft))
  }
  expect(seen[0]).toBeGreaterThan(0)
  expect(new Set(seen).size, seen.join()).toBe(1)
})

test('a page that asks for the security code like the number frame does not receive it', async ({
  merchantPage,
}) => {
  const { page } = merchantPage
  const { field, told, say } = await openHostilePage(merchantPage, { field: 'card.cvv' })
  await field.locator('input').pressSequentially('807')
  await expect.poll(async () => (await told()).at(-1)).toContain('"length":3')
  await page.evaluate((name) => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const wanted = { tillgate: 'codeWanted', instance: name, request: 'c'.repeat(32), code: '' }
    const channel = new BroadcastChannel(`tillgate-${name}`)
    channel.onmessage = ({ data }) => seen.push(JSON.stringify(data))
    addEventListener('message', ({ data }) => seen.push(JSON.stringify(data)))
    channel.postMessage(wanted)
    const frame = document.querySelector('iframe')?.contentWindow
    frame?.postMessage(wanted, '*')
    frame?.postMessage({ ...wanted, tillgate: 'codeSpent' }, '*')
    // Shows that this page hears messages to its window at all.
    postMessage('own', '*')
  }, instance)
  // Sent later, and told of: by then the frame has read what came before.
  await say({ kind: 'codeRules', lengths: [4], required: true, mask: false })
  await expect.poll(async () => (await told()).at(-1)).toContain('"valid":false')
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  await expect.poll(seen).toEqual(['"own"'])
  await expect(field.locator('input')).toHaveValue('807')
  expect((await told()).join()).not.toContain('807')
})
