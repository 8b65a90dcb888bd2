import {
  holdsNumberBesideIds,
  isKeptNumber,
  keptReference,
  withoutNumbers,
} from '../../server/parameters/masking.ts'

/** HMAC-SHA-256 of a text under a key of this installation, hex. */
export type KeyedHash = (text: string) => string

/**
 * What is kept of the texts of a file: a card number in one is masked, and a keyed hash takes its place, so
 * that equal references stay equal and others do not become so (PCI DSS 3.5.1). The key is asked for only
 * where a file has a number.
 */
export class KeptTexts {
  readonly #load: () => Promise<KeyedHash>
  #hash: KeyedHash | undefined

  constructor(load: () => Promise<KeyedHash>) {
    this.#load = load
  }

  /** To be called with rows before `of` is called with their cells. Rejects where the key cannot be had. */
  async prepare(rows: readonly { readonly cells: readonly string[] }[]): Promise<void> {
    if (this.#hash !== undefined) return
    const isNeeded = rows.some(({ cells }) => cells.some(holdsNumberBesideIds))
    if (isNeeded) this.#hash = await this.#load()
  }

  /** The same where one of these stored texts has the place of a number. */
  async prepareForKept(texts: readonly (string | null)[]): Promise<void> {
    if (this.#hash !== undefined) return
    if (texts.some(isKeptNumber)) this.#hash = await this.#load()
  }

  /** What is stored of a text of the file. */
  of(text: string): string {
    return this.#hash === undefined ? text : keptReference(text, this.#hash)
  }
}

/** The texts of others that rows of settlement have. */
const TEXTS = [
  'recordId',
  'acquirerType',
  'acquirerReference',
  'operationReference',
  'merchantReference',
  'reasonText',
  'reference',
  'bankReference',
] as const

/** A row as it is answered: earlier versions have stored numbers as they came. */
export function answered<Row extends Readonly<Record<string, unknown>>>(row: Row): Row {
  const masked: Record<string, unknown> = { ...row }
  for (const name of TEXTS) {
    const text = masked[name]
    if (typeof text === 'string') masked[name] = withoutNumbers(text)
  }
  return masked as Row
}
