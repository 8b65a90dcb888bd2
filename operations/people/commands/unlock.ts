import { type Command, CommandFault } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import { NO_TRIES, unlockingBrowsers } from '../tries.ts'
import { userOption } from './user-options.ts'

export const unlockUserCommand: Command = {
  name: 'user unlock',
  summary: 'lets a user sign in again after too many wrong tries',
  usage: '--email ADDRESS [--database ADDRESS]',
  help: [
    'Ten wrong tries lock a user for half an hour; this ends it at once. A user who was blocked by another',
    'person stays blocked.',
    '',
    '  --email ADDRESS     of the user',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, email: { type: 'string' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const { id, version, email } = await userOption(words, store)
      const set = { ...NO_TRIES, updatedAtMs: context.clock.now() }
      const step = { kind: 'stepUser', id, expectedVersion: version, set } as const
      const { applied } = await store.commit([step, ...(await unlockingBrowsers(id, store))])
      if (!applied) throw new CommandFault(1, 'the user was changed meanwhile: try again')
      context.print(`${email} may sign in again`)
      return 0
    })
  },
}
