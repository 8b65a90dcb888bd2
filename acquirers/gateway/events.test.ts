import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  formatRequest,
  type WebhookFormat,
} from '../../server/kernel/webhook-formats/format-request.ts'
import { hexOfSecret, newWebhookSecret } from '../../server/kernel/webhook-formats/secrets.ts'
import type { AcquirerEvent, EventsRead } from '../../server/payments/connectors/acquirer-event.ts'
import { createEventReader } from './events.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 15)
const secret = newWebhookSecret()

const payload = {
  id: 'there',
  paymentType: 'RF',
  amount: '10.00',
  currency: 'EUR',
  result: { code: '000.100.110', description: 'done' },
  customParameters: { TILLGATE_paymentId: 'here' },
  timestamp: '2026-11-20 14:59:58+0000',
}

interface Sent {
  readonly format?: WebhookFormat
  readonly under?: string
  readonly keys?: readonly string[]
  readonly atMs?: number
  readonly id?: string
}

function read(message: unknown, sent: Sent = {}): EventsRead {
  const { format = 'signed', under = secret, keys = [secret], atMs = NOW_MS, id = 'd1' } = sent
  const { headers, body } = formatRequest({
    format,
    wrapper: 'none',
    secrets: { current: under },
    id,
    atMs,
    body: JSON.stringify(message),
  })
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const reader = createEventReader(keys)
  return reader.read(Buffer.from(body), Object.fromEntries(named), NOW_MS) as EventsRead
}

function eventIn(found: EventsRead): AcquirerEvent | undefined {
  return found.kind === 'genuine' ? found.events[0] : undefined
}

const payment = (more: object) =>
  eventIn(read({ type: 'PAYMENT', payload: { ...payload, ...more } }))

describe('a webhook of another gateway', () => {
  it.each(['signed', 'encrypted'] as const)(
    'that is %s tells the outcome of a payment',
    (format) => {
      const event = eventIn(read({ type: 'PAYMENT', payload }, { format }))
      expect(event).toMatchObject({
        name: 'PAYMENT',
        kind: 'outcome',
        occurredAtMs: NOW_MS - 2_000,
        about: [{ paymentId: 'here' }, { reference: { kind: 'payment', value: 'there' } }],
        told: { kind: 'approved', saidCode: '000.100.110' },
        amount: { minor: 1_000, currency: 'EUR' },
      })
    },
  )

  it('counts under each of two keys, in either form', () => {
    const keys = [newWebhookSecret(() => randomBytes(32)), hexOfSecret(secret)]
    expect(eventIn(read({ type: 'PAYMENT', payload }, { keys }))?.kind).toBe('outcome')
  })

  it.each([
    ['under another key', { under: newWebhookSecret() }],
    ['encrypted under another key', { under: newWebhookSecret(), format: 'encrypted' }],
    ['more than five minutes old', { atMs: NOW_MS - 301_000 }],
  ] as const)('proves nothing when it is %s', (_, sent) => {
    expect(read({ type: 'PAYMENT', payload }, sent)).toMatchObject({ kind: 'refused', status: 401 })
  })

  it('has one id however often it is sent, and of an encrypted one not that of its header', () => {
    const idOf = (sent: Sent) => eventIn(read({ type: 'PAYMENT', payload }, sent))?.id
    expect(idOf({})).toBe(idOf({ atMs: NOW_MS + 1_000 }))
    expect(idOf({})).not.toBe(idOf({ id: 'd2' }))
    expect(idOf({ format: 'encrypted' })).toBe(idOf({ format: 'encrypted', id: 'd2' }))
  })

  it('tells a late failure by the payment that books it, and by the one that has failed', () => {
    const code = '800.100.100'
    const told = { kind: 'failedLater', code }
    expect(
      payment({
        paymentType: 'RV',
        referencedId: 'refund',
        resultDetails: { FailedLaterCode: code },
      }),
    ).toMatchObject({
      kind: 'failedLater',
      told,
      about: [{ reference: { kind: 'payment', value: 'refund' } }],
    })
    const resultDetails = { FailedLaterCode: code, FailedLaterAt: '2026-11-20 14:00:00+0000' }
    expect(payment({ resultDetails })).toMatchObject({
      kind: 'failedLater',
      told,
      about: [{ paymentId: 'here' }, {}],
    })
  })

  it('tells what was made there, chargebacks and ended holds by their names', () => {
    expect(payment({ customParameters: {} })).toMatchObject({ kind: 'madeElsewhere' })
    expect(payment({ paymentType: 'CB', referencedId: 'x' })).toMatchObject({ kind: 'dispute' })
    const expired = { type: 'HOLD', payload: { ...payload, event: 'expired' } }
    expect(eventIn(read(expired))).toMatchObject({ kind: 'holdEnded', name: 'HOLD expired' })
  })

  it('of an unknown type is kept by its name, and unknown members are passed over', () => {
    expect(eventIn(read({ type: 'NEWS', payload: { x: 1 } }))).toMatchObject({
      kind: 'other',
      name: 'NEWS',
      about: [],
    })
    expect(payment({ news: { deep: [1, null] } })).toMatchObject({ kind: 'outcome' })
  })

  it('without news is no event: the test message, and a payment that is under way', () => {
    expect(read({ type: 'test', action: 'webhook activation', payload: {} })).toEqual({
      kind: 'genuine',
      events: [],
    })
    expect(payment({ result: { code: '000.200.000' } })).toBeUndefined()
  })
})
