import { formatAmount } from '../../../../common/money.ts'
import type { AdminOperation, AdminPayment } from '../../../administration/answer.ts'
import { lessAmount, shownMoney, typedAmount } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'

/** What people do most comes first; what cannot be taken back is never offered first. */
const ORDER = ['CP', 'RF', 'RV', 'RB'] as const

export function inOrder(operations: readonly AdminOperation[]): readonly AdminOperation[] {
  const place = ({ paymentType }: AdminOperation) => ORDER.indexOf(paymentType)
  return operations.toSorted((one, other) => place(one) - place(other))
}

/** The same operation as the gateway offers it now; `undefined`: it does not any more. */
export function offeredNow(
  operations: readonly AdminOperation[],
  { paymentId, paymentType }: AdminOperation,
): AdminOperation | undefined {
  return operations.find((one) => one.paymentId === paymentId && one.paymentType === paymentType)
}

/** The text of a button; of several captures of a hold each says which it is about. */
export function buttonText(
  operations: readonly AdminOperation[],
  operation: AdminOperation,
  { currency }: AdminPayment,
): string {
  const { paymentType, mostAmount } = operation
  const text = t(`operation.${paymentType}`)
  const isOnly = operations.filter((one) => one.paymentType === paymentType).length === 1
  return isOnly ? text : `${text} ${shownMoney(mostAmount, currency)}`
}

/** What will happen when an operation is confirmed. */
export interface Plan {
  /** Why it cannot be done like this. */
  readonly error?: string
  /** What will happen, and what will be left. */
  readonly sentence?: string
  /** Of the wire; absent: none was typed that can be taken. */
  readonly amount?: string
  /** A second person has to agree. */
  readonly needsSecond: boolean
}

/** Reads the typed amount of an operation and says what it means. */
export function planOf(operation: AdminOperation, payment: AdminPayment, typed: string): Plan {
  const { paymentType, mostAmount, isWhole, secondPersonAbove } = operation
  const { currency } = payment
  const max = shownMoney(mostAmount, currency)
  if (isWhole) {
    return {
      amount: mostAmount,
      sentence: t(`plan.${paymentType}Whole`, { amount: max }),
      needsSecond: isAbove(mostAmount, secondPersonAbove),
    }
  }
  // What is charged anew may be more than what was paid.
  const limit = paymentType === 'RB' ? undefined : mostAmount
  const money = typedAmount(typed, currency, limit)
  if (typeof money === 'string') {
    return { ...(typed === '' ? {} : { error: t(`amount.${money}`, { max }) }), needsSecond: false }
  }
  const amount = formatAmount(money)
  return {
    amount,
    sentence: t(`plan.${paymentType}`, {
      amount: shownMoney(amount, currency),
      max,
      left: shownMoney(lessAmount(mostAmount, money), currency),
    }),
    needsSecond: isAbove(amount, secondPersonAbove),
  }
}

/** Amounts of the wire, in the same currency. */
function isAbove(amount: string, limit: string | undefined): boolean {
  return limit !== undefined && Number(amount) > Number(limit)
}
