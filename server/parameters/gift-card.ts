import { optional, type ParameterTable } from './table.ts'
import { amount, choice, text, words } from './value-types.ts'

/** `AN` without a length is read as 1 to 255 characters. */
export const giftCard = {
  source: 'interface document, Giftcard',
  // The other members speak of a gift card that is bought.
  paysWith: {
    inPlaceOfCard: ['giftCard.number'],
    accounts: ['giftCard.number'],
    proofs: [],
    isStorable: false,
    isOnlyServers: false,
  },
  rows: {
    'giftCard.number': optional(text(1, 255), { secret: 'number', echoed: false }),
    'giftCard.pin': optional(text(1, 255), { secret: 'code', echoed: false }),
    'giftCard.holder': optional(text(2, 255)),
    'giftCard.message': optional(text(2, 160)),
    'giftCard.type': optional(
      choice(
        words(`
        ANNIVERSARY BIRTHDAY CONGRATULATIONS APRIL_FOOLS_DAY EASTER FATHERS_DAY GRADUATION
        HOLIDAY SEASONS_GREETINGS PASSOVER KWANZAA HALLOWEEN MOTHERS_DAY NEW_YEARS_DAY
        BOSSES_DAY ST_PATRICKS_DAY SWEETEST_DAY CHRISTMAS BABY_SHOWER THANKSGIVING OTHER
        VALENTINES_DAY WEDDING SECRETARYS_DAY CHINESE_NEW_YEAR HANUKKAH CELEBRATE_FALL
        GRANDPARENTS_DAY INDEPENDENCE_DAY
      `),
      ),
    ),
  },
  rules: [],
} as const satisfies ParameterTable

/** What is left to pay beside the gift cards that were applied to a checkout. */
export const giftCardRest = {
  source: 'gift cards as a part of a checkout, docs/gift-cards.md',
  rows: {
    'giftCards.restAmount': optional(amount, { echoed: false }),
  },
  rules: [],
} as const satisfies ParameterTable
