import type { keptPaths } from './kept-paths.ts'
import type { shapes } from './shapes.ts'

/** What stands on the plate of a brand: a kept path, a drawing of ours, or words. */
export interface Mark {
  readonly path?: keyof typeof keptPaths
  /** Of the path: its height on the plate beside that of a square mark. */
  readonly size?: number
  readonly shape?: keyof typeof shapes
  /** Where the label is too long for a plate, or not how the brand writes itself. */
  readonly words?: string
  readonly ink?: string
  readonly plate?: string
}

const klarna: Mark = { path: 'klarna', ink: '#0b051d', plate: '#ffb3c7' }
const afterpay: Mark = { path: 'afterpay', ink: '#000', plate: '#b2fce4', size: 1.1 }
/** Its path has a plate of its own. */
const applePay: Mark = { path: 'applepay', size: 1.98 }
const googlePay: Mark = { path: 'googlepay', ink: '#3c4043', size: 1.65 }
const astro: Mark = { words: 'Astro Pay', ink: '#c3002f' }
const santander: Mark = { words: 'Santander', ink: '#d40000' }
const facily = (times: string): Mark => ({ words: `facily ${times}`, ink: '#00754a' })
const visa = (kind: string): Mark => ({ words: `VISA ${kind}`, ink: '#1434cb' })

/** Brands whose mark is more than their label in our ink. Cards of `widget/logos/` have their logos. */
export const markTable: Readonly<Record<string, Mark>> = {
  MADA: { ink: '#00558c' },
  DANKORT: { ink: '#c8102e' },
  BCMC: { ink: '#005498', words: 'Ban contact' },
  ELO: { words: 'elo', ink: '#fff', plate: '#000' },
  HIPERCARD: { words: 'Hiper card', ink: '#fff', plate: '#b3131b' },
  NARANJA: { ink: '#b84300' },
  CABAL: { words: 'CABAL', ink: '#00529b' },
  MIR: { words: 'MIR', ink: '#0f754e' },
  VISAELECTRON: visa('Electron'),
  VISADEBIT: visa('Debit'),
  VPAY: { words: 'V PAY', ink: '#1434cb' },
  MASTERDEBIT: { words: 'Master Debit', ink: '#a82600' },
  CARTEBLEUE: { ink: '#0a5aa8' },
  ARGENCARD: { words: 'Argen card' },
  CARDFINANS: { words: 'Card Finans' },
  CASHLINKMALTA: { words: 'Cashlink Malta' },
  MERCADOLIVRE: { ink: '#2d3277', plate: '#ffe600' },
  PRIVATE_LABEL: { shape: 'card' },
  TARJETASHOPPING: { words: 'Tarjeta Shopping' },
  CABALDEBIT: { words: 'CABAL Débito', ink: '#00529b' },
  POSTEPAY: { words: 'poste pay', ink: '#003d8f', plate: '#ffde00' },
  DIRECTDEBIT: { shape: 'bank' },
  DIRECTDEBIT_SEPA: { path: 'sepa', size: 1.65 },
  ENTERCASH: { words: 'Enter cash' },
  EPS: { words: 'eps', ink: '#a8025c' },
  GIROPAY: { words: 'giro pay', ink: '#003a7d' },
  IDEAL: { ink: '#c06' },
  ONLINETRANSFER: { shape: 'bank', ink: '#1f4bd8' },
  PAYU: { ink: '#4c6b00' },
  SOFORTUEBERWEISUNG: { words: 'Sofort.', ink: '#2c2e2f', plate: '#fbd3de' },
  BOLETO: { shape: 'slip' },
  OXXO: { ink: '#c30016' },
  PREPAYMENT: { shape: 'slip', ink: '#1f4bd8' },
  ALIPAY: { path: 'alipay' },
  AMAZONPAY: { words: 'amazon pay', ink: '#232f3e' },
  ASTROPAY_STREAMLINE_CASH: astro,
  BITCOIN: { path: 'bitcoin' },
  CAPITECPAY: { ink: '#00517d' },
  CHINAUNIONPAY: { words: 'Union Pay', ink: '#00447c' },
  KLARNA_PAYMENTS_ONE: klarna,
  KNET: { ink: '#0a3f8a' },
  LINEPAY: { path: 'line' },
  MASTERPASS: { words: 'Master pass', ink: '#a82600' },
  MONEYBOOKERS: { ink: '#fff', plate: '#862165' },
  MONEYSAFE: { words: 'Money Safe' },
  MPESA: { ink: '#2e7d32' },
  NETELLER: { ink: '#4a6d00' },
  PAYDIREKT: { words: 'pay direkt', ink: '#0a4b86' },
  PAYPAL: { path: 'paypal' },
  PAYPAL_CONTINUE: { path: 'paypal' },
  PAYSAFECARD: { words: 'paysafe card', ink: '#c2000c' },
  PAZE: { ink: '#4b1fb0' },
  PF_KARTE_DIRECT: { words: 'Post Finance', ink: '#000', plate: '#ffcc00' },
  QIWI: { path: 'qiwi' },
  RAKUTENPAY: { path: 'rakuten' },
  STC_PAY: { words: 'stc pay', ink: '#4f008c' },
  VENMO_PAYFAST: { path: 'venmo', size: 1.65 },
  WECHAT_PAY: { path: 'wechat' },
  YANDEX: { words: 'Yoo Money', ink: '#6a2fe0' },
  ASTROPAY_STREAMLINE_OT: astro,
  BRADESCO: { ink: '#b8072a' },
  KLARNA_PAYMENTS_PAYNOW: klarna,
  PAYTRAIL: { ink: '#7c2a8a' },
  PRZELEWY: { words: 'P24', ink: '#c0242b' },
  TRUSTLY: { ink: '#000', plate: '#0ee06e' },
  AFFIRM: { words: 'affirm', ink: '#4a4af4' },
  AFTERPAY_PACIFIC: afterpay,
  CLEARPAY: { words: 'clear pay', ink: '#000', plate: '#b2fce4' },
  FACILYPAY_3X: facily('3x'),
  FACILYPAY_3XSANSFRAIS: facily('3x'),
  FACILYPAY_4X: facily('4x'),
  FACILYPAY_4XSANSFRAIS: facily('4x'),
  KLARNA_INSTALLMENTS: klarna,
  KLARNA_PAYMENTS_PAYLATER: klarna,
  KLARNA_PAYMENTS_SLICEIT: klarna,
  ONEY: { words: 'oney', ink: '#3f7400' },
  PAYOLUTION_ELV: { words: 'payo lution' },
  PAYOLUTION_INS: { words: 'payo lution' },
  PAYOLUTION_INVOICE: { words: 'payo lution' },
  RATENKAUF: { words: 'raten kauf', ink: '#0052a0' },
  RATEPAY_INVOICE: { words: 'Ratepay' },
  SANTANDER_INSTALLMENTS: santander,
  SANTANDER_INVOICE: santander,
  TABBY: { words: 'tabby', ink: '#292929', plate: '#3bff9d' },
  TAMARA: { words: 'tamara' },
  ZINIA_INSTALLMENTS: { words: 'zinia' },
  ZINIA_INVOICE: { words: 'zinia' },
  AFTERPAY: afterpay,
  KLARNA_INVOICE: klarna,
  APPLEPAY: applePay,
  APPLEPAYTKN: applePay,
  GOOGLEPAY: googlePay,
  GOOGLEPAYTKN: googlePay,
  SAMSUNGPAY: { path: 'samsungpay', size: 1.65 },
  GIFTCARD: { shape: 'gift' },
}
