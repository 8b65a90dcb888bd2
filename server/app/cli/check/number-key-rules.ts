import { DAY_MS } from '../../../../common/durations.ts'
import type { RuleSource } from '../../../cli/check-rule.ts'
import type { CommandContext } from '../../../cli/command.ts'
import { counted } from '../../../cli/counted.ts'
import { foundNumberKeys, ownPlaceOf } from '../../../cli/number-keys.ts'
import type { Config, KeptDatabase } from '../../../kernel/settings/config.ts'
import { NUMBER_KEY_PERIOD_MS } from '../../../kernel/vault/number-key-ring.ts'
import { NumberKeyPlaceError } from '../../../store/port.ts'
import type { Scan } from '../../../store/scan.ts'
import { LASTING_KEY_ID } from '../../../store/tables/number-key.ts'

/** So long after a key is over no gateway has given it up. */
const LATE_MS = 2 * DAY_MS

/** Ids have 12 characters, then a dot. */
const KEY_ID = 'substr(v.sealed, 1, 12)'
const HAS_KEY = `v.sealed <> '' AND substr(v.sealed, 13, 1) = '.'`

/** Card numbers open while they are kept, and their keys are destroyed in time (R-GONE-1). */
export function numberKeyRules(nowMs: number): readonly RuleSource[] {
  const over = nowMs - LATE_MS
  return [
    {
      from: 'vault_record v',
      id: 'v.id',
      rules: [
        {
          table: 'vault_record',
          what: 'has a card number that does not open, because its key is destroyed',
          broken: `${HAS_KEY} AND NOT EXISTS (
            SELECT 1 FROM number_key k WHERE k.id = ${KEY_ID} AND k.destroyed_at_ms IS NULL)`,
        },
      ],
    },
    {
      from: 'number_key k',
      id: 'k.id',
      rules: [
        {
          table: 'number_key',
          what: 'is over and not destroyed: no gateway runs, or numbers do not open (its log says so)',
          broken: `k.id <> '${LASTING_KEY_ID}' AND k.destroyed_at_ms IS NULL
            AND coalesce(k.ends_at_ms, k.period_from_ms + ${NUMBER_KEY_PERIOD_MS}) < ${over}`,
          severity: 'review',
        },
      ],
    },
  ]
}

export interface KeyPlace {
  readonly database: KeptDatabase
  /** With the data directory, and the key of the vault where there is one. */
  readonly config: Config
  /** What a key that is not there counts as: beside a backup that is restored it may be brought back later. */
  readonly missingIs: 'problem' | 'review'
  /** Whether it is a problem that the key of the vault is not there, so that nothing sealed was opened. */
  readonly mustOpen?: boolean
}

/**
 * Prints each key that is needed and in no place. Answers how many of them card numbers need; without one of the
 * others a gateway makes another.
 */
export async function reportMissingKeys(
  scan: Scan,
  { database, config: { dataDir }, missingIs: severity }: KeyPlace,
  print: CommandContext['print'],
): Promise<number> {
  const own = ownPlaceOf(database, dataDir)
  const found = await foundNumberKeys(database, scan, dataDir).catch((error) => {
    if (!(error instanceof NumberKeyPlaceError)) throw error
    print(`${severity}: number_key ${error.message}`)
    return []
  })
  const ids = new Set(found.map(({ id }) => id))
  const needed = await scan.select(`
    SELECT id FROM number_key WHERE ends_at_ms IS NULL AND id <> '${LASTING_KEY_ID}' ORDER BY id`)
  let missing = 0
  for (const id of needed.map((row) => String(row.id)).filter((each) => !ids.has(each))) {
    const numbers = await countNumbers(scan, id)
    const where = `number_key ${id}: ${own.nameOf(id)} ${await own.faultOf(id)}`
    if (numbers === 0) print(`note: ${where}; no card number needs it`)
    else print(`${severity}: ${where}; ${counted(numbers, 'card number')} open with nothing else`)
    if (numbers > 0) missing += 1
  }
  return missing
}

async function countNumbers(scan: Scan, keyId: string): Promise<number> {
  const [row] = await scan.select(`
    SELECT count(*) AS numbers FROM vault_record v WHERE ${HAS_KEY} AND ${KEY_ID} = '${keyId}'`)
  return Number(row?.numbers)
}
