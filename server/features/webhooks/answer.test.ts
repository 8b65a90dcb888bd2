import { describe, expect, it } from 'vitest'
import { wireTimestamp } from '../../kernel/timers/clock.ts'
import { delivery, deliveryAttempt, webhook } from '../../store/testing/sample-rows.ts'
import { callListAnswer, webhookAnswer } from './answer.ts'

const shown = (
  row: ReturnType<typeof delivery>,
  attempts: readonly ReturnType<typeof deliveryAttempt>[] = [],
) => {
  const { body } = callListAnswer([{ delivery: row, attempts }], { ndc: 'ndc', atMs: 0 })
  return JSON.stringify(body)
}

describe('a call in the log', () => {
  it('says when it is tried again while it waits, and not afterwards', () => {
    const waiting = delivery({ state: 'waiting', body: null })
    expect(shown(waiting)).toContain(`"nextAttemptAt":"${wireTimestamp(waiting.dueAtMs)}"`)
    expect(shown({ ...waiting, state: 'delivered' })).not.toContain('nextAttemptAt')
  })

  it('shows of each attempt what there is, and no nulls', () => {
    const row = delivery({
      state: 'delivered',
      url: 'https://shop.example/',
      body: '{"type":"PAYMENT"}',
    })
    const answered = shown(row, [deliveryAttempt(row.id)])
    expect(answered).toMatch(/"number":1,"at":"[^"]+","durationMs":12,"status":200,"answer":"ok"/)
    expect(answered).toContain('"body":"{')
    const lost = { status: null, answer: null, reason: 'no answer' }
    const text = shown({ ...row, body: null }, [deliveryAttempt(row.id, lost)])
    expect(text).toContain('"durationMs":12,"reason":"no answer"')
    expect(text).not.toContain('null')
  })
})

it('a webhook says since when all its calls have failed', () => {
  const meta = { ndc: 'ndc', atMs: 0 }
  const failing = webhook({ failingSinceMs: 1_000 })
  expect(JSON.stringify(webhookAnswer(failing, meta).body)).toContain('1970-01-01 00:00:01+0000')
  const well = webhookAnswer({ ...failing, failingSinceMs: null }, meta)
  expect(JSON.stringify(well.body)).not.toContain('failingSince')
})
