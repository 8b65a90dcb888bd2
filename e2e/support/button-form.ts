import type { Locator, Page } from '@playwright/test'

/** A form without fields, for one brand. */
export class ButtonForm {
  readonly container: Locator
  readonly element: Locator
  readonly payButton: Locator
  readonly notice: Locator
  readonly text: Locator
  private readonly row: Locator

  /** @param name ends the classes, as in `wpwl-form-prepayment-BOLETO` */
  constructor(page: Page, name: string) {
    this.container = page.locator(`.wpwl-container-${name}`)
    this.element = this.container.locator(`form.wpwl-form-${name}`)
    this.payButton = this.element.locator('.wpwl-button-pay')
    this.notice = this.container.locator('.wpwl-notice')
    this.row = page.locator(`.wpwl-method-row:has(+ .wpwl-container-${name}) input`)
    this.text = this.element.locator('.wpwl-method')
  }

  /** Opens its row in a list of several ways to pay. */
  async open(): Promise<void> {
    await this.row.check()
  }
}
