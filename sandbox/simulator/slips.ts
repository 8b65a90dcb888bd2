import { digitsOf } from './card-answer.ts'

/** Where the customer of a slip pays to. */
export interface SlipAccount {
  readonly brand: string
  readonly holder: string
  /** IBAN where the country has it. */
  readonly number: string
  readonly bic: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** How many digits the reference has that the customer gives with the money. */
  readonly referenceDigits: number
}

/** The accounts behind slips, none of which exists. The first one is for every other brand. */
export const slipAccounts: readonly [SlipAccount, ...SlipAccount[]] = [
  {
    brand: 'PREPAYMENT',
    holder: 'Tillgate Test Merchant',
    number: 'DE14940593100000012346',
    bic: 'TESTDETT421',
    country: 'DE',
    referenceDigits: 12,
  },
  {
    brand: 'BARPAY',
    holder: 'Tillgate Test Merchant',
    number: 'DE14940593100000012346',
    bic: 'TESTDETT421',
    country: 'DE',
    referenceDigits: 13,
  },
  {
    brand: 'BOLETO',
    holder: 'Tillgate Teste Ltda',
    number: 'BR1800360305000010009795493C1',
    bic: 'TESTBRRJXXX',
    country: 'BR',
    referenceDigits: 17,
  },
  {
    brand: 'OXXO',
    holder: 'Tillgate Prueba SA',
    number: '032180000118359719',
    bic: 'TESTMXMMXXX',
    country: 'MX',
    referenceDigits: 14,
  },
]

/** `use` of `digitsOf`. */
const REFERENCE = 11

export function slipAccountOf(brand: string): SlipAccount {
  return slipAccounts.find((account) => account.brand === brand) ?? slipAccounts[0]
}

/** What the customer has to give with the money, so that it finds its payment. */
export function slipReference(account: SlipAccount, seed: number): string {
  return digitsOf(seed, REFERENCE, account.referenceDigits)
}
