import { brandNames } from '../../common/payment-brands.ts'
import type { SettingField } from '../../common/setting-field.ts'
import { brandRulesDescription } from './brand-rules-description.ts'
import { riskDescription } from './risk-description.ts'
import { choice, list, number, required, text, yesNo } from './setting-fields.ts'
import type { AuthenticationScheme, EntitySettings, KeptSetting } from './settings.ts'

/** The settings that people set, in the order of their use; the compiler says which is missing. */
type Settable = Exclude<keyof EntitySettings, KeptSetting>

/** The card networks as people call them. */
const schemeNames: Readonly<Record<AuthenticationScheme, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  cartebancaire: 'Carte Bancaire',
}

/** A limit of failed tries that can also be taken away. */
const limitOrNone = (name: string, help: string, otherwise: string): SettingField => ({
  kind: 'oneOf',
  name,
  help,
  default: otherwise,
  textsAt: 'cardTesting.limit',
  options: {
    limit: required(number('At most', 'More are refused.', '', [1, 100_000])),
    none: { kind: 'constant', name: 'Any number', value: false },
  },
})

/** What forms ask for. The gateway checks what is sent all the same (`read-settings.ts`). */
export const settingDescriptions: Readonly<Record<Settable, SettingField>> = {
  brands: {
    kind: 'list',
    name: 'Payment brands',
    help: 'Payment brands that are taken.',
    default: 'all',
    choices: brandNames,
    example: 'VISA',
  },
  secondPersonAbove: {
    kind: 'map',
    name: 'Second person above',
    help: 'Amounts by currency; what people ask to be moved above them needs a second person. Only owners change it; the lowest of an entity and those above it counts, and a limit that is raised counts a day later.',
    default: 'no limit',
    key: { kind: 'currency', name: 'Currency', help: 'Three letters, ISO 4217.' },
    value: { kind: 'amount', name: 'Amount', help: 'More than that needs a second person.' },
  },
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
      requestors: {
        kind: 'map',
        name: 'Requestor ids',
        help: 'The merchant in the directories of the card networks.',
        default: 'none',
        key: required(choice('Network', 'Whose directory it is.', '', schemeNames)),
        value: {
          kind: 'object',
          name: 'Requestor',
          members: {
            id: required(text('Id', 'Up to 35 characters.', '', '10000001')),
            name: required(text('Name in the directory', 'Up to 40 characters.', '', 'Tea house')),
          },
        },
      },
      decoupledMinutes: number(
        'Minutes for decoupled authentication',
        'How long the cardholder has for a decoupled authentication.',
        '60',
        [1, 10_080],
      ),
    },
  },
  risk: riskDescription,
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
      declinesPerAddressAndHour: limitOrNone(
        'Declines per address and hour',
        'Payments from one address in an hour that were not approved.',
        'live: 30, test: any number',
      ),
      declinesPerCardAndDay: limitOrNone(
        'Declines per card and day',
        'Payments with one card in a day that were not approved.',
        'live: 10, test: any number',
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
      fontOrigins: list(
        'Font origins',
        'Origins from which the secured fields may load the font of the page.',
        'none',
        'https://fonts.shop.example',
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
  brandRules: brandRulesDescription,
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
      onlyServerStores: yesNo(
        'Only the server stores',
        'Pages and shoppers cannot ask a checkout to store what they pay with.',
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
      days: {
        kind: 'map',
        name: 'Days per brand',
        help: 'Days for which a hold of each brand can be captured.',
        default: 'the time of its card scheme',
        key: { kind: 'brand', name: 'Brand', help: 'As the interface names it, such as VISA.' },
        value: required(number('Days', 'From the preauthorisation on.', '', [1, 365])),
      },
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
  dispatching: {
    kind: 'object',
    name: 'Choice of the channel',
    help: 'Of a merchant: which channel takes a payment that names none.',
    default: 'requests must name a channel',
    members: {
      rules: {
        kind: 'records',
        name: 'Rules',
        help: 'The first one that fits a payment is used.',
        max: 1000,
        record: {
          kind: 'object',
          name: 'Rule',
          members: {
            channelId: {
              kind: 'channel',
              name: 'Channel',
              help: 'Takes the payments that fit.',
            },
            currencies: list('Currencies', 'Of the payments that fit.', 'any', 'EUR'),
            brands: {
              kind: 'list',
              name: 'Brands',
              help: 'Of the payments that fit.',
              default: 'any',
              choices: brandNames,
              example: 'VISA',
            },
          },
        },
      },
      defaultChannelId: {
        kind: 'channel',
        name: 'Channel of all others',
        help: 'Takes what no rule fits.',
        default: 'such payments are refused',
      },
    },
  },
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
