import type { CardFacts } from '../../server/payments/index.ts'

/** What answers say of a card's issuer, by the first six digits of its number. */
export interface Issuer {
  /** Six digits, or the name of a brand for all its other numbers. */
  readonly numbers: string
  readonly bank: string
  readonly phone: string
  readonly website: string
  readonly type: 'CREDIT' | 'DEBIT' | 'PREPAID'
  readonly level: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Whether a law caps the interchange of the card. */
  readonly regulatedFlag: 'Y' | 'N'
}

const HARBOUR = {
  bank: 'Harbour Test Bank',
  phone: '+49 30 901820',
  website: 'https://harbour-bank.example',
  country: 'DE',
} as const
const PRAIRIE = {
  bank: 'Prairie Test Credit Union',
  phone: '+1 202 555 0147',
  website: 'https://prairie-cu.example',
  country: 'US',
} as const
const CORNICHE = {
  bank: 'Corniche Test Bank',
  phone: '+966 11 000 0000',
  website: 'https://corniche-bank.example',
  country: 'SA',
} as const

const MONSOON = {
  bank: 'Monsoon Test Bank',
  phone: '+91 11 0000 0000',
  website: 'https://monsoon-bank.example',
  country: 'IN',
} as const

/** The simulated issuers. None of them exists; addresses and numbers are of the kinds kept for examples. */
export const issuers: readonly Issuer[] = [
  { numbers: '411111', ...PRAIRIE, type: 'CREDIT', level: 'CLASSIC', regulatedFlag: 'N' },
  { numbers: '424242', ...PRAIRIE, type: 'DEBIT', level: 'CLASSIC', regulatedFlag: 'Y' },
  { numbers: '471110', ...HARBOUR, type: 'DEBIT', level: 'CLASSIC', regulatedFlag: 'Y' },
  { numbers: '401288', ...PRAIRIE, type: 'CREDIT', level: 'PLATINUM', regulatedFlag: 'N' },
  { numbers: '435600', ...MONSOON, type: 'CREDIT', level: 'CLASSIC', regulatedFlag: 'N' },
  { numbers: '545454', ...HARBOUR, type: 'CREDIT', level: 'GOLD', regulatedFlag: 'Y' },
  { numbers: '510510', ...PRAIRIE, type: 'PREPAID', level: 'STANDARD', regulatedFlag: 'N' },
  { numbers: '521234', ...HARBOUR, type: 'CREDIT', level: 'BUSINESS', regulatedFlag: 'N' },
  { numbers: 'AMEX', ...PRAIRIE, type: 'CREDIT', level: 'GOLD', regulatedFlag: 'N' },
  { numbers: 'DISCOVER', ...PRAIRIE, type: 'CREDIT', level: 'CLASSIC', regulatedFlag: 'N' },
  { numbers: 'MADA', ...CORNICHE, type: 'DEBIT', level: 'CLASSIC', regulatedFlag: 'Y' },
  { numbers: 'MAESTRO', ...HARBOUR, type: 'DEBIT', level: 'STANDARD', regulatedFlag: 'Y' },
  { numbers: 'VISADEBIT', ...HARBOUR, type: 'DEBIT', level: 'CLASSIC', regulatedFlag: 'Y' },
  { numbers: 'MASTERDEBIT', ...HARBOUR, type: 'DEBIT', level: 'STANDARD', regulatedFlag: 'Y' },
]

/** Of every other card. */
export const issuerOfOthers: Issuer = {
  numbers: 'all others',
  ...HARBOUR,
  type: 'CREDIT',
  level: 'CLASSIC',
  regulatedFlag: 'Y',
}

const issuersByNumbers = new Map(issuers.map((issuer) => [issuer.numbers, issuer]))

/** The issuer of a card number. */
export function issuerOf(number: string, brand: string): Issuer {
  return issuersByNumbers.get(number.slice(0, 6)) ?? issuersByNumbers.get(brand) ?? issuerOfOthers
}

/** Where the simulated issuer of a card number is. */
export function simulatedIssuerCountry(number: string, brand: string): string {
  return issuerOf(number, brand).country
}

/** As answers show it; made once for each issuer, as every card payment asks for it. */
const factsByIssuer = new Map(
  [...issuers, issuerOfOthers].map((issuer): [Issuer, CardFacts] => {
    const { bank, phone, website, type, level, country, regulatedFlag } = issuer
    return [issuer, { issuer: { bank, phone, website }, type, level, country, regulatedFlag }]
  }),
)

/** The data of a card that its issuer gives. */
export function cardFactsOf(number: string, brand: string): CardFacts | undefined {
  return factsByIssuer.get(issuerOf(number, brand))
}
