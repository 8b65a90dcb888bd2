import { describe, expect, it } from 'vitest'
import type { Change, EntityRow, Store, UserRow } from '../port.ts'
import { entity, grant, invitation, nextId, session, timeAt, user } from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

const joining = (row: UserRow): Change => ({ kind: 'insertUser', row })

export function describePeople(open: () => Promise<Store>): void {
  describe('people', () => {
    const store = storeOfAllTests(open)

    /** A PSP with a merchant and its channel. */
    async function tree(): Promise<readonly [EntityRow, EntityRow, EntityRow]> {
      const psp = entity({ kind: 'psp' })
      const merchant = entity({ parentId: psp.id })
      const channel = entity({ parentId: merchant.id, kind: 'channel' })
      const rows = [psp, merchant, channel] as const
      await given(store(), ...rows.map((row) => ({ kind: 'insertEntity', row }) as const))
      return rows
    }

    async function joined(columns: Partial<UserRow> = {}): Promise<UserRow> {
      const row = user(columns)
      await given(store(), joining(row))
      return row
    }

    it('are read as they were written, also by their e-mail', async () => {
      const row = await joined({
        totpSealed: 'c2VhbGVk',
        totpOfferSealed: 'b2ZmZXI',
        totpStep: 59_000_000,
        lockedUntilMs: timeAt(3),
        state: 'blocked',
        name: 'Zoë',
      })
      expect(await store().read.user(row.id)).toEqual(row)
      expect(await store().read.userOfEmail(row.email)).toEqual(row)
      expect(await store().read.userOfEmail('nobody')).toBeUndefined()
    })

    it('have one e-mail each', async () => {
      const { email } = await joined()
      expect(await store().commit([joining(user({ email }))])).toEqual(conflict('exists', 0))
    })

    it('change only what a step names, in the version that it was decided on', async () => {
      const row = await joined({ totpSealed: 'c2VhbGVk', lockedUntilMs: timeAt(3) })
      const set = { failedTries: 3, totpSealed: null, updatedAtMs: timeAt(2) }
      const step = { kind: 'stepUser', id: row.id, expectedVersion: 1, set } as const
      expect(await store().commit([step])).toEqual(applied)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
      expect(await store().read.user(row.id)).toEqual({ ...row, ...set, version: 2 })
    })

    it('have roles on entities, which are replaced in one set', async () => {
      const [psp, merchant] = await tree()
      const { id } = await joined()
      const first = grant(id, merchant.id)
      const other = grant(id, psp.id, { role: 'finance' })
      await given(store(), { kind: 'insertGrant', row: first }, { kind: 'insertGrant', row: other })
      const again = { kind: 'insertGrant', row: first } as const
      expect(await store().commit([again])).toEqual(conflict('exists', 0))
      const owner = { ...first, role: 'owner' as const }
      const key = { userId: id, entityId: merchant.id }
      await given(store(), { kind: 'deleteGrant', ...key }, { kind: 'insertGrant', row: owner })
      expect(await store().read.grantsOfUser(id)).toEqual([other, owner])
      expect(await store().read.ownerGrants(merchant.id)).toEqual([owner])
      expect(await store().read.ownerGrants(psp.id)).toEqual([])
      await given(store(), { kind: 'deleteGrant', ...key }, { kind: 'deleteGrant', ...key })
      expect(await store().read.grantsOfUser(id)).toEqual([other])
    })

    it('need an entity for a role, and a user', async () => {
      const [psp] = await tree()
      const { id } = await joined()
      for (const row of [grant(id, 'nothing'), grant('nobody', psp.id)]) {
        await expect(store().commit([{ kind: 'insertGrant', row }])).rejects.toThrow()
      }
    })

    it('are listed by their roles on an entity and all below it', async () => {
      const [psp, merchant, channel] = await tree()
      const [elsewhere] = await tree()
      const [one, two] = [await joined(), await joined()]
      const rows = [grant(one.id, psp.id), grant(one.id, channel.id), grant(two.id, merchant.id)]
      const further = grant(two.id, elsewhere.id)
      await given(
        store(),
        ...[...rows, further].map((row) => ({ kind: 'insertGrant', row }) as const),
      )
      const { read } = store()
      expect(await read.grantsBelow(psp.id, '', 1000)).toEqual(rows)
      expect(await read.grantsBelow(merchant.id, '', 1000)).toEqual(rows.slice(1))
      expect(await read.grantsBelow(psp.id, one.id, 1000)).toEqual(rows.slice(2))
      expect(await read.grantsBelow(psp.id, '', 1)).toEqual(rows.slice(0, 1))
      await expect(read.grantsBelow(psp.id, '', 1001)).rejects.toThrow(RangeError)
    })

    it('have sessions, newest first, that are stepped and deleted when they are old', async () => {
      const { id } = await joined()
      const [older, newer] = [session(id), session(id, { createdAtMs: timeAt(1) })]
      await given(
        store(),
        ...[older, newer].map((row) => ({ kind: 'insertSession', row }) as const),
      )
      const { read } = store()
      expect(await read.sessionsOfUser(id, 1000)).toEqual([newer, older])
      expect(await read.sessionsOfUser(id, 1)).toEqual([newer])
      const set = { lastSeenAtMs: timeAt(5), endedAtMs: timeAt(6) }
      const step = { kind: 'stepSession', id: newer.id, expectedVersion: 1, set } as const
      expect(await store().commit([step])).toEqual(applied)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
      expect(await read.session(newer.id)).toEqual({ ...newer, ...set, version: 2 })
      const unseen = await read.unseenSessions(timeAt(5), 1000)
      expect(unseen.filter(({ userId }) => userId === id)).toEqual([older])
      const beforeMs = timeAt(5)
      await given(
        store(),
        ...[older.id, newer.id].map(
          (each) => ({ kind: 'deleteSession', id: each, beforeMs }) as const,
        ),
      )
      expect((await read.sessionsOfUser(id, 1000)).map((row) => row.id)).toEqual([newer.id])
    })

    it('are invited to an entity or below it, until that is taken back', async () => {
      const [psp, merchant] = await tree()
      const rows = [invitation(merchant.id), invitation(psp.id, { createdAtMs: timeAt(1) })]
      await given(store(), ...rows.map((row) => ({ kind: 'insertInvitation', row }) as const))
      const { read } = store()
      expect(await read.invitationsBelow(psp.id)).toEqual(rows)
      expect(await read.invitationsBelow(merchant.id)).toEqual(rows.slice(0, 1))
      const [first] = rows
      expect(await read.invitation(first?.id ?? '')).toEqual(first)
      const over = await read.expiredInvitations(first?.expiresAtMs ?? 0, 1000)
      expect(over.filter(({ entityId }) => entityId === merchant.id)).toEqual([first])
      const removal = { kind: 'deleteInvitation', id: first?.id ?? '' } as const
      await given(store(), removal, removal)
      expect(await read.invitationsBelow(merchant.id)).toEqual([])
      const nowhere = { kind: 'insertInvitation', row: invitation(nextId()) } as const
      await expect(store().commit([nowhere])).rejects.toThrow()
    })
  })
}
