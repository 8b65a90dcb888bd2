import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../engine/store/memory/open-memory-store.ts'
import type { Change } from '../../engine/store/port.ts'
import { readDetails } from './details.ts'
import { paymentsOn, prepared, remote } from './payments.fixture.ts'
import type { CommitParticipant } from './settlement.ts'

const wiped: Change = { kind: 'requireVaultRecord', id: 'wiped' }

/** Stands on what was wiped, until it has looked again as often as there are others to become. */
function changing(...later: readonly Partial<CommitParticipant>[]): CommitParticipant {
  const [next, ...rest] = later
  const participant: CommitParticipant = { opened: () => [], settled: () => [wiped] }
  if (next === undefined) return participant
  return { ...participant, again: async () => ({ ...changing(...rest), ...next }) }
}

const approving = remote({ send: async () => ({ kind: 'approved' }) })
const declining = remote({ send: async () => ({ kind: 'declined', code: '800.100.152' }) })

const elsewhere: Partial<CommitParticipant> = {
  settled: () => [],
  amend: (details) => ({
    details: { ...details, registrationId: 'other' },
    vaultRecordId: 'other record',
  }),
}

describe('what goes along with the outcome of a payment', () => {
  it('looks again at what it has decided on, and may change the payment', async () => {
    const { payments, store } = paymentsOn(approving)
    const payment = { ...prepared(approving), participants: [changing(elsewhere)] }
    const paid = await payments.pay(payment)
    expect(paid).toMatchObject({ state: 'succeeded', vaultRecordId: 'other record' })
    const row = await store.read.payment(payment.payment.id)
    expect(row).toEqual(paid)
    expect(readDetails(row?.details ?? '{}').registrationId).toBe('other')
  })

  it('looks again after each conflict', async () => {
    const store = openMemoryStore()
    const { payments } = paymentsOn(approving, store)
    const payment = { ...prepared(approving), participants: [changing({}, {}, elsewhere)] }
    expect(await payments.pay(payment)).toMatchObject({ vaultRecordId: 'other record' })
    expect(await store.read.postingsOfFamily(payment.payment.id)).toHaveLength(2)
  })

  it('changes nothing of a payment that failed', async () => {
    const { payments } = paymentsOn(declining)
    const payment = { ...prepared(declining), participants: [changing(elsewhere)] }
    expect(await payments.pay(payment)).toMatchObject({ state: 'failed', vaultRecordId: null })
  })
})
