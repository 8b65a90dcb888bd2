import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToFrame } from '../../common/widget-wire.ts'
import { isHelloTo, readToFrame } from './read-message.ts'

const messages: readonly ToFrame[] = [
  { kind: 'focus' },
  { kind: 'grouping', grouped: true },
  { kind: 'binList', isAsked: false },
  { kind: 'codeRules', lengths: [3, 4], required: true, mask: false },
  { kind: 'fault', message: 'Too short' },
  { kind: 'fault', message: null },
  { kind: 'disabled', disabled: true },
  {
    kind: 'look',
    look: {
      style: { color: 'red' },
      placeholderStyle: {},
      placeholder: '',
      label: 'Card number',
      description: '',
      lang: 'de-AT',
      colorScheme: 'dark',
    },
  },
  {
    kind: 'submit',
    path: '/v1/checkouts/A.n/payment',
    fields: { 'card.holder': 'Jane Jones' },
    withCode: true,
  },
]

describe('messages of the page', () => {
  it.each(messages)('reads $kind', (message) => {
    expect(readToFrame(structuredClone(message))).toEqual(message)
  })

  it.each(messages.filter((message) => Object.keys(message).length > 1))(
    'does not read $kind without one of its parts, or with a part of another type',
    (message) => {
      for (const name of Object.keys(message)) {
        expect(readToFrame({ ...message, [name]: undefined })).toBeUndefined()
        expect(readToFrame({ ...message, [name]: 7 })).toBeUndefined()
      }
    },
  )

  it.each([
    [{ kind: 'submit', path: '/v1/checkouts/A.n/refund' }],
    [{ kind: 'submit', path: '//thief.example/v1/checkouts/A.n/payment' }],
    [{ kind: 'submit', path: '/v1/checkouts/../payment', fields: {}, withCode: true }],
    [{ kind: 'submit', fields: { amount: 1 } }],
    [{ kind: 'submit', fields: ['x'] }],
    [{ kind: 'look', look: { style: { color: 1 } } }],
    [{ kind: 'look', look: { placeholder: 'x'.repeat(1001) } }],
    [{ kind: 'look', look: { style: { color: 'x'.repeat(1001) } } }],
    [
      {
        kind: 'look',
        look: { style: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, ''])) },
      },
    ],
    [{ kind: 'fault', message: 'x'.repeat(1001) }],
    [{ kind: 'look', look: { colorScheme: 'url(x)' } }],
    [{ kind: 'codeRules', lengths: [] }],
    [{ kind: 'codeRules', lengths: [1] }],
    [{ kind: 'codeRules', lengths: [3, 40] }],
  ])('does not read %j', (change) => {
    const sound = messages.find(({ kind }) => kind === change.kind)
    expect(sound).toBeDefined()
    expect(readToFrame({ ...sound, ...change })).toBeUndefined()
  })

  it('reads nothing else, whatever it is', () => {
    const kinds = [
      'numberRules',
      'toString',
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'answer',
    ]
    for (const kind of kinds) expect(readToFrame({ kind })).toBeUndefined()
    expect(readToFrame({ kind: { toString: 0 } })).toBeUndefined()
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readToFrame(value)).toBeUndefined()
        expect(readToFrame({ kind: value })).toBeUndefined()
      }),
    )
  })
})

describe('the hello of the page', () => {
  it('is accepted only by the frame of its instance', () => {
    expect(isHelloTo('aa', { tillgate: 'hello', instance: 'aa' })).toBe(true)
    expect(isHelloTo('aa', { tillgate: 'hello', instance: 'bb' })).toBe(false)
    expect(isHelloTo('aa', { tillgate: 'code', instance: 'aa' })).toBe(false)
    expect(isHelloTo('aa', 'hello')).toBe(false)
    expect(isHelloTo('aa', null)).toBe(false)
  })
})
