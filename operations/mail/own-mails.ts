import { type KeyInUse, keyInUse } from '../../server/http/idempotency/idempotency.ts'
import { decideAndCommit } from '../../server/kernel/decide-and-commit.ts'
import { type Refusal, refuse, refuseParameters, tooBusy } from '../../server/results/refusal.ts'
import type { ChangePart } from '../../server/store/commit-parts.ts'
import type { UserRow } from '../../server/store/port.ts'
import { MAIL_KINDS } from './kinds.ts'
import type { MailParts } from './mail-kind.ts'

/** The kinds of mail that people may choose not to get. */
export const CHOSEN_KINDS: readonly string[] = MAIL_KINDS.filter(
  ({ mayBeUnwanted }) => mayBeUnwanted,
).map(({ name }) => name)

/** Which mails a user gets, and in which language. */
export interface OwnMails {
  readonly language: string
  readonly unwanted: readonly string[]
}

export function ownMailsOf({ mailLanguage, unwantedMails }: UserRow): OwnMails {
  const unwanted = unwantedMails.split(',').filter((name) => CHOSEN_KINDS.includes(name))
  return { language: mailLanguage ?? 'en', unwanted }
}

/** Why a choice cannot be taken; `undefined`: it can. */
export function ownMailsFault({ unwanted }: OwnMails): Refusal | undefined {
  const strange = unwanted.find((name) => !CHOSEN_KINDS.includes(name))
  if (strange === undefined) return undefined
  const message = `must be out of ${CHOSEN_KINDS.join(', ')}, with a comma between them`
  return refuseParameters([{ name: 'unwantedMails', value: strange, message }])
}

/** Changes what a user gets. */
export async function changeOwnMails(
  userId: string,
  { language, unwanted }: OwnMails,
  { store, clock }: Pick<MailParts, 'store' | 'clock'>,
  further: (user: UserRow) => readonly ChangePart[],
): Promise<UserRow | Refusal | KeyInUse> {
  const choice = { mailLanguage: language, unwantedMails: [...new Set(unwanted)].join(',') }
  const changed = await decideAndCommit<UserRow | undefined, UserRow | Refusal | KeyInUse>(
    { store, clock },
    {
      load: () => store.read.user(userId),
      decide(user) {
        if (user === undefined) return { result: unknownUser }
        const { id, version } = user
        const set = { ...choice, updatedAtMs: clock.now() }
        const step = { kind: 'stepUser', id, expectedVersion: version, set } as const
        const after = { ...user, ...set, version: version + 1 }
        return { result: after, parts: [{ owner: 'profile', changes: [step] }, ...further(after)] }
      },
      onConflict: keyInUse,
    },
  )
  return changed ?? tooBusy
}

export const unknownUser = refuse('200.300.404', {
  status: 404,
  description: 'There is no such user any more',
})
