import { expectNoViolations } from './support/inspection.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { CHALLENGE, payAuthenticated } from './support/scripted-authentication.ts'
import { expect, test } from './support/test.ts'

const dialogOf = ({ page }: MerchantPage) => page.getByRole('dialog')

test('a frictionless authentication shows nothing but the busy form', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const { scripted, checkout } = await payAuthenticated(merchantPage, server.url)
  await scripted.frame()
  await expect(form.element).toHaveAttribute('data-phase', 'busy')
  await expect(form.liveRegion).toHaveText('Waiting for your bank…')
  await expect(page.locator('.wpwl-target')).not.toBeVisible()
  await expectNoViolations(page)
  await scripted.say({ event: 'done' })
  expect([...(await merchantPage.result())]).toEqual([
    ['id', checkout.id],
    ['resourcePath', `/v1/checkouts/${checkout.id}/payment`],
  ])
  expect(Object.fromEntries(scripted.opened[0] ?? [])).toEqual({
    id: 'payment',
    token: 'secret',
    lang: 'en',
    embedded: 'widget',
  })
})

test('a challenge is a dialog that keeps the focus, and gives it back to the button', async ({
  merchantPage,
  server,
}) => {
  const { page, form } = merchantPage
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  const dialog = dialogOf(merchantPage)
  await expect(dialog).toHaveAccessibleName('Confirm with your bank')
  const frame = page.locator('iframe.wpwl-target')
  await expect(frame).toHaveAttribute('title', 'Your bank’s page')
  expect(await frame.getAttribute('name')).toBe(
    await page.locator('.wpwl-container').getAttribute('id'),
  )
  await expect(frame).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.press('Tab')
  await expect(frame.contentFrame().locator('input')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  // The word is the issuer's: the window itself has a cross.
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveText('×')
  await scripted.say({ event: 'hidden' })
  await expect(dialog).toHaveCount(0)
  await expect(form.payButton).toBeFocused()
  await scripted.say({ event: 'done' })
  await merchantPage.result()
})

test('Escape and the button cancel: the page hears it once, and the shopper comes to the shop', async ({
  merchantPage,
  server,
}) => {
  for (const byKey of [true, false]) {
    const { page } = merchantPage
    const { scripted, checkout } = await payAuthenticated(merchantPage, server.url)
    await scripted.say(CHALLENGE)
    const button = dialogOf(merchantPage).locator('.wpwl-target-cancel')
    await button.focus()
    if (byKey) {
      await page.keyboard.press('Escape')
      await expect(dialogOf(merchantPage)).toHaveAccessibleName('Cancel this payment?')
      await expect(dialogOf(merchantPage).getByRole('status')).toHaveText('Cancel this payment?')
      await expect(page.getByRole('button', { name: 'Continue payment' })).toBeFocused()
    }
    await button.click()
    await expect(button).toHaveText('Cancelling…')
    await expect(dialogOf(merchantPage).getByRole('status')).toHaveText('Cancelling…')
    await button.click({ force: true })
    const message = { source: 'tillgate-widget', event: 'cancel' }
    expect(await scripted.heard()).toEqual([[message, merchantPage.server.origin]])
    await expectNoViolations(page)
    scripted.session = { state: 'open', attempted: true }
    expect((await merchantPage.result()).get('id')).toBe(checkout.id)
    await page.unrouteAll()
  }
})

test('Escape asks once, and a second Escape or the button goes on paying', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  const dialog = dialogOf(merchantPage)
  const frame = page.locator('iframe.wpwl-target')
  for (const goOn of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Continue payment' }).click(),
  ]) {
    await dialog.locator('.wpwl-target-cancel').focus()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button')).toHaveText(['Continue payment', 'Cancel payment'])
    await expectNoViolations(page)
    await goOn()
    await expect(dialog.getByRole('button')).toHaveAccessibleName('Cancel')
    await expect(frame).toBeFocused()
  }
  expect(await scripted.heard()).toEqual([])
  await scripted.say({ event: 'done' })
  await merchantPage.result()
})

test('an issuer’s page that does not load is told, with a way to load it again and one back', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const { scripted, checkout } = await payAuthenticated(merchantPage, server.url)
  await scripted.say(CHALLENGE)
  await scripted.say({ event: 'stuck' })
  const dialog = dialogOf(merchantPage)
  await expect(dialog).toHaveAccessibleName('Your bank’s page is not loading')
  await expect(dialog.getByRole('button')).toHaveText(['Try again', 'Cancel'])
  await expectNoViolations(page)
  await scripted.say(CHALLENGE)
  await expect(dialog).toHaveAccessibleName('Confirm with your bank')
  await scripted.say({ event: 'stuck' })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => scripted.opened.length).toBe(2)
  await expect(dialog).toHaveCount(0)
  await scripted.say(CHALLENGE)
  await expect(dialog.getByRole('button')).toHaveAccessibleName('Cancel')
  await scripted.say({ event: 'stuck' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  scripted.session = { state: 'open', attempted: true }
  expect((await merchantPage.result()).get('id')).toBe(checkout.id)
})

/** Width and height of the frame's content, and whether it is all that the window shows. */
async function sizeOf({ page }: MerchantPage) {
  const frame = page.locator('iframe.wpwl-target')
  const content = frame.contentFrame().locator('html')
  return content.evaluate(() => ({ width: innerWidth, height: innerHeight }))
}

test('the frame has the size that was asked for, and the option overrides it', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  for (const [width, height] of [
    [250, 400],
    [390, 400],
    [500, 600],
    [600, 400],
  ] as const) {
    const { scripted } = await payAuthenticated(merchantPage, server.url)
    await scripted.say({ event: 'challenge', width, height })
    await expect.poll(() => sizeOf(merchantPage)).toEqual({ width, height })
    await page.unrouteAll()
  }
  const { scripted } = await payAuthenticated(merchantPage, server.url, {
    options: "threeDIframeSize: { width: '40em', height: 300 }",
  })
  await scripted.say(CHALLENGE)
  await expect.poll(() => sizeOf(merchantPage)).toEqual({ width: 640, height: 300 })
})

test('a challenge fills the whole screen of a phone, in both directions, and of any window for size 05', async ({
  merchantPage,
  server,
}) => {
  const { page } = merchantPage
  const { scripted } = await payAuthenticated(merchantPage, server.url)
  const expectFull = async () => {
    const box = await dialogOf(merchantPage).boundingBox()
    expect(box).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  }
  await scripted.say({ event: 'challenge', width: 0, height: 0 })
  await expect(dialogOf(merchantPage)).toBeVisible()
  await expectFull()
  await scripted.say(CHALLENGE)
  await expect.poll(() => sizeOf(merchantPage)).toEqual({ width: 390, height: 400 })
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectFull()
    const size = await sizeOf(merchantPage)
    expect(size.width).toBe(width)
    expect(size.height).toBeGreaterThan(height - 80)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect.poll(() => sizeOf(merchantPage)).toEqual({ width: 390, height: 400 })
})
