import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { giftCardNumber } from '../server/features/gift-cards/gift-card-number.fixture.ts'
import { expectKeysIn } from './support/keys.ts'
import type { MerchantPage } from './support/merchant-page.ts'
import { recordSubmits } from './support/recordings.ts'
import { storedCard, storeWithPayment } from './support/stored-details.ts'
import { expect, test } from './support/test.ts'
import { variants } from './support/variants.ts'

/** A kind of form as docs/widget/forms.md describes it, and what its shopper does. */
interface FormKind {
  /** Ends the key of the container: `wpwl-container-card`. */
  readonly name: string
  /** Class of the form. */
  readonly form: string
  readonly brand: string
  /** The page's check before a submit. */
  readonly check: string
  /** What is typed into `.wpwl-control-X`, or the value that is chosen there, in the order of the form. */
  readonly entries?: Readonly<Record<string, string>>
  /** Where the submit leads the shopper. */
  readonly next?: 'provider' | 'sheet'
  /** Result code that the shop's server reads at the end, where it is not that of success. */
  readonly code?: string
}

const ACCOUNT = 'onBeforeSubmitVirtualAccount'
const TRANSFER = 'onBeforeSubmitOnlineTransfer'
const DEBIT = 'onBeforeSubmitDirectDebit'
const GIFT_CARD = giftCardNumber(500, process.pid % 10_000)

const kinds: readonly FormKind[] = [
  {
    name: 'card',
    form: 'wpwl-form-card',
    brand: 'VISA',
    check: 'onBeforeSubmitCard',
    entries: {
      cardNumber: '4200000000000000',
      expiry: '0534',
      cvv: '123',
      cardHolder: 'Jane Jones',
    },
  },
  {
    name: 'registration',
    form: 'wpwl-form-registrations',
    brand: 'VISA',
    check: 'onBeforeSubmitOneClickCard',
    entries: { cvv: '123' },
  },
  {
    ...ofBrand('directDebit', 'DIRECTDEBIT_SEPA', DEBIT),
    entries: { accountHolder: 'Jane Jones', accountIban: 'DE89370400440532013000' },
  },
  {
    ...ofBrand('directDebit', 'DIRECTDEBIT', DEBIT),
    entries: {
      country: 'FR',
      accountHolder: 'Jane Jones',
      accountIban: 'FR1420041010050500013M02606',
    },
  },
  {
    ...ofBrand('onlineTransfer', 'IDEAL', TRANSFER),
    entries: { bankName: 'Rabobank' },
    next: 'provider',
  },
  {
    ...ofBrand('onlineTransfer', 'GIROPAY', TRANSFER),
    entries: { accountBankBic: 'TESTDETT421', accountIban: 'DE89370400440532013000' },
    next: 'provider',
  },
  {
    ...ofBrand('prepayment', 'BOLETO', 'onBeforeSubmitPrepayment'),
    code: '000.200.001',
  },
  ofBrand('virtualAccount', 'KLARNA_INVOICE', ACCOUNT),
  { ...ofBrand('virtualAccount', 'PAYPAL', ACCOUNT), next: 'provider' },
  {
    ...ofBrand('virtualAccount', 'STC_PAY', ACCOUNT),
    entries: { mobilePhone: '+966501234567' },
    next: 'provider',
  },
  { ...ofBrand('virtualAccount', 'CLIQ', ACCOUNT), entries: { accountId: 'jane.jones' } },
  { ...ofBrand('virtualAccount', 'APPLEPAY', ACCOUNT), next: 'sheet' },
  { ...ofBrand('virtualAccount', 'GOOGLEPAY', ACCOUNT), next: 'sheet' },
  { ...ofBrand('virtualAccount', 'SAMSUNGPAY', ACCOUNT), next: 'sheet' },
  {
    ...ofBrand('giftCard', 'GIFTCARD', ACCOUNT),
    entries: { giftCardNumber: GIFT_CARD, giftCardPin: GIFT_CARD.slice(-4) },
  },
]

function ofBrand(kind: string, brand: string, check: string): FormKind {
  return { name: `${kind}-${brand}`, form: `wpwl-form-${kind}-${brand}`, brand, check }
}

/** How a page may show a form, and how its shopper or its script submits it. */
const pages = {
  'as it comes': { options: '', submit: 'Enter' },
  'without styles': { options: `style: 'none'`, submit: 'executePayment' },
  'in Arabic': { options: `locale: 'ar'`, submit: 'Enter' },
} as const

/** What `npm test` runs of a kind, and what is left to `node run.mjs test:variants`. */
const FIRST_AND_LAST = [['as it comes', 'in Arabic'], 'without styles'] as const
const FIRST_AND_MIDDLE = [['as it comes', 'without styles'], 'in Arabic'] as const

for (const [at, kind] of kinds.entries()) {
  const [few, other] = at % 2 === 0 ? FIRST_AND_LAST : FIRST_AND_MIDDLE
  for (const how of variants(few, [other])) {
    const { options, submit } = pages[how]
    test(`a shopper pays by keyboard alone: ${kind.name}, ${how}`, async ({ merchantPage }) => {
      const { page, gateway } = merchantPage
      const submits = recordSubmits(page)
      const checkout = await merchantPage.visit({
        brands: kind.brand,
        checkout: kind.name === 'registration' ? await oneStoredCard(merchantPage) : {},
        options: `${recorded(kind)}, registrations: { requireCvv: true }, ${options}`,
      })
      const key = `wpwl-container-${kind.name}`
      const form = page.locator(`.${key} form.wpwl-form.${kind.form}`)
      const payButton = form.locator('button[type=submit].wpwl-button-pay')
      await expect.poll(() => called(page, 'onReady')).toContain(key)
      await expect(payButton).toHaveAccessibleName(textOf(how === 'in Arabic' ? 'ar' : 'en'))
      await expect(form).toHaveCSS('direction', how === 'in Arabic' ? 'rtl' : 'ltr')
      for (const [control, value] of Object.entries(kind.entries ?? {})) {
        await enter(page, form.locator(`.wpwl-control-${control}`), value)
      }
      if (submit === 'executePayment')
        await page.evaluate((name) => window.wpwl?.executePayment(name), key)
      else await press(page, payButton)
      if (kind.next === 'sheet') await page.locator('.wpwl-wallet-confirm').press('Enter')
      if (kind.next === 'provider')
        await page.getByRole('button', { name: /^Approve/ }).press('Enter')
      const query = await merchantPage.result()
      expect(query.get('resourcePath')).toBe(`/v1/checkouts/${checkout.id}/payment`)
      expect(await called(page, kind.check)).toHaveLength(1)
      expect(submits).toHaveLength(1)
      expect(await gateway.status(checkout.id)).toMatchObject({
        result: { code: kind.code ?? '000.100.110' },
        paymentBrand: kind.brand,
      })
    })
  }
}

/** Moves the focus forward to a field and fills it. */
async function enter(page: Page, control: Locator, value: string): Promise<void> {
  await focus(page, control)
  const tag = await control.evaluate(({ tagName }) => tagName)
  if (tag === 'SELECT') return choose(page, control, value)
  if (tag === 'IFRAME') await expectKeysIn(control.contentFrame().locator('input'))
  await page.keyboard.type(value)
}

async function press(page: Page, button: Locator): Promise<void> {
  await focus(page, button)
  await page.keyboard.press('Enter')
}

/** No form has more places for the focus before the next of its fields. */
const MOST_STOPS = 12

async function focus(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const hasFocus = () => control.evaluate((node) => node === document.activeElement)
  for (let stop = 0; stop < MOST_STOPS && !(await hasFocus()); stop++) {
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

async function choose(page: Page, select: Locator, value: string): Promise<void> {
  const options = await select.locator('option').count()
  await page.keyboard.press('Home')
  for (let step = 0; step < options && (await select.inputValue()) !== value; step++) {
    await page.keyboard.press('ArrowDown')
  }
  await expect(select).toHaveValue(value)
}

/** Options that keep the calls of a form's check, and what `onReady` names. They outlive the page. */
function recorded({ check }: FormKind): string {
  const keep = (name: string, value: string) =>
    `sessionStorage.setItem('${name}', JSON.stringify([...JSON.parse(sessionStorage.getItem('${name}') ?? '[]'), ...${value}]))`
  return `onReady(forms) { ${keep('onReady', 'forms.map(({ containerKey }) => containerKey)')} },
    ${check}() { ${keep(check, "['called']")}; return true }`
}

function called(page: Page, name: string): Promise<readonly string[]> {
  return page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '[]'), name)
}

function textOf(code: string): string {
  const file = new URL(`../locales/${code}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).submit
}

async function oneStoredCard(merchantPage: MerchantPage): Promise<Record<string, string>> {
  return { ...(await storeWithPayment(merchantPage, storedCard)).offer }
}
