import { describe, expect, it } from 'vitest'
import type { Change, CustomerLinkRow, NoteRow, ScheduleStanding, Store } from '../port.ts'
import { entity, nextId, registration, schedule, timeAt } from '../testing/sample-rows.ts'
import { conflict, given, storeOfAllTests } from './open-store.ts'

const link = (row: CustomerLinkRow): Change => ({ kind: 'insertCustomerLink', row })
const insertNote = (row: NoteRow): Change => ({ kind: 'insertNote', row })

function note(columns: Pick<NoteRow, 'entityId' | 'about'>): NoteRow {
  return {
    id: nextId(),
    text: 'Asked for the parcel',
    writtenBy: 'support@shop.example',
    createdAtMs: timeAt(1),
    ...columns,
  }
}

export function describeCustomers(open: () => Promise<Store>): void {
  describe('links of customers', () => {
    const store = storeOfAllTests(open)

    it('lead to payments and stored details under each of several names, newest first and once', async () => {
      const [entityId, otherId] = [nextId(), nextId()]
      const [email, customer] = [`email:${nextId()}@shop.example`, `customer:${nextId()}`]
      const [first, second, third] = [nextId(), nextId(), nextId()] as const
      const rows: readonly CustomerLinkRow[] = [
        { entityId, name: email, linked: 'payment', linkedId: first },
        { entityId, name: customer, linked: 'payment', linkedId: first },
        { entityId, name: customer, linked: 'payment', linkedId: second },
        { entityId: otherId, name: email, linked: 'payment', linkedId: third },
        { entityId, name: email, linked: 'registration', linkedId: third },
      ]
      await given(store(), ...rows.map(link))
      const { read } = store()
      const names = [email, customer]
      const idsOf = async (...wanted: Parameters<typeof read.linkedTo>) =>
        (await read.linkedTo(...wanted)).map(({ linkedId }) => linkedId)
      expect(await idsOf([entityId], names, 'payment', 'g', 9)).toEqual([second, first])
      expect(await idsOf([entityId, otherId], names, 'payment', 'g', 1)).toEqual([third])
      expect(await idsOf([entityId, otherId], names, 'payment', second, 9)).toEqual([first])
      expect(await idsOf([entityId], names, 'registration', 'g', 9)).toEqual([third])
      const again = rows[0] as CustomerLinkRow
      expect(await store().commit([link(again)])).toEqual(conflict('exists', 0))
      await expect(read.linkedTo([entityId], [], 'payment', 'g', 9)).rejects.toThrow(RangeError)
      await expect(read.linkedTo([], names, 'payment', 'g', 9)).rejects.toThrow(RangeError)
    })

    it('of a number are its active registrations, newest first', async () => {
      const [entityId, fingerprint] = [nextId(), nextId()]
      const rows = [1, 2].map(() =>
        registration({ entityId, fingerprint, vaultRecordId: nextId(), state: 'active' }),
      )
      await given(store(), ...rows.map((row): Change => ({ kind: 'insertRegistration', row })), {
        kind: 'insertRegistration',
        row: registration({ entityId }),
      })
      const { read } = store()
      expect(await read.registrationsOfNumber([entityId], fingerprint, 9)).toEqual(
        rows.toReversed(),
      )
      expect(await read.registrationsOfNumber([nextId()], fingerprint, 9)).toEqual([])
    })
  })

  describe('notes', () => {
    const store = storeOfAllTests(open)

    it('are listed by what they are about, newest first', async () => {
      const row = entity()
      await given(store(), { kind: 'insertEntity', row })
      const [payment, customer] = [`payment:${nextId()}`, `email:${nextId()}@shop.example`]
      const notes = [payment, customer, payment].map((about) => note({ entityId: row.id, about }))
      await given(store(), ...notes.map(insertNote))
      const [first, second, third] = notes as [NoteRow, NoteRow, NoteRow]
      const { read } = store()
      expect(await read.notesAbout([row.id], [payment], 'g', 9)).toEqual([third, first])
      expect(await read.notesAbout([row.id], [payment, customer], third.id, 1)).toEqual([second])
      expect(await read.notesAbout([nextId()], [payment], 'g', 9)).toEqual([])
      await expect(read.notesAbout([row.id], [payment], 'g', 0)).rejects.toThrow(RangeError)
    })

    it('are removed with the links of a customer, each once', async () => {
      const row = entity()
      await given(store(), { kind: 'insertEntity', row })
      const [about, linkedId] = [`email:${nextId()}@shop.example`, nextId()]
      const written = note({ entityId: row.id, about })
      const named = { entityId: row.id, name: about, linked: 'payment', linkedId } as const
      await given(store(), insertNote(written), link(named))
      const remove: Change[] = [
        { kind: 'removeNote', id: written.id },
        { kind: 'removeCustomerLink', ...named },
      ]
      await given(store(), ...remove)
      await given(store(), ...remove)
      const { read } = store()
      expect(await read.notesAbout([row.id], [about], 'g', 9)).toEqual([])
      expect(await read.linkedTo([row.id], [about], 'payment', 'g', 9)).toEqual([])
    })
  })

  describe('schedules of channels', () => {
    const store = storeOfAllTests(open)

    it('are listed by how they stand, newest first', async () => {
      const [entityId, otherId] = [nextId(), nextId()]
      const insert = (columns: Parameters<typeof schedule>[0]) => schedule({ entityId, ...columns })
      const rows = {
        active: [insert({ state: 'active' }), insert({ entityId: otherId, state: 'active' })],
        pastDue: [insert({ state: 'active', pastDueSinceMs: timeAt(1) })],
        paused: [insert({ state: 'paused', pastDueSinceMs: timeAt(1) })],
        ended: [insert({ state: 'descheduled' }), insert({ state: 'ended' })],
      }
      const all = [...Object.values(rows).flat(), insert({ state: 'replaced' })]
      await given(store(), ...all.map((row): Change => ({ kind: 'insertSchedule', row })))
      const { read } = store()
      const channels = [entityId, otherId]
      for (const [standing, of] of Object.entries(rows)) {
        expect(
          await read.schedulesOfEntities(channels, standing as ScheduleStanding, 'g', 9),
        ).toEqual(of.toReversed())
      }
      const [first, last] = rows.ended
      expect(await read.schedulesOfEntities(channels, 'ended', last?.id ?? '', 9)).toEqual([first])
      expect(await read.schedulesOfEntities(channels, 'ended', 'g', 1)).toEqual([last])
    })

    it('of a chain are all its plans, newest first', async () => {
      const first = schedule({ state: 'replaced' })
      const second = schedule({ chainId: first.id, state: 'active' })
      await given(
        store(),
        ...[first, second].map((row): Change => ({ kind: 'insertSchedule', row })),
      )
      const { read } = store()
      expect(await read.schedulesOfChain(first.id, 9)).toEqual([second, first])
      expect(await read.schedulesOfChain(first.id, 1)).toEqual([second])
      await expect(read.schedulesOfChain(first.id, 0)).rejects.toThrow(RangeError)
    })
  })
}
