import { describe, expect, it } from 'vitest'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import type { DeliveryRow } from '../../server/store/port.ts'
import { delivery, deliveryAttempt } from '../../server/store/testing/sample-rows.ts'
import { timelineOf } from './timeline.ts'

const NOTHING = {
  family: [],
  events: [],
  authentications: [],
  disputes: [],
  requests: [],
} as const

const RECEIVER = 'https://shop.example/hook?key=secret'

function told(row: DeliveryRow, attempts: readonly ReturnType<typeof deliveryAttempt>[] = []) {
  const entries = timelineOf({ ...NOTHING, deliveries: [{ row, attempts, url: RECEIVER }] })
  return entries.map(({ what, facts = [], webhookId, deliveryId }) => ({
    what,
    webhookId,
    deliveryId,
    ...Object.fromEntries(facts),
  }))
}

describe('a webhook in the time line', () => {
  const waiting = delivery({ state: 'waiting', webhookId: 'hook', attempts: 2 })
  const nextAttempt = wireTimestamp(waiting.dueAtMs)

  it('says to which receiver it goes, without what may be secret of it, and when', () => {
    expect(told({ ...waiting, attempts: 0 })).toEqual([
      {
        what: 'waiting',
        webhookId: 'hook',
        deliveryId: waiting.id,
        receiver: 'https://shop.example/hook',
        nextAttempt,
      },
    ])
  })

  it('says of each call why it failed, and of the last one when the next comes', () => {
    const lost = { status: null, answer: null, reason: 'no answer' }
    const refused = { status: 500, reason: 'answered with 500' }
    const [first, second] = told(waiting, [
      deliveryAttempt(waiting.id, { ...lost, attempt: 1 }),
      deliveryAttempt(waiting.id, { ...refused, attempt: 2 }),
    ])
    expect(first).toMatchObject({ what: 'notDelivered', reason: 'no answer' })
    expect(first).not.toHaveProperty('nextAttempt')
    expect(second).toMatchObject({ status: '500', reason: 'answered with 500', nextAttempt })
  })

  it('that has arrived is not sent again', () => {
    const row = { ...waiting, state: 'delivered', attempts: 1 } as const
    const [only] = told(row, [deliveryAttempt(row.id, { reason: null })])
    expect(only).toMatchObject({ what: 'delivered' })
    expect(only).not.toHaveProperty('nextAttempt')
  })
})
