import { cardPaymentForm, type Target } from '../load/requests.ts'
import { openSeed } from '../million/million-bench.ts'
import { seedPayments } from '../million/seed.ts'
import { seededId } from '../million/seeded-ids.ts'
import type { Home } from '../servers.ts'
import type { FileLine } from './file.ts'

/** One of so many payments was refunded, and one charged back. */
const REFUNDED = 10
const CHARGED_BACK = 100

/** Two payments over HTTP, one of them refunded: what the rest are copies of. */
export async function payOnce(target: Target): Promise<{ paid: string; refunded: string }> {
  const paid = await send(target, '', cardPaymentForm(target))
  const refunded = await send(target, '', cardPaymentForm(target))
  const { entityId } = target
  await send(
    target,
    `/${refunded}`,
    `entityId=${entityId}&amount=92.00&currency=EUR&paymentType=RF`,
  )
  return { paid, refunded }
}

async function send({ host, port, token }: Target, path: string, body: string): Promise<string> {
  const answer = await fetch(`http://${host}:${port}/v1/payments${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body,
  })
  const { id } = (await answer.json()) as { readonly id?: string }
  if (!answer.ok || id === undefined) throw new Error(`A payment was answered ${answer.status}`)
  return id
}

/** Fills the database with copies of them; a tenth of the payments are refunded. */
export async function seed(
  home: Home,
  count: number,
  { paid, refunded }: { readonly paid: string; readonly refunded: string },
): Promise<number> {
  const database = await openSeed(home)
  try {
    await seedPayments(database, count, [
      { familyId: paid, numbers: `n % ${REFUNDED} <> 0` },
      { familyId: refunded, numbers: `n % ${REFUNDED} = 0` },
    ])
    await database.settle()
    return (await database.size()) / 1e6
  } finally {
    await database.close()
  }
}

/** What an acquirer tells of these payments. */
export function linesOf(count: number): readonly FileLine[] {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const about = (type: FileLine['type'], of: 'payment' | 'refund', some: readonly number[]) =>
    some.map((number): FileLine => ({ type, paymentId: seededId(number, of) }))
  return [
    ...about('SETTLED', 'payment', numbers),
    ...about(
      'REFUNDED',
      'refund',
      numbers.filter((number) => number % REFUNDED === 0),
    ),
    ...about(
      'CHARGEBACK',
      'payment',
      numbers.filter((number) => number % CHARGED_BACK === 1),
    ),
  ]
}
