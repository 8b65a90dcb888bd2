import type { AuthenticationInput } from './contract.ts'

/** A payment of a shopper in a browser. */
export function sampleInput(
  values: Readonly<Record<string, string>> = {},
  changes: Partial<AuthenticationInput> = {},
): AuthenticationInput {
  return {
    transactionId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
    version: '2.2.0',
    card: {
      number: '4200000000000091',
      expiryMonth: '05',
      expiryYear: '2034',
      holder: 'Jane Jones',
    },
    brand: 'VISA',
    paymentType: 'DB',
    amount: { minor: 9200, currency: 'EUR' },
    values: { ...browserValues, ...values },
    settings: {},
    merchantName: 'Shop of Jane',
    nowMs: Date.UTC(2026, 10, 22, 15, 20, 0),
    serverUrl: 'https://pay.example/v1/threeDSecure/results/id.token',
    notificationUrl: 'https://pay.example/v1/threeDSecure/challenge-notification',
    methodCompletion: 'U',
    ...changes,
  }
}

const browserValues = {
  'customer.browser.acceptHeader': 'text/html',
  'customer.browser.language': 'de-DE',
  'customer.browser.screenHeight': '1080',
  'customer.browser.screenWidth': '1920',
  'customer.browser.timezone': '-60',
  'customer.browser.userAgent': 'Mozilla/5.0',
  'customer.browser.javaEnabled': 'false',
  'customer.browser.screenColorDepth': '24',
}

/** The data of an app's SDK. */
export const deviceInfo = JSON.stringify({
  deviceData: 'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.key.iv.data.tag',
  sdkTransactionID: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
  sdkAppID: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  sdkReferenceNumber: '3DS_LOA_SDK_1',
  sdkEphemeralPublicKey: '{"kty":"EC","crv":"P-256","x":"x","y":"y"}',
})
