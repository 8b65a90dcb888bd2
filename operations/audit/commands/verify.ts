import { readFile } from 'node:fs/promises'
import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import { openCommandVault } from '../../../server/cli/open-vault.ts'
import type { Store } from '../../../server/store/port.ts'
import { type Checkpoint, readCheckpoint } from '../checkpoint.ts'
import { verifyChains } from '../verify.ts'

export const verifyAuditCommand: Command = {
  name: 'audit verify',
  summary: 'finds entries of the audit log that were changed, moved or removed',
  usage: '[--checkpoint FILE] [--database ADDRESS]',
  help: [
    'Reads the whole log. Each finding is a line "problem: chain entry what". What was cut off the end of a',
    'log can be found with a checkpoint only.',
    '',
    '  --checkpoint FILE   what tillgate audit checkpoint has printed before; needs the key of the gateway',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, checkpoint: { type: 'string' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const checkpoint = await checkpointOption(store, words, context)
      let [entries, problems] = [0, 0]
      for await (const chain of verifyChains(store, checkpoint)) {
        entries += chain.entries
        problems += chain.faults.length
        for (const fault of chain.faults) context.print(`problem: ${chain.rootId} ${fault}`)
      }
      context.print(`${entries} entries verified, ${problems} problems`)
      return problems === 0 ? 0 : 1
    })
  },
}

async function checkpointOption(
  store: Store,
  words: Words,
  context: CommandContext,
): Promise<Checkpoint | undefined> {
  const path = textOption(words, 'checkpoint')
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new CommandFault(1, `${path} cannot be read: ${(cause as Error).message}`, { cause })
  })
  const checkpoint = readCheckpoint(text, await openCommandVault(store, words, context))
  if (checkpoint !== undefined) return checkpoint
  throw new CommandFault(
    1,
    `${path} is no checkpoint that this installation has signed: was it changed, or is it another key?`,
  )
}
