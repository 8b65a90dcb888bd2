import { describe, expect, it } from 'vitest'
import type { Change, MailRow, MailStep, Store } from '../port.ts'
import { entity, grant, mail, nextId, timeAt, user } from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

const write = (row: MailRow): Change => ({ kind: 'ensureMail', row })

export function describeMails(open: () => Promise<Store>): void {
  describe('mails', () => {
    const store = storeOfAllTests(open)
    const sent: MailStep = { state: 'sent', attempts: 1, reply: '250 ok', updatedAtMs: timeAt(2) }
    const stepOf = ({ id }: MailRow, expectedVersion: number, set: MailStep = sent) =>
      ({ kind: 'stepMail', id, expectedVersion, set }) as const

    it('are written once for each id: a second one changes nothing and is no conflict', async () => {
      const row = mail()
      await given(store(), write(row))
      const again = mail({ id: row.id, recipient: 'joe@shop.example' })
      expect(await store().commit([write(again)])).toEqual(applied)
      expect(await store().read.mail(row.id)).toEqual(row)
    })

    it('are stepped from the version that was read', async () => {
      const row = mail()
      await given(store(), write(row))
      expect(await store().commit([stepOf(row, 1)])).toEqual(applied)
      expect(await store().commit([stepOf(row, 1)])).toEqual(conflict('version', 0))
      expect(await store().read.mail(row.id)).toEqual({ ...row, ...sent, version: 2 })
    })

    it('are listed newest first, of several entities and of one subject', async () => {
      const [entityId, otherId, subjectId] = [nextId(), nextId(), nextId()]
      const all = [
        mail({ entityId, subjectId }),
        mail({ entityId: otherId }),
        mail({ entityId, subjectId }),
      ]
      await given(store(), ...all.map(write))
      const [first, second, third] = all as [MailRow, MailRow, MailRow]
      const { read } = store()
      expect(await read.mailsOfEntities([entityId, otherId], 'g', 2)).toEqual([third, second])
      expect(await read.mailsOfEntities([entityId, otherId], second.id, 9)).toEqual([first])
      expect(await read.mailsOfSubject(subjectId, 9)).toEqual([third, first])
      await expect(read.mailsOfEntities([], 'g', 2)).rejects.toThrow(RangeError)
      await expect(read.mailsOfEntities([entityId], 'g', 0)).rejects.toThrow(RangeError)
      await expect(read.mailsOfSubject(subjectId, 0)).rejects.toThrow(RangeError)
    })

    it('are deleted when they are old and do not wait', async () => {
      const old = [
        mail({ id: '0'.repeat(31).concat('1') }),
        mail({ id: '0'.repeat(31).concat('2') }),
      ]
      const [waiting, ended] = old as [MailRow, MailRow]
      await given(store(), ...old.map(write), stepOf(ended, 1))
      expect(await store().read.mailsBefore('1', 9)).toHaveLength(2)
      const beforeMs = waiting.createdAtMs + 1
      const early = { kind: 'deleteMail', id: ended.id, beforeMs: beforeMs - 1 } as const
      await given(store(), early)
      expect(await store().read.mail(ended.id)).toBeDefined()
      await given(store(), { ...early, beforeMs }, { ...early, id: waiting.id, beforeMs })
      expect(await store().read.mailsBefore('1', 9)).toEqual([waiting])
    })
  })

  describe('roles on entities', () => {
    const store = storeOfAllTests(open)

    it('are found of exactly these entities', async () => {
      const [one, other] = [entity(), entity()]
      const [jane, joe] = [user(), user()]
      const roles = [grant(jane.id, one.id), grant(joe.id, one.id), grant(joe.id, other.id)]
      await given(
        store(),
        ...[one, other].map((row) => ({ kind: 'insertEntity', row }) as const),
        ...[jane, joe].map((row) => ({ kind: 'insertUser', row }) as const),
        ...roles.map((row) => ({ kind: 'insertGrant', row }) as const),
      )
      expect(await store().read.grantsOfEntities([one.id])).toEqual(roles.slice(0, 2))
      expect(await store().read.grantsOfEntities([one.id, other.id])).toEqual(roles)
      await expect(store().read.grantsOfEntities([])).rejects.toThrow(RangeError)
    })
  })
}
