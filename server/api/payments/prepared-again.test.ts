import { describe, expect, it } from 'vitest'
import type { Change } from '../../engine/store/port.ts'
import { type Refusal, refuse } from '../../wire/results/refusal.ts'
import { paymentsOn, prepared, remote } from './payments.fixture.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import type { CommitParticipant } from './settlement.ts'

const approving = remote({ decide: () => ({ kind: 'approved' }) })
const wiped: Change = { kind: 'requireVaultRecord', id: 'wiped' }
const meetsConflict: CommitParticipant = { opened: () => [wiped], settled: () => [wiped] }

/** A payment whose stored card was wiped since it was prepared; the second time it is prepared so. */
let made = 0
const fresh = (): PreparedPayment => {
  made += 1
  const id = String(made).padStart(32, 'a')
  return prepared(approving, { id, familyId: id })
}

const outdated = (
  again: () => Promise<PreparedPayment | Refusal>,
  more: Partial<PreparedPayment> = { alongside: [wiped] },
): PreparedPayment => ({ ...fresh(), again, ...more })

describe('a payment whose vault record is wiped before it is written down', () => {
  it('is prepared anew, and paid once', async () => {
    const { payments, store } = paymentsOn(approving)
    const anew = fresh()
    const paid = await payments.pay(outdated(async () => anew))
    expect(paid).toMatchObject({ id: anew.payment.id, state: 'succeeded' })
    expect(await store.read.payment(anew.payment.id)).toMatchObject({ state: 'succeeded' })
  })

  it('is refused when that says so, and not written down', async () => {
    const { payments, store } = paymentsOn(approving)
    const gone = refuse('100.150.202')
    const payment = outdated(async () => gone)
    expect(await payments.pay(payment)).toBe(gone)
    expect(await store.read.payment(payment.payment.id)).toBeUndefined()
  })

  it('is prepared anew as well when what goes along with it meets a conflict', async () => {
    const { payments } = paymentsOn(approving)
    const anew = fresh()
    const first = outdated(async () => anew, { participants: [meetsConflict] })
    expect(await payments.pay(first)).toMatchObject({ id: anew.payment.id, state: 'succeeded' })
  })

  it('is not when it was its request that somebody else was faster with', async () => {
    const { payments } = paymentsOn(approving)
    const first = outdated(() => Promise.reject(new Error('It was prepared anew')), {})
    expect(await payments.pay(first, [meetsConflict])).toEqual({ overtaken: 'participant' })
  })

  it('is asked to come again when it never gets further', async () => {
    const { payments } = paymentsOn(approving)
    const once: PreparedPayment = outdated(async () => once)
    expect(await payments.pay(once)).toMatchObject({ code: '800.120.100', status: 429 })
  })
})
