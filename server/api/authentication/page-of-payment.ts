import type { PaymentRow } from '../../engine/store/port.ts'
import { shopperReturnUrl } from '../../methods/connectors/shopper-return-url.ts'
import { detailsOf } from '../payments/details.ts'
import type { AuthenticationPage } from './browser-authentication.ts'
import type { AuthenticationParts } from './parts.ts'
import { merchantNameOf } from './request.ts'

/** What the authentication page shows of a payment, also of one that is over. */
export async function describePage(
  payment: PaymentRow,
  parts: AuthenticationParts,
): Promise<AuthenticationPage> {
  const { request, shopperResultUrl } = detailsOf(payment)
  const { checkouts } = await parts.access.settingsOf(payment.entityId)
  const language = request['customer.browser.language'] ?? request.locale
  const { pageOrigins } = checkouts ?? {}
  return {
    merchantName: await merchantNameOf(payment.entityId, parts),
    ...(payment.amountMinor === 0
      ? {}
      : { amount: { minor: payment.amountMinor, currency: payment.currency } }),
    ...(language === undefined ? {} : { language }),
    ...(pageOrigins === undefined ? {} : { pageOrigins }),
    ...(shopperResultUrl === undefined
      ? {}
      : { returnUrl: shopperReturnUrl(shopperResultUrl, payment) }),
  }
}
