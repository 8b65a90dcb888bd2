import type { World } from '../world.ts'
import type { BalanceTransaction } from './types.ts'

const DAY_S = 24 * 3_600

interface Movement {
  readonly amount: number
  readonly currency: string
  readonly type: string
  readonly category: string
  readonly source: string
  readonly description?: string
  readonly fee?: number
}

/** Writes a movement of the account's balance. */
export function moveBalance(world: World, movement: Movement): BalanceTransaction {
  const { amount, currency, type, category, source, fee = 0 } = movement
  const isIncoming = type === 'charge' || type === 'payment'
  const transaction = world.store.add<BalanceTransaction>({
    id: world.newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: world.seconds() + (isIncoming ? world.account.payoutDelayDays * DAY_S : 0),
    balance_type: 'payments',
    created: world.seconds(),
    currency,
    description: movement.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: isIncoming ? 'pending' : 'available',
    type,
  } as BalanceTransaction)
  world.due.at(transaction.available_on * 1_000, () => {
    transaction.status = 'available'
  })
  return transaction
}
