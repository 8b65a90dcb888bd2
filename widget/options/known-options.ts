import { callbackNames } from './callbacks.ts'
import { optionTable, unsupportedMoneyOptions } from './table.ts'

/** Options and callbacks of the interface that nothing acts on yet, and that decide nothing about money. */
const laterOptions = `
  applePay billingAddress checkout displayBic enableSAQACompliance
  forceCardHolderEqualsBillingName googlePay hideOtherPaymentButton imageStyle inlineFlow
  mandatoryBillingFields onBeforeSubmitDirectDebit onBeforeSubmitInlineVirtualAccount
  onBeforeSubmitOneClickCard onDetectBin
  onLightboxCancel onReadyExternal onSaveTransactionData paypal registrations showBirthDate
  showOneClickWidget showTaxNumberField`
  .trim()
  .split(/\s+/)

/**
 * Every name that `wpwlOptions` may have (reference behaviour §3.3, §3.4). `refused`: the
 * widget says so itself. Not part of the script: the gateway of the test environment advises by it.
 */
export const knownOptions: ReadonlyMap<string, 'supported' | 'later' | 'refused'> = new Map([
  ...[...Object.keys(optionTable), ...callbackNames].map((name) => [name, 'supported'] as const),
  ...laterOptions.map((name) => [name, 'later'] as const),
  ...unsupportedMoneyOptions.map((name) => [name, 'refused'] as const),
])
