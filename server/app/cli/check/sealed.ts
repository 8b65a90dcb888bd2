import type { SealedColumn } from '../../../cli/check-rule.ts'
import type { CommandContext } from '../../../cli/command.ts'
import { foundNumberKeys } from '../../../cli/number-keys.ts'
import { vaultKeysOf } from '../../../cli/vault-keys.ts'
import { features } from '../../../features.ts'
import { VaultError } from '../../../kernel/vault/aead.ts'
import { openedCredential, stateOfNumber } from '../../../kernel/vault/unopened.ts'
import { openVault, type Vault } from '../../../kernel/vault/vault.ts'
import type { Feature } from '../../../payments/index.ts'
import { createNumberKeys } from '../../../store/number-keys.ts'
import {
  NumberKeyPlaceError,
  type NumberKeyRow,
  type Store,
  type VaultKeyRow,
  type VaultRecordRow,
} from '../../../store/port.ts'
import { SCAN_TABLES, type Scan, type ScanKey } from '../../../store/scan.ts'
import { MAX_NAMED } from './check-rules.ts'
import type { KeyPlace } from './number-key-rules.ts'

/** Rows that are read together. */
const ROWS_AT_ONCE = 500

/** Access tokens, which belong to no feature. */
const TOKENS: SealedColumn = {
  table: 'access_token',
  id: 'hash',
  column: 'sealed',
  placeOf: (hash) => hash,
}

/**
 * Opens everything that the vault has sealed to be kept, and prints what does not open; answers how much that is.
 * Without the key of the vault it prints a note, or a problem where it must be there.
 */
export async function reportUnopened(
  scan: Scan,
  place: KeyPlace,
  { clock, print }: Pick<CommandContext, 'clock' | 'print'>,
): Promise<number> {
  const keys = (await rowsOf(scan, 'vault_key')) as readonly VaultKeyRow[]
  if (keys.length === 0) return 0
  let vault: Vault
  try {
    vault = await openedVault(scan, keys, place, clock)
  } catch (error) {
    if (!(error instanceof VaultError || error instanceof NumberKeyPlaceError)) throw error
    const word = place.mustOpen === true ? 'problem' : 'note'
    print(`${word}: whether what is sealed opens was not looked at: ${error.message}`)
    return place.mustOpen === true ? 1 : 0
  }
  const all: readonly Feature[] = features
  let count = await reportCards(scan, vault, print)
  for (const column of [TOKENS, ...all.flatMap(({ seals = [] }) => seals)])
    count += await reportColumn(scan, vault, column, print)
  return count
}

/** A vault that only opens: it reads what the scan does, and writes nothing. */
async function openedVault(
  scan: Scan,
  keys: readonly VaultKeyRow[],
  { database, config }: KeyPlace,
  clock: CommandContext['clock'],
): Promise<Vault> {
  const numberKeys = createNumberKeys()
  for (const key of await foundNumberKeys(database, scan, config.dataDir)) await numberKeys.add(key)
  const rows = (await rowsOf(scan, 'number_key')) as readonly NumberKeyRow[]
  const read = { vaultKeys: async () => keys, numberKeys: async () => rows }
  const commit: Store['commit'] = async ([change]) => {
    // A key that was made after the database, such as a backup: it opens what it opens, and is not written down.
    if (change?.kind === 'insertNumberKey') return { applied: false, reason: 'exists', at: 0 }
    throw new VaultError('A check makes no keys')
  }
  const store = { read, commit, numberKeys } as unknown as Store
  const { numberKeyFolder: _ownFolder, ...masterKeys } = await vaultKeysOf(config, store)
  return openVault({ store, clock, ...masterKeys })
}

/** Of those alone whose key is there: keys that are not are reported by themselves. */
async function reportCards(scan: Scan, vault: Vault, print: CommandContext['print']) {
  const findings = new Findings(print, 'vault_record has a card number that does not open')
  for await (const page of pagesOf(scan, 'vault_record')) {
    for (const row of page as readonly VaultRecordRow[]) {
      if (row.sealed === '' || (await stateOfNumber(vault, row)) !== 'altered') continue
      findings.add(row.id)
    }
  }
  return findings.end()
}

async function reportColumn(
  scan: Scan,
  vault: Vault,
  { table, id, column, placeOf, rowsAtOnce = ROWS_AT_ONCE }: SealedColumn,
  print: CommandContext['print'],
): Promise<number> {
  const findings = new Findings(print, `${table} has a ${column} that the vault does not open`)
  let after = ''
  for (;;) {
    const rows = await scan.select(`
      SELECT ${id} AS id, ${column} AS sealed FROM ${table}
      WHERE ${column} <> '' AND ${id} > '${after.replaceAll("'", "''")}'
      ORDER BY ${id} LIMIT ${rowsAtOnce}`)
    for (const row of rows) {
      const rowId = String(row.id)
      if (openedCredential(vault, placeOf(rowId), String(row.sealed)) === undefined)
        findings.add(rowId)
      after = rowId
    }
    if (rows.length < rowsAtOnce) return findings.end()
  }
}

/** Names the first rows and counts all. */
class Findings {
  #count = 0
  readonly #print: CommandContext['print']
  readonly #what: string

  /** `what`: a table and what is wrong with a row of it. */
  constructor(print: CommandContext['print'], what: string) {
    this.#print = print
    this.#what = what
  }

  add(id: string): void {
    this.#count += 1
    const [table, ...words] = this.#what.split(' ')
    if (this.#count <= MAX_NAMED) this.#print(`problem: ${table} ${id} ${words.join(' ')}`)
  }

  end(): number {
    const more = this.#count - MAX_NAMED
    if (more > 0) this.#print(`problem: and ${more} more, ${this.#count} in all: ${this.#what}`)
    return this.#count
  }
}

async function rowsOf(scan: Scan, name: string): Promise<readonly object[]> {
  const rows: object[] = []
  for await (const page of pagesOf(scan, name)) rows.push(...page)
  return rows
}

/** All rows of a table in the order of its key, as the port has them. */
async function* pagesOf(scan: Scan, name: string): AsyncGenerator<readonly object[]> {
  const table = SCAN_TABLES.find((each) => each.name === name)
  if (table === undefined) throw new Error(`There is no table ${name}`)
  let after: ScanKey | undefined
  for (;;) {
    const page = await scan.page(table, after, ROWS_AT_ONCE)
    yield page.map(({ values }) =>
      Object.fromEntries(table.columns.map((column, at) => [column, values[at]])),
    )
    after = page.at(-1)?.key
    if (page.length < ROWS_AT_ONCE) return
  }
}
