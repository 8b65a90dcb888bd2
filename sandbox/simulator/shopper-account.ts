import { brandCountries } from '../../common/brand-countries.ts'
import { paymentBrand } from '../../common/payment-brands.ts'
import { SIMULATOR_BANK } from '../../common/transfer-methods.ts'
import type { AnsweredOperation } from './card-answer.ts'

/** The shopper's choice on a provider's page of where the money comes from. */
export interface Payer {
  /** One of the banks of the method. */
  readonly bank?: string
  /** The name by which the shopper logs in. */
  readonly accountId?: string
}

/** The account with which the shopper of the simulator pays on a provider's page (reference behaviour §6.3). */
export const shopperAccounts = {
  bankAccount: {
    'bankAccount.holder': 'Test Holder',
    'bankAccount.bankName': 'Test Bank',
    'bankAccount.number': '121342',
    'bankAccount.iban': 'DE23100000001234567890',
    'bankAccount.bic': 'MARKDEF1100',
    'bankAccount.country': 'DE',
  },
  virtualAccount: { 'virtualAccount.accountId': 'shopper@example.com' },
} as const

/** The shopper's accounts in other countries: the sample numbers that each country has published. */
export const foreignIbans: Readonly<Record<string, string>> = {
  AT: 'AT611904300234573201',
  BE: 'BE68539007547034',
  CH: 'CH9300762011623852957',
  ES: 'ES9121000418450200051332',
  FI: 'FI2112345600000785',
  IT: 'IT60X0542811101000000123456',
  NL: 'NL91ABNA0417164300',
  PL: 'PL61109010140000071219812874',
  SE: 'SE4550000000058398257466',
}

/** Where the banks of a method are, if that is one country. */
function countryOfBanks(brand: string): string | undefined {
  const [country, ...others] = brandCountries(brand)
  return others.length === 0 ? country : undefined
}

const NUMBERS = ['bankAccount.iban', 'bankAccount.number']

/**
 * Adds the account data that a provider returns after the shopper paid on its page. Values of the
 * request are not replaced; if it has the number of an account, nothing is added to that account.
 */
export function addShopperAccount(
  shown: Record<string, string>,
  operation: AnsweredOperation,
  payer: Payer = {},
): void {
  const { request } = operation
  const kind = paymentBrand(operation.paymentBrand)?.kind
  if (kind === 'virtualAccount') {
    const name = 'virtualAccount.accountId'
    if (request[name] === undefined) {
      shown[name] = payer.accountId ?? shopperAccounts.virtualAccount[name]
    }
  }
  if (kind !== 'bankAccount' || NUMBERS.some((name) => request[name] !== undefined)) return
  for (const [name, value] of Object.entries(bankAccountOf(operation, payer))) {
    if (request[name] === undefined) shown[name] = value
  }
}

function bankAccountOf(
  { paymentBrand: brand, request }: AnsweredOperation,
  { bank }: Payer,
): Readonly<Record<string, string>> {
  const chosen = bank ?? request['bankAccount.bankName'] ?? SIMULATOR_BANK
  const asked = request['bankAccount.country']
  const country = asked ?? (chosen === SIMULATOR_BANK ? undefined : countryOfBanks(brand))
  const iban = foreignIbans[country ?? '']
  const named = chosen === SIMULATOR_BANK ? {} : { 'bankAccount.bankName': chosen }
  if (country === undefined || iban === undefined) {
    return { ...shopperAccounts.bankAccount, ...named }
  }
  const { 'bankAccount.holder': holder, 'bankAccount.bankName': bankName } =
    shopperAccounts.bankAccount
  return {
    'bankAccount.holder': holder,
    'bankAccount.bankName': bankName,
    'bankAccount.iban': iban,
    'bankAccount.bic': `TEST${country}21`,
    'bankAccount.country': country,
    ...named,
  }
}
