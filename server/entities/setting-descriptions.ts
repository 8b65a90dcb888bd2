import type {
  AdminSettingField,
  AdminSetting as SettingDescription,
} from '../../common/admin-wire.ts'
import { brandNames } from '../../common/payment-brands.ts'
import { AUTHENTICATION_SCHEMES, type EntitySettings, type KeptSetting } from './settings.ts'

/** The settings that people set, in the order of their use; the compiler says which is missing. */
type Settable = Exclude<keyof EntitySettings, KeptSetting>

const yesNo = (name: string, help: string, otherwise: 'yes' | 'no'): AdminSettingField => {
  return { kind: 'boolean', name, help, default: otherwise }
}
const number = (
  name: string,
  help: string,
  otherwise: string,
  [min, max]: readonly [number, number],
): AdminSettingField => {
  return { kind: 'number', name, help, default: otherwise, min, max }
}
const text = (
  name: string,
  help: string,
  otherwise: string,
  example: string,
): AdminSettingField => {
  return { kind: 'text', name, help, default: otherwise, example }
}
const choice = (
  name: string,
  help: string,
  otherwise: string,
  /** The values with what people read for them. */
  choiceNames: Readonly<Record<string, string>>,
): AdminSettingField => {
  const choices = Object.keys(choiceNames)
  return { kind: 'choice', name, help, default: otherwise, choices, choiceNames }
}
const list = (
  name: string,
  help: string,
  otherwise: string,
  example: string,
): AdminSettingField => {
  return { kind: 'list', name, help, default: otherwise, example }
}
const json = (
  name: string,
  help: string,
  otherwise: string,
  example: string,
): AdminSettingField => {
  return { kind: 'json', name, help, default: otherwise, example }
}

/** What forms ask for. The gateway checks what is sent all the same (`read-settings.ts`). */
export const settingDescriptions: Readonly<Record<Settable, SettingDescription>> = {
  brands: {
    kind: 'list',
    name: 'Payment brands',
    help: 'Payment brands that are taken.',
    default: 'all',
    choices: brandNames,
    example: 'VISA',
  },
  secondPersonAbove: json(
    'Second person above',
    'Amounts by currency; what people ask to be moved above them needs a second person. Only owners change it; the lowest of an entity and those above it counts, and a limit that is raised counts a day later.',
    'no limit',
    '{"EUR": "500.00"}',
  ),
  threeDSecure: {
    kind: 'object',
    name: '3-D Secure',
    help: 'How cardholders are authenticated, and who the merchant is for the issuer.',
    members: {
      policy: choice('Policy', 'Which cards must authenticate.', 'whenEnrolled', {
        never: 'None',
        whenEnrolled: 'Cards that take part in 3-D Secure',
        always: 'Every card; the payment fails where one cannot',
      }),
      onUnavailable: choice(
        'Without authentication',
        'What becomes of a payment that cannot be authenticated.',
        'fail',
        { fail: 'The payment fails', charge: 'It is charged all the same' },
      ),
      repeatSoftDeclines: yesNo(
        'Repeat soft declines',
        'A soft decline is repeated with authentication.',
        'yes',
      ),
      challengeFirstOfSeries: yesNo(
        'Challenge the first of a series',
        'The first payment of a series asks for a challenge.',
        'yes',
      ),
      registrations: yesNo(
        'Stored cards',
        'A card that is stored without a payment is authenticated.',
        'no',
      ),
      acquirerBin: text(
        'Acquirer BIN',
        'Number of the acquirer, 6 to 11 digits.',
        'none',
        '400000',
      ),
      acquirerMerchantId: text(
        'Merchant id at the acquirer',
        'The merchant at the acquirer.',
        'none',
        'TEAHOUSE1',
      ),
      merchantCategoryCode: text(
        'Merchant category code',
        'ISO 18245, four digits.',
        'none',
        '5499',
      ),
      merchantCountry: text(
        'Country of the merchant',
        'Country of the merchant, two letters.',
        'none',
        'DE',
      ),
      merchantName: text(
        'Name of the merchant',
        'As the issuer shows it.',
        'name of the merchant',
        'Tea house',
      ),
      requestorUrl: text('Website', 'Website of the merchant.', 'none', 'https://shop.example'),
      requestors: json(
        'Requestor ids',
        `The merchant in the directories of ${AUTHENTICATION_SCHEMES.join(', ')}.`,
        'none',
        '{"visa": {"id": "10000001", "name": "Tea house"}}',
      ),
      decoupledMinutes: number(
        'Minutes for decoupled authentication',
        'How long the cardholder has for a decoupled authentication.',
        '60',
        [1, 10_080],
      ),
    },
  },
  risk: json(
    'Risk rules',
    'Rules that payments are checked by, with their thresholds and a provider.',
    'payments are not checked',
    '{"rules": [{"kind": "amount", "currency": "EUR", "atMost": "1000.00", "effect": "refuse"}]}',
  ),
  cardTesting: {
    kind: 'object',
    name: 'Card testing',
    help: 'Limits of failed tries, against those who test stolen cards.',
    members: {
      triesPerCheckout: number(
        'Tries per checkout',
        'Tries of one checkout.',
        'live: 10, test: 30',
        [1, 30],
      ),
      declinesPerAddressAndHour: json(
        'Declines per address and hour',
        'Declines of one address in an hour, or false.',
        'live: 30, test: false',
        '30',
      ),
      declinesPerCardAndDay: json(
        'Declines per card and day',
        'Declines of one card in a day, or false.',
        'live: 10, test: false',
        '10',
      ),
    },
  },
  checkouts: {
    kind: 'object',
    name: 'Checkouts',
    help: 'Of the checkouts that the widget pays.',
    members: {
      returnOrigins: list(
        'Return origins',
        'Origins that a page may send its shoppers back to.',
        'any web page',
        'https://shop.example',
      ),
      pageOrigins: list(
        'Page origins',
        'Origins of pages that may show the secured fields.',
        'any web page',
        'https://shop.example',
      ),
      resultCallBase: text(
        'Base of result calls',
        'Only addresses below this one are called with results.',
        'any',
        'https://shop.example/results/',
      ),
      brandDetectionType: choice(
        'Brand detection',
        'Forms ask for the brands of a number.',
        'as pages have it',
        { binlist: 'By the list of the gateway' },
      ),
      statusHoursAfterExpiry: number(
        'Hours of status after the end',
        'Hours for which the status of a checkout may be read after its end.',
        'not at all',
        [1, 720],
      ),
    },
  },
  brandRules: json(
    'Brand rules',
    'Brands that some checkouts do not offer.',
    'all offer the same',
    '[]',
  ),
  registrations: {
    kind: 'object',
    name: 'Stored details',
    help: 'Of stored payment details.',
    members: {
      deduplicate: yesNo(
        'Keep each number once',
        'The same number again is the registration that is there.',
        'no',
      ),
      shopperMayDelete: yesNo(
        'Shoppers may delete',
        'Shoppers may delete what a checkout offers them.',
        'no',
      ),
      requireCvv: yesNo(
        'Require the security code',
        'A stored card is taken with its security code only.',
        'no',
      ),
      lifeMonthsAfterExpiry: number(
        'Months after the expiry of the card',
        'Months for which details are kept after their card has expired.',
        '14',
        [1, 120],
      ),
    },
  },
  holds: {
    kind: 'object',
    name: 'Holds',
    help: 'Of preauthorisations.',
    members: {
      days: json(
        'Days per brand',
        'Days for which a hold of each brand can be captured.',
        'the time of its card scheme',
        '{"VISA": 7}',
      ),
      releaseExpired: yesNo(
        'Release expired holds',
        'What is open of an expired hold is released.',
        'no',
      ),
    },
  },
  giftCards: {
    kind: 'object',
    name: 'Gift cards',
    help: 'Of gift cards.',
    members: {
      partPayment: yesNo('Part payment', 'They may pay a part, and another way the rest.', 'no'),
    },
  },
  directDebit: {
    kind: 'object',
    name: 'Direct debit',
    help: 'Whom a SEPA mandate names.',
    members: {
      creditorName: text(
        'Name of the creditor',
        'Name of the creditor.',
        'name of the merchant',
        'Tea house',
      ),
      creditorId: text('Creditor identifier', 'Creditor identifier.', 'none', 'DE98ZZZ09999999999'),
    },
  },
  dispatching: json(
    'Choice of the channel',
    'Of a merchant: which channel takes a payment that names none.',
    'requests must name a channel',
    '{"rules": []}',
  ),
  throttling: {
    kind: 'object',
    name: 'Request limits',
    help: 'Limits beside those of the process.',
    members: {
      statusReadsPerMinute: number(
        'Status reads per minute',
        'Reads of the status of one checkout in a minute.',
        'as the process allows',
        [1, 1_000_000],
      ),
    },
  },
  numberRetentionDays: number(
    'Days for which numbers are kept',
    'Days for which a payment keeps its card or account number after its last booking.',
    '180',
    [1, 3650],
  ),
  cardLikeReferences: yesNo(
    'References like card numbers',
    'References of the merchant may look like card numbers.',
    'no',
  ),
  profile: choice('Profile', 'How strictly requests are read.', 'strict', {
    strict: 'Strict: what is wrong is refused',
    legacy: 'Legacy: as older integrations send them',
  }),
}
