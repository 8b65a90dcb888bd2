import { describe, expect, it } from 'vitest'
import type {
  AcquirerEventRow,
  Change,
  ConnectorAccountRow,
  ProviderReferenceRow,
  Store,
} from '../port.ts'
import {
  acquirerEvent,
  connectorAccount,
  entity,
  nextId,
  providerReference,
  timeAt,
} from '../testing/sample-rows.ts'
import { applied, conflict, given, storeOfAllTests } from './open-store.ts'

const insert = (row: ConnectorAccountRow): Change => ({ kind: 'insertConnectorAccount', row })

const note = ({ kind: referenceKind, ...row }: ProviderReferenceRow): Change => ({
  ...row,
  kind: 'noteProviderReference',
  referenceKind,
})

export function describeAccounts(open: () => Promise<Store>): void {
  const store = storeOfAllTests(open)

  describe('connector accounts', () => {
    const newEntity = async () => {
      const row = entity()
      await given(store(), { kind: 'insertEntity', row })
      return row.id
    }

    it('have each a place of their entity', async () => {
      const [entityId, otherId] = [await newEntity(), await newEntity()]
      const [account, second] = [
        connectorAccount(entityId),
        connectorAccount(entityId, { slot: 2 }),
      ]
      const ofOther = connectorAccount(otherId)
      await given(store(), insert(account))
      expect(await store().commit([insert(connectorAccount(entityId))])).toEqual(
        conflict('exists', 0),
      )
      expect(await store().commit([insert(second), insert(ofOther)])).toEqual(applied)
      const { read } = store()
      expect(await read.connectorAccountsOf([entityId])).toEqual(
        [account, second].sort((one, other) => (one.id < other.id ? -1 : 1)),
      )
      expect(await read.connectorAccount(ofOther.id)).toEqual(ofOther)
      await expect(read.connectorAccountsOf([])).rejects.toThrow(RangeError)
    })

    it('are changed from one version to the next', async () => {
      const account = connectorAccount(await newEntity())
      await given(store(), insert(account))
      const set = {
        state: 'disabled',
        sealedCredentials: 'b3RoZXI',
        updatedAtMs: timeAt(2),
      } as const
      const step = {
        kind: 'stepConnectorAccount',
        id: account.id,
        expectedVersion: 1,
        set,
      } as const
      expect(await store().commit([step])).toEqual(applied)
      expect(await store().commit([step])).toEqual(conflict('version', 0))
      const after = { ...account, ...set, version: 2 }
      expect(await store().read.connectorAccount(account.id)).toEqual(after)
    })
  })

  describe('events of acquirers', () => {
    const hear = (row: AcquirerEventRow): Change => ({ kind: 'insertAcquirerEvent', row })

    const end = (
      { connector, eventId }: AcquirerEventRow,
      state: AcquirerEventRow['state'],
      paymentId: string | null = null,
    ): Change => {
      const set = { state, paymentId, endedAtMs: timeAt(1) }
      return { kind: 'endAcquirerEvent', connector, eventId, ...set }
    }

    it('are there once for each connector', async () => {
      const row = acquirerEvent({ eventId: nextId(), occurredAtMs: timeAt(-1) })
      const ofOther = { ...row, connector: 'gateway:1' }
      await given(store(), hear(row), hear(ofOther))
      expect(await store().commit([hear(row)])).toEqual(conflict('exists', 0))
      expect(await store().read.acquirerEvent('simulator', row.eventId)).toEqual(row)
    })

    it('are worked off once, and then found by their payment', async () => {
      const paymentId = nextId()
      const rows = [1, 2].map((minutes) => acquirerEvent({ receivedAtMs: timeAt(minutes) }))
      await given(store(), ...rows.map(hear))
      const ends = rows.map((row) => end(row, 'done', paymentId))
      expect(await store().commit(ends)).toEqual(applied)
      expect(await store().commit(ends.slice(1))).toEqual(conflict('version', 0))
      const done = rows.map((row) => ({ ...row, state: 'done', paymentId, endedAtMs: timeAt(1) }))
      const found = await store().read.acquirerEventsOfPayment(paymentId)
      expect(found).toEqual([done[1], done[0]])
      expect(await store().commit([end(acquirerEvent(), 'kept')])).toEqual(conflict('version', 0))
    })

    it('that a person has to look at are listed for accounts, the newest first', async () => {
      const [connector, other] = [nextId(), nextId()]
      const at = (minutes: number, of = connector) =>
        acquirerEvent({ connector: of, receivedAtMs: timeAt(minutes) })
      const [kept, done, refused, ofOther, waiting] = [at(1), at(2), at(3), at(3, other), at(4)]
      await given(store(), ...[kept, done, refused, ofOther, waiting].map(hear))
      await given(store(), end(kept, 'kept'), end(done, 'done'), end(refused, 'refused'))
      await given(store(), end(ofOther, 'unmatched'))
      const told = async (connectors: readonly string[], limit = 10) =>
        (await store().read.toldAcquirerEvents(connectors, timeAt(9), '', '', limit)).map(
          (row) => row.eventId,
        )
      expect(await told([connector])).toEqual([refused.eventId, kept.eventId])
      const both = [refused, ofOther].sort((a, b) => (a.connector < b.connector ? 1 : -1))
      const all = [...both, kept]
      expect(await told([connector, other])).toEqual(all.map(({ eventId }) => eventId))
      expect(await told([connector, other], 1)).toEqual([both[0]?.eventId])
      const [first] = both
      const rest = await store().read.toldAcquirerEvents(
        [connector, other],
        first?.receivedAtMs ?? 0,
        first?.connector ?? '',
        first?.eventId ?? '',
        10,
      )
      expect(rest.map(({ eventId }) => eventId)).toEqual(all.slice(1).map((one) => one.eventId))
    })

    it('that wait are counted, and of those that people look at the oldest are named', async () => {
      const connector = nextId()
      const rows = [1, 2, 3, 4].map((minutes) =>
        acquirerEvent({ connector, receivedAtMs: timeAt(minutes) }),
      )
      await given(store(), ...rows.map(hear))
      const { read } = store()
      expect(await read.waitingAcquirerEvents(connector, 10)).toEqual({ count: 4 })
      expect(await read.waitingAcquirerEvents(connector, 3)).toEqual({ count: 3 })
      const [first, second, third] = rows as [AcquirerEventRow, AcquirerEventRow, AcquirerEventRow]
      await given(store(), end(first, 'kept'), end(second, 'refused'), end(third, 'done'))
      expect(await read.waitingAcquirerEvents(connector, 10)).toEqual({ count: 1 })
      const surplus = async (kept: number) =>
        (await read.surplusAcquirerEvents(connector, kept, 10)).map(({ eventId }) => eventId)
      expect(await surplus(0)).toEqual([second.eventId, first.eventId])
      expect(await surplus(1)).toEqual([first.eventId])
      expect(await surplus(2)).toEqual([])
      await expect(read.surplusAcquirerEvents(connector, 0, 0)).rejects.toThrow(RangeError)
    })

    it('are deleted unless they wait, the oldest first', async () => {
      const row = acquirerEvent({ receivedAtMs: timeAt(-9000) })
      const later = acquirerEvent({ receivedAtMs: timeAt(-8000) })
      await given(store(), hear(later), hear(row))
      const { read } = store()
      expect(await read.oldAcquirerEvents(timeAt(-8000), 10)).toEqual([row, later])
      expect(await read.oldAcquirerEvents(timeAt(-9000), 10)).toEqual([row])
      const { connector, eventId } = row
      const removal: Change = { kind: 'deleteAcquirerEvent', connector, eventId }
      await given(store(), removal)
      expect(await read.acquirerEvent(connector, eventId)).toEqual(row)
      await given(store(), end(row, 'kept'), removal, removal)
      expect(await read.acquirerEvent(connector, eventId)).toBeUndefined()
      await expect(read.oldAcquirerEvents(timeAt(1), 0)).rejects.toThrow(RangeError)
    })
  })

  describe('references of providers', () => {
    it('stay with the payment that they were learnt with first', async () => {
      const first = providerReference({ paymentId: nextId() })
      const again = note({ ...first, paymentId: nextId() })
      await given(store(), note(first))
      expect(await store().commit([again])).toEqual(applied)
      const { value, kind, connector } = first
      expect(await store().read.providerReference(value, kind, connector)).toEqual(first)
    })

    it('are of one connector and one kind', async () => {
      const first = providerReference({ paymentId: nextId() })
      const others = [
        { ...first, kind: 'charge' as const },
        { ...first, connector: 'gateway:1' },
      ]
      expect(await store().commit([first, ...others].map(note))).toEqual(applied)
      const { read } = store()
      const found = [others[0], others[1], first]
      expect(await read.providerReferencesOfValues([first.value, 'other'])).toEqual(found)
      expect(await read.providerReferencesOfPayments([first.paymentId ?? ''])).toEqual(found)
      await expect(read.providerReferencesOfValues([])).rejects.toThrow(RangeError)
    })

    it('of stored details are listed newest first', async () => {
      const registrationId = nextId()
      const rows = [1, 3, 2].map((minutes) =>
        providerReference({ kind: 'token', registrationId, createdAtMs: timeAt(minutes) }),
      )
      await given(store(), ...rows.map(note))
      const found = await store().read.providerReferencesOfRegistration(registrationId)
      expect(found).toEqual([rows[1], rows[2], rows[0]])
    })
  })
}
