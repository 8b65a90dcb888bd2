import type { Wallet } from './wallet-options.ts'

/** A shopper's address, as Apple Pay writes it. */
export interface WalletContact {
  readonly givenName: string
  readonly familyName: string
  readonly emailAddress: string
  readonly phoneNumber: string
  readonly addressLines: readonly string[]
  readonly locality: string
  readonly administrativeArea: string
  readonly postalCode: string
  readonly countryCode: string
}

const jane = {
  givenName: 'Jane',
  familyName: 'Jones',
  emailAddress: 'jane.jones@example.com',
  phoneNumber: '+4940123456',
}

/** The addresses that the shopper of the test environment has in the simulated wallets. */
export const simulatedContacts: readonly [WalletContact, ...WalletContact[]] = [
  {
    ...jane,
    addressLines: ['Harbour Street 12'],
    locality: 'Hamburg',
    administrativeArea: '',
    postalCode: '20457',
    countryCode: 'DE',
  },
  {
    ...jane,
    addressLines: ['Example Avenue 350', 'Floor 5'],
    locality: 'New York',
    administrativeArea: 'NY',
    postalCode: '10001',
    countryCode: 'US',
  },
]

/** What a wallet tells of an address before the shopper has confirmed: not the street, nor the person. */
export function redacted(contact: WalletContact): Partial<WalletContact> {
  const { locality, administrativeArea, postalCode, countryCode } = contact
  return { locality, administrativeArea, postalCode, countryCode }
}

/** The whole address as the provider of a wallet writes it. */
export function providerContact(wallet: Wallet, contact: WalletContact): object {
  if (wallet !== 'googlePay') return contact
  const { givenName, familyName, phoneNumber, addressLines } = contact
  const [address1 = '', address2 = ''] = addressLines
  return {
    ...redacted(contact),
    name: `${givenName} ${familyName}`,
    phoneNumber,
    address1,
    address2,
  }
}
