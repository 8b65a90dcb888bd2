import type { Static } from 'typebox'
import type { Frozen } from '../../common/frozen.ts'
import { isJsonObject } from '../../common/json-object.ts'
import {
  amount,
  brands,
  currency,
  list,
  moneyOf,
  number,
  object,
  oneOf,
  optional,
  ownKind,
  records,
  text,
  yesNo,
} from './setting-kinds.ts'
import { listFaults } from './settings-faults.ts'

const MAX_RULES = 100
const MAX_VALUES = 300
const MAX_NAME = 100
const PARAMETER = /^[A-Za-z][\w.[\]-]{0,254}$/

const A_NAME = [
  (value: string) => isText(value, MAX_NAME),
  `a text of 1 to ${MAX_NAME} characters`,
] as const

const countries = list(
  'Countries',
  'Of the billing address, else of the delivery.',
  'DE',
  (sent, place) =>
    listFaults(sent, place, [1, MAX_VALUES], (country, at) =>
      typeof country === 'string' && /^[A-Z]{2}$/.test(country)
        ? []
        : [`${at} must be a country of two capital letters, such as "DE"`],
    ),
)

/** A parameter of the checkout's creation, such as `risk.parameters[level]`. */
const parameter = object(
  {
    name: 'Parameter',
    help: 'A parameter of the checkout has one of some values.',
    like: ' with name and is',
  },
  {
    name: ownKind<string>(
      {
        kind: 'text',
        name: 'Name of the parameter',
        help: 'As the shop sends it.',
        example: 'risk.parameters[level]',
      },
      (name, place) =>
        typeof name === 'string' && PARAMETER.test(name)
          ? []
          : [`${place} must name a parameter, such as "risk.parameters[level]"`],
    ),
    is: list('Values', 'One of them is enough.', 'high', (sent, place) =>
      listFaults(sent, place, [1, MAX_VALUES], (value, at) =>
        typeof value === 'string' && isText(value, 255)
          ? []
          : [`${at} must be a text of 1 to 255 characters`],
      ),
    ),
  },
)

/** So many of a hundred shoppers: the same ones each time where `customer.merchantCustomerId` is sent. */
const group = object(
  {
    name: 'Share of shoppers',
    help: 'A part of all shoppers, the same ones each time.',
    like: ' with name and percent',
  },
  {
    name: text('Name of the group', 'Rules with the same name share it.', 'trial', A_NAME),
    percent: number('Percent', 'So many of a hundred shoppers.', [0, 100]),
  },
)

/** True where all of its members are; it has at least one. Both ends of amounts count. */
const conditions = {
  currency: optional(currency('Currency', 'Of the checkout. Amounts need it.'), 'any'),
  atLeast: optional(amount('Amount at least', 'Itself counts.'), 'any'),
  atMost: optional(amount('Amount at most', 'Itself counts.'), 'any'),
  countries: optional(countries, 'any'),
  registrations: optional(
    yesNo('With stored details', 'Whether the checkout offers stored payment details.'),
    'either',
  ),
  parameter: optional(parameter, 'any'),
  group: optional(group, 'all'),
}

function condition(name: string, help: string) {
  const like = ` with at least one of ${Object.keys(conditions).join(', ')}`
  return object(
    {
      name,
      help,
      like,
      textsAt: 'brandRules.condition',
      also(value, place) {
        if (Object.keys(value).length === 0) return [`${place} must be an object${like}`]
        const hasMoney = ['currency', 'atLeast', 'atMost'].some((one) => value[one] !== undefined)
        return hasMoney ? moneyOf('atLeast', 'atMost')(value, place) : []
      },
    },
    conditions,
  )
}

/** What a rule says beside its brands. */
const ofEachRule = {
  name: text('Name', 'Is said where the rule is explained.', 'No invoice abroad', A_NAME),
  when: optional(
    condition('Only if', 'All that is set here has to be true of the checkout.'),
    'in every checkout',
  ),
  unless: optional(
    condition('Except if', 'The rule does not count where all that is set here is true.'),
    'no exception',
  ),
}

const textsAt = 'brandRules.rule'

const rule = oneOf(
  { name: 'Kind of rule', help: 'What the rule does with the brands.' },
  {
    hide: object(
      { name: 'Hide brands', textsAt },
      { hide: brands('Hidden brands', 'They are not offered.', 'PAYPAL'), ...ofEachRule },
    ),
    offerOnly: object(
      { name: 'Offer only some brands', textsAt },
      {
        offerOnly: brands('Offered brands', 'All others are not offered.', 'PAYPAL'),
        ...ofEachRule,
      },
    ),
  },
  (value, place) => {
    if (!isJsonObject(value)) return [`${place} must be an object`]
    const isOne = (value.hide === undefined) !== (value.offerOnly === undefined)
    if (!isOne) return [`${place} must have either hide or offerOnly, a list of brands`]
    return value.hide === undefined ? 'offerOnly' : 'hide'
  },
)

/** Hide brands of a channel from the shoppers of some checkouts. */
export const brandRules = records(
  { name: 'Brand rules', help: 'Brands that some checkouts do not offer.', max: MAX_RULES },
  rule,
)

export type BrandRule = Frozen<Static<typeof rule>>
export type BrandCondition = NonNullable<BrandRule['when']>

function isText(value: string, max: number): boolean {
  return value.trim() !== '' && value.length <= max
}
