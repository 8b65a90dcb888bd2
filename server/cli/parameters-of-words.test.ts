import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { words as textOf } from '../parameters/described-parts.ts'
import { request } from '../parameters/described-request.ts'
import type { CommandContext, Words } from './command.ts'
import { describedOptions } from './parameters-of-words.ts'

const described = describedOptions(
  request(
    'shelves.fill',
    Type.Object({
      shelf: Type.Enum(['top', 'bottom'], {
        description:
          'Which of the shelves of the room is filled, from the left to the right of it.',
      }),
      filledBy: Type.Optional(textOf(2, 20, 'Who fills it.')),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    }),
    { elsewhere: 'a shelf has none' },
  ),
  { shelf: 'shelf', by: 'filledBy', count: 'count' },
  ['by'],
)

const context = { env: {}, clock: { now: () => 0 } } as unknown as CommandContext
const read = (options: Words['options']) =>
  described.read({ command: 'shelf fill', options, operands: [] }, context)

describe('options that are made of what a route takes', () => {
  it('are read as the types of the route, without blanks around them', () => {
    expect(read({ shelf: ' top', by: 'Ann ', count: '3' })).toEqual({
      shelf: 'top',
      filledBy: 'Ann',
      count: 3,
    })
  })

  it('tell all their faults at once, by the names of the options', () => {
    expect(() => read({ by: 'A', count: '10' })).toThrow(
      '--by must have 2 to 20 characters, has 1; --count must be a whole number from 1 to 9; --shelf is required',
    )
    expect(() => read({ shelf: 'top', by: '  ' })).toThrow('--by is missing: see --help')
  })

  it('have the help of the route, in lines of a terminal', () => {
    expect(described.help).toEqual([
      '  --shelf SHELF       Which of the shelves of the room is filled, from the left to the right of it.',
      '                      Takes one of top, bottom.',
      '  --by BY             Who fills it. Takes 2 to 20 characters.',
      '  --count COUNT       Takes a whole number from 1 to 9.',
    ])
  })
})
