import type { Command } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../cli/open-entities.ts'
import { wireTimestamp } from '../../../kernel/timers/clock.ts'

export const listTokensCommand: Command = {
  name: 'token list',
  summary: 'lists the access tokens of an entity, without the tokens themselves',
  usage: '--entity ID [--database ADDRESS]',
  help: [
    'A line for each token that is bound to exactly this entity, oldest first: its hash, when it was',
    'made, (administrator) where it may administer, its label. The hash (SHA-256) opens nothing.',
    '',
    '  --entity ID         a merchant or channel, or another entity that has tokens of administrators',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, entity: { type: 'string' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const { id } = await entityOf(store, requiredOption(words, 'entity'))
      for (const { hash, createdAtMs, administers, label } of await store.read.tokensOfEntity(id)) {
        const role = administers ? '(administrator) ' : ''
        context.print(`${hash} ${wireTimestamp(createdAtMs)} ${role}${label}`)
      }
      return 0
    })
  },
}
