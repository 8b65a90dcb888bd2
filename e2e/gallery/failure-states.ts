import type { Page } from '@playwright/test'
import { visa } from '../support/card-form.ts'
import { CHALLENGE_CARD } from '../support/shopper-redirect.ts'
import { expect } from '../support/test.ts'
import {
  type GalleryState,
  type Opening,
  openCard,
  payInCard,
  type Visit,
  visit,
} from './open-form.ts'

const SUBMIT = '**/v1/checkouts/*/payment'

/** Time passes in the page until the check holds. */
async function passUntil(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor('00:05')
    await check()
  }).toPass()
}

const failure = (state: string, show: GalleryState['show']): GalleryState => ({
  form: 'failures',
  state,
  show,
})

/** A card that is declined with a code, whose shopper stays. */
const declined = (code: string, opening: Opening = {}): GalleryState =>
  failure(`declined with ${code}${opening.brands ? ', of several ways' : ''}`, async (parts) => {
    const form = await openCard(parts, { options: "declined: 'stay'", ...opening })
    await form.fill({ ...visa, holder: code })
    await form.pay()
    await expect(form.notice).toBeVisible()
  })

/** What is said once there is no answer: nothing was paid, or nobody knows. */
const unanswered = (state: string, session: 'reached' | 'lost'): GalleryState =>
  failure(state, async (parts) => {
    const { page, form } = parts.merchantPage
    await page.route(SUBMIT, (route) => route.abort('internetdisconnected'))
    await page.clock.install()
    await openCard(parts)
    await form.fill()
    if (session === 'lost') await page.route('**/session?*', (route) => route.abort())
    await form.pay()
    await passUntil(page, () =>
      expect(form.notice.getByRole('button')).toBeVisible({ timeout: 300 }),
    )
  })

const waiting = (seconds: number): GalleryState =>
  failure(`paying for ${seconds} seconds`, async (parts) => {
    const { page, form } = parts.merchantPage
    await page.route(SUBMIT, () => undefined)
    await page.clock.install()
    await openCard(parts)
    await form.fill()
    const sent = page.waitForRequest(SUBMIT)
    await form.pay()
    await sent
    await page.clock.runFor(seconds * 1000)
    await expect(form.notice).toBeVisible()
  })

async function openChallenge(parts: Visit): Promise<Page> {
  const { page } = parts.merchantPage
  await payInCard(parts, { number: CHALLENGE_CARD })
  await expect(page.locator('dialog.wpwl-target-dialog[open]')).toBeVisible()
  return page
}

/** What a shopper reads when something fails. */
export const failureStates: readonly GalleryState[] = [
  unanswered('no connection', 'reached'),
  unanswered('outcome not known', 'lost'),
  failure('fault of the server', async (parts) => {
    await parts.merchantPage.page.route(SUBMIT, (route) =>
      route.fulfill({ status: 500, json: { result: { code: '999.999.999' } } }),
    )
    const form = await payInCard(parts)
    await expect(form.notice.getByRole('button')).toBeVisible()
  }),
  failure('too many tries', async (parts) => {
    const result = { code: '800.120.100', description: 'too many tries with this checkout' }
    await parts.merchantPage.page.route(SUBMIT, (route) =>
      route.fulfill({ status: 429, json: { result } }),
    )
    const form = await payInCard(parts)
    await expect(form.notice.getByRole('button')).toBeVisible()
  }),
  declined('800.100.153'),
  declined('800.100.157'),
  declined('800.100.155'),
  declined('800.100.155', { brands: 'VISA PAYPAL IDEAL' }),
  declined('800.100.152'),
  waiting(8),
  waiting(20),
  failure('page without https in live', async (parts) => {
    const { page, form } = parts.merchantPage
    await page.addInitScript(() =>
      Object.defineProperty(window, 'isSecureContext', { value: false }),
    )
    await page.route('**/session?*', async (route) => {
      const answer = await route.fetch()
      const json = { ...(await answer.json()), environment: 'live' }
      await route.fulfill({ response: answer, json })
    })
    await visit(parts)
    await expect(form.notice).toBeVisible()
  }),
  failure('code that is blocked', async (parts) => {
    const { page } = parts.merchantPage
    await page.route('**/v1/static/code/main*', (route) => route.abort('blockedbyclient'))
    await page.clock.install()
    await visit(parts)
    await passUntil(page, () => expect(page.getByRole('alert')).toBeVisible({ timeout: 300 }))
  }),
  failure('Escape in a challenge', async (parts) => {
    const page = await openChallenge(parts)
    await page.locator('.wpwl-target-cancel').focus()
    await page.keyboard.press('Escape')
    await expect(page.locator('.wpwl-target-keep')).toBeVisible()
  }),
]
