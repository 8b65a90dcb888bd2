import { expect, it } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { entity, invitation, session, user } from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { deleteOld } from './sessions.ts'

it('sessions and invitations that are over for thirty days are deleted, and no others', async () => {
  const store = openMemoryStore()
  const nowMs = 100 * DAY_MS
  const [psp, person] = [entity({ kind: 'psp' }), user()]
  const old = nowMs - 30 * DAY_MS
  const [gone, kept] = [
    session(person.id, { lastSeenAtMs: old - 1 }),
    session(person.id, { lastSeenAtMs: old }),
  ]
  const [over, open] = [
    invitation(psp.id, { expiresAtMs: old }),
    invitation(psp.id, { expiresAtMs: old + 1 }),
  ]
  await store.commit([
    { kind: 'insertEntity', row: psp },
    { kind: 'insertUser', row: person },
    ...[gone, kept].map((row) => ({ kind: 'insertSession', row }) as const),
    ...[over, open].map((row) => ({ kind: 'insertInvitation', row }) as const),
  ])
  expect(await deleteOld({ store, clock: { now: () => nowMs } })).toBe(false)
  expect(await store.read.sessionsOfUser(person.id, 10)).toEqual([kept])
  expect(await store.read.invitationsBelow(psp.id)).toEqual([open])
})
