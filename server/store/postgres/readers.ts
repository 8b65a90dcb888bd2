import { StoreError, type StoreErrorCode } from '../errors.ts'
import { arrayParameter } from './array-parameter.ts'
import { storedText } from './cells.ts'
import type { Query, Rows } from './connection.ts'
import { descriptionOf, isLost, lacksResources, tookTooLong } from './faults.ts'
import { Link, type LinkOptions } from './link.ts'

/** What a read may be given; a list is an array of texts. */
export type ReadValue = string | number | null | readonly string[] | readonly number[]

/** Runs the port's reads on connections of their own. */
export class Readers {
  readonly #links: readonly Link[]
  #turn = 0

  /** `count`: connections, taken in turns. */
  constructor(count: number, options: LinkOptions) {
    this.#links = Array.from({ length: count }, () => new Link(options))
  }

  /**
   * The rows, under the names of the port. Rejects with a `StoreError`: `unavailable` while the
   * database cannot be reached, `overloaded` where it gave up a read that took too long.
   */
  async rows<Row>(query: Query, ...values: readonly ReadValue[]): Promise<readonly Row[]> {
    const parameters = values.map(parameterOf)
    this.#turn = (this.#turn + 1) % this.#links.length
    const link = this.#links[this.#turn] as Link
    try {
      return await attempt<Row>(link, query, parameters)
    } catch (error) {
      if (error instanceof StoreError) throw error
      throw new StoreError(codeOf(error), descriptionOf(error), { cause: error })
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()))
  }
}

function codeOf(error: unknown): StoreErrorCode {
  if (isLost(error)) return 'unavailable'
  return tookTooLong(error) || lacksResources(error) ? 'overloaded' : 'broken'
}

function parameterOf(value: ReadValue): unknown {
  if (typeof value === 'string') return storedText(value)
  if (value === null || typeof value === 'number') return value
  const isNumbers = (list: readonly unknown[]): list is readonly number[] =>
    typeof list[0] === 'number'
  if (isNumbers(value)) return arrayParameter('integer', value)
  return arrayParameter('text', value.map(storedText))
}

/** A read that was cut off has changed nothing: it is asked once more, on a new connection. */
async function attempt<Row>(
  link: Link,
  query: Query,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const connection = await link.connection()
  try {
    return rowsOf(await connection.run(query, values))
  } catch (error) {
    if (!isLost(error)) throw error
    return rowsOf(await (await link.connection()).run(query, values))
  }
}

/** The statements select every column of a port's row under its name. */
function rowsOf<Row>({ rows }: Rows): readonly Row[] {
  return rows as readonly unknown[] as readonly Row[]
}
