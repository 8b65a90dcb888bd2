import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createEventReader } from './events.ts'

const HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const OTHER_KEY = 'ab'.repeat(32)
const PAYMENT = '0123456789abcdef0123456789abcdef'

const reader = createEventReader(
  { hmacKeys: [HMAC_KEY], logins: ['events:long-enough-1'] },
  'AcmeECOM',
)

const item = {
  pspReference: '7914073381342284',
  originalReference: '',
  merchantAccountCode: 'AcmeECOM',
  merchantReference: PAYMENT,
  amount: { value: 9200, currency: 'EUR' },
  eventCode: 'AUTHORISATION',
  success: 'true',
  eventDate: '2026-11-20T16:00:00+01:00',
  reason: '',
}

type Item = Omit<typeof item, 'amount'> & { readonly amount?: object }

function signed(one: Item, key = HMAC_KEY): object {
  const amount = one.amount as typeof item.amount | undefined
  const text = [
    ...[one.pspReference, one.originalReference, one.merchantAccountCode, one.merchantReference],
    ...[amount?.value ?? '', amount?.currency ?? '', one.eventCode, one.success],
  ].join(':')
  const hmac = createHmac('sha256', Buffer.from(key, 'hex')).update(text)
  return { ...one, additionalData: { hmacSignature: hmac.digest('base64') } }
}

const login = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const LOGIN = login('events:long-enough-1')

function read(items: readonly object[], headers: IncomingHttpHeaders = LOGIN, live = 'false') {
  const notificationItems = items.map((one) => ({ NotificationRequestItem: one }))
  return reader.read(Buffer.from(JSON.stringify({ live, notificationItems })), headers, 0)
}

describe('a request of Adyen', () => {
  it('is answered as Adyen expects, with what it tells', () => {
    expect(read([signed(item)])).toMatchObject({
      kind: 'genuine',
      answer: '[accepted]',
      events: [
        {
          kind: 'outcome',
          environment: 'test',
          occurredAtMs: Date.UTC(2026, 10, 20, 15),
          told: { kind: 'approved' },
          amount: { minor: 9200, currency: 'EUR' },
        },
      ],
    })
  })

  it.each([
    ['without a login', {} as IncomingHttpHeaders],
    ['with another password', login('events:long-enough-2')],
    ['with a login of another kind', { authorization: 'Bearer events:long-enough-1' }],
  ])('%s is refused', (_, headers) => {
    expect(read([signed(item)], headers)).toMatchObject({ kind: 'refused', status: 401 })
  })

  it.each([
    ['is signed by another key', signed(item, OTHER_KEY)],
    ['is not signed', item],
    [
      'has another amount than was signed',
      { ...signed(item), amount: { value: 1, currency: 'EUR' } },
    ],
    ['has failed, and was signed as a success', { ...signed(item), success: 'false' }],
  ])('with one event that %s is refused whole', (_, one) => {
    expect(read([signed(item), one])).toMatchObject({ kind: 'refused', status: 401 })
  })

  it('cannot move the border between two values by a colon', () => {
    // Both have the same signed text.
    const moved = { ...item, pspReference: `${item.pspReference}:`, originalReference: '' }
    expect(read([signed(moved)])).toMatchObject({ kind: 'refused', status: 401 })
    const currency = { ...item, amount: { value: 92, currency: 'EUR:CAPTURE' }, eventCode: 'X' }
    expect(read([signed(currency)])).toMatchObject({ kind: 'refused', status: 401 })
  })

  it('cannot tell its amount as a text of the same signature', () => {
    const one = { ...signed(item), amount: { value: '9200', currency: 'EUR' } }
    expect(read([one])).toMatchObject({ kind: 'refused', status: 400 })
  })

  it('may have slashes, colons and letters of all languages in the reference of the merchant', () => {
    const merchantReference = 'order/1:ä-\\'
    expect(read([signed({ ...item, merchantReference })])).toMatchObject({ kind: 'genuine' })
  })

  it.each(['', '{', '[]', '{"notificationItems":1}', '{"notificationItems":[1]}'])(
    'with the body %j is refused',
    (text) => {
      expect(reader.read(Buffer.from(text), LOGIN, 0)).toMatchObject({
        kind: 'refused',
        status: 400,
      })
    },
  )

  it('about another merchant account of the company has no effect', () => {
    const other = { ...item, merchantAccountCode: 'OtherECOM' }
    expect(read([signed(other)])).toMatchObject({
      events: [{ kind: 'other', about: [] }],
    })
  })

  it('from live tells it', () => {
    expect(read([signed(item)], LOGIN, 'true')).toMatchObject({
      events: [{ environment: 'live' }],
    })
  })
})

describe('an event of Adyen', () => {
  const told = (more: Partial<Item>) => {
    const read1 = read([signed({ ...item, ...more })])
    return (read1 as { events: readonly object[] }).events[0]
  }

  it.each([
    [
      { eventCode: 'CAPTURE' },
      { kind: 'outcome', operation: 'capture', told: { kind: 'approved' } },
    ],
    [
      { eventCode: 'CAPTURE', success: 'false' },
      { kind: 'outcome', operation: 'capture', told: { kind: 'declined' } },
    ],
    [{ eventCode: 'REFUND' }, { kind: 'outcome', operation: 'refund' }],
    [{ eventCode: 'CANCELLATION' }, { kind: 'outcome', operation: 'reversal' }],
    [{ eventCode: 'AUTHORISATION_ADJUSTMENT' }, { kind: 'outcome', operation: 'increment' }],
    [{ eventCode: 'CAPTURE_FAILED' }, { kind: 'failedLater', operation: 'capture' }],
    [{ eventCode: 'REFUND_FAILED' }, { kind: 'failedLater', operation: 'refund' }],
    [{ eventCode: 'REFUNDED_REVERSED' }, { kind: 'failedLater', operation: 'refund' }],
    [{ eventCode: 'EXPIRE' }, { kind: 'holdEnded' }],
    [{ eventCode: 'OFFER_CLOSED' }, { kind: 'outcome', told: { kind: 'declined' } }],
    [{ eventCode: 'TECHNICAL_CANCEL' }, { kind: 'voided' }],
    [{ eventCode: 'CANCEL_OR_REFUND' }, { kind: 'voided' }],
    [{ eventCode: 'TECHNICAL_CANCEL', success: 'false' }, { kind: 'other' }],
    [{ eventCode: 'NOTIFICATION_OF_CHARGEBACK' }, { kind: 'dispute' }],
    [{ eventCode: 'NOTIFICATION_OF_FRAUD' }, { kind: 'fraudReport' }],
    [{ eventCode: 'REPORT_AVAILABLE', amount: undefined }, { kind: 'report' }],
    [{ eventCode: 'SOMETHING_NEW' }, { kind: 'other', name: 'SOMETHING_NEW' }],
  ] as const)('%j is %j', (more, expected) => {
    expect(told(more as Partial<Item>)).toMatchObject(expected)
  })

  it('says the amount of a capture, and not the new total of a raise', () => {
    expect(told({ eventCode: 'CAPTURE' })).toHaveProperty('amount')
    expect(told({ eventCode: 'AUTHORISATION_ADJUSTMENT' })).not.toHaveProperty('amount')
  })

  it('is the same when it is repeated with another date; what is captured again is another one', () => {
    const later = { eventDate: '2026-11-21T16:00:00+01:00' }
    expect(told(later)).toMatchObject({ id: (told({}) as { id: string }).id })
    const captured = { eventCode: 'CAPTURE' }
    expect(told({ ...captured, ...later })).not.toMatchObject({
      id: (told(captured) as { id: string }).id,
    })
  })
})
