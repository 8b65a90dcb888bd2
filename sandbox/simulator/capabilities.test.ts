import { describe, expect, it } from 'vitest'
import { brandNames, methodKindOf, paymentBrand } from '../../common/payment-brands.ts'
import type { OperationKind } from '../../server/payments/connectors/connector.ts'
import { isResultCode } from '../../server/results/catalogue.ts'
import type { PaymentType } from '../../server/store/port.ts'
import { unsupportedOperation } from './capabilities.ts'

const FIRST: readonly PaymentType[] = ['PA', 'DB', 'CD']
const REFERENCES: readonly PaymentType[] = ['CP', 'RV', 'RF', 'RB', 'PA']

function possible(brand: string, isReference: boolean, more: Partial<OperationKind> = {}): string {
  return (isReference ? REFERENCES : FIRST)
    .filter((paymentType) => {
      const asked = { paymentType, paymentBrand: brand, isReference, ...more }
      return unsupportedOperation(asked) === undefined
    })
    .join(' ')
}

describe('what may be done with a method', () => {
  it.each([
    ['VISA', 'PA DB CD', 'CP RV RF RB PA'],
    ['APPLEPAY', 'PA DB CD', 'CP RV RF RB PA'],
    ['BCMC', 'PA DB CD', 'CP RV RF RB PA'],
    ['DIRECTDEBIT_SEPA', 'DB CD', 'RV RF RB'],
    ['SOFORTUEBERWEISUNG', 'DB', 'RF'],
    ['PREPAYMENT', 'DB', 'RF'],
    ['PAYPAL', 'PA DB', 'CP RV RF'],
    ['SHOP_GIFT_CARD', 'PA DB', 'CP RV RF'],
  ])('%s: first %s, afterwards %s', (brand, first, references) => {
    expect(possible(brand, false)).toBe(first)
    expect(possible(brand, true)).toBe(references)
  })

  it.each([
    ['DIRECTDEBIT_SEPA', 'PA DB CD', 'CP RV RF RB'],
    ['SOFORTUEBERWEISUNG', 'PA DB', 'CP RV RF'],
    ['PREPAYMENT', 'PA DB', 'CP RV RF'],
    ['VISA', 'PA DB CD', 'CP RV RF RB PA'],
    ['PAYPAL', 'PA DB', 'CP RV RF'],
  ])('%s in the legacy profile: first %s, after a hold %s', (brand, first, references) => {
    expect(possible(brand, false, { isLegacy: true })).toBe(first)
    expect(possible(brand, true, { targetType: 'PA' })).toBe(references)
  })

  it('says what is possible instead, with a code that fits', () => {
    const refusal = (paymentType: PaymentType, paymentBrand: string, isReference: boolean) =>
      unsupportedOperation({ paymentType, paymentBrand, isReference })
    expect(refusal('PA', 'DIRECTDEBIT_SEPA', false)).toEqual({
      code: '600.200.310',
      description:
        'DIRECTDEBIT_SEPA takes no preauthorisations (PA): with direct debits use debits (DB) or credits (CD). The legacy profile accepts it',
    })
    expect(refusal('RV', 'PREPAYMENT', true)).toEqual({
      code: '700.300.800',
      description: 'PREPAYMENT takes no reversals (RV): with payment slips use refunds (RF)',
    })
    expect(refusal('CP', 'SOFORTUEBERWEISUNG', true)?.code).toBe('700.400.101')
    expect(refusal('PA', 'PAYPAL', true)).toEqual({
      code: '900.100.202',
      description:
        'PAYPAL takes no raised or renewed holds: with virtual accounts use captures (CP), reversals (RV), or refunds (RF)',
    })
    for (const code of ['600.200.310', '700.300.800', '700.400.101', '900.100.202']) {
      expect(isResultCode(code)).toBe(true)
    }
  })

  it('takes at least a debit of every brand', () => {
    const untaken = brandNames.filter((brand) => !possible(brand, false).includes('DB'))
    expect(untaken).toEqual([])
    const slips = brandNames.filter((brand) => methodKindOf(brand) === 'slip')
    expect(slips.every((brand) => paymentBrand(brand)?.flow === 'slip')).toBe(true)
  })
})
