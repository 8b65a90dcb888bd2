import { type Command, CommandFault } from '../../../server/cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import type { Change } from '../../../server/store/port.ts'
import { createPasswords, randomPassword } from '../passwords.ts'
import { replacing } from '../profile.ts'
import { NO_TRIES } from '../tries.ts'
import { hashed, userOption } from './user-options.ts'

/** Of one user: more than can go on. */
const MAX_SESSIONS_READ = 100

export const resetUserCommand: Command = {
  name: 'user reset',
  summary: 'gives a user a new password; prints it',
  usage: '--email ADDRESS [--database ADDRESS]',
  help: [
    'For a user who has lost the password or the authenticator app. Ends all sessions, removes the second',
    'factor and a lock, and prints the new password and nothing else. It is stored nowhere, and is good for',
    'nothing but choosing another one.',
    '',
    '  --email ADDRESS     of the user',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, email: { type: 'string' } },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const user = await userOption(words, store)
      const { id, version } = user
      const password = randomPassword()
      const passwordHash = await hashed(createPasswords(), password)
      const nowMs = context.clock.now()
      const sessions = await store.read.sessionsOfUser(id, MAX_SESSIONS_READ)
      const { applied } = await store.commit([
        {
          kind: 'stepUser',
          id,
          expectedVersion: version,
          set: {
            ...replacing(user, passwordHash),
            isFirstPassword: true,
            totpSealed: null,
            totpOfferSealed: null,
            recoveryHashes: '',
            ...NO_TRIES,
            updatedAtMs: nowMs,
          },
        },
        ...sessions
          .filter(({ endedAtMs, failedTries }) => endedAtMs === null || failedTries > 0)
          .map(
            ({ id: session, version: known, endedAtMs }): Change => ({
              kind: 'stepSession',
              id: session,
              expectedVersion: known,
              set: {
                ...NO_TRIES,
                ...(endedAtMs === null && { endedAtMs: nowMs, endReason: 'byOperator' }),
              },
            }),
          ),
      ])
      if (!applied) throw new CommandFault(1, 'the user was changed meanwhile: try again')
      context.print(password)
      return 0
    })
  },
}
