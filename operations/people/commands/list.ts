import type { Command } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import type { EntityRow, GrantRow, Store, UserRow } from '../../../server/store/port.ts'
import { stateOf } from '../user-state.ts'

export const listUsersCommand: Command = {
  name: 'user list',
  summary: 'lists the users of the back office with their roles',
  usage: '[--entity ID] [--database ADDRESS]',
  help: [
    'A line for each role: state of the user, e-mail, role, entity. Locked users have tried too many wrong',
    'passwords (tillgate user unlock).',
    '',
    '  --entity ID         only roles on it and on all below it; all trees when absent',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, entity: { type: 'string' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const { entity } = words.options
      const roots = typeof entity === 'string' ? [{ id: entity }] : await store.read.rootEntities()
      const nowMs = context.clock.now()
      for (const root of roots) {
        for await (const [user, grant] of grantsOf(root, store)) {
          const state = stateOf(user, nowMs).padEnd(7)
          context.print(`${state} ${user.email} ${grant.role} ${grant.entityId}`)
        }
      }
      return 0
    })
  },
}

const PAGE = 1000

async function* grantsOf(
  { id }: Pick<EntityRow, 'id'>,
  { read }: Store,
): AsyncGenerator<readonly [UserRow, GrantRow]> {
  let after = ''
  for (;;) {
    const grants = await read.grantsBelow(id, after, PAGE)
    for (const grant of grants) {
      const user = await read.user(grant.userId)
      if (user !== undefined) yield [user, grant]
    }
    const last = grants.at(-1)
    if (last === undefined || grants.length < PAGE) return
    after = last.userId
  }
}
