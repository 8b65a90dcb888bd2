import { type Static, type TSchema, Type } from 'typebox'
import type { Frozen } from '../../common/frozen.ts'
import { plainLine } from '../../common/hidden-characters.ts'
import { isJsonObject } from '../../common/json-object.ts'
import { isMailAddress } from '../../common/mail-address.ts'
import { minorDigitsOf, parseAmount } from '../../common/money.ts'
import type { SettingField } from '../../common/setting-field.ts'
import { bookkeeping } from './bookkeeping-setting.ts'
import { brandRules } from './brand-rules.ts'
import { isFontOrigin } from './page-origins.ts'
import { risk } from './risk-settings.ts'
import {
  brands,
  channel,
  choice,
  faultsOfPart,
  fieldOf,
  list,
  map,
  number,
  object,
  optional,
  ownKind,
  records,
  text,
  withDefault,
  yesNo,
} from './setting-kinds.ts'
import {
  brandFaults,
  type Faults,
  listFaults,
  moneyFaults,
  unknownMembers,
} from './settings-faults.ts'

/** The card networks by the names that `threeDSecure.v2.<scheme>` has, and as people call them. */
const schemes = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  cartebancaire: 'Carte Bancaire',
} as const

export type AuthenticationScheme = keyof typeof schemes

function secondPersonAbove() {
  const currency: SettingField = {
    kind: 'currency',
    name: 'Currency',
    help: 'Three letters, ISO 4217.',
  }
  const amount = ownKind<string>(
    { kind: 'amount', name: 'Amount', help: 'More than that needs a second person.' },
    (value, place) => {
      const currency = place.slice(place.lastIndexOf('.') + 1)
      // Without a currency that is known, nothing can be said of its amount.
      if (minorDigitsOf(currency) === undefined) return []
      const money = typeof value === 'string' ? parseAmount(value, currency) : 'malformed'
      return typeof money === 'string' ? [`${place} must be an amount such as "500.00"`] : []
    },
  )
  const keyFaults = (key: unknown, place: string): Faults =>
    minorDigitsOf(String(key)) === undefined
      ? [`${place}: ${JSON.stringify(key)} is no currency (ISO 4217)`]
      : []
  return map<string, typeof amount>(
    {
      name: 'Second person above',
      help: 'Amounts by currency; what people ask to be moved above them needs a second person. Only owners change it; the lowest of an entity and those above it counts, and a limit that is raised counts a day later.',
      like: '{"EUR": "500.00"}',
    },
    { key: currency, keyFaults },
    amount,
  )
}

const requestor = object(
  { name: 'Requestor', like: ' with id and name' },
  {
    id: text('Id', 'Up to 35 characters.', '10000001', [/^.{1,35}$/, '1 to 35 characters']),
    name: text('Name in the directory', 'Up to 40 characters.', 'Tea house', [
      /^.{1,40}$/,
      '1 to 40 characters',
    ]),
  },
)
/** Who the merchant is at its acquirer: of a channel, or of one card network at a connector account. */
export const acquirerMembers = {
  acquirerBin: optional(
    text('Acquirer BIN', 'Number of the acquirer, 6 to 11 digits.', '400000', [
      /^\d{6,11}$/,
      '6 to 11 digits',
    ]),
    'none',
  ),
  acquirerMerchantId: optional(
    text('Merchant id at the acquirer', 'The merchant at the acquirer.', 'TEAHOUSE1', [
      /^.{1,35}$/,
      '1 to 35 characters',
    ]),
    'none',
  ),
  merchantCategoryCode: optional(
    text('Merchant category code', 'ISO 18245, four digits.', '5499', [/^\d{4}$/, 'four digits']),
    'none',
  ),
}

/** Values by card network. */
export function perScheme<Value extends TSchema>(
  words: { readonly name: string; readonly help: string; readonly like: string },
  of: string,
  value: Value,
) {
  return map<AuthenticationScheme, Value>(
    words,
    {
      key: fieldOf(choice('Network', of, schemes)),
      keyFaults: (key, place) =>
        unknownMembers({ [String(key)]: true }, place, Object.keys(schemes)),
    },
    value,
  )
}

const threeDSecure = object(
  {
    name: '3-D Secure',
    help: 'How cardholders are authenticated, and who the merchant is for the issuer.',
    like: ', such as {"policy": "always"}',
  },
  {
    policy: optional(
      choice('Policy', 'Which cards must authenticate.', {
        never: 'None',
        whenEnrolled: 'Cards that take part in 3-D Secure',
        always: 'Every card; the payment fails where one cannot',
      }),
      'whenEnrolled',
    ),
    onUnavailable: optional(
      choice('Without authentication', 'What becomes of a payment that cannot be authenticated.', {
        fail: 'The payment fails',
        charge: 'It is charged all the same',
      }),
      'fail',
    ),
    // A soft decline is the code 300.100.100.
    repeatSoftDeclines: optional(
      yesNo('Repeat soft declines', 'A soft decline is repeated with authentication.'),
      'yes',
    ),
    // Of INITIAL, where the law of the merchant's country wants a challenge.
    challengeFirstOfSeries: optional(
      yesNo(
        'Challenge the first of a series',
        'The first payment of a series asks for a challenge.',
      ),
      'yes',
    ),
    registrations: optional(
      yesNo('Stored cards', 'A card that is stored without a payment is authenticated.'),
      'no',
    ),
    ...acquirerMembers,
    merchantCountry: optional(
      text('Country of the merchant', 'Country of the merchant, two letters.', 'DE', [
        /^[A-Z]{2}$/,
        'a country of ISO 3166-1, such as "DE"',
      ]),
      'none',
    ),
    merchantName: optional(
      text('Name of the merchant', 'As the issuer shows it.', 'Tea house', [
        /^.{1,40}$/,
        '1 to 40 characters',
      ]),
      'name of the merchant',
    ),
    requestorUrl: optional(
      text('Website', 'Website of the merchant.', 'https://shop.example', [
        isWebAddress,
        'an address that begins with https://',
      ]),
      'none',
    ),
    requestors: optional(
      perScheme(
        {
          name: 'Requestor ids',
          help: 'The merchant in the directories of the card networks.',
          like: '{"visa": {…}}',
        },
        'Whose directory it is.',
        requestor,
      ),
      'none',
    ),
    // Seven days: EMV 3-D Secure, threeDSRequestorDecMaxTime.
    decoupledMinutes: optional(
      number(
        'Minutes for decoupled authentication',
        'How long the cardholder has for a decoupled authentication.',
        [1, 10_080],
      ),
      '60',
    ),
  },
)

function isWebAddress(value: string): boolean {
  return value.length <= 2048 && /^https?:\/\//.test(value) && URL.canParse(value)
}

/** A limit of failed tries that can also be taken away. */
function limitOrNone(name: string, help: string) {
  const limit = number('At most', 'More are refused.', [1, 100_000])
  const field: SettingField = {
    kind: 'oneOf',
    name,
    help,
    textsAt: 'cardTesting.limit',
    options: {
      limit: fieldOf(limit),
      none: { kind: 'constant', name: 'Any number', value: false },
    },
  }
  return ownKind<number | false>(field, (value, place) =>
    value === false ? [] : faultsOfPart(limit, value, place).map((fault) => `${fault}, or false`),
  )
}

/** Limits of failed tries, against those who test stolen cards (docs/risk.md). */
const cardTesting = object(
  { name: 'Card testing', help: 'Limits of failed tries, against those who test stolen cards.' },
  {
    triesPerCheckout: optional(
      number('Tries per checkout', 'Tries of one checkout.', [1, 30]),
      'live: 10, test: 30',
    ),
    declinesPerAddressAndHour: optional(
      limitOrNone(
        'Declines per address and hour',
        'Payments from one address in an hour that were not approved.',
      ),
      'live: 30, test: any number',
    ),
    declinesPerCardAndDay: optional(
      limitOrNone(
        'Declines per card and day',
        'Payments with one card in a day that were not approved.',
      ),
      'live: 10, test: any number',
    ),
  },
)

const MAX_ORIGINS = 100
/** They are sent in the header of each secured field. */
const MAX_FONT_ORIGINS = 10

/** Faults of 1 to `most` origins that pass `fits`, which `words` tell after "must be an origin". */
function originsFaults(
  most: number,
  fits: (origin: string) => boolean,
  words: string,
): (value: unknown, place: string) => Faults {
  return (value, place) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most) {
      return [`${place} must be a list of 1 to ${most} origins`]
    }
    return value.flatMap((origin: unknown, at) =>
      isWebOrigin(origin) && fits(origin) ? [] : [`${place}[${at}] must be an origin ${words}`],
    )
  }
}

function isWebOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  return new URL(value).origin === value
}

const pageOriginsFaults = originsFaults(
  MAX_ORIGINS,
  () => true,
  'without a path, such as "https://shop.example"',
)

const checkouts = object(
  { name: 'Checkouts', help: 'Of the checkouts that the widget pays.' },
  {
    // Where the merchant's server has named no address.
    returnOrigins: optional(
      list(
        'Return origins',
        'Origins that a page may send its shoppers back to.',
        'https://shop.example',
        pageOriginsFaults,
      ),
      'any web page',
    ),
    pageOrigins: optional(
      list(
        'Page origins',
        'Origins of pages that may show the secured fields.',
        'https://shop.example',
        pageOriginsFaults,
      ),
      'any web page',
    ),
    fontOrigins: optional(
      list(
        'Font origins',
        'Origins from which the secured fields may load the font of the page.',
        'https://fonts.shop.example',
        originsFaults(
          MAX_FONT_ORIGINS,
          isFontOrigin,
          'with https and the name of a host, without a path, such as "https://fonts.shop.example"; http is for localhost and 127.0.0.1 in test only',
        ),
      ),
      'none',
    ),
    // It ends in `/` (interface document), so that no other host begins with it.
    resultCallBase: optional(
      text(
        'Base of result calls',
        'Only addresses below this one are called with results.',
        'https://shop.example/results/',
        [
          (value) => /^https?:\/\/[^?#@]*\/$/.test(value) && URL.canParse(value),
          'an address that ends in "/", such as "https://shop.example/"',
        ],
      ),
      'any',
    ),
    // As the page's option of this name.
    brandDetectionType: optional(
      choice('Brand detection', 'Forms ask for the brands of a number.', {
        binlist: 'By the list of the gateway',
      }),
      'as pages have it',
    ),
    // Of a checkout in which something was tried (decisions §6); at most thirty days.
    statusHoursAfterExpiry: optional(
      number(
        'Hours of status after the end',
        'Hours for which the status of a checkout may be read after its end.',
        [1, 720],
      ),
      'not at all',
    ),
  },
)

const registrations = object(
  { name: 'Stored details', help: 'Of stored payment details.' },
  {
    // Its id is answered, its expiry and holder are renewed.
    deduplicate: optional(
      yesNo('Keep each number once', 'The same number again is the registration that is there.'),
      'no',
    ),
    shopperMayDelete: optional(
      yesNo('Shoppers may delete', 'Shoppers may delete what a checkout offers them.'),
      'no',
    ),
    requireCvv: optional(
      yesNo('Require the security code', 'A stored card is taken with its security code only.'),
      'no',
    ),
    onlyServerStores: optional(
      yesNo(
        'Only the server stores',
        'Pages and shoppers cannot ask a checkout to store what they pay with.',
      ),
      'no',
    ),
    // Of what does not expire, after its last use; at most ten years.
    lifeMonthsAfterExpiry: optional(
      number(
        'Months after the expiry of the card',
        'Months for which details are kept after their card has expired.',
        [1, 120],
      ),
      '14',
    ),
  },
)

function holds() {
  const days = number('Days', 'From the preauthorisation on.', [1, 365])
  return object(
    { name: 'Holds', help: 'Of preauthorisations.' },
    {
      days: optional(
        map<string, typeof days>(
          {
            name: 'Days per brand',
            help: 'Days for which a hold of each brand can be captured.',
            like: '{"VISA": 7}',
          },
          {
            key: { kind: 'brand', name: 'Brand', help: 'As the interface names it, such as VISA.' },
            keyFaults: (brand, place) => brandFaults(brand, `${place}:`),
          },
          days,
        ),
        'the time of its card scheme',
      ),
      releaseExpired: optional(
        yesNo('Release expired holds', 'What is open of an expired hold is released.'),
        'no',
      ),
    },
  )
}

/** EPC rulebook, AT-03 and AT-02. */
const directDebit = object(
  { name: 'Direct debit', help: 'Whom a SEPA mandate names.' },
  {
    creditorName: optional(
      text('Name of the creditor', 'Name of the creditor.', 'Tea house', [
        (value) => value.trim() !== '' && value.length <= 70,
        'a name of at most 70 characters',
      ]),
      'name of the merchant',
    ),
    creditorId: optional(
      text('Creditor identifier', 'Creditor identifier.', 'DE98ZZZ09999999999', [
        /^[A-Z]{2}[0-9]{2}[A-Z0-9]{3,31}$/,
        'a SEPA creditor identifier, such as "DE98ZZZ09999999999"',
      ]),
      'none',
    ),
  },
)

/** Lines of an address, as it is printed. */
const MAX_ADDRESS_LINES = 6

const plainText = (most: number) => (value: unknown) =>
  typeof value === 'string' && plainLine(1, most).test(value)

/** What shoppers read of the merchant on receipts, and which mails they get. */
const receipts = object(
  { name: 'Receipts', help: 'What shoppers read of the merchant, and which mails they get.' },
  {
    sendReceipts: optional(
      yesNo('Mail receipts', 'A shopper whose e-mail address is known gets a receipt by mail.'),
      'no',
    ),
    sendRefunds: optional(yesNo('Mail refunds', 'The same of each refund.'), 'no'),
    merchantName: optional(
      text('Name', 'As receipts and mails show it.', 'Tea house', [
        plainText(100),
        '1 to 100 characters on one line',
      ]),
      'name of the merchant',
    ),
    address: optional(
      list('Address', 'Line by line, as it is printed.', 'Harbour Street 7', (value, place) =>
        listFaults(value, place, [1, MAX_ADDRESS_LINES], (line, at) =>
          plainText(100)(line) ? [] : [`${at} must be 1 to 100 characters on one line`],
        ),
      ),
      'none',
    ),
    taxNumber: optional(
      text('Tax number', 'As receipts have to show it.', 'DE123456789', [
        plainText(50),
        '1 to 50 characters on one line',
      ]),
      'none',
    ),
    logo: optional(
      text('Logo', 'Address of a picture, about 40 pixels high.', 'https://shop.example/logo.png', [
        (value) => value.startsWith('https://') && isWebAddress(value),
        'an address that begins with https://',
      ]),
      'none',
    ),
    replyTo: optional(
      text('Answers to', 'E-mail address where shoppers ask.', 'help@shop.example', [
        isMailAddress,
        'an e-mail address, such as "help@shop.example"',
      ]),
      'none',
    ),
  },
)

function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** Currencies of ISO 4217. */
export function currencyList(help: string) {
  return list('Currencies', help, 'EUR', (value, place) =>
    listFaults(value, place, [1, 300], (currency, at) => {
      const fits = typeof currency === 'string' && minorDigitsOf(currency) !== undefined
      return fits ? [] : [`${at} must be a currency of ISO 4217, such as "EUR"`]
    }),
  )
}

/** How a request that names a merchant finds its channel (decisions §1): the first rule that fits. */
function dispatching() {
  const rule = object(
    { name: 'Rule' },
    {
      channelId: channel('Channel', 'Takes the payments that fit.'),
      currencies: optional(currencyList('Of the payments that fit.'), 'any'),
      brands: optional(brands('Brands', 'Of the payments that fit.'), 'any'),
    },
  )
  return object(
    {
      name: 'Choice of the channel',
      help: 'Of a merchant: which channel takes a payment that names none.',
      like: ', such as {"rules": []}',
    },
    {
      rules: records(
        { name: 'Rules', help: 'The first one that fits a payment is used.', max: 1000 },
        rule,
      ),
      defaultChannelId: optional(
        channel('Channel of all others', 'Takes what no rule fits.'),
        'such payments are refused',
      ),
    },
  )
}

/** Through which accounts the payments of a channel go. */
function routing() {
  const amountField: SettingField = {
    kind: 'object',
    name: 'Amount',
    help: 'Of the payments that fit.',
    members: {
      currency: { kind: 'currency', name: 'Currency', help: 'Of the amounts.' },
      atLeast: { kind: 'amount', name: 'At least', help: 'Itself counts.', default: 'any' },
      atMost: { kind: 'amount', name: 'At most', help: 'Itself counts.', default: 'any' },
    },
  }
  const rule = object(
    { name: 'Account' },
    {
      account: text(
        'Id of the account',
        'A connector account of the entity or one above it.',
        `gateway:${'0'.repeat(31)}1`,
        [/^[a-z]{1,32}(:[0-9a-f]{32})?$/, 'the id of a connector account'],
      ),
      brands: optional(brands('Brands', 'Of the payments that fit.'), 'any'),
      currencies: optional(currencyList('Of the payments that fit.'), 'any'),
      countries: optional(
        list('Countries of the issuer', 'Of the cards that fit.', 'DE', (value, place) =>
          listFaults(value, place, [1, 300], (country, at) =>
            typeof country === 'string' && /^[A-Z]{2}$/.test(country)
              ? []
              : [`${at} must be a country of two capital letters, such as "DE"`],
          ),
        ),
        'any',
      ),
      amount: optional(ownKind<RoutedAmount>(amountField, routedAmountFaults), 'any'),
    },
  )
  return records(
    {
      name: 'Order of accounts',
      help: 'The first account that fits a payment, and takes it, is used.',
      max: MAX_ROUTES,
    },
    rule,
  )
}

const MAX_ROUTES = 100

/** Amounts of one currency, as the wire writes them; both ends count. */
interface RoutedAmount {
  readonly currency: string
  readonly atLeast?: string
  readonly atMost?: string
}

function routedAmountFaults(value: unknown, place: string): Faults {
  if (!isJsonObject(value)) return [`${place} must be an object with currency`]
  const { currency, ...ends } = value
  return [
    ...unknownMembers(value, place, ['currency', 'atLeast', 'atMost']),
    ...moneyFaults(currency, ends, place),
  ]
}

/**
 * The settings of entities that people set, in the order of their use: what each takes, its form, and what counts
 * where nothing is set.
 */
export const settable = {
  brands: withDefault(brands('Payment brands', 'Payment brands that are taken.'), 'all'),
  secondPersonAbove: optional(secondPersonAbove(), 'no limit'),
  threeDSecure: optional(threeDSecure),
  risk: optional(risk, 'payments are not checked'),
  cardTesting: optional(cardTesting),
  checkouts: optional(checkouts),
  brandRules: optional(brandRules, 'all offer the same'),
  registrations: optional(registrations),
  holds: optional(holds()),
  giftCards: optional(
    object(
      { name: 'Gift cards', help: 'Of gift cards.' },
      {
        partPayment: optional(
          yesNo('Part payment', 'They may pay a part, and another way the rest.'),
          'no',
        ),
      },
    ),
  ),
  directDebit: optional(directDebit),
  receipts: optional(receipts),
  bookkeeping: optional(bookkeeping),
  timeZone: optional(
    text(
      'Time zone',
      'Of days, reports and deadlines in the back office and in mails.',
      'Europe/Berlin',
      [isTimeZone, 'a time zone of the IANA list, such as "Europe/Berlin"'],
    ),
    'UTC',
  ),
  dispatching: optional(dispatching(), 'requests must name a channel'),
  routing: optional(routing(), 'as the process is set up, by testMode'),
  throttling: optional(
    object(
      { name: 'Request limits', help: 'Limits beside those of the process.' },
      {
        statusReadsPerMinute: optional(
          number(
            'Status reads per minute',
            'Reads of the status of one checkout in a minute.',
            [1, 1_000_000],
          ),
          'as the process allows',
        ),
      },
    ),
  ),
  numberRetentionDays: optional(
    number(
      'Days for which numbers are kept',
      'Days for which a payment keeps its card or account number after its last booking.',
      [1, 3650],
    ),
    '180',
  ),
  // Absent: not in `strict`.
  cardLikeReferences: optional(
    yesNo('References like card numbers', 'References of the merchant may look like card numbers.'),
    'no',
  ),
  // Decisions §1.
  profile: withDefault(
    choice(
      'Profile',
      'How strictly requests are read.',
      {
        strict: 'Strict: what is wrong is refused',
        legacy: 'Legacy: as older integrations send them',
      },
      '"strict" or "legacy"',
    ),
    'strict',
  ),
}

const settableObject = Type.Object(settable)

export type SettableSettings = Frozen<Static<typeof settableObject>>

/** What forms ask for. The gateway checks what is sent all the same. */
export const settingDescriptions = Object.fromEntries(
  Object.entries(settable).map(([name, schema]) => [name, fieldOf(schema)]),
) as Readonly<Record<keyof typeof settable, SettingField>>
