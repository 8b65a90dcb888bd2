/** What a card is at Adyen. */
export interface CardFacts {
  /** Adyen's name of the brand, as `paymentMethod` of notifications shows it. */
  readonly brand: string
  readonly country: string
  /** The issuer asks for 3-D Secure where the shopper is there. */
  readonly isEnrolled?: true
}

const card = (brand: string, country: string): CardFacts => ({ brand, country })
const enrolled = (brand: string, country: string): CardFacts => ({
  brand,
  country,
  isEnrolled: true,
})

/** Adyen's public test cards (docs.adyen.com/development-resources/testing/test-card-numbers). */
export const TEST_CARDS: Readonly<Record<string, CardFacts>> = {
  '4111111111111111': card('visa', 'NL'),
  '4111111145551142': card('visa', 'NL'),
  '4988438843884305': card('visa', 'ES'),
  '4166676667666746': card('visa', 'NL'),
  '4646464646464644': card('visa', 'PL'),
  '4000620000000007': card('visa', 'US'),
  '4000060000000006': card('visa', 'US'),
  '4293189100000008': card('visa', 'AU'),
  '4444333322221111': card('visa', 'GB'),
  '4400000000000008': card('visa', 'US'),
  '4977949494949497': card('visa', 'FR'),
  '4035501000000008': card('visa', 'FR'),
  '4151500000000008': card('visa', 'US'),
  '5555444433331111': card('mc', 'GB'),
  '5555555555554444': card('mc', 'GB'),
  '5500000000000004': card('mc', 'US'),
  '5577000055770004': card('mc', 'PL'),
  '5100290029002909': card('mc', 'NL'),
  '5136333333333335': card('mc', 'FR'),
  '5585558555855583': card('mc', 'ES'),
  '5424000000000015': card('mc', 'EC'),
  '5555341244441115': card('mc', 'US'),
  '2222410740360010': card('mc', 'NL'),
  '2222400010000008': card('mc', 'NL'),
  '2222400030000004': card('mc', 'NL'),
  '5103221911199245': card('mc', 'BR'),
  '370000000000002': card('amex', 'US'),
  '371449635398431': card('amex', 'US'),
  '36006666333344': card('diners', 'US'),
  '6011601160116611': card('discover', 'US'),
  '6445644564456445': card('discover', 'GB'),
  '3569990010095841': card('jcb', 'JP'),
  '6771798021000008': card('maestro', 'DE'),
  '6243030000000001': card('cup', 'CN'),
  '4917610000000000': enrolled('visa', 'NL'),
  '5454545454545454': enrolled('mc', 'PL'),
  '5201281505129736': enrolled('mc', 'US'),
  '4212345678901237': enrolled('visa', 'NL'),
  '5212345678901234': enrolled('mc', 'NL'),
}

/** By the first digits, for cards that are no test cards. */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mc'],
  [/^3[47]/, 'amex'],
  [/^3[068]/, 'diners'],
  [/^35/, 'jcb'],
  [/^(6011|64|65)/, 'discover'],
  [/^62/, 'cup'],
  [/^(5[06-9]|6)/, 'maestro'],
]

/** The brand of a number; `undefined`: Adyen cannot tell it (error 102). */
export const brandOf = (number: string): string | undefined =>
  TEST_CARDS[number]?.brand ?? BRANDS.find(([form]) => form.test(number))?.[1]

/** Electronic commerce indicators that a brand has; of others all are taken. */
const INDICATORS: Readonly<Record<string, readonly string[]>> = {
  mc: ['00', '01', '02', '04', '06', '07'],
  maestro: ['00', '01', '02', '04', '06', '07'],
}

export const isIndicatorOf = (brand: string, eci: string): boolean =>
  (INDICATORS[brand] ?? ['05', '06', '07']).includes(eci)

/** Those of them that say that the cardholder was authenticated, or that it was attempted. */
export const PROVEN_INDICATORS: ReadonlySet<string> = new Set(['01', '02', '05', '06'])
