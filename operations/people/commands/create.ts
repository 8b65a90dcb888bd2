import { type Command, CommandFault, textOption, type Words } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { entityOf, readName, requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import { ROLES, type Role } from '../../../server/entities/rights.ts'
import { newUser } from '../new-user.ts'
import { createPasswords, randomPassword } from '../passwords.ts'
import { emailOption, hashed } from './user-options.ts'

export const createUserCommand: Command = {
  name: 'user create',
  summary: 'makes a user of the back office; prints a first password',
  usage: '--email ADDRESS --entity ID --role ROLE [--name TEXT] [--database ADDRESS]',
  help: [
    'The user may sign in at /backoffice at once, with the password that is printed and nothing else, and has',
    'to choose another one there before anything else.',
    'It is stored nowhere: hand it over safely.',
    '',
    '  --email ADDRESS     signs in with it; one user for each',
    '  --entity ID         where the role counts; all below it is included',
    `  --role ROLE         ${ROLES.join(', ')}`,
    '  --name TEXT         of the person, 1 to 100 characters; the e-mail when absent',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    email: { type: 'string' },
    entity: { type: 'string' },
    role: { type: 'string' },
    name: { type: 'string' },
  },
  operands: [],

  async run(words, context) {
    const email = emailOption(words)
    const role = roleOption(words)
    const name = readName(textOption(words, 'name') ?? email, 'name')
    return withStore(words, context, async (store) => {
      const { id: entityId } = await entityOf(store, requiredOption(words, 'entity'))
      const password = randomPassword()
      const passwordHash = await hashed(createPasswords(), password)
      const of = { email, name, passwordHash, entityId, role, isFirstPassword: true }
      const { applied } = await store.commit(newUser(of, context.clock.now()).changes)
      if (!applied) throw new CommandFault(1, `there is a user ${email} already`)
      context.print(password)
      return 0
    })
  },
}

function roleOption(words: Words): Role {
  const role = ROLES.find((each) => each === requiredOption(words, 'role'))
  if (role !== undefined) return role
  throw new CommandFault(2, `--role must be one of ${ROLES.join(', ')}`)
}
