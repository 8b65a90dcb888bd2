import { Connection } from './connection.ts'
import { get, type Target } from './requests.ts'

/** Beside payments: the seeded ones are all of that year. */
const YEAR = 'date.from=2024-01-01%2000:00:00&date.to=2024-12-31%2023:59:59'

/** Legal queries that look at much, or answer much, or both. */
const QUERIES: readonly string[] = [
  `/v1/query?${YEAR}&paymentTypes=RF`,
  `/v1/query?${YEAR}&limit=500`,
  `/v1/query?${YEAR}&paymentMethods=DD&cursor=start`,
  `/v3/query?${YEAR}&limit=500&pageNo=90`,
  `/v3/query?${YEAR}&paymentTypes=DB&paymentMethods=CC&pageNo=2`,
]

/** Asked too often, or in a row that is full: a merchant tries again. */
const TURNED_AWAY: ReadonlySet<number> = new Set([429, 503])

/** A merchant who queries all the time, until the time is over; how many queries were answered. */
export async function queryUntil(target: Target, token: string, endMs: number): Promise<number> {
  const connection = await Connection.open(target)
  let answered = 0
  for (let turn = 0; performance.now() < endMs; turn++) {
    const path = `${QUERIES[turn % QUERIES.length]}&entityId=${target.entityId}`
    const { status, body } = await connection.request(get(target, path, token))
    if (status === 200) answered += 1
    else if (!TURNED_AWAY.has(status)) {
      throw new Error(`GET ${path}: ${status} ${body.toString('utf8').slice(0, 300)}`)
    }
  }
  connection.close()
  return answered
}
