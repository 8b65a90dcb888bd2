import type {
  PaymentQuery,
  PaymentRow,
  RegistrationRow,
  RegistrationType,
  Transaction,
  TransactionQuery,
} from './port.ts'

/** Where the transactions of a query lie. */
export interface WantedTransactions {
  /** Nothing when no payment can fit. */
  readonly payments?: PaymentQuery
  readonly registrationTypes: readonly RegistrationType[]
}

const REGISTRATION_TYPES: readonly string[] = ['RG', 'DR'] satisfies RegistrationType[]

/** Divides a query, so that only tables are looked through in which something can fit. */
export function wantedTransactions(query: TransactionQuery): WantedTransactions {
  const { paymentTypes, onlyPayments = false, ...others } = query
  if (paymentTypes === undefined) {
    return { payments: others, registrationTypes: onlyPayments ? [] : ['RG', 'DR'] }
  }
  const registrationTypes = onlyPayments ? [] : paymentTypes.filter(isRegistrationType)
  const rest = paymentTypes.filter((type) => !isRegistrationType(type))
  if (rest.length === 0) return { registrationTypes }
  return { payments: { ...others, paymentTypes: rest }, registrationTypes }
}

function isRegistrationType(type: string): type is RegistrationType {
  return REGISTRATION_TYPES.includes(type)
}

/**
 * Registrations in the shape of payments, for statements that look for both: a deletion is of the
 * time of its last step. Both databases see through it to the indexes of the table.
 */
export function registrationsAs(type: RegistrationType): string {
  const [time, condition] =
    type === 'RG' ? ['created_at_ms', ''] : ['updated_at_ms', "WHERE state = 'deleted'"]
  return `(
    SELECT id, entity_id, '${type}' AS payment_type, payment_brand, merchant_transaction_id,
      ${time} AS created_at_ms
    FROM registration ${condition}
  ) AS of_registrations`
}

/** What a page holds, in its order. */
export interface FoundTransaction {
  /** A type of registrations; empty for a payment. */
  readonly paymentType: string
  readonly id: string
}

/** Puts whole rows in the places of a page. */
export function transactionsOf(
  page: readonly FoundTransaction[],
  payments: ReadonlyMap<string, PaymentRow>,
  registrations: ReadonlyMap<string, RegistrationRow>,
): Transaction[] {
  const transactions: Transaction[] = []
  for (const { paymentType, id } of page) {
    if (isRegistrationType(paymentType)) {
      const row = registrations.get(id)
      if (row !== undefined) transactions.push({ kind: 'registration', type: paymentType, row })
    } else {
      const row = payments.get(id)
      if (row !== undefined) transactions.push({ kind: 'payment', row })
    }
  }
  return transactions
}

/** The ids of one kind in a page. */
export function idsOfPage(
  page: readonly FoundTransaction[],
  kind: 'payment' | 'registration',
): readonly string[] {
  const wanted = page.filter(
    ({ paymentType }) => isRegistrationType(paymentType) === (kind === 'registration'),
  )
  return wanted.map(({ id }) => id)
}
