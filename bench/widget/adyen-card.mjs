// @ts-nocheck: the package below is only there when this benchmark was installed.
/**
 * The page's script of the comparison: adyen-web's card component as its documentation sets it up,
 * and nothing else of that package.
 */
import { AdyenCheckout, Card } from '@adyen/adyen-web'
import '@adyen/adyen-web/styles/adyen.css'

const service = document.documentElement.dataset.service
const checkout = await AdyenCheckout({
  environment: 'test',
  clientKey: 'bench_client_key',
  locale: 'de-DE',
  countryCode: 'DE',
  amount: { value: 9200, currency: 'EUR' },
  // Kinder than the defaults: neither is needed for a form that can be filled in.
  analytics: { enabled: false },
  risk: { enabled: false },
  _environmentUrls: {
    api: service,
    analytics: `${service}analytics/`,
    cdn: { images: service, translations: service },
  },
  paymentMethodsResponse: {
    paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }],
  },
})
new Card(checkout, {
  brands: ['visa', 'mc', 'amex'],
  hasHolderName: true,
  holderNameRequired: true,
  onConfigSuccess: () => window.benchmark.mark('configured'),
}).mount('#card')
