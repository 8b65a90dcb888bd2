import { visa } from '../support/card-form.ts'
import { expect } from '../support/test.ts'
import { type GalleryState, openCard, type Visit } from './open-form.ts'

const ADDRESS = "country: 'DE', street1: 'Kite Lane 5', city: 'Berlin'"

async function openFurther(parts: Visit, options: string) {
  const form = await openCard(parts, { options })
  await expect(form.element.locator('.wpwl-group-billing, .wpwl-date').first()).toBeVisible()
  return form
}

const further = (state: string, options: string, field?: string): GalleryState => ({
  form: 'card with further fields',
  state,
  async show(parts) {
    const form = await openFurther(parts, options)
    if (field === undefined) return
    await form.fill({ number: visa.number, expiry: visa.expiry, code: visa.code })
    await form.pay()
    await expect(form.element.locator(`.wpwl-hint-${field}`)).toBeVisible()
  },
})

/** The card form where the page asks for more than the card. */
export const furtherStates: readonly GalleryState[] = [
  further('billing address', 'billingAddress: {}'),
  further('billing address of Germany', `billingAddress: { ${ADDRESS}, postcode: '10115' }`),
  further('billing address of the United States', "billingAddress: { country: 'US' }"),
  further('billing address wrong', "billingAddress: { country: 'DE' }", 'billingPostCodeError'),
  further(
    'name, birth date and tax number',
    'forceCardHolderEqualsBillingName: true, showBirthDate: true, showTaxNumberField: true',
  ),
  further(
    'name, birth date and tax number wrong',
    'forceCardHolderEqualsBillingName: true, showBirthDate: true, showTaxNumberField: true',
    'birthDateError',
  ),
  further(
    'everything at once',
    `billingAddress: { ${ADDRESS} }, forceCardHolderEqualsBillingName: true, showBirthDate: true,
      showTaxNumberField: true, showSaveCard: true, showCVVHint: true`,
  ),
]
