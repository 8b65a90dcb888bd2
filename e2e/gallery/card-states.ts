import { visa } from '../support/card-form.ts'
import { SECURED, SecuredCardForm } from '../support/secured-card-form.ts'
import { CHALLENGE_CARD } from '../support/shopper-redirect.ts'
import { expect } from '../support/test.ts'
import { type GalleryState, openCard, pageIn, payInCard, type Visit, visit } from './open-form.ts'

const SUBMIT = '**/v1/checkouts/*/payment'
const DUAL_BRANDED = '4970100000000154'

async function openSecured(parts: Visit, options = ''): Promise<SecuredCardForm> {
  await openCard(parts, { options: `${SECURED}, ${options}` })
  const form = new SecuredCardForm(parts.merchantPage.page)
  await form.framesReady()
  return form
}

/** The card form, and what may happen to it. */
export const cardStates: readonly GalleryState[] = [
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
    state: 'holder and expiry secured',
    show: async (parts) => void (await openSecured(parts)),
  },
  {
    form: 'card',
    state: 'holder and expiry secured, every field wrong',
    async show(parts) {
      const form = await openSecured(parts, 'requireCardHolder: true')
      await form.pay()
      await expect(form.hints).toHaveCount(4)
    },
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
  ...(['number', 'expiry', 'code'] as const).map(
    (field): GalleryState => ({
      form: 'card',
      state: `${field} wrong`,
      async show(parts) {
        const form = await openCard(parts)
        const wrong = { number: '4200000000000001', expiry: '05 / 20', code: '1' }
        await form.fill({ ...visa, [field]: wrong[field] })
        await form.pay()
        await expect(form.hints).toHaveCount(1)
      },
    }),
  ),
  {
    form: 'card',
    state: 'many brands',
    async show(parts) {
      await openCard(parts, {
        brands: 'VISA MASTER AMEX DINERS DISCOVER JCB MAESTRO UNIONPAY',
        options: 'brandDetection: true',
      })
    },
  },
  {
    form: 'card',
    state: 'logos style',
    show: async (parts) => void (await openCard(parts, { options: "style: 'logos'" })),
  },
  {
    form: 'card',
    state: 'without labels',
    show: async (parts) => void (await openCard(parts, { options: 'showLabels: false' })),
  },
  {
    form: 'card',
    state: 'Amex typed',
    async show(parts) {
      const form = await openCard(parts, { options: 'brandDetection: true, showCVVHint: true' })
      await form.number.fill('371449635398431')
      await form.expiry.focus()
    },
  },
  {
    form: 'card',
    state: 'save the card',
    async show(parts) {
      const form = await openCard(parts, { options: 'showSaveCard: true' })
      await form.element.getByRole('checkbox').check()
    },
  },
  {
    form: 'card',
    state: 'checkout unknown',
    async show({ merchantPage, variant }) {
      const { page, gateway, form } = merchantPage
      const checkout = await gateway.createCheckout()
      const unknown = checkout.id.replaceAll(/[0-9]/g, '0')
      const script = checkout.script.replace(checkout.id, unknown)
      const options = `locale: '${variant.language}'`
      const parts = { options, ...pageIn(variant) }
      await page.goto(merchantPage.address(parts, { id: unknown, script, integrity: '' }))
      await expect(form.notice).toBeVisible()
    },
  },
  {
    form: 'card',
    state: 'session that cannot load',
    async show(parts) {
      await parts.merchantPage.page.route('**/session?*', (route) => route.abort())
      await visit(parts)
      await expect(parts.merchantPage.form.notice).toBeVisible()
    },
  },
  {
    form: 'card',
    state: 'fields that the policy of the page blocks',
    async show(parts) {
      await visit(parts, { headers: { 'Content-Security-Policy': "frame-src 'none'" } })
      await expect(parts.merchantPage.form.notice).toBeVisible()
    },
  },
  {
    form: 'card',
    state: 'paid before',
    async show(parts) {
      const form = await payInCard(parts)
      await expect(form.element).toHaveAttribute('data-outcome', 'accepted')
      // The page is on its way to the shop for a moment.
      await expect(() => parts.merchantPage.page.reload()).toPass()
      await expect(form.notice).toBeVisible()
    },
  },
]
