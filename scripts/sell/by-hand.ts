import type { House } from './house.ts'
import { isDoneThere, underWay } from './ledgers.ts'

/**
 * Decides what the gateway cannot find out, as a person does who looks into the acquirer's book: Adyen answers a
 * request that has failed there in the same way each time, and can be asked for nothing (docs/adyen.md).
 */
export async function decideByHand(house: House): Promise<readonly string[]> {
  const decided: string[] = []
  for (const payment of underWay(house)) {
    const isDone = await isDoneThere(house, payment)
    const outcome = isDone ? 'succeeded' : 'failed'
    await house.gateway.command(
      ...['payment', 'resolve', payment.id, '--outcome', outcome, '--by', 'Jane Jones'],
      ...['--reason', 'The acquirer does not say what became of it'],
      ...['--evidence', `Its book ${isDone ? 'has it' : 'does not have it'}`],
    )
    decided.push(`${payment.type} at ${payment.connector.split(':')[0]} has ${outcome}`)
  }
  return decided
}
