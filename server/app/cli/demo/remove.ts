import { type Command, CommandFault } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { withStore } from '../../../cli/open-entities.ts'
import { DEMO_OWNER_EMAIL, demoTokens } from '../../../entities/demo-traces.ts'
import type { Change } from '../../../store/port.ts'

export const removeDemoCommand: Command = {
  name: 'demo remove',
  summary: 'takes the access tokens and the user of the demo back',
  usage: '[--database ADDRESS]',
  help: [
    'For a database that the test environment has made and that is to go live: everybody can know what',
    'the demo is made with. Its access tokens are deleted and its user is blocked, which gateways that run',
    'notice within a second. Entities and payments stay. A later start in test makes a token again.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const tokens = await demoTokens(store)
      const owner = await store.read.userOfEmail(DEMO_OWNER_EMAIL)
      const changes: Change[] = tokens.map(({ hash }) => ({ kind: 'deleteToken', hash }))
      if (owner?.state === 'active') {
        const { id, version } = owner
        const set = { state: 'blocked', updatedAtMs: context.clock.now() } as const
        changes.push({ kind: 'stepUser', id, expectedVersion: version, set })
      }
      const { applied } = changes.length === 0 ? { applied: true } : await store.commit(changes)
      if (!applied) throw new CommandFault(1, 'the demo was changed meanwhile: try again')
      for (const { hash, label } of tokens) context.print(`${hash} ${label} was deleted`)
      if (changes.length > tokens.length) context.print(`${DEMO_OWNER_EMAIL} was blocked`)
      if (changes.length === 0) context.print('nothing of the demo is active')
      return 0
    })
  },
}
