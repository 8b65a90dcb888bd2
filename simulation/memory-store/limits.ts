import { StoreError } from '../../server/store/errors.ts'
import type { PaymentRow, RegistrationRow } from '../../server/store/port.ts'
import type { RowOf, TableDescription } from '../../server/store/tables/table.ts'
import { TABLES, type Tables } from '../../server/store/tables/tables.ts'
import { keepsMoneyLimits } from './money-limits.ts'

type Limits = {
  readonly [Name in keyof Tables]?: (
    after: RowOf<Tables[Name]>,
    before: RowOf<Tables[Name]> | undefined,
  ) => boolean
}

/**
 * The rules that the SQL tables have for a row, besides the kinds of its columns: false for a
 * broken limit, `invalid-change` for any other rule. Written a second time on purpose.
 */
const LIMITS: Limits = {
  payments(after, before) {
    assertFamily(after)
    return keepsMoneyLimits(after, before)
  },
  registrations(after) {
    assertWiped(after)
    return true
  },
  giftCards: ({ balanceMinor, issuedMinor }) => balanceMinor >= 0 && balanceMinor <= issuedMinor,
  quotas: ({ used, most }) => used <= most,
  settlementLines: (line) =>
    line.currency !== line.grossCurrency ||
    line.netMinor ===
      line.grossMinor -
        line.interchangeMinor -
        line.schemeMinor -
        line.markupMinor -
        line.disputeMinor -
        line.monthlyMinor,
}

const BY_TABLE = new Map(
  Object.entries(LIMITS).map(([name, keeps]) => [
    TABLES[name as keyof Tables] as TableDescription,
    keeps as (after: object, before: object | undefined) => boolean,
  ]),
)

/** Whether a row may have these values, and may follow on `before`. May throw `invalid-change`. */
export function keepsLimits(table: TableDescription, after: object, before?: object): boolean {
  return BY_TABLE.get(table)?.(after, before) ?? true
}

function assertFamily({ id, referencedId, familyId }: PaymentRow): void {
  if ((referencedId === null) === (familyId === id)) return
  throw new StoreError('invalid-change', 'A first payment, and only that, begins its family')
}

/** Only an active registration has a sealed number, and only a sealed number has a fingerprint. */
function assertWiped({ state, vaultRecordId, fingerprint }: RegistrationRow): void {
  if (vaultRecordId === null ? fingerprint === null : state === 'active') return
  throw new StoreError('invalid-change', 'A registration that has ended keeps what was sealed')
}
