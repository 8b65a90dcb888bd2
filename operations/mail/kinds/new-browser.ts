import { withoutNumbers } from '../../../server/parameters/masking.ts'
import type { ChangeSet } from '../../../server/store/port.ts'
import type { MailKind } from '../mail-kind.ts'

/** Somebody has signed in with a browser in which this user had not signed in before. */
export const newBrowser: MailKind = {
  name: 'newBrowser',
  on: ['insertSession'],
  async causes(changes, { store }) {
    if (isOfKnownBrowser(changes)) return []
    const found = changes.map(async (change) => {
      if (change.kind !== 'insertSession') return []
      const { id, userId, entityId, address, userAgent, createdAtMs } = change.row
      // The first browser of a user is no news.
      const earlier = await store.read.sessionsOfUser(userId, 1)
      if (earlier.length === 0) return []
      return [
        {
          entityId,
          subjectId: userId,
          name: id,
          atMs: createdAtMs,
          to: { userId },
          facts: {
            address,
            browser: withoutNumbers(userAgent).slice(0, 200),
            at: { atMs: createdAtMs },
          },
        },
      ]
    })
    return (await Promise.all(found)).flat()
  },
  path: () => '/profile',
}

/** A sign-in with a browser that is known ends the wrong tries that were counted for it. */
function isOfKnownBrowser(changes: ChangeSet): boolean {
  return changes.some((change) => change.kind === 'stepSession' && change.set.failedTries === 0)
}
