import { textOf } from './wallet-options.ts'

/** A wallet that asks the shopper: `show` resolves with its token, or rejects with an `AbortError`. */
export interface WalletRequest {
  show(): Promise<string>
}

type Members = Readonly<Record<string, unknown>>

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
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: options.allowedAuthMethods ?? ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: options.allowedCardNetworks ?? ['MASTERCARD', 'VISA'],
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

/** The token in what Google Pay answers. */
export async function showGooglePay(request: PaymentRequest): Promise<string> {
  const response = await request.show()
  const details = response.details as {
    readonly paymentMethodData?: { readonly tokenizationData?: { readonly token?: string } }
  }
  await response.complete('success')
  const token = details.paymentMethodData?.tokenizationData?.token
  if (token === undefined) throw new Error('Google Pay has answered no token')
  return token
}
