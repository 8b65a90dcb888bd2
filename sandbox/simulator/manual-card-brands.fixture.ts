import { brandOfNumber, cardBrands, cardNumberFault } from '../../common/brands.ts'
import { brandNames } from '../../common/payment-brands.ts'

const numbers = [
  '4200000000000000',
  '4917610000000000',
  '4970100000000154',
  '5454545454545454',
  '67034200554565015',
  '6703444444444449',
]

/** Cards that pay under several names: number, the brand without a name, the further brands. */
export const cardsOfSeveralBrands: readonly (readonly string[])[] = numbers.map((number) => {
  const first = brandOfNumber(number, brandNames) ?? ''
  const others = cardBrands
    .map(({ name }) => name)
    .filter((name) => name !== first && cardNumberFault(number, name) === null)
  return [`\`${number}\``, first, others.join(', ')]
})
