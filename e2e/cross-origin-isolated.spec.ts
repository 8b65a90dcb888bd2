import { visa } from './support/card-form.ts'
import { recordConsole } from './support/recordings.ts'
import { PLAIN_CHALLENGE_CARD } from './support/shopper-redirect.ts'
import { expect, test } from './support/test.ts'

const OPENER = { 'Cross-Origin-Opener-Policy': 'same-origin' }
const embedder = (policy: string) => ({ 'Cross-Origin-Embedder-Policy': policy })
const AUTHENTICATION_PAGE = '**/v1/threeDSecure/execute'

for (const policy of ['require-corp', 'credentialless']) {
  test(`a cross-origin isolated page (${policy}) pays by card`, async ({ merchantPage }) => {
    const { page, form } = merchantPage
    const lines = recordConsole(page)
    const checkout = await merchantPage.open({ headers: { ...OPENER, ...embedder(policy) } })
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await form.fill(visa)
    await merchantPage.expectPaid(checkout)
    expect(lines.filter((line) => /blocked|embedder/i.test(line))).toEqual([])
  })
}

test('a challenge opens in the whole window of a cross-origin isolated page', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  const lines = recordConsole(page)
  const headers = { ...OPENER, ...embedder('require-corp') }
  const checkout = await merchantPage.open({ headers })
  await form.fill({ ...visa, number: PLAIN_CHALLENGE_CARD })
  await form.pay()
  await page.waitForURL(AUTHENTICATION_PAGE)
  expect(lines.join()).toContain('This page is cross-origin isolated')
  const code = page.frameLocator('#challenge iframe').locator('input[name=code]')
  await code.fill('123456')
  await code.press('Enter')
  await merchantPage.result()
  await merchantPage.expectStatus(checkout, '000.100.110')
})

test('a challenge opens in the whole window where only frames are restricted', async ({
  merchantPage,
}) => {
  const { page, form } = merchantPage
  await merchantPage.open({ headers: embedder('require-corp') })
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
  await form.fill({ ...visa, number: PLAIN_CHALLENGE_CARD })
  await form.pay()
  await page.waitForURL(AUTHENTICATION_PAGE)
})
