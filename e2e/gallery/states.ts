import { bcp47Of } from '../../common/locale-tags.ts'
import { ButtonForm } from '../support/button-form.ts'
import { type CardForm, visa } from '../support/card-form.ts'
import type { Parameters } from '../support/gateway-client.ts'
import type { MerchantPage } from '../support/merchant-page.ts'
import { STAY_PATH } from '../support/merchant-server.ts'
import { CHALLENGE_CARD } from '../support/shopper-redirect.ts'
import {
  otherStoredCard,
  storedAccount,
  storedCard,
  storeWithPayment,
} from '../support/stored-details.ts'
import { expect } from '../support/test.ts'
import type { Variant } from './variant.ts'

/** One state of one form, as a shopper meets it. */
export interface GalleryState {
  /** Groups the states, and chooses them on the command line. */
  readonly form: string
  readonly state: string
  /** Brings the page into the state. */
  readonly show: (visit: Visit) => Promise<void>
}

export interface Visit {
  readonly merchantPage: MerchantPage
  readonly variant: Variant
}

interface Opening {
  readonly brands?: string
  /** Further members of `wpwlOptions`, as source text. */
  readonly options?: string
  readonly checkout?: Parameters
}

/** A page that follows the theme of the browser, as wide as the picture. */
const HEAD = `<meta name="color-scheme" content="light dark"><style>
  :root { color-scheme: light dark }
  body { margin: 24px; font-family: system-ui, sans-serif }
  main { max-width: 36rem; margin: auto }
  h1 { font-size: 1.25rem }
</style>`

const SUBMIT = '**/v1/checkouts/*/payment'
const DUAL_BRANDED = '4970100000000154'

async function visit({ merchantPage, variant }: Visit, opening: Opening = {}): Promise<void> {
  const { brands, options, checkout } = opening
  await merchantPage.visit({
    head: HEAD,
    lang: bcp47Of(variant.language),
    // The page stays in the state that it has when it goes to the shop.
    action: STAY_PATH,
    options: `locale: '${variant.language}'${options === undefined ? '' : `, ${options}`}`,
    ...(brands === undefined ? {} : { brands }),
    ...(checkout === undefined ? {} : { checkout }),
  })
}

async function openCard(parts: Visit, opening?: Opening): Promise<CardForm> {
  await visit(parts, opening)
  await parts.merchantPage.form.ready()
  return parts.merchantPage.form
}

async function payInCard(parts: Visit, details: Partial<typeof visa> = {}): Promise<CardForm> {
  const form = await openCard(parts)
  await form.fill({ ...visa, ...details })
  await form.pay()
  return form
}

const card: readonly GalleryState[] = [
  { form: 'card', state: 'empty', show: async (parts) => void (await openCard(parts)) },
  {
    form: 'card',
    state: 'filled',
    async show(parts) {
      const form = await openCard(parts)
      await form.fill()
      await form.holder.blur()
    },
  },
  {
    form: 'card',
    state: 'every field wrong',
    async show(parts) {
      const form = await openCard(parts, { options: 'requireCardHolder: true' })
      await form.pay()
      await expect(form.hints).toHaveCount(4)
    },
  },
  {
    form: 'card',
    state: 'card of two brands',
    async show(parts) {
      const form = await openCard(parts, {
        brands: 'VISA CARTEBANCAIRE',
        options: 'brandDetection: true',
      })
      await form.number.fill(DUAL_BRANDED)
      await expect(form.element.locator('[type=radio]')).toHaveCount(2)
    },
  },
  {
    form: 'card',
    state: 'with the hint of the code',
    show: async (parts) => void (await openCard(parts, { options: 'showCVVHint: true' })),
  },
  {
    form: 'card',
    state: 'plain style',
    show: async (parts) => void (await openCard(parts, { options: "style: 'plain'" })),
  },
  {
    form: 'card',
    state: 'paying',
    async show(parts) {
      await parts.merchantPage.page.route(SUBMIT, () => undefined)
      const form = await payInCard(parts)
      await expect(form.element).toHaveAttribute('data-phase', 'busy')
    },
  },
  {
    form: 'card',
    state: 'paid',
    async show(parts) {
      const form = await payInCard(parts)
      await expect(form.element).toHaveAttribute('data-outcome', 'accepted')
    },
  },
  {
    form: 'card',
    state: 'declined',
    async show(parts) {
      const form = await payInCard(parts, { holder: '800.100.153' })
      await expect(form.element).toHaveAttribute('data-outcome', 'declined')
    },
  },
  {
    form: 'card',
    state: 'challenge of the bank',
    async show(parts) {
      await payInCard(parts, { number: CHALLENGE_CARD })
      const bank = parts.merchantPage.page.locator('iframe.wpwl-target').contentFrame()
      await expect(bank.locator('iframe').contentFrame().locator('button.primary')).toBeVisible()
    },
  },
  {
    form: 'card',
    state: 'connection lost',
    async show(parts) {
      await parts.merchantPage.page.route(SUBMIT, (route) => route.abort('internetdisconnected'))
      const form = await payInCard(parts)
      await expect(form.notice).toBeVisible()
    },
  },
  {
    form: 'card',
    state: 'fields that cannot load',
    async show(parts) {
      await parts.merchantPage.page.route('**/pciIframe.html?*', (route) => route.abort())
      await visit(parts)
      await expect(parts.merchantPage.form.notice).toBeVisible()
    },
  },
  {
    form: 'card',
    state: 'session expired',
    async show(parts) {
      const { page } = parts.merchantPage
      await page.clock.install()
      const form = await openCard(parts)
      await page.clock.fastForward('30:01')
      await expect(form.notice).toBeVisible()
    },
  },
]

async function openSaved(parts: Visit, options: string) {
  const { merchantPage } = parts
  const { page } = merchantPage
  const { offer } = await storeWithPayment(merchantPage, storedCard, otherStoredCard, storedAccount)
  await visit(parts, { checkout: offer, options: `registrations: { ${options} }` })
  const form = page.locator('form.wpwl-form-registrations')
  await expect(form.locator('.wpwl-group-registration')).toHaveCount(3)
  return form
}

const saved: readonly GalleryState[] = [
  {
    form: 'saved cards',
    state: 'list',
    show: async (parts) => void (await openSaved(parts, 'hideInitialPaymentForms: true')),
  },
  {
    form: 'saved cards',
    state: 'code missing',
    async show(parts) {
      const form = await openSaved(parts, 'requireCvv: true, hideInitialPaymentForms: true')
      const code = form.locator('.wpwl-selected iframe[name="card.cvv"]').contentFrame()
      await expect(code.locator('html')).toHaveAttribute('style', /color-scheme/)
      await form.locator('[type=submit]').click()
      await expect(form.locator('.wpwl-hint-cvvError')).toBeVisible()
    },
  },
  {
    form: 'saved cards',
    state: 'with the card form',
    async show(parts) {
      await openSaved(parts, 'requireCvv: true')
      await parts.merchantPage.form.framesReady()
    },
  },
]

const storing: GalleryState = {
  form: 'store a card',
  state: 'empty',
  async show({ merchantPage, variant }) {
    const checkout = await merchantPage.gateway.createStoringCheckout()
    const options = `locale: '${variant.language}'`
    const parts = { options, head: HEAD, lang: bcp47Of(variant.language) }
    await merchantPage.page.goto(merchantPage.address(parts, checkout))
    await merchantPage.form.framesReady()
  },
}

/** A form of one brand, empty and after a press of its button. */
function methodStates(form: string, brand: string, name: string, errors: boolean): GalleryState[] {
  const open = async (parts: Visit) => {
    await visit(parts, { brands: brand })
    const shown = new ButtonForm(parts.merchantPage.page, name)
    await expect(shown.payButton).toHaveAttribute('data-amount', /\S/)
    return shown
  }
  const empty = { form, state: 'empty', show: async (parts: Visit) => void (await open(parts)) }
  if (!errors) return [empty]
  const wrong = async (parts: Visit) => {
    const shown = await open(parts)
    await shown.payButton.click()
    await expect(shown.element.locator('.wpwl-hint').first()).toBeVisible()
  }
  return [empty, { form, state: 'every field wrong', show: wrong }]
}

const methods: readonly GalleryState[] = [
  ...methodStates('SEPA direct debit', 'DIRECTDEBIT_SEPA', 'directDebit-DIRECTDEBIT_SEPA', true),
  ...methodStates('direct debit', 'DIRECTDEBIT', 'directDebit-DIRECTDEBIT', true),
  ...methodStates('transfer', 'IDEAL', 'onlineTransfer-IDEAL', true),
  ...methodStates('phone', 'STC_PAY', 'virtualAccount-STC_PAY', true),
  ...methodStates('named account', 'CLIQ', 'virtualAccount-CLIQ', true),
  ...methodStates('gift card', 'GIFTCARD', 'giftCard-GIFTCARD', true),
  ...methodStates('prepayment', 'PREPAYMENT', 'prepayment-PREPAYMENT', false),
  ...methodStates('invoice', 'KLARNA_INVOICE', 'virtualAccount-KLARNA_INVOICE', false),
  ...methodStates('redirect', 'PAYPAL', 'virtualAccount-PAYPAL', false),
]

const wallets: readonly GalleryState[] = [
  {
    form: 'wallets',
    state: 'buttons',
    async show(parts) {
      await visit(parts, { brands: 'APPLEPAY GOOGLEPAY SAMSUNGPAY' })
      const { page } = parts.merchantPage
      await expect(page.locator('.wpwl-button-pay')).toHaveCount(3)
    },
  },
  {
    form: 'wallets',
    state: 'sheet of the test environment',
    async show(parts) {
      const { page } = parts.merchantPage
      await visit(parts, { brands: 'GOOGLEPAY' })
      await new ButtonForm(page, 'virtualAccount-GOOGLEPAY').payButton.click()
      await expect(page.locator('dialog.wpwl-wallet-sheet')).toBeVisible()
    },
  },
]

/** Every state of every form, in the order of the gallery. */
export const galleryStates: readonly GalleryState[] = [
  ...card,
  ...saved,
  storing,
  ...methods,
  ...wallets,
]
