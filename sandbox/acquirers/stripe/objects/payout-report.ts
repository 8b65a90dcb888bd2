import { csvText } from '../../shared/csv.ts'
import { decimalText } from '../facts/currencies.ts'
import type { World } from '../world.ts'
import type { BalanceTransaction, Charge } from './types.ts'

/**
 * The itemized report of the payout reconciliation, of all payouts until now
 * (docs.stripe.com/reports/report-types/payout-reconciliation): a line for each movement of the balance that
 * was paid out. The payout itself has none; one that came back has.
 */
export function payoutReport(world: World, paidOut: ReadonlyMap<string, string>): string {
  const lines = world.store
    .all('balance_transaction')
    .filter(({ id, type }) => paidOut.has(id) && type !== 'payout')
  return csvText(lines.map((line) => cellsOf(world, line, paidOut.get(line.id) ?? '')))
}

function cellsOf(
  world: World,
  line: BalanceTransaction,
  payoutId: string,
): Readonly<Record<string, string | undefined>> {
  const { currency, source } = line
  const payout = world.store.find('payout', payoutId)
  const charge = chargeOf(world, source)
  const intent = charge && world.store.find('payment_intent', charge.payment_intent)
  const method = charge?.payment_method_details
  return {
    automatic_payout_id: payoutId,
    automatic_payout_effective_at_utc: utc(payout?.arrival_date),
    balance_transaction_id: line.id,
    created_utc: utc(line.created),
    available_on_utc: utc(line.available_on),
    currency,
    gross: decimalText(line.amount, currency),
    fee: decimalText(line.fee, currency),
    net: decimalText(line.net, currency),
    reporting_category: line.reporting_category,
    source_id: source,
    description: intent?.description ?? undefined,
    customer_facing_amount: charge && decimalText(line.amount, currency),
    customer_facing_currency: charge && currency,
    charge_id: charge?.id,
    payment_intent_id: intent?.id,
    payment_method_type: method?.type,
    card_brand: (method?.card as { readonly brand?: string } | undefined)?.brand,
    dispute_reason: (
      world.store.find('dispute', source) as { readonly reason?: string } | undefined
    )?.reason,
    ...metadataOf('payment', intent),
    ...metadataOf('refund', world.store.find('refund', source)),
  }
}

/** Who asks for a report chooses keys of the metadata as columns; this one has them all. */
function metadataOf(name: string, object: object | undefined) {
  const { metadata = {} } = (object ?? {}) as { metadata?: Readonly<Record<string, string>> }
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [`${name}_metadata[${key}]`, value]),
  )
}

/** The charge that a movement is about: its source, or what its source names. */
function chargeOf({ store }: World, source: string): Charge | undefined {
  const named = store.find('refund', source)?.charge ?? store.find('dispute', source)?.charge
  return store.find('charge', named ?? source)
}

const utc = (seconds: number | undefined) =>
  seconds === undefined
    ? undefined
    : new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')
