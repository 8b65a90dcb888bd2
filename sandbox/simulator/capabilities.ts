import { capabilities, methodKindOf } from '../../common/payment-brands.ts'
import type { OperationKind, Unsupported } from '../../server/payments/index.ts'
import type { PaymentType } from '../../server/store/port.ts'

/** What is possible with a hold, in every profile: its channel may have changed its profile since. */
const REFERENCES_TO_HOLD: readonly PaymentType[] = ['CP', 'RV']

/** Which code refuses a reference that the method cannot do; the others: 900.100.202. */
const referenceCodes: Partial<Record<PaymentType, string>> = {
  CP: '700.400.101',
  RV: '700.300.800',
}

const typeNames: Readonly<Record<PaymentType, string>> = {
  PA: 'preauthorisations (PA)',
  DB: 'debits (DB)',
  CD: 'credits (CD)',
  CP: 'captures (CP)',
  RV: 'reversals (RV)',
  RF: 'refunds (RF)',
  RB: 'rebills (RB)',
  CB: 'chargebacks (CB)',
  CR: 'chargeback reversals (CR)',
  RI: 'risk checks (RI)',
  '3D': 'authentications (3D)',
}

/** Why such an operation is not possible with this brand at all, or nothing. */
export function unsupportedOperation(operation: OperationKind): Unsupported | undefined {
  const isPossible = possibleTypes(operation).includes(operation.paymentType)
  return isPossible ? undefined : refusalOf(operation)
}

function possibleTypes(operation: OperationKind): readonly PaymentType[] {
  const { paymentBrand, isReference, isLegacy, targetType } = operation
  const { first, firstOfLegacy = first, references } = capabilities[methodKindOf(paymentBrand)]
  if (!isReference) return isLegacy === true ? firstOfLegacy : first
  return targetType === 'PA' ? [...new Set([...REFERENCES_TO_HOLD, ...references])] : references
}

/** The description of an operation that is not possible. */
export function refusalOf(operation: OperationKind): Unsupported {
  const { paymentType, paymentBrand, isReference } = operation
  const possible = possibleTypes(operation).filter((type) => type !== paymentType)
  const asked =
    isReference && paymentType === 'PA' ? 'raised or renewed holds' : typeNames[paymentType]
  const instead = possible
    .filter((type) => !(isReference && type === 'PA'))
    .map((type) => typeNames[type])
  const { name } = capabilities[methodKindOf(paymentBrand)]
  const note = isTakenInLegacy(operation) ? '. The legacy profile accepts it' : ''
  return {
    code: isReference ? (referenceCodes[paymentType] ?? '900.100.202') : '600.200.310',
    description: `${paymentBrand} takes no ${asked}: with ${name} use ${listed(instead)}${note}`,
  }
}

function isTakenInLegacy({ paymentType, paymentBrand, isReference }: OperationKind): boolean {
  const taken: readonly PaymentType[] = capabilities[methodKindOf(paymentBrand)].firstOfLegacy ?? []
  return !isReference && taken.includes(paymentType)
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}
