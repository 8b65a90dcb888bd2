import { describe, expect, it } from 'vitest'
import { brandNames, methodKindOf, paymentBrand } from '../../common/payment-brands.ts'
import type { OperationKind } from '../../server/payments/connectors/connector.ts'
import { allResultCodes, httpStatusOf, isResultCode } from '../../server/results/catalogue.ts'
import type { PaymentType } from '../../server/store/port.ts'
import { mayDecline, simulatedBehaviour, unsupportedOperation } from './outcomes.ts'

function codeOf(holder?: string, outcome?: string): string {
  const asked: Record<string, string> = outcome === undefined ? {} : { SIMULATOR_outcome: outcome }
  const course = simulatedBehaviour(asked, holder)
  if (course.kind !== 'atOnce') return course.kind
  return course.outcome.kind === 'declined' ? course.outcome.code : course.outcome.kind
}

describe('the simulator', () => {
  it('approves a plain payment', () => {
    expect(codeOf('Jane Jones')).toBe('approved')
    expect(codeOf()).toBe('approved')
  })

  it('declines with the code that is sent as holder', () => {
    expect(codeOf('800.100.152')).toBe('800.100.152')
  })

  it('stays pending with a pending code that is sent as holder', () => {
    for (const code of ['100.400.500', '800.400.500', '800.400.501', '800.400.502']) {
      const waits = { kind: 'atOnce', outcome: { kind: 'pending', code } }
      expect(simulatedBehaviour({}, code)).toEqual(waits)
      expect(simulatedBehaviour({ SIMULATOR_outcome: `decline:${code}` }, undefined)).toEqual(waits)
      expect(mayDecline(code)).toBe(false)
    }
  })

  it('never declines with a code whose answer would say that all is well', () => {
    for (const { code } of allResultCodes()) {
      const course = simulatedBehaviour({}, code)
      const outcome = course.kind === 'atOnce' ? course.outcome : undefined
      if (outcome?.kind === 'declined') expect(httpStatusOf(outcome.code)).toBe(400)
    }
  })

  it('waits for the shopper where the method needs him, unless something else is asked for', () => {
    const course = (outcome?: string) =>
      simulatedBehaviour(
        outcome === undefined ? {} : { SIMULATOR_outcome: outcome },
        undefined,
        true,
      )
    expect(course()).toEqual({ kind: 'atOnce', outcome: { kind: 'pending' } })
    expect(course('delay:5')).toMatchObject({ kind: 'delayed', outcome: { kind: 'pending' } })
    expect(course('approve')).toEqual({ kind: 'atOnce', outcome: { kind: 'approved' } })
  })

  it('does not let success or an unheard-of code be forced', () => {
    expect(codeOf('000.100.110')).toBe('600.200.810')
    expect(codeOf('123.456.789')).toBe('600.200.810')
  })

  it.each([
    ['approve', 'approved'],
    ['decline:800.100.151', '800.100.151'],
    ['decline:nonsense', '600.200.810'],
    ['delay:250', 'delayed'],
    ['delay:30001', '600.200.810'],
    ['delay:5,decline:800.100.151', 'delayed'],
    ['delay:5,timeout', '600.200.810'],
    ['delay:-1', '600.200.810'],
    ['timeout', 'timeout'],
    ['timeout-then-approved', 'approvedUnheard'],
    ['duplicate', 'approvedTwice'],
    ['delay:5,duplicate', '600.200.810'],
    ['pending', 'pending'],
    ['delay:5,pending', 'delayed'],
    ['unsupported', 'unsupported'],
    ['constructor', '600.200.810'],
    ['whatever', '600.200.810'],
  ])('takes SIMULATOR_outcome=%s as %s', (asked, expected) => {
    expect(codeOf('800.100.152', asked)).toBe(expected)
  })
})

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
