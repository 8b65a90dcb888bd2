import type { Command } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import { openCommandVault } from '../../../server/cli/open-vault.ts'
import { wireTimestamp } from '../../../server/kernel/timers/clock.ts'
import { signedCheckpoint } from '../checkpoint.ts'
import { chainsOf } from '../verify.ts'

/** No sequence comes after it. */
const LAST = Number.MAX_SAFE_INTEGER

export const auditCheckpointCommand: Command = {
  name: 'audit checkpoint',
  summary: 'prints the ends of the audit log, signed',
  usage: '[--database ADDRESS]',
  help: [
    'Keep what it prints where nobody who can write to the database can write, each day for example:',
    'tillgate audit verify --checkpoint FILE then finds entries that were cut off the end.',
    '',
    'It is signed with a key of the vault, so this needs the key of the gateway.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const vault = await openCommandVault(store, words, context)
      const chains = []
      for await (const rootId of chainsOf(store)) {
        const [last] = await store.read.auditEntriesBefore(rootId, LAST, 1)
        if (last !== undefined) chains.push({ rootId, sequence: last.sequence, hash: last.hash })
      }
      const madeAt = wireTimestamp(context.clock.now())
      context.print(JSON.stringify(signedCheckpoint({ madeAt, chains }, vault)))
      return 0
    })
  },
}
