import { framingOrigins } from '../../../entities/page-origins.ts'
import { detailsOf, onlyStores, shopperReturnUrl } from '../../../payments/index.ts'
import type { PaymentRow } from '../../../store/port.ts'
import type { AuthenticationPage } from './browser-authentication.ts'
import type { AuthenticationParts } from './parts.ts'

/** What the authentication page shows of a payment, even after its outcome. */
export async function describePage(
  payment: PaymentRow,
  { access }: AuthenticationParts,
): Promise<AuthenticationPage> {
  const details = detailsOf(payment)
  const { request, shopperResultUrl } = details
  const settings = await access.settingsOf(payment.entityId)
  const language = request['customer.browser.language'] ?? request.locale
  const pageOrigins = framingOrigins(details.pageOrigins, settings)
  return {
    merchantName:
      settings.threeDSecure?.merchantName ?? (await access.merchantNameOf(payment.entityId)),
    ...(payment.amountMinor === 0
      ? {}
      : { amount: { minor: payment.amountMinor, currency: payment.currency } }),
    ...(language === undefined ? {} : { language }),
    ...(pageOrigins === undefined ? {} : { pageOrigins }),
    ...(shopperResultUrl === undefined
      ? {}
      : { returnUrl: shopperReturnUrl(shopperResultUrl, payment, onlyStores(payment)) }),
  }
}
