import { Type } from 'typebox'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { limit, shaped } from './described-parts.ts'
import { request } from './described-request.ts'
import { accept, bodyOf, messagesOf, strict } from './requests.fixture.ts'

const listing = request(
  'shelves.list',
  Type.Object({
    shelf: shaped(/^[A-Z][0-9]$/, 'a shelf', { example: 'B7' }),
    colour: Type.Optional(Type.Enum(['red', 'green'])),
    isFull: Type.Optional(Type.Boolean()),
    note: Type.Optional(Type.String({ maxLength: 20, guarded: 'text' })),
    limit: limit(50, 10),
  }),
  {
    rules: [{ kind: 'excluded', names: ['isFull'], when: 'colour' }],
    elsewhere: 'a shelf has none',
    whenMissing: { shelf: 'as its label says' },
  },
)

describe('a request that its route describes', () => {
  test('is read as the types of its schema, with defaults', () => {
    const sent = listing.read(accept(listing, bodyOf({ shelf: 'B7', isFull: 'false' })))
    expect(sent).toEqual({ shelf: 'B7', isFull: false, limit: 10 })
    expectTypeOf(sent.limit).toEqualTypeOf<number>()
    expectTypeOf(sent.colour).toEqualTypeOf<'red' | 'green' | undefined>()
    expect(listing.read(accept(listing, bodyOf({ shelf: 'B7', limit: '50' }))).limit).toBe(50)
  })

  test('is told all its faults at once, in the words of the tables', () => {
    expect(
      messagesOf(
        listing,
        bodyOf({
          colour: 'blue',
          limit: '51',
          note: '4200000000000000',
          colur: 'red',
          amount: '1',
        }),
      ),
    ).toEqual([
      'colour must be one of red, green',
      'limit must be a whole number from 1 to 50',
      'note must not hold a card number, which is stored and shown here as it stands: send it as card.number',
      'colur is not an allowed parameter; did you mean colour? The legacy profile ignores such names',
      'amount is not an allowed parameter here: a shelf has none. The legacy profile ignores such names',
      'shelf is required: as its label says',
    ])
    expect(messagesOf(listing, bodyOf({ shelf: 'B7', colour: 'red', isFull: 'true' }))).toEqual([
      'isFull must not be sent together with colour',
    ])
  })

  test('takes the entity that it is for, unless it is of none', () => {
    const entityId = '8ac7a4c79394bdc801939736f17e063d'
    const bare = { elsewhere: 'nothing else', entity: 'none' } as const
    const open = request('doors.open', Type.Object({}), bare)
    expect(messagesOf(listing, bodyOf({ shelf: 'B7', entityId }))).toEqual([])
    expect(messagesOf(open, bodyOf({ entityId }))).toHaveLength(1)
  })

  test('names those of other requests', () => {
    expect(messagesOf('payments.create', bodyOf({ shelf: 'B7' }), strict)).toContain(
      'shelf is not an allowed parameter here: it belongs to another request. The legacy profile ignores such names',
    )
  })

  test('has a limit for each of its values', () => {
    const endless = Type.Object({ text: Type.String() })
    expect(() => request('books.find', endless, { elsewhere: '' })).toThrow('names no limit')
  })
})
