import { CommandFault, type Words } from '../../../server/cli/command.ts'
import { requiredOption } from '../../../server/cli/open-entities.ts'
import { isRefusal } from '../../../server/results/refusal.ts'
import type { Store, UserRow } from '../../../server/store/port.ts'
import type { Passwords } from '../passwords.ts'
import { normalEmail } from '../sign-in.ts'

/** The e-mail address of `--email`, as users are found by it. */
export function emailOption(words: Words): string {
  const email = normalEmail(requiredOption(words, 'email'))
  if (/^(?=.{3,128}$)[^\s@]+@[^\s@]+$/.test(email)) return email
  throw new CommandFault(2, '--email must be an e-mail address of up to 128 characters')
}

/** The user of `--email`; ends the command when there is none. */
export async function userOption(words: Words, { read }: Store): Promise<UserRow> {
  const email = emailOption(words)
  const user = await read.userOfEmail(email)
  if (user !== undefined) return user
  throw new CommandFault(1, `there is no user ${email}: see tillgate user list`)
}

/** The hash of a password, which nothing else waits for here. */
export async function hashed(passwords: Passwords, password: string): Promise<string> {
  const hash = await passwords.hash(password)
  if (isRefusal(hash)) throw new CommandFault(1, 'the password could not be hashed: try again')
  return hash
}
