import { ButtonForm } from '../support/button-form.ts'
import { expect } from '../support/test.ts'
import { type GalleryState, type Visit, visit } from './open-form.ts'

/** A form of one brand, empty and after a press of its button. */
function formStates(form: string, brand: string, name: string, errors: boolean): GalleryState[] {
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

/** What the gateway adds to the session where gift cards may pay a part, in the test's own words. */
const written = (amount: string) => ({ amount, amountTexts: {} })
const restOfAmount = {
  ...written('62.00'),
  giftCards: {
    parts: [{ id: '1', last4Digits: '0016', ...written('30.00') }],
    rest: written('62.00'),
    mayAdd: true,
  },
}

const giftCardPart: GalleryState = {
  form: 'gift card',
  state: 'a card applied to a part',
  async show(parts) {
    const { page } = parts.merchantPage
    await page.route('**/session?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...restOfAmount } })
    })
    await visit(parts, { brands: 'GIFTCARD' })
    await expect(page.locator('.wpwl-gift-card')).toHaveCount(2)
  },
}

const methods: readonly GalleryState[] = [
  ...formStates('SEPA direct debit', 'DIRECTDEBIT_SEPA', 'directDebit-DIRECTDEBIT_SEPA', true),
  ...formStates('direct debit', 'DIRECTDEBIT', 'directDebit-DIRECTDEBIT', true),
  ...formStates('transfer', 'IDEAL', 'onlineTransfer-IDEAL', true),
  ...formStates('phone', 'STC_PAY', 'virtualAccount-STC_PAY', true),
  ...formStates('named account', 'CLIQ', 'virtualAccount-CLIQ', true),
  ...formStates('gift card', 'GIFTCARD', 'giftCard-GIFTCARD', true),
  giftCardPart,
  ...formStates('prepayment', 'PREPAYMENT', 'prepayment-PREPAYMENT', false),
  ...formStates('invoice', 'KLARNA_INVOICE', 'virtualAccount-KLARNA_INVOICE', false),
  ...formStates('redirect', 'PAYPAL', 'virtualAccount-PAYPAL', false),
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

const mixed: readonly GalleryState[] = ['list', 'tabs', 'stacked'].map((layout) => ({
  form: 'several forms',
  state: layout,
  async show(parts) {
    const brands = 'VISA MASTER PAYPAL IDEAL DIRECTDEBIT_SEPA KLARNA_INVOICE GOOGLEPAY'
    await visit(parts, { brands, options: `layout: '${layout}'` })
    await parts.merchantPage.form.ready()
    await expect(parts.merchantPage.page.locator('form.wpwl-form')).toHaveCount(6)
  },
}))

/** The forms of every other method. */
export const methodStates: readonly GalleryState[] = [...methods, ...wallets, ...mixed]
