/** What a payment of the brand is paid with; which parameters go with it follows from that. */
export type BrandKind =
  | 'card'
  | 'bankAccount'
  | 'virtualAccount'
  | 'prepayment'
  | 'wallet'
  | 'giftCard'

/**
 * `synchronous`: the answer says what became of it. `redirect`: the shopper decides on another page.
 * `slip`: the shopper pays later, against what the answer shows.
 */
export type BrandFlow = 'synchronous' | 'redirect' | 'slip'

/** The codes that queries know payment methods by (interface document, Query parameters). */
export type PaymentMethod =
  | 'DD'
  | 'CT'
  | 'CC'
  | 'WA'
  | 'VA'
  | 'UA'
  | 'OT'
  | 'DC'
  | 'ET'
  | 'NT'
  | 'IV'
  | 'PP'
  | 'OD'
  | 'RM'

export interface PaymentBrand {
  /** Name on the wire (`paymentBrand`). */
  readonly name: string
  /** Name for people. A proper name: the same in every language. */
  readonly label: string
  readonly kind: BrandKind
  readonly flow: BrandFlow
  readonly method: PaymentMethod
}

export interface BrandGroup extends Omit<PaymentBrand, 'name' | 'label'> {
  /** Labels by name. */
  readonly brands: Readonly<Record<string, string>>
}

/**
 * Brands beside the cards with known ranges, by what they have in common (brands that existing
 * clients name). DD direct debit, OT online transfer, PP prepayment, IV purchase on account, VA
 * accounts at a provider, WA wallets, UA stored value at an issuer. The members of the Santander
 * and Zinia families are our choice: no source shows their names.
 */
export const furtherBrands: readonly BrandGroup[] = [
  {
    kind: 'card',
    flow: 'synchronous',
    method: 'CC',
    brands: {
      AIRPLUS: 'AirPlus',
      ALIA: 'Alia',
      ARGENCARD: 'Argencard',
      ASYACARD: 'AsyaCard',
      AXESS: 'Axess',
      AXP: 'AXP',
      BONUS: 'Bonus',
      CARDFINANS: 'CardFinans',
      CARNET: 'Carnet',
      CASHLINKMALTA: 'Cashlink Malta',
      CENCOSUD: 'Cencosud',
      CLICK_TO_PAY: 'Click to Pay',
      HYPER: 'Hyper',
      MAXIMUM: 'Maximum',
      MERCADOLIVRE: 'Mercado Livre',
      NATIVA: 'Nativa',
      PRIVATE_LABEL: 'Private label',
      PROSTIR: 'Prostir',
      SERVIRED: 'ServiRed',
      TARJETASHOPPING: 'Tarjeta Shopping',
      TCARD: 'T-Card',
      WORLD: 'World',
    },
  },
  {
    kind: 'card',
    flow: 'synchronous',
    method: 'DC',
    brands: {
      CABALDEBIT: 'Cabal Débito',
      JAYWAN: 'Jaywan',
      OMANNET: 'OmanNet',
      POSTEPAY: 'Postepay',
      TCARDDEBIT: 'T-Card Debit',
    },
  },
  {
    kind: 'bankAccount',
    flow: 'synchronous',
    method: 'DD',
    brands: { DIRECTDEBIT: 'Direct debit', DIRECTDEBIT_SEPA: 'SEPA direct debit' },
  },
  {
    kind: 'bankAccount',
    flow: 'redirect',
    method: 'OT',
    brands: {
      ENTERCASH: 'Entercash',
      EPS: 'EPS',
      GIROPAY: 'giropay',
      IDEAL: 'iDEAL',
      INTERAC_ONLINE: 'Interac Online',
      ONLINETRANSFER: 'Online transfer',
      PAYU: 'PayU',
      POLI: 'POLi',
      SADAD: 'SADAD',
      SOFORTUEBERWEISUNG: 'Sofort',
      TRUSTPAY_VA: 'TrustPay',
    },
  },
  {
    kind: 'prepayment',
    flow: 'slip',
    method: 'PP',
    brands: { BARPAY: 'BarPay', BOLETO: 'Boleto', OXXO: 'OXXO', PREPAYMENT: 'Prepayment' },
  },
  {
    kind: 'virtualAccount',
    flow: 'redirect',
    method: 'VA',
    brands: {
      ALIPAY: 'Alipay',
      AMAZONPAY: 'Amazon Pay',
      ASTROPAY_STREAMLINE_CASH: 'AstroPay Cash',
      BITCOIN: 'Bitcoin',
      CAPITECPAY: 'Capitec Pay',
      CASHU: 'CASHU',
      CHINAUNIONPAY: 'UnionPay Online',
      DAOPAY: 'DaoPay',
      FLOAT: 'Float',
      IPARA: 'iPara',
      KLARNA_PAYMENTS_ONE: 'Klarna',
      KNET: 'KNET',
      LINEPAY: 'LINE Pay',
      MASTERPASS: 'Masterpass',
      MOBICRED: 'Mobicred',
      MONEYBOOKERS: 'Skrill',
      MONEYSAFE: 'MoneySafe',
      MPESA: 'M-PESA',
      NETELLER: 'Neteller',
      ONECARD: 'OneCard',
      PAYBOX: 'paybox',
      PAYDIREKT: 'paydirekt',
      PAYPAL: 'PayPal',
      PAYPAL_CONTINUE: 'PayPal Continue',
      PAYSAFECARD: 'paysafecard',
      PAYSHAP: 'PayShap',
      PAZE: 'Paze',
      PF_KARTE_DIRECT: 'PostFinance Card',
      QIWI: 'QIWI',
      RAKUTENPAY: 'Rakuten Pay',
      SHETAB: 'Shetab',
      STC_PAY: 'STC Pay',
      TENPAY: 'Tenpay',
      UKASH: 'Ukash',
      VENMO_PAYFAST: 'Venmo',
      WECHAT_PAY: 'WeChat Pay',
      YANDEX: 'YooMoney',
      ZEROPAY: 'ZeroPay',
    },
  },
  {
    kind: 'virtualAccount',
    flow: 'redirect',
    method: 'OT',
    brands: {
      ASTROPAY_STREAMLINE_OT: 'AstroPay',
      BRADESCO: 'Bradesco',
      KLARNA_PAYMENTS_PAYNOW: 'Klarna Pay now',
      PAYTRAIL: 'Paytrail',
      PRZELEWY: 'Przelewy24',
      TRUSTLY: 'Trustly',
    },
  },
  {
    kind: 'virtualAccount',
    flow: 'redirect',
    method: 'IV',
    brands: {
      AFFIRM: 'Affirm',
      AFTERPAY_PACIFIC: 'Afterpay Pacific',
      CLEARPAY: 'Clearpay',
      FACILYPAY_3X: 'Facily Pay 3x',
      FACILYPAY_3XSANSFRAIS: 'Facily Pay 3x sans frais',
      FACILYPAY_4X: 'Facily Pay 4x',
      FACILYPAY_4XSANSFRAIS: 'Facily Pay 4x sans frais',
      KLARNA_INSTALLMENTS: 'Klarna Instalments',
      KLARNA_PAYMENTS_PAYLATER: 'Klarna Pay later',
      KLARNA_PAYMENTS_SLICEIT: 'Klarna Slice it',
      ONEY: 'Oney',
      PAYFLEX: 'Payflex',
      PAYOLUTION_ELV: 'Payolution direct debit',
      PAYOLUTION_INS: 'Payolution instalments',
      PAYOLUTION_INVOICE: 'Payolution invoice',
      RATENKAUF: 'ratenkauf by easyCredit',
      RATEPAY_INVOICE: 'Ratepay invoice',
      SANTANDER_INSTALLMENTS: 'Santander instalments',
      SANTANDER_INVOICE: 'Santander invoice',
      TABBY: 'Tabby',
      TAMARA: 'Tamara',
      VALU: 'valU',
      ZINIA_INSTALLMENTS: 'Zinia instalments',
      ZINIA_INVOICE: 'Zinia invoice',
    },
  },
  {
    kind: 'virtualAccount',
    flow: 'synchronous',
    method: 'IV',
    brands: { AFTERPAY: 'Afterpay', KLARNA_INVOICE: 'Klarna Invoice', POSTPAY: 'Postpay' },
  },
  {
    kind: 'virtualAccount',
    flow: 'synchronous',
    method: 'VA',
    brands: { '1FORYOU': '1ForYou', CLIQ: 'CliQ' },
  },
  {
    kind: 'wallet',
    flow: 'synchronous',
    method: 'WA',
    brands: {
      APPLEPAY: 'Apple Pay',
      APPLEPAYTKN: 'Apple Pay token',
      GOOGLEPAY: 'Google Pay',
      GOOGLEPAYTKN: 'Google Pay token',
      SAMSUNGPAY: 'Samsung Pay',
    },
  },
  { kind: 'giftCard', flow: 'synchronous', method: 'UA', brands: { GIFTCARD: 'Gift card' } },
]
