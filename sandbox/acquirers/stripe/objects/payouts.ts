import type { World } from '../world.ts'
import { moveBalance } from './balance.ts'
import type { BalanceTransaction, Payout } from './types.ts'

const ARRIVES_AFTER_S = 24 * 3_600

/**
 * Pays out what is available in a currency and not yet paid out. `undefined`: there is nothing, or
 * less than nothing. It arrives a day later.
 */
export function makePayout(
  world: World,
  paidOut: Map<string, string>,
  currency: string,
): Payout | undefined {
  const lines = world.store
    .all('balance_transaction')
    .filter((line) => line.currency === currency && line.status === 'available')
    .filter(({ id }) => !paidOut.has(id))
  const amount = lines.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) return undefined
  const id = world.newId('po')
  const own = move(world, { id, currency, amount: -amount, type: 'payout', category: 'payout' })
  for (const line of [...lines, own]) paidOut.set(line.id, id)
  const payout = world.store.add<Payout>({
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.seconds() + ARRIVES_AFTER_S,
    automatic: true,
    balance_transaction: own.id,
    created: world.seconds(),
    currency,
    description: 'STRIPE PAYOUT',
    destination: 'ba_emulated',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: world.livemode,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  } as Payout)
  world.events.emit('payout.created', payout)
  world.events.emit('payout.reconciliation_completed', payout)
  world.due.at(payout.arrival_date * 1_000, () => {
    if (payout.status !== 'in_transit') return
    payout.status = 'paid'
    world.events.emit('payout.paid', payout, { status: 'in_transit' })
  })
  return payout
}

/** The bank sends the money back, also days after it was shown as paid. */
export function failPayout(world: World, payout: Payout): void {
  if (payout.status === 'failed') return
  const before = payout.status
  const { id, currency, amount } = payout
  const back = move(world, {
    id,
    currency,
    amount,
    type: 'payout_failure',
    category: 'payout_reversal',
  })
  payout.status = 'failed'
  payout.failure_balance_transaction = back.id
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account has been closed'
  world.events.emit('payout.failed', payout, { status: before })
}

interface Line {
  readonly id: string
  readonly currency: string
  readonly amount: number
  readonly type: string
  readonly category: string
}

function move(world: World, { id, ...line }: Line): BalanceTransaction {
  return moveBalance(world, { ...line, source: id, description: 'STRIPE PAYOUT' })
}
