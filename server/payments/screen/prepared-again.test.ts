import { describe, expect, it } from 'vitest'
import { type Refusal, refuse } from '../../results/refusal.ts'
import type { CommitParticipant } from '../../store/commit-parts.ts'
import type { Change } from '../../store/port.ts'
import type { Prepare, PreparedPayment } from '../charge/prepared-payment.ts'
import { paymentsOn, prepared, remote } from '../payments.fixture.ts'

const approving = remote({ decide: () => ({ kind: 'approved' }) })
const wiped: Change = { kind: 'requireVaultRecord', id: 'wiped' }

function meetingConflict(owner: string): CommitParticipant {
  return { owner, opened: () => [wiped], recorded: () => [wiped] }
}

let made = 0
function fresh(more: Partial<PreparedPayment> = {}): PreparedPayment {
  made += 1
  const id = String(made).padStart(32, 'a')
  return { ...prepared(approving, { id, familyId: id }), ...more }
}

/** Prepares one payment after the other. */
function preparing(...payments: readonly (PreparedPayment | Refusal)[]): Prepare {
  let at = 0
  return async () => {
    const payment = payments[at++]
    if (payment === undefined) throw new Error('It was prepared once more')
    return payment
  }
}

describe('a payment whose vault record is wiped before the payment is recorded', () => {
  const outdated = () => fresh({ vaultChanges: [wiped] })

  it('is prepared again, and paid once', async () => {
    const { payments, store } = paymentsOn(approving)
    const again = fresh()
    const paid = await payments.pay(preparing(outdated(), again))
    expect(paid).toMatchObject({ id: again.payment.id, state: 'succeeded' })
    expect(await store.read.payment(again.payment.id)).toMatchObject({ state: 'succeeded' })
  })

  it('is refused and not recorded when it cannot be prepared again', async () => {
    const { payments, store } = paymentsOn(approving)
    const gone = refuse('100.150.202')
    const payment = outdated()
    expect(await payments.pay(preparing(payment, gone))).toBe(gone)
    expect(await store.read.payment(payment.payment.id)).toBeUndefined()
  })

  it('is prepared again when a participant of its commit meets a conflict', async () => {
    const { payments } = paymentsOn(approving)
    const again = fresh()
    const first = fresh({ participants: [meetingConflict('registration')] })
    const paid = await payments.pay(preparing(first, again))
    expect(paid).toMatchObject({ id: again.payment.id, state: 'succeeded' })
  })

  it('is not prepared again when its idempotency key was used by another request', async () => {
    const { payments } = paymentsOn(approving)
    const first = fresh({ requestParticipants: [meetingConflict('idempotencyKey')] })
    expect(await payments.pay(preparing(first))).toEqual({ keyInUse: true })
  })

  it('is refused with 429 after 100 conflicts', async () => {
    const { payments } = paymentsOn(approving)
    const paid = await payments.pay(async () => outdated())
    expect(paid).toMatchObject({ code: '800.120.100', status: 429 })
  })
})
