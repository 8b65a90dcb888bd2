import {
  otherStoredCard,
  storedAccount,
  storedCard,
  storeWithPayment,
} from '../support/stored-details.ts'
import { expect } from '../support/test.ts'
import { type GalleryState, pageIn, type Visit, visit } from './open-form.ts'

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
  {
    form: 'saved cards',
    state: 'deleting one',
    async show(parts) {
      // The store of the test keeps no shopper's right to delete: the session says that there is one.
      await parts.merchantPage.page.route('**/session?*', async (route) => {
        const answer = await route.fetch()
        const json = { ...(await answer.json()), mayDeleteRegistrations: true }
        await route.fulfill({ response: answer, json })
      })
      const form = await openSaved(parts, 'hideInitialPaymentForms: true')
      await form.locator('.wpwl-registration-delete').first().click()
      await expect(form.locator('.wpwl-registration-confirm')).toBeVisible()
    },
  },
  {
    form: 'saved cards',
    state: 'paid',
    async show(parts) {
      const form = await openSaved(parts, 'hideInitialPaymentForms: true')
      await form.locator('[type=submit]').click()
      await expect(form).toHaveAttribute('data-outcome', 'accepted')
    },
  },
]

const storing: GalleryState = {
  form: 'store a card',
  state: 'empty',
  async show({ merchantPage, variant }) {
    const checkout = await merchantPage.gateway.createStoringCheckout()
    const options = `locale: '${variant.language}'`
    const parts = { options, ...pageIn(variant) }
    await merchantPage.page.goto(merchantPage.address(parts, checkout))
    await merchantPage.form.framesReady()
  },
}

/** Stored cards and accounts, and the form that stores a card. */
export const savedStates: readonly GalleryState[] = [...saved, storing]
