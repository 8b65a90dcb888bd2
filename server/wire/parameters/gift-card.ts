import type { ParameterTable } from './table.ts'
import { choice, text } from './value-types.ts'

/** `AN` without a length is read as 1 to 255 characters. */
export const giftCard = {
  source: 'interface document, Giftcard',
  rows: {
    'giftCard.number': {
      type: text(1, 255),
      requirement: 'optional',
      secret: 'number',
      echoed: false,
    },
    'giftCard.pin': { type: text(1, 255), requirement: 'optional', secret: 'code', echoed: false },
    'giftCard.holder': { type: text(2, 255), requirement: 'optional' },
    'giftCard.message': { type: text(2, 160), requirement: 'optional' },
    'giftCard.type': {
      type: choice([
        'ANNIVERSARY',
        'BIRTHDAY',
        'CONGRATULATIONS',
        'APRIL_FOOLS_DAY',
        'EASTER',
        'FATHERS_DAY',
        'GRADUATION',
        'HOLIDAY',
        'SEASONS_GREETINGS',
        'PASSOVER',
        'KWANZAA',
        'HALLOWEEN',
        'MOTHERS_DAY',
        'NEW_YEARS_DAY',
        'BOSSES_DAY',
        'ST_PATRICKS_DAY',
        'SWEETEST_DAY',
        'CHRISTMAS',
        'BABY_SHOWER',
        'THANKSGIVING',
        'OTHER',
        'VALENTINES_DAY',
        'WEDDING',
        'SECRETARYS_DAY',
        'CHINESE_NEW_YEAR',
        'HANUKKAH',
        'CELEBRATE_FALL',
        'GRANDPARENTS_DAY',
        'INDEPENDENCE_DAY',
      ]),
      requirement: 'optional',
    },
  },
  rules: [],
} as const satisfies ParameterTable
