import type { SettingField } from '../../common/setting-field.ts'

/** Which parts of an object a sample has. */
export type Filled = (name: string, part: SettingField) => boolean

export const everything: Filled = () => true
export const onlyRequired: Filled = (_, part) => part.default === undefined
/** A result code belongs to risk rules that refuse. */
export const withoutCode: Filled = (name) => name !== 'code'

/** A value of a field that is taken. */
export function sampleOf(field: SettingField, isFilled: Filled): unknown {
  switch (field.kind) {
    case 'boolean':
      return true
    case 'number':
      return field.max
    case 'text':
      return field.example
    case 'amount':
      return '500.00'
    case 'currency':
      return 'EUR'
    case 'brand':
      return 'VISA'
    case 'channel':
      return '0'.repeat(31).concat('1')
    case 'choice':
      return field.choices[0]
    case 'list':
      return [field.example]
    case 'constant':
      return field.value
    case 'map':
      return { [String(sampleOf(field.key, isFilled))]: sampleOf(field.value, isFilled) }
    case 'records':
      return [sampleOf(field.record, isFilled)]
    case 'oneOf':
      return Object.values(field.options)
        .slice(0, 1)
        .map((option) => sampleOf(option, isFilled))[0]
    case 'object':
      return objectSample(field, isFilled)
  }
}

function objectSample(
  { members, fixed }: Extract<SettingField, { kind: 'object' }>,
  isFilled: Filled,
): object {
  const given = Object.entries(members)
    .filter(([name, member]) => isFilled(name, member))
    .map(([name, member]) => [name, sampleOf(member, isFilled)])
  return { ...fixed, ...Object.fromEntries(given) }
}

/** A field of a form, and how its value gets into the setting around it. */
export interface FieldInSetting {
  readonly path: string
  readonly field: SettingField
  /** The setting with this value, and other parts as `isFilled` says. */
  readonly settingWith: (value: unknown, isFilled: Filled) => unknown
}

/** Every field of a setting, each before its parts. */
export function fieldsIn(path: string, setting: SettingField): readonly FieldInSetting[] {
  return below({ path, field: setting, settingWith: (value) => value })
}

function below(around: FieldInSetting): readonly FieldInSetting[] {
  return [around, ...partsIn(around).flatMap(below)]
}

function partsIn({ path, field, settingWith }: FieldInSetting): readonly FieldInSetting[] {
  const part = (
    name: string,
    one: SettingField,
    within: (value: unknown, isFilled: Filled) => unknown,
  ): FieldInSetting => ({
    path: `${path}.${name}`,
    field: one,
    settingWith: (value, isFilled) => settingWith(within(value, isFilled), isFilled),
  })
  switch (field.kind) {
    case 'object':
      return Object.entries(field.members).map(([name, member]) =>
        part(name, member, (value, isFilled) => ({
          ...objectSample(field, isFilled),
          [name]: value,
        })),
      )
    case 'map': {
      const { key, value: of } = field
      const keySample = String(sampleOf(key, everything))
      return [
        part('key', key, (value, isFilled) => ({ [String(value)]: sampleOf(of, isFilled) })),
        part('value', of, (value) => ({ [keySample]: value })),
      ]
    }
    case 'records':
      return [part('record', field.record, (value) => [value])]
    case 'oneOf':
      return Object.entries(field.options).map(([name, option]) =>
        part(name, option, (value) => value),
      )
    default:
      return []
  }
}

/** Values of a field that its form offers or takes, at its limits and as its example. */
export function valuesOf(field: SettingField): readonly unknown[] {
  switch (field.kind) {
    case 'boolean':
      return [true, false]
    case 'number':
      return [field.min, field.max]
    case 'choice':
      return field.choices
    default:
      return [sampleOf(field, everything)]
  }
}

/** Settings in which each kind of each setting is said: what a form has to be able to say. */
export const settingsThatSayEverything: readonly object[] = [
  {
    risk: {
      rules: [
        {
          kind: 'block',
          by: 'card',
          values: ['f'.repeat(64)],
          effect: 'refuse',
          code: '800.200.159',
        },
        { kind: 'block', by: 'bin', values: ['420000', '42000000'], effect: { score: -5 } },
        { kind: 'block', by: 'email', values: [], effect: 'refuse' },
        { kind: 'block', by: 'ip', values: ['192.0.2.0/24', '::1'], effect: 'refuse' },
        { kind: 'block', by: 'country', values: ['US'], effect: 'refuse', name: 'Not there' },
        {
          kind: 'velocity',
          by: 'channel',
          atMost: { payments: 3 },
          withinMinutes: 60,
          effect: 'refuse',
        },
        {
          kind: 'velocity',
          by: 'card',
          atMost: { amount: '500.00', currency: 'EUR' },
          withinMinutes: 1,
          effect: 'refuse',
        },
        { kind: 'amount', currency: 'JPY', atMost: '100000', effect: 'refuse' },
        { kind: 'holder', effect: { score: 40 } },
      ],
      refuseFromScore: 100,
      reviewFromScore: -50,
      provider: { name: 'simulator', timeoutMs: 10, whenUnreachable: 'pass' },
    },
    brandRules: [
      {
        name: 'Part of the shoppers',
        hide: ['PAYPAL', 'TEAHOUSE_GIFT_CARD'],
        when: {
          currency: 'EUR',
          atLeast: '500.01',
          countries: ['DE', 'AT'],
          registrations: false,
          parameter: { name: 'risk.parameters[level]', is: ['very high', 'a, b'] },
        },
        unless: { group: { name: 'trial', percent: 0 } },
      },
      { name: 'Cards only', offerOnly: ['VISA', 'MASTER'] },
    ],
    dispatching: {
      rules: [
        { channelId: 'a'.repeat(32), currencies: ['EUR', 'USD'] },
        { channelId: 'b'.repeat(32), brands: ['VISA'] },
        { channelId: 'c'.repeat(32) },
      ],
      defaultChannelId: 'd'.repeat(32),
    },
    routing: [
      {
        account: `gateway:${'a'.repeat(32)}`,
        brands: ['VISA'],
        currencies: ['EUR'],
        countries: ['DE', 'AT'],
        amount: { currency: 'EUR', atLeast: '10.00', atMost: '500.00' },
      },
      { account: 'simulator' },
    ],
    holds: { days: { VISA: 7, MASTER: 30 }, releaseExpired: true },
    secondPersonAbove: { EUR: '500.00', JPY: '60000' },
    threeDSecure: {
      policy: 'always',
      requestors: { visa: { id: '1', name: 'Tea' }, jcb: { id: '2', name: 'Tea house' } },
    },
    cardTesting: { declinesPerAddressAndHour: false, declinesPerCardAndDay: 5 },
    checkouts: { returnOrigins: ['https://a.example', 'https://b.example'] },
    brands: ['VISA', 'TEAHOUSE_GIFT_CARD'],
    receipts: {
      sendReceipts: true,
      sendRefunds: true,
      merchantName: 'Tea house',
      address: ['Harbour Street 7', '20457 Hamburg'],
      taxNumber: 'DE123456789',
      logo: 'https://shop.example/logo.png',
      replyTo: 'help@shop.example',
    },
    timeZone: 'Europe/Berlin',
    numberRetentionDays: 7,
    cardLikeReferences: false,
    profile: 'legacy',
  },
  { risk: { rules: [] }, brandRules: [], dispatching: { rules: [] }, secondPersonAbove: {} },
  { holds: {}, checkouts: {}, threeDSecure: {}, giftCards: {}, registrations: {}, throttling: {} },
]
