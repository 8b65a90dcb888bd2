import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../common/durations.ts'
import { sharedClock } from '../../server/kernel/timers/clock.ts'
import { VaultError } from '../../server/kernel/vault/aead.ts'
import type { EvidenceOutcome, EvidenceSubmission } from '../../server/payments/connectors/index.ts'
import { noNotifications } from '../../server/payments/index.ts'
import { remote } from '../../server/payments/payments.fixture.ts'
import { isRefusal } from '../../server/results/refusal.ts'
import { succeeded } from '../../server/store/testing/sample-rows.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import type { WholeDispute } from './commit-step.ts'
import { createEvidenceSender } from './send-evidence.ts'
import { createDisputeService } from './service.ts'

const AT_MS = Date.UTC(2026, 10, 20)
const DETAILS = JSON.stringify({ result: { code: '000.100.110', description: '' } })

/** A dispute with a document, and an acquirer that answers so; absent: one that takes no evidence. */
async function disputed(
  answer?: (submission: EvidenceSubmission) => Promise<EvidenceOutcome>,
  respondByMs?: number,
) {
  const store = openMemoryStore()
  const payment = succeeded({ bookedMinor: 9200, amountMinor: 9200, details: DETAILS })
  await store.commit([{ kind: 'insertPayment', row: payment }])
  let nowMs = AT_MS
  const clock = sharedClock({ now: () => nowMs })
  const sealed = { isOpen: true }
  const disputes = createDisputeService({
    store,
    vault: {
      sealCredential: (_id, text) => text,
      openCredential: (_id, text) => {
        if (sealed.isOpen) return text
        throw new VaultError('altered')
      },
      keyedHash: (text) => text,
    },
    clock,
    notifications: noNotifications,
    access: { settingsOf: async () => ({}) as never },
  })
  const received: EvidenceSubmission[] = []
  const { sendEvidence: _none, ...without } = remote({})
  const connector =
    answer === undefined
      ? without
      : remote({
          sendEvidence: async (submission) => {
            received.push(submission)
            return answer(submission)
          },
        })
  const logged: string[] = []
  const log = { warn: () => undefined, error: (_: object, said: string) => logged.push(said) }
  const send = createEvidenceSender({
    clock,
    disputes,
    connectorOf: () => connector,
    log: log as never,
  })
  const whole = (done: WholeDispute | object) => {
    if (!('dispute' in done)) throw new Error(JSON.stringify(done))
    return done
  }
  const report = (stage: 'firstChargeback' | 'representment', outcome?: 'won') =>
    disputes.report({
      paymentId: payment.id,
      source: 'acquirer',
      acquirerReference: 'CB-1',
      report: {
        stage,
        ...(outcome && { outcome }),
        ...(respondByMs !== undefined && { respondByMs }),
        madeBy: 'acquirer',
        note: '',
      },
    })
  const { id } = whole(await report('firstChargeback')).dispute
  const evidence = {
    name: 'delivery.txt',
    mediaType: 'text/plain',
    type: null,
    bytes: Buffer.from('Signed'),
  }
  await disputes.addEvidence(id, evidence, 'merchant')
  const submit = async () =>
    whole(await disputes.submit(id, { madeBy: 'merchant', note: 'Delivered', defence: null }))
  /** Does the due work as the timers of the process do. */
  const work = async (hoursLater = 0) => {
    nowMs += hoursLater * HOUR_MS
    const timer = await store.read.timer('disputeEvidence', id)
    if (timer === undefined) return undefined
    const result = await send({ ...timer, attempts: timer.attempts + 1 })
    if (typeof result === 'object') {
      const { version: expectedVersion } = timer
      const step = { kind: 'stepTimer', timer: 'disputeEvidence', subjectId: id } as const
      await store.commit([{ ...step, expectedVersion, attempts: timer.attempts, ...result }])
    }
    if (result === 'done') {
      const ended = { kind: 'endTimer', timer: 'disputeEvidence', subjectId: id } as const
      await store.commit([{ ...ended, expectedVersion: null }])
    }
    return result
  }
  const read = async () => whole((await disputes.find(id)) ?? {})
  const kinds = async () => (await read()).events.map(({ kind }) => kind)
  const dueAtMs = async () => (await store.read.timer('disputeEvidence', id))?.dueAtMs
  const isDue = async () => (await dueAtMs()) !== undefined
  const acts = { report, submit, work, read, kinds, isDue, dueAtMs }
  return { id, payment, received, logged, disputes, sealed, ...acts }
}

describe('evidence that the vault does not open', () => {
  it('is not sent without it: the history and the log say that a person hands it in', async () => {
    const all = await disputed(async () => ({ kind: 'taken' }))
    const { id, received, logged, disputes, sealed, submit, work, read, isDue } = all
    await submit()
    sealed.isOpen = false
    expect(await work()).toBe('ended')
    expect([received, await isDue()]).toEqual([[], false])
    expect(logged).toEqual([expect.stringContaining('does not open, and is not sent')])
    const { events, documents } = await read()
    expect(events.at(-1)?.note).toContain('The vault does not open delivery.txt')
    expect(await disputes.document(id, documents[0]?.id ?? '')).toBe('unopened')
  })
})

describe('evidence that a merchant has submitted', () => {
  it('is sent to the acquirer with its documents, and the history says so', async () => {
    const { id, payment, received, submit, work, read, isDue } = await disputed(async () => {
      return { kind: 'taken', reference: 'EV-7' }
    })
    await submit()
    expect(await isDue()).toBe(true)
    expect(await work()).toBe('ended')
    expect(received).toEqual([
      expect.objectContaining({
        submissionId: `${id}-3`,
        paymentId: payment.id,
        acquirerReference: 'CB-1',
        stage: 'firstChargeback',
        note: 'Delivered',
        documents: [
          expect.objectContaining({
            name: 'delivery.txt',
            mediaType: 'text/plain',
            bytes: Buffer.from('Signed'),
          }),
        ],
      }),
    ])
    const { dispute, events } = await read()
    expect(dispute).toMatchObject({ stage: 'representment', outcome: 'open' })
    expect(events.at(-1)).toMatchObject({
      kind: 'sent',
      madeBy: 'acquirer',
      note: 'Taken as EV-7',
    })
    expect(await isDue()).toBe(false)
  })

  it('that the acquirer does not take can be submitted again, as another submission', async () => {
    const answers: EvidenceOutcome[] = [
      { kind: 'refused', reason: 'The scan is empty' },
      { kind: 'taken' },
    ]
    const { received, submit, work, read, kinds } = await disputed(
      async () => answers.shift() ?? { kind: 'unknown' },
    )
    await submit()
    await work()
    const { dispute, events } = await read()
    expect(dispute).toMatchObject({ stage: 'firstChargeback', submittedStage: null })
    expect(events.at(-1)).toMatchObject({ kind: 'returned', note: 'The scan is empty' })
    await submit()
    await work()
    expect((await kinds()).slice(2)).toEqual(['submitted', 'returned', 'submitted', 'sent'])
    expect(new Set(received.map(({ submissionId }) => submissionId)).size).toBe(2)
  })

  it('is sent again under the same number until the acquirer answers', async () => {
    const answers: EvidenceOutcome[] = [{ kind: 'unknown' }, { kind: 'unknown' }, { kind: 'taken' }]
    const { received, submit, work, kinds } = await disputed(
      async () => answers.shift() ?? { kind: 'unknown' },
    )
    await submit()
    expect(await work()).toEqual({ dueAtMs: AT_MS + 60_000 })
    await work(1)
    expect(await work(1)).toBe('ended')
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ submissionId }) => submissionId)).size).toBe(1)
    expect((await kinds()).at(-1)).toBe('sent')
  })

  it('is sent again by the next process where one dies before it has written down the answer', async () => {
    let lives = 0
    const { received, submit, work, kinds } = await disputed(async () => {
      lives += 1
      if (lives === 1) throw new Error('The process is killed')
      return { kind: 'taken' }
    })
    await submit()
    await work()
    await work(1)
    expect(received.map(({ submissionId }) => submissionId)).toEqual([
      received[0]?.submissionId,
      received[0]?.submissionId,
    ])
    expect((await kinds()).filter((kind) => kind === 'sent')).toHaveLength(1)
  })

  it('is given up after three days without an answer, with an error and in the history', async () => {
    const { submit, work, read, logged, isDue } = await disputed(async () => ({ kind: 'unknown' }))
    await submit()
    await work(71)
    expect(await work(2)).toBe('ended')
    expect((await read()).events.at(-1)).toMatchObject({
      kind: 'unsent',
      note: 'The acquirer has not answered for three days: hand the documents in at the acquirer yourself',
    })
    expect(logged).toEqual(['Evidence of a dispute could not be sent'])
    expect(await isDue()).toBe(false)
  })

  it('of a connector that cannot send it says so at once', async () => {
    const { submit, work, read } = await disputed()
    await submit()
    await work()
    const { dispute, events } = await read()
    expect(events.at(-1)).toMatchObject({
      kind: 'unsent',
      note: expect.stringMatching(/^The connector \S+ cannot send evidence: hand the documents in/),
    })
    expect(dispute).toMatchObject({ stage: 'representment', outcome: 'open' })
  })

  it('is not sent where the bank has decided before, and the history says so at once', async () => {
    const answers: EvidenceOutcome[] = [{ kind: 'unknown' }]
    const { received, submit, report, work, read, dueAtMs } = await disputed(
      async () => answers.shift() ?? { kind: 'taken' },
    )
    await submit()
    await work()
    expect(await dueAtMs()).toBe(AT_MS + 60_000)
    await report('representment', 'won')
    expect(await dueAtMs()).toBe(AT_MS)
    expect(await work()).toBe('ended')
    expect(received).toHaveLength(1)
    const { dispute, events } = await read()
    expect(dispute).toMatchObject({ stage: 'representment', outcome: 'won' })
    expect(events.at(-1)).toMatchObject({
      kind: 'unsent',
      note: 'The bank has decided or gone on before the evidence was sent: it is not sent any more',
    })
    expect(await dueAtMs()).toBeUndefined()
  })

  it('is sent again until its deadline, and then given up', async () => {
    const respondByMs = AT_MS + 10 * 24 * HOUR_MS
    const { received, submit, work, read } = await disputed(
      async () => ({ kind: 'unknown' }),
      respondByMs,
    )
    await submit()
    expect((await read()).dispute).toMatchObject({ respondByMs: null, evidenceByMs: respondByMs })
    expect(await work(9 * 24)).toMatchObject({ dueAtMs: AT_MS + 9 * 24 * HOUR_MS + 60_000 })
    expect(await work(24)).toBe('ended')
    expect(received).toHaveLength(2)
    expect((await read()).events.at(-1)).toMatchObject({
      kind: 'unsent',
      note: 'The acquirer has not answered until the deadline, 2026-11-30 00:00:00+0000: hand the documents in at the acquirer yourself',
    })
  })

  it('is sent for the last time at the deadline, not after it', async () => {
    const { submit, work } = await disputed(async () => ({ kind: 'unknown' }), AT_MS + 30_000)
    await submit()
    expect(await work()).toEqual({ dueAtMs: AT_MS + 30_000 })
  })

  it('is sent for no more than sixty days, whatever the deadline', async () => {
    const { submit, work } = await disputed(
      async () => ({ kind: 'unknown' }),
      AT_MS + 400 * 24 * HOUR_MS,
    )
    await submit()
    expect(await work(59 * 24)).toMatchObject({ dueAtMs: expect.any(Number) })
    expect(await work(24)).toBe('ended')
  })

  it('that comes back from the acquirer while the bank decides changes nothing of the decision', async () => {
    let decide: () => Promise<unknown> = async () => undefined
    const { submit, report, work, read } = await disputed(async () => {
      await decide()
      return { kind: 'refused', reason: 'Too late' }
    })
    decide = () => report('representment', 'won')
    await submit()
    await work()
    const { dispute, events } = await read()
    expect(dispute).toMatchObject({ stage: 'representment', outcome: 'won', chargebackId: null })
    expect(events.map(({ kind }) => kind).slice(-2)).toEqual(['won', 'unsent'])
  })

  it('of an earlier submission ends nothing of a later one', async () => {
    const { id, disputes, submit, kinds, isDue } = await disputed(async () => ({ kind: 'taken' }))
    await submit()
    const first = await disputes.submissionOf(id)
    if (first === undefined) throw new Error('There is one')
    const refused = { outcome: { kind: 'refused', reason: '' }, madeBy: 'acquirer' } as const
    await disputes.endSubmission(first, { ...refused, note: 'Empty' })
    await submit()
    const again = await disputes.endSubmission(first, { ...refused, note: 'Empty' })
    expect(isRefusal(again)).toBe(false)
    expect((await kinds()).at(-1)).toBe('submitted')
    expect(await isDue()).toBe(true)
  })
})
