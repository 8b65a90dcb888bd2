import type { WpwlCheckout } from '../../common/widget-types.ts'
import type { WidgetBoot } from '../../common/widget-wire.ts'

/** What is known of the checkout before its session: `wpwl.checkout`. */
export function describeCheckout(boot: WidgetBoot): WpwlCheckout {
  const { base, checkoutId, registration, locales } = boot
  const endpoint = registration ? '/registration' : '/payment'
  return {
    id: checkoutId,
    endpoint,
    resourcePath: checkoutId === null ? '' : `/v1/checkouts/${checkoutId}${endpoint}`,
    config: {
      brandConfig: { brands: [], overrideShopBrands: false, activateBrands: false },
      registrations: [],
      environmentConfig: {
        url: base,
        defaultPaymentMode: '',
        // The folder of the texts is named by their hash.
        cacheVersion: locales.folder.split('/').at(-2) ?? '',
      },
      detectIp: false,
      overrideHolder: false,
      threeDSecureV2Config: {},
      customRedirectPageConfig: {},
      workflowSpecificConfig: {},
      klarnaMerchantIds: {},
      paypalRestConfig: {},
    },
  }
}
