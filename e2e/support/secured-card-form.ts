import { expect, type Locator, type Page } from '@playwright/test'
import { CardForm } from './card-form.ts'

/** Members of `wpwlOptions` that put holder and expiry into frames of the gateway. */
export const SECURED = 'enableSAQACompliance: true'

/** The card form with option `enableSAQACompliance`: holder and expiry are inputs of frames, too. */
export class SecuredCardForm extends CardForm {
  readonly expiryFrame: Locator
  readonly holderFrame: Locator
  override readonly expiry: Locator
  override readonly holder: Locator

  /** @param within element or page that holds the form; a page has one form */
  constructor(within: Page | Locator) {
    super(within)
    this.expiryFrame = this.element.locator('iframe[name="card.expiry"]')
    this.holderFrame = this.element.locator('iframe[name="card.holder"]')
    this.expiry = this.expiryFrame.contentFrame().locator('input')
    this.holder = this.holderFrame.contentFrame().locator('input')
  }

  override async framesReady(): Promise<void> {
    await super.framesReady()
    for (const frame of [this.expiryFrame, this.holderFrame]) {
      await expect(frame.contentFrame().locator('html')).toHaveAttribute('style', /color-scheme/)
    }
  }
}
