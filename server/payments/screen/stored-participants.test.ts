import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { Change } from '../../store/port.ts'
import { readDetails, storedDetails } from '../details.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'
import type { PaymentExtension } from './payment-extension.ts'

const wiped: Change = { kind: 'requireVaultRecord', id: 'wiped' }

/** Needs what was wiped. */
const outdated: CommitParticipant = { owner: 'other', opened: () => [], recorded: () => [wiped] }

const elsewhere: CommitParticipant = {
  owner: 'other',
  opened: () => [],
  recorded: () => [],
  amend: (payment) => ({
    details: storedDetails(payment, { ...readDetails(payment), registrationId: 'other' }),
    vaultRecordId: 'other record',
  }),
}

/** An extension that takes part in one way after the other, then in the last one. */
function takingPart(...ways: readonly CommitParticipant[]): PaymentExtension {
  let asked = 0
  return { participantsOf: async () => ways.slice(asked++).slice(0, 1) }
}

const approving = remote({ send: async () => ({ kind: 'approved' }) })
const declining = remote({ send: async () => ({ kind: 'declined', code: '800.100.152' }) })

describe('the outcome of a payment that is already recorded', () => {
  it('takes its participants and their changes from the stored row', async () => {
    const { payments, store } = paymentsOn(approving, openMemoryStore(), [takingPart(elsewhere)])
    const payment = { ...prepared(approving), participants: [{ ...outdated, recorded: () => [] }] }
    const paid = await payments.pay(async () => payment)
    expect(paid).toMatchObject({ state: 'succeeded', vaultRecordId: 'other record' })
    const row = await store.read.payment(payment.payment.id)
    expect(row).toEqual(paid)
    expect(row && readDetails(row).registrationId).toBe('other')
  })

  it('asks for the participants again after each conflict', async () => {
    const store = openMemoryStore()
    const changing = takingPart(outdated, outdated, elsewhere)
    const { payments } = paymentsOn(approving, store, [changing])
    const payment = prepared(approving)
    const paid = await payments.pay(async () => payment)
    expect(paid).toMatchObject({ vaultRecordId: 'other record' })
    expect(await store.read.postingsOfFamily(payment.payment.id)).toHaveLength(2)
  })

  it('lets the participants change nothing of a failed payment', async () => {
    const { payments } = paymentsOn(declining, openMemoryStore(), [takingPart(elsewhere)])
    const paid = await payments.pay(async () => prepared(declining))
    expect(paid).toMatchObject({ state: 'failed', vaultRecordId: null })
  })

  it('is recorded without its idempotency key when another request has answered that key', async () => {
    const { payments } = paymentsOn(approving)
    const payment = { ...prepared(approving), requestParticipants: [outdated] }
    expect(await payments.pay(async () => payment)).toMatchObject({ state: 'succeeded' })
  })
})
