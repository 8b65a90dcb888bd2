import { transferMethods } from './transfer-methods.ts'

/**
 * Where shoppers have a brand, ISO 3166-1 alpha-2. Brands that are in no list are in many countries, or it
 * is not known where. It refuses nothing: what an acquirer takes is in its contract.
 */
const BY_COUNTRIES: Readonly<Record<string, string>> = {
  AE: 'JAYWAN',
  'AE SA': 'POSTPAY',
  'AE KW SA': 'TABBY TAMARA',
  AR: 'ARGENCARD CABAL CABALDEBIT NARANJA NATIVA TARJETASHOPPING',
  'AR BR CL CO MX PE UY': 'ASTROPAY_STREAMLINE_CASH ASTROPAY_STREAMLINE_OT',
  'AR CL': 'CENCOSUD',
  AT: 'EPS PAYBOX',
  'AT CH DE': 'PAYOLUTION_ELV PAYOLUTION_INS PAYOLUTION_INVOICE RATEPAY_INVOICE',
  'AU NZ': 'AFTERPAY_PACIFIC POLI',
  BE: 'BCMC',
  'BE NL': 'AFTERPAY',
  BR: 'BOLETO BRADESCO ELO HIPERCARD MERCADOLIVRE',
  CA: 'INTERAC_ONLINE',
  'CA US': 'AFFIRM',
  CH: 'PF_KARTE_DIRECT',
  CN: 'ALIPAY CHINAUNIONPAY TENPAY UNIONPAY WECHAT_PAY',
  'CZ PL': 'PAYU',
  'CZ SK': 'TRUSTPAY_VA',
  DE: 'BARPAY GIROPAY PAYDIREKT RATENKAUF SANTANDER_INSTALLMENTS SANTANDER_INVOICE',
  'DE ES NL': 'ZINIA_INSTALLMENTS ZINIA_INVOICE',
  DK: 'DANKORT',
  EG: 'VALU',
  ES: 'SERVIRED',
  FI: 'PAYTRAIL',
  FR: 'CARTEBANCAIRE CARTEBLEUE FACILYPAY_3X FACILYPAY_3XSANSFRAIS FACILYPAY_4X FACILYPAY_4XSANSFRAIS',
  'BE ES FR IT PT': 'ONEY',
  GB: 'CLEARPAY UKASH',
  IR: 'SHETAB',
  IT: 'POSTEPAY',
  JO: 'CLIQ',
  JP: 'JCB RAKUTENPAY',
  'JP TH TW': 'LINEPAY',
  'KE TZ': 'MPESA',
  'KZ RU': 'QIWI',
  KW: 'KNET',
  MT: 'CASHLINKMALTA',
  MX: 'CARNET OXXO',
  NL: 'IDEAL',
  OM: 'OMANNET',
  PL: 'PRZELEWY',
  RU: 'MIR YANDEX',
  SA: 'MADA ONECARD SADAD STC_PAY',
  TR: 'ASYACARD AXESS BONUS CARDFINANS IPARA MAXIMUM WORLD',
  UA: 'PROSTIR',
  US: 'PAZE VENMO_PAYFAST',
  ZA: '1FORYOU CAPITECPAY FLOAT MOBICRED PAYFLEX PAYSHAP',
}

const byBrand: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(BY_COUNTRIES).flatMap(([countries, brands]) =>
    brands.split(' ').map((brand) => [brand, countries.split(' ')] as const),
  ),
)

/** The countries of a brand; none: it is not bound to countries that are known here. */
export function brandCountries(brand: string): readonly string[] {
  return transferMethods[brand]?.countries ?? byBrand.get(brand) ?? []
}
