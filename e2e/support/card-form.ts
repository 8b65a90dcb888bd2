import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

export interface CardDetails {
  readonly number: string
  readonly expiry: string
  readonly holder: string
  readonly code: string
}

export type CardFormField = 'cardNumber' | 'expiry' | 'cardHolder' | 'cvv'

export const visa: CardDetails = {
  number: '4200000000000000',
  expiry: '05 / 34',
  holder: 'Jane Jones',
  code: '123',
}

/** The card form of the widget as a shopper meets it. */
export class CardForm {
  readonly element: Locator
  readonly numberFrame: Locator
  readonly codeFrame: Locator
  readonly number: Locator
  readonly code: Locator
  readonly expiry: Locator
  readonly holder: Locator
  readonly payButton: Locator
  readonly notice: Locator
  readonly hints: Locator
  /** What screen readers are told. */
  readonly liveRegion: Locator

  /** @param within element or page that holds the form; a page has one form */
  constructor(within: Page | Locator) {
    this.element = within.locator('form.wpwl-form-card')
    this.numberFrame = this.element.locator('iframe[name="card.number"]')
    this.codeFrame = this.element.locator('iframe[name="card.cvv"]')
    this.number = this.numberDocument.locator('input')
    this.code = this.codeDocument.locator('input')
    this.expiry = this.element.locator('.wpwl-control-expiry')
    this.holder = this.element.locator('.wpwl-control-cardHolder')
    this.payButton = this.element.locator('.wpwl-button-pay')
    this.notice = this.element.locator('.wpwl-notice')
    this.hints = this.element.locator('.wpwl-hint')
    this.liveRegion = this.element.getByRole('status')
  }

  get numberDocument(): FrameLocator {
    return this.numberFrame.contentFrame()
  }

  get codeDocument(): FrameLocator {
    return this.codeFrame.contentFrame()
  }

  group(field: CardFormField | 'brand' | 'submit'): Locator {
    return this.element.locator(`.wpwl-group-${field}`)
  }

  hint(field: CardFormField): Locator {
    return this.group(field).locator('.wpwl-hint')
  }

  /** Both secured fields have heard from the page, and the session has told the amount. */
  async ready(): Promise<void> {
    await expect(this.payButton).toHaveAttribute('data-amount', /\d/)
    await this.framesReady()
  }

  async framesReady(): Promise<void> {
    for (const frame of [this.numberDocument, this.codeDocument]) {
      await expect(frame.locator('html')).toHaveAttribute('style', /color-scheme/)
    }
  }

  /** Opens its row, where another way to pay is open first. */
  async open(): Promise<void> {
    const row = this.payButton.page().getByRole('radio', { name: 'Card', exact: true })
    await row.click()
  }

  /** Fills the given fields, all of them with a good card if nothing is given. */
  async fill(details: Partial<CardDetails> = visa): Promise<void> {
    if (details.number !== undefined) await this.number.fill(details.number)
    if (details.code !== undefined) await this.code.fill(details.code)
    if (details.expiry !== undefined) await this.expiry.fill(details.expiry)
    if (details.holder !== undefined) await this.holder.fill(details.holder)
  }

  async pay(): Promise<void> {
    await this.payButton.click()
  }
}
