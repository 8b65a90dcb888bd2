import type { Command } from '../../../cli/command.ts'
import { counted } from '../../../cli/counted.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { withStore } from '../../../cli/open-entities.ts'
import { openCommandVault } from '../../../cli/open-vault.ts'
import { stateOfNumber } from '../../../kernel/vault/unopened.ts'
import type { Vault } from '../../../kernel/vault/vault.ts'
import type { Change, NumberKeyRow, Store } from '../../../store/port.ts'

/** Read together; their deletions are one commit. */
const RECORDS_AT_ONCE = 500

export const giveUpCommand: Command = {
  name: 'numbers give-up',
  summary: 'deletes the card numbers that do not open, because their key is lost',
  usage: '[--delete] [--database ADDRESS]',
  help: [
    'For a database whose keys of card numbers are lost for good: the folder with these keys had no copy, or',
    'the database is a backup that is older than its keys are kept. Without --delete it only counts.',
    'Payments and stored cards stay, but those with such a number cannot be charged again. First look for',
    'the folder: what is deleted here cannot be brought back.',
    '',
    '  --delete            deletes them, and lets the gateway start without the keys that are lost',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, delete: { type: 'boolean' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const vault = await openCommandVault(store, words, context)
      const isDeleting = words.options.delete === true
      const lostKeys = await vault.missingNumberKeys()
      const count = await lostNumbers(store, vault, isDeleting)
      if (isDeleting) await store.commit(lostKeys.map(({ row }) => endOf(row, context.clock.now())))
      context.print(
        `${counted(lostKeys.length, 'key')} missing; ${counted(count, 'card number')} ${isDeleting ? 'deleted' : 'would be deleted with --delete'}`,
      )
      return 0
    })
  },
}

/** Counts the numbers that do not open, and deletes them if that is wanted. */
async function lostNumbers(store: Store, vault: Vault, isDeleting: boolean): Promise<number> {
  let count = 0
  let afterId = ''
  for (;;) {
    const records = await store.read.vaultRecordsAfter(afterId, RECORDS_AT_ONCE)
    const wipes: Change[] = []
    for (const record of records) {
      if (record.sealed === '' || (await stateOfNumber(vault, record)) === 'opens') continue
      wipes.push({ kind: 'wipeVaultRecord', id: record.id })
    }
    if (isDeleting && wipes.length > 0) await store.commit(wipes)
    count += wipes.length
    afterId = records.at(-1)?.id ?? afterId
    if (records.length < RECORDS_AT_ONCE) return count
  }
}

function endOf({ id, version }: NumberKeyRow, nowMs: number): Change {
  const set = { endsAtMs: nowMs, destroyedAtMs: nowMs }
  return { kind: 'stepNumberKey', id, expectedVersion: version, set }
}
