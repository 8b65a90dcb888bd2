import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { networksOf } from '../wallet/live-networks.ts'
import { type Members, merchantOf, textOf, wants } from '../wallet/wallet-options.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { shownMoney } = __TILLGATE_KIT__

export const API = { apiVersion: 2, apiVersionMinor: 0 } as const

const NETWORKS = {
  VISA: 'VISA',
  VISAELECTRON: 'VISA',
  MASTER: 'MASTERCARD',
  MAESTRO: 'MASTERCARD',
  AMEX: 'AMEX',
  DISCOVER: 'DISCOVER',
  DINERS: 'DISCOVER',
  JCB: 'JCB',
}

/** The operator at Google: tokens are made for him, and encrypted for his key. */
export interface GoogleRecipient {
  readonly merchantId: string
  readonly publicKey: string
}

/** Cards of the channel, and how the shopper is asked for his address. */
export function cardMethod(form: FormShell, options: Members): Members {
  const isBilling = options.billingAddressRequired === true || wants(options, 'billing')
  return {
    type: 'CARD',
    parameters: {
      allowedAuthMethods: options.allowedAuthMethods ?? ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
      allowedCardNetworks: options.allowedCardNetworks ?? networksOf(form, NETWORKS),
      ...(isBilling && {
        billingAddressRequired: true,
        billingAddressParameters: options.billingAddressParameters ?? { format: 'FULL' },
      }),
    },
  }
}

/** What the sheet says is to be paid, with what the page lists above it. Throws where nobody has named an amount. */
export function transactionOf(form: FormShell, options: Members, items: unknown): Members {
  const { amount, currency } = shownMoney(form)
  if (!amount) throw new Error('wpwlOptions.checkout names no amount, and there is no checkout yet')
  return {
    countryCode: options.countryCode,
    currencyCode: currency,
    totalPriceStatus: 'FINAL',
    totalPrice: amount,
    ...(items === undefined ? {} : { displayItems: items, totalPriceLabel: merchantOf(options) }),
  }
}

/** What the sheet asks for. Tokens are encrypted for the gateway's own key (tokenization `DIRECT`). */
export function dataRequest(
  form: FormShell,
  options: Members,
  { merchantId, publicKey }: GoogleRecipient,
): Members & { readonly transactionInfo: Members } {
  const isShipping = options.shippingAddressRequired === true || wants(options, 'shipping')
  const tokenizationSpecification = {
    type: 'DIRECT',
    parameters: { protocolVersion: 'ECv2', publicKey },
  }
  return {
    ...API,
    merchantInfo: { merchantId, merchantName: textOf(options.merchantName) },
    allowedPaymentMethods: [{ ...cardMethod(form, options), tokenizationSpecification }],
    transactionInfo: transactionOf(form, options, options.displayItems),
    callbackIntents: intentsOf(options, isShipping),
    emailRequired: options.emailRequired === true || wants(options, 'customer'),
    shippingAddressRequired: isShipping,
    shippingAddressParameters: options.shippingAddressParameters,
    shippingOptionRequired: options.shippingOptionRequired,
    shippingOptionParameters: options.shippingOptionParameters,
    offerInfo: options.offerInfo,
  }
}

/** What Google asks the page about before the shopper confirms; it refuses callbacks that are not announced. */
function intentsOf(options: Members, isShipping: boolean): readonly string[] {
  const hears = typeof options.onPaymentDataChanged === 'function'
  return [
    'PAYMENT_AUTHORIZATION',
    ...(hears && isShipping ? ['SHIPPING_ADDRESS'] : []),
    ...(hears && options.shippingOptionRequired === true ? ['SHIPPING_OPTION'] : []),
    ...(hears && options.offerInfo !== undefined ? ['OFFER'] : []),
  ]
}
