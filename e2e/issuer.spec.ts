import type { Page } from '@playwright/test'
import { CHALLENGE_WINDOWS, type ChallengeWindowSize } from '../common/authentication-wire.ts'
import { expectNoViolations } from './support/inspection.ts'
import { openChallenge, type WantedChallenge } from './support/issuer.ts'
import { RESULT_PATH } from './support/merchant-server.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

let count = 0
const transactionId = () => `8a880dc0-d2d2-4067-bcb1-${String(++count).padStart(12, '0')}`

const OUT_OF_BAND = '4200000010000123'
const TIME_OUT = '4200000010000131'
const sizes = Object.keys(CHALLENGE_WINDOWS) as ChallengeWindowSize[]

const challenge = (
  { page, gateway, server }: Parts,
  wanted: Omit<WantedChallenge, 'transactionId'> = {},
) => openChallenge(page, server, gateway, { transactionId: transactionId(), ...wanted })

interface Parts {
  readonly page: Page
  readonly gateway: string
  readonly server: Parameters<typeof openChallenge>[1]
}

/** The final response that the browser brings to the notification URL. */
async function finalResponse(
  page: Page,
  act: () => Promise<void>,
): Promise<{ transStatus: string }> {
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && new URL(request.url()).pathname === RESULT_PATH,
  )
  await act()
  const body = new URLSearchParams((await posted).postData() ?? '')
  return JSON.parse(Buffer.from(body.get('cres') ?? '', 'base64url').toString())
}

for (const { language, colorScheme } of variants(
  [
    { language: 'en', colorScheme: 'light' },
    { language: 'ar', colorScheme: 'dark' },
  ],
  [
    { language: 'en', colorScheme: 'dark' },
    { language: 'ar', colorScheme: 'light' },
  ],
)) {
  test(`the challenge fits every window size: ${language}, ${colorScheme}`, async ({
    page,
    server,
    merchantServer,
  }, info) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const windowSize of sizes) {
      const { width, height } = CHALLENGE_WINDOWS[windowSize]
      await page.setViewportSize({ width: Math.max(width, 360), height: Math.max(height, 740) })
      const parts = { page, gateway: server.url, server: merchantServer }
      const frame = await challenge(parts, { language, windowSize })
      const root = frame.locator('html')
      expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
        0,
      )
      // The answer needs no scrolling: field and button are in sight at once.
      const button = frame.locator('button.primary')
      const box = await button.boundingBox()
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(
        height === 0 ? 740 : height,
      )
      expect(box?.height).toBeGreaterThanOrEqual(44)
      if (windowSize === '01' || windowSize === '05') await expectNoViolations(page)
      if (process.env.CI !== 'true')
        await page.locator('iframe').screenshot({ path: info.outputPath(`${windowSize}.png`) })
    }
  })
}

test('the page fills a wide window', async ({ page, server, merchantServer }, info) => {
  const parts = { page, gateway: server.url, server: merchantServer }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1280, height: 800 })
    await challenge(parts)
    await expectNoViolations(page)
    if (process.env.CI !== 'true')
      await page.screenshot({ path: info.outputPath(`wide-${colorScheme}.png`) })
  }
})

test('a shopper answers with the keyboard alone, after a wrong code', async ({
  page,
  server,
  merchantServer,
}, info) => {
  const parts = { page, gateway: server.url, server: merchantServer }
  await page.setViewportSize({ width: 390, height: 740 })
  const frame = await challenge(parts, { windowSize: '02' })
  await frame.getByLabel('One-time code').focus()
  await page.keyboard.type('111111')
  await page.keyboard.press('Enter')
  const fault = frame.getByRole('alert')
  await expect(fault).toHaveText('This code is wrong. Attempts left: 2.')
  await expect(frame.getByLabel('One-time code')).toHaveAccessibleDescription(/Attempts left: 2/)
  await expectNoViolations(page)
  if (process.env.CI !== 'true')
    await page.locator('iframe').screenshot({ path: info.outputPath('wrong.png') })
  await frame.getByLabel('One-time code').focus()
  await page.keyboard.type('123456')
  const cres = await finalResponse(page, () => page.keyboard.press('Enter'))
  expect(cres.transStatus).toBe('Y')
  await expect(frame.getByRole('heading', { name: 'Back in the shop' })).toBeVisible()
})

test('a shopper cancels', async ({ page, server, merchantServer }) => {
  const frame = await challenge({ page, gateway: server.url, server: merchantServer })
  const cancel = frame.getByRole('button', { name: 'Cancel' })
  expect((await finalResponse(page, () => cancel.click())).transStatus).toBe('N')
})

test('a shopper confirms in the app', async ({ page, server, merchantServer }, info) => {
  const parts = { page, gateway: server.url, server: merchantServer }
  await page.setViewportSize({ width: 360, height: 740 })
  const frame = await challenge(parts, { cardNumber: OUT_OF_BAND, windowSize: '01' })
  await expectNoViolations(page)
  if (process.env.CI !== 'true')
    await page.locator('iframe').screenshot({ path: info.outputPath('app.png') })
  const confirm = frame.getByRole('button', { name: 'I have confirmed in the app' })
  expect((await finalResponse(page, () => confirm.click())).transStatus).toBe('Y')
})

test('a tester chooses the outcome from the list', async ({ page, server, merchantServer }) => {
  const frame = await challenge({ page, gateway: server.url, server: merchantServer })
  await frame.locator('select[name=returnCode]').selectOption('100.380.401')
  const apply = frame.getByRole('button', { name: 'Apply' })
  expect((await finalResponse(page, () => apply.click())).transStatus).toBe('N')
})

test('a challenge that runs out of time ends by itself', async ({
  page,
  server,
  merchantServer,
}) => {
  const parts = { page, gateway: server.url, server: merchantServer }
  const cres = await finalResponse(page, async () => {
    await challenge(parts, { cardNumber: TIME_OUT })
    await expectNoViolations(page)
  })
  expect(cres.transStatus).toBe('N')
})
