import { type Static, Type } from 'typebox'
import { optional, text, yesNo } from '../../server/entities/setting-kinds.ts'
import type { AccountSettings } from '../../server/payments/accounts/account.ts'

/** What an account at Adyen has beside the settings of any account. */
export const adyenMembers = {
  livePrefix: optional(
    text(
      'Prefix of live addresses',
      'Of the company, from the API URLs in the Customer Area.',
      '1797a841fbb37ca7-Company',
      [
        (value) => /^[0-9A-Za-z]{1,40}-[0-9A-Za-z]{1,60}$/.test(value),
        'the prefix alone, such as "1797a841fbb37ca7-Company"',
      ],
    ),
    'none: live sends nothing',
  ),
  preAuthorisation: optional(
    yesNo(
      'Holds are pre-authorisations',
      'Preauthorisations are sent as pre-authorisations, so that they can be raised. Networks take fees for them.',
    ),
    'no',
  ),
}

const adyenSettings = Type.Object(adyenMembers)

export type AdyenSettings = AccountSettings & Static<typeof adyenSettings>
