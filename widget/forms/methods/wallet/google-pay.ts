import type { FormShell } from '../../shell/form-shell.ts'
import { type Members, membersOf, textOf } from './wallet-options.ts'
import { authorisePayment, type ConfirmedPayment, NotAuthorised } from './wallet-payment.ts'

const METHOD = 'https://google.com/pay'

/**
 * Google Pay by the browser's own `PaymentRequest`: no script of the provider is loaded. `undefined`: the
 * browser has none, or the page does not say whose payments they are.
 */
export function createGooglePayRequest(
  options: Members,
  money: { readonly amount: string; readonly currency: string },
): PaymentRequest | undefined {
  const gatewayMerchantId = textOf(options.gatewayMerchantId)
  const merchantId = textOf(options.merchantId)
  if (!('PaymentRequest' in window) || !gatewayMerchantId || !merchantId) return undefined
  const { amount: value, currency } = money
  const data = {
    environment: 'PRODUCTION',
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: { merchantId, merchantName: textOf(options.merchantName) },
    emailRequired: options.emailRequired === true,
    shippingAddressRequired: options.shippingAddressRequired === true,
    shippingAddressParameters: options.shippingAddressParameters,
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: options.allowedAuthMethods ?? ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: options.allowedCardNetworks ?? ['MASTERCARD', 'VISA'],
          billingAddressRequired: options.billingAddressRequired === true,
          billingAddressParameters: options.billingAddressParameters,
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: textOf(options.gateway) ?? 'tillgate', gatewayMerchantId },
        },
      },
    ],
    transactionInfo: {
      totalPriceStatus: 'FINAL',
      totalPrice: value,
      currencyCode: currency,
      countryCode: textOf(options.countryCode),
    },
  }
  const label = textOf(options.merchantName) ?? location.hostname
  return new PaymentRequest([{ supportedMethods: METHOD, data }], {
    total: { label, amount: { currency, value } },
  })
}

/** Asks the shopper, then the page; the browser shows how it ended. */
export async function showGooglePay(
  form: FormShell,
  request: PaymentRequest,
): Promise<ConfirmedPayment> {
  const response = await request.show()
  const details = membersOf(response.details)
  const { tokenizationData } = membersOf(details.paymentMethodData)
  const paymentToken = textOf(membersOf(tokenizationData).token)
  try {
    if (paymentToken === undefined) throw new Error('Google Pay has answered no token')
    const order = { paymentToken, details }
    const { verdict, confirmed } = await authorisePayment(form, 'googlePay', order)
    if (verdict.kind !== 'authorised') throw new NotAuthorised('The page has refused the payment')
    await response.complete('success')
    return confirmed
  } catch (error) {
    await response.complete('fail')
    throw error
  }
}
