import { bcp47Of } from '../../common/locale-tags.ts'
import { CardForm, visa } from '../support/card-form.ts'
import { openChallenge } from '../support/issuer.ts'
import { RESULT_PATH } from '../support/merchant-server.ts'
import {
  CHALLENGE_CARD,
  challengeOn,
  goToGateway,
  sendingPage,
  waitForShopper,
} from '../support/shopper-redirect.ts'
import { expect } from '../support/test.ts'
import type { GalleryState, Visit } from './open-form.ts'

const OUT_OF_BAND = '4200000010000123'

const authentication: readonly GalleryState[] = [
  {
    form: 'page of 3-D Secure',
    state: 'challenge',
    async show({ merchantPage, variant }) {
      const payment = await waitForShopper(merchantPage, CHALLENGE_CARD)
      const lang = bcp47Of(variant.language)
      await goToGateway(merchantPage.page, sendingPage(merchantPage, payment, { lang }))
      await challengeOn(merchantPage.page)
    },
  },
  challenge('code', '4200000000000042'),
  challenge('confirmation in an app', OUT_OF_BAND),
]

function challenge(state: string, cardNumber: string): GalleryState {
  return {
    form: 'page of the issuer',
    state,
    async show({ merchantPage, server, variant }) {
      const language = bcp47Of(variant.language)
      const wanted = { transactionId: crypto.randomUUID(), cardNumber, language }
      await openChallenge(merchantPage.page, merchantPage.server, server.url, wanted)
    },
  }
}

async function openSimulator({ merchantPage }: Visit, paymentBrand: string): Promise<void> {
  const { page, gateway, server } = merchantPage
  const shopperResultUrl = server.origin + RESULT_PATH
  const { redirect } = await gateway.pay('/v1/payments', { paymentBrand, shopperResultUrl })
  if (redirect === undefined) throw new Error(`${paymentBrand} has no redirect`)
  const query = redirect.parameters.map(({ name, value }) => [name, value])
  await page.goto(`${redirect.url}?${new URLSearchParams(query)}`)
}

const simulator: readonly GalleryState[] = [
  {
    form: 'page of the provider',
    state: 'choices',
    show: (parts) => openSimulator(parts, 'PAYPAL'),
  },
  {
    form: 'page of the provider',
    state: 'decided',
    async show(parts) {
      const { page } = parts.merchantPage
      await openSimulator(parts, 'PAYPAL')
      const address = page.url()
      await page.getByRole('button', { name: /^Decline/ }).click()
      await parts.merchantPage.result()
      await page.goto(address)
    },
  },
]

async function openShop({ merchantPage, server, variant }: Visit): Promise<CardForm> {
  await merchantPage.page.goto(`${server.shopUrl}/?locale=${variant.language}`)
  const form = new CardForm(merchantPage.page)
  await form.ready()
  return form
}

function result(state: string, details: Partial<typeof visa>): GalleryState {
  return {
    form: 'demo shop',
    state,
    async show(parts) {
      const form = await openShop(parts)
      await form.fill({ ...visa, ...details })
      await form.pay()
      await parts.merchantPage.page.waitForURL('**/result?*')
      await expect(parts.merchantPage.page.locator('#result')).not.toHaveAttribute(
        'data-state',
        'loading',
      )
    },
  }
}

const shop: readonly GalleryState[] = [
  { form: 'demo shop', state: 'basket', show: async (parts) => void (await openShop(parts)) },
  result('paid', {}),
  result('declined', { holder: '800.100.152' }),
  {
    form: 'gateway',
    state: 'start page',
    show: async ({ merchantPage, server }) => void (await merchantPage.page.goto(server.url)),
  },
]

/** Pages of the gateway around the widget, and of the demo shop. */
export const pageStates: readonly GalleryState[] = [...authentication, ...simulator, ...shop]
