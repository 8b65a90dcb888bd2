import { brandNames } from '../../common/payment-brands.ts'
import type { SettingField } from '../../common/setting-field.ts'
import { list, number, required, text, yesNo } from './setting-fields.ts'

const conditions: Readonly<Record<string, SettingField>> = {
  currency: {
    kind: 'currency',
    name: 'Currency',
    help: 'Of the checkout. Amounts need it.',
    default: 'any',
  },
  atLeast: { kind: 'amount', name: 'Amount at least', help: 'Itself counts.', default: 'any' },
  atMost: { kind: 'amount', name: 'Amount at most', help: 'Itself counts.', default: 'any' },
  countries: list('Countries', 'Of the billing address, else of the delivery.', 'any', 'DE'),
  registrations: yesNo(
    'With stored details',
    'Whether the checkout offers stored payment details.',
    'either',
  ),
  parameter: {
    kind: 'object',
    name: 'Parameter',
    help: 'A parameter of the checkout has one of some values.',
    default: 'any',
    members: {
      name: required(
        text('Name of the parameter', 'As the shop sends it.', '', 'risk.parameters[level]'),
      ),
      is: required(list('Values', 'One of them is enough.', '', 'high')),
    },
  },
  group: {
    kind: 'object',
    name: 'Share of shoppers',
    help: 'A part of all shoppers, the same ones each time.',
    default: 'all',
    members: {
      name: required(text('Name of the group', 'Rules with the same name share it.', '', 'trial')),
      percent: required(number('Percent', 'So many of a hundred shoppers.', '', [0, 100])),
    },
  },
}

/** What a rule says beside its brands. */
const ofEachRule: Readonly<Record<string, SettingField>> = {
  name: required(text('Name', 'Is said where the rule is explained.', '', 'No invoice abroad')),
  when: {
    kind: 'object',
    name: 'Only if',
    help: 'All that is set here has to be true of the checkout.',
    default: 'in every checkout',
    textsAt: 'brandRules.condition',
    members: conditions,
  },
  unless: {
    kind: 'object',
    name: 'Except if',
    help: 'The rule does not count where all that is set here is true.',
    default: 'no exception',
    textsAt: 'brandRules.condition',
    members: conditions,
  },
}

function brands(name: string, help: string): SettingField {
  return { kind: 'list', name, help, choices: brandNames, example: 'PAYPAL' }
}

/** The form of the setting `brandRules`. */
export const brandRulesDescription: SettingField = {
  kind: 'records',
  name: 'Brand rules',
  help: 'Brands that some checkouts do not offer.',
  default: 'all offer the same',
  max: 100,
  record: {
    kind: 'oneOf',
    name: 'Kind of rule',
    help: 'What the rule does with the brands.',
    options: {
      hide: {
        kind: 'object',
        name: 'Hide brands',
        textsAt: 'brandRules.rule',
        members: { hide: brands('Hidden brands', 'They are not offered.'), ...ofEachRule },
      },
      offerOnly: {
        kind: 'object',
        name: 'Offer only some brands',
        textsAt: 'brandRules.rule',
        members: {
          offerOnly: brands('Offered brands', 'All others are not offered.'),
          ...ofEachRule,
        },
      },
    },
  },
}
