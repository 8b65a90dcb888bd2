import type {
  AdminSettingField,
  AdminSetting as SettingDescription,
} from '../../common/admin-wire.ts'
import { brandNames } from '../../common/payment-brands.ts'
import { AUTHENTICATION_SCHEMES, type EntitySettings } from './settings.ts'

/** The settings that people set, in the order of their use; the compiler says which is missing. */
type Settable = Exclude<keyof EntitySettings, 'clockOffsetMs'>

const yesNo = (help: string, otherwise: 'yes' | 'no'): AdminSettingField => {
  return { kind: 'boolean', help, default: otherwise }
}
const number = (
  help: string,
  otherwise: string,
  [min, max]: readonly [number, number],
): AdminSettingField => {
  return { kind: 'number', help, default: otherwise, min, max }
}
const text = (help: string, otherwise: string, example: string): AdminSettingField => {
  return { kind: 'text', help, default: otherwise, example }
}
const choice = (help: string, otherwise: string, choices: readonly string[]): AdminSettingField => {
  return { kind: 'choice', help, default: otherwise, choices }
}
const list = (help: string, otherwise: string, example: string): AdminSettingField => {
  return { kind: 'list', help, default: otherwise, example }
}
const json = (help: string, otherwise: string, example: string): AdminSettingField => {
  return { kind: 'json', help, default: otherwise, example }
}

/** What forms ask for. The gateway checks what is sent all the same (`read-settings.ts`). */
export const settingDescriptions: Readonly<Record<Settable, SettingDescription>> = {
  brands: {
    kind: 'list',
    help: 'Payment brands that are taken.',
    default: 'all',
    choices: brandNames,
    example: 'VISA',
  },
  secondPersonAbove: json(
    'Amounts by currency; what people ask to be moved above them needs a second person. Only owners change it.',
    'no limit',
    '{"EUR": "500.00"}',
  ),
  threeDSecure: {
    kind: 'object',
    help: 'How cardholders are authenticated, and who the merchant is for the issuer.',
    members: {
      policy: choice('Which cards must authenticate.', 'whenEnrolled', [
        'never',
        'whenEnrolled',
        'always',
      ]),
      onUnavailable: choice('What becomes of a payment that cannot be authenticated.', 'fail', [
        'fail',
        'charge',
      ]),
      repeatSoftDeclines: yesNo('A soft decline is repeated with authentication.', 'yes'),
      challengeFirstOfSeries: yesNo('The first payment of a series asks for a challenge.', 'yes'),
      registrations: yesNo('A card that is stored without a payment is authenticated.', 'no'),
      acquirerBin: text('Number of the acquirer, 6 to 11 digits.', 'none', '400000'),
      acquirerMerchantId: text('The merchant at the acquirer.', 'none', 'TEAHOUSE1'),
      merchantCategoryCode: text('ISO 18245, four digits.', 'none', '5499'),
      merchantCountry: text('Country of the merchant, two letters.', 'none', 'DE'),
      merchantName: text('As the issuer shows it.', 'name of the merchant', 'Tea house'),
      requestorUrl: text('Website of the merchant.', 'none', 'https://shop.example'),
      requestors: json(
        `The merchant in the directories of ${AUTHENTICATION_SCHEMES.join(', ')}.`,
        'none',
        '{"visa": {"id": "10000001", "name": "Tea house"}}',
      ),
      decoupledMinutes: number(
        'How long the cardholder has for a decoupled authentication.',
        '60',
        [1, 10_080],
      ),
    },
  },
  risk: json(
    'Rules that payments are checked by, with their thresholds and a provider.',
    'payments are not checked',
    '{"rules": [{"kind": "amount", "currency": "EUR", "atMost": "1000.00", "effect": "refuse"}]}',
  ),
  cardTesting: {
    kind: 'object',
    help: 'Limits of failed tries, against those who test stolen cards.',
    members: {
      triesPerCheckout: number('Tries of one checkout.', 'live: 10, test: 30', [1, 30]),
      declinesPerAddressAndHour: json(
        'Declines of one address in an hour, or false.',
        'live: 30, test: false',
        '30',
      ),
      declinesPerCardAndDay: json(
        'Declines of one card in a day, or false.',
        'live: 10, test: false',
        '10',
      ),
    },
  },
  checkouts: {
    kind: 'object',
    help: 'Of the checkouts that the widget pays.',
    members: {
      returnOrigins: list(
        'Origins that a page may send its shoppers back to.',
        'any web page',
        'https://shop.example',
      ),
      pageOrigins: list(
        'Origins of pages that may show the secured fields.',
        'any web page',
        'https://shop.example',
      ),
      resultCallBase: text(
        'Only addresses below this one are called with results.',
        'any',
        'https://shop.example/results/',
      ),
      brandDetectionType: choice('Forms ask for the brands of a number.', 'as pages have it', [
        'binlist',
      ]),
      statusHoursAfterExpiry: number(
        'Hours for which the status of a checkout may be read after its end.',
        'not at all',
        [1, 720],
      ),
    },
  },
  brandRules: json('Brands that some checkouts do not offer.', 'all offer the same', '[]'),
  registrations: {
    kind: 'object',
    help: 'Of stored payment details.',
    members: {
      deduplicate: yesNo('The same number again is the registration that is there.', 'no'),
      shopperMayDelete: yesNo('Shoppers may delete what a checkout offers them.', 'no'),
      requireCvv: yesNo('A stored card is taken with its security code only.', 'no'),
      lifeMonthsAfterExpiry: number(
        'Months for which details are kept after their card has expired.',
        '14',
        [1, 120],
      ),
    },
  },
  holds: {
    kind: 'object',
    help: 'Of preauthorisations.',
    members: {
      days: json(
        'Days for which a hold of each brand can be captured.',
        'the time of its card scheme',
        '{"VISA": 7}',
      ),
      releaseExpired: yesNo('What is open of an expired hold is released.', 'no'),
    },
  },
  giftCards: {
    kind: 'object',
    help: 'Of gift cards.',
    members: { partPayment: yesNo('They may pay a part, and another way the rest.', 'no') },
  },
  directDebit: {
    kind: 'object',
    help: 'Whom a SEPA mandate names.',
    members: {
      creditorName: text('Name of the creditor.', 'name of the merchant', 'Tea house'),
      creditorId: text('Creditor identifier.', 'none', 'DE98ZZZ09999999999'),
    },
  },
  dispatching: json(
    'Of a merchant: which channel takes a payment that names none.',
    'requests must name a channel',
    '{"rules": []}',
  ),
  throttling: {
    kind: 'object',
    help: 'Limits beside those of the process.',
    members: {
      statusReadsPerMinute: number(
        'Reads of the status of one checkout in a minute.',
        'as the process allows',
        [1, 1_000_000],
      ),
    },
  },
  numberRetentionDays: number(
    'Days for which a payment keeps its card or account number after its last booking.',
    '180',
    [1, 3650],
  ),
  cardLikeReferences: yesNo('References of the merchant may look like card numbers.', 'no'),
  profile: choice('How strictly requests are read.', 'strict', ['strict', 'legacy']),
}
