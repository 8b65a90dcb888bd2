import type { NamedByProvider } from '../server/payments/connectors/index.ts'
import type { BookEntry } from './acquirer-book.ts'

/** What an acquirer has made ready, by its name: charged at most once, and read by it. */
export class PreparedCharges {
  readonly #charged = new Map<string, BookEntry | undefined>()

  /** Makes a charge ready, and answers its name. */
  make(): string {
    const name = `charge-${this.#charged.size + 1}`
    this.#charged.set(name, undefined)
    return name
  }

  noteCharge(name: string | undefined, entry: BookEntry): void {
    if (name !== undefined) this.#charged.set(name, entry)
  }

  /** The payment that was charged under a name; `undefined`: none was. */
  paymentOf(name: string | undefined): string | undefined {
    return name === undefined ? undefined : this.#charged.get(name)?.operation.paymentId
  }
}

/** The name of a charge that was made ready. */
export function preparedName(names: readonly NamedByProvider[] = []): string | undefined {
  return names.find(({ kind }) => kind === 'payment')?.value
}

/** Only what charges somebody is made ready, not what changes an earlier payment. */
export function isPrepared({
  paymentType,
  referencedId,
}: {
  readonly paymentType: string
  readonly referencedId?: string | null
}): boolean {
  return (referencedId ?? null) === null || paymentType === 'RB'
}
