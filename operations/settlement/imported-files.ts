import type { Store } from '../../server/store/port.ts'
import { fileIdOf } from './file-book.ts'

/** Tells what belongs to imported files: lines of others are there before their import has ended. */
export class ImportedFiles {
  readonly #read: Store['read']
  readonly #known = new Map<string, boolean>()

  constructor({ read }: Pick<Store, 'read'>) {
    this.#read = read
  }

  /** The lines, matches or other rows of batches whose file is imported. */
  async linesOfImported<Row extends { readonly batchId: string }>(
    rows: readonly Row[],
  ): Promise<readonly Row[]> {
    const shown: Row[] = []
    for (const row of rows) if (await this.#isImported(fileIdOf(row.batchId))) shown.push(row)
    return shown
  }

  async #isImported(fileId: string): Promise<boolean> {
    const known = this.#known.get(fileId)
    if (known !== undefined) return known
    const file = await this.#read.settlementFile(fileId)
    const isImported = file?.state === 'imported'
    this.#known.set(fileId, isImported)
    return isImported
  }
}
