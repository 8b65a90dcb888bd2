import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Route } from '../http/route.ts'
import { words as textOf } from '../parameters/described-parts.ts'
import { request } from '../parameters/described-request.ts'
import { routeCommand } from './route-command.ts'

const operation = request(
  'shelves.fill',
  Type.Object({
    filling: Type.Enum(['jam', 'tea'], { description: 'What it is filled with.' }),
    filledBy: Type.Optional(textOf(2, 20, 'Who fills it.')),
  }),
  { elsewhere: 'a shelf has none' },
)

const route = {
  method: 'post',
  path: '/admin/v1/shelves/{id}/filling',
  access: 'token',
  operation,
  throttle: 'status',
  right: 'entities.write',
  docs: { leftOut: 'it is a test' },
  handle: () => ({ status: 200, body: {} }),
} as unknown as Route<never>

const described = {
  name: 'shelf fill',
  summary: 'fills a shelf',
  help: ['A shelf holds twelve jars.'],
  route,
  operands: ['ID'],
  options: { with: 'filling', by: ['filledBy', 'Your name.'] },
  flags: { slowly: 'One jar after the other.' },
  lines: () => [],
} as const

describe('a command of a route', () => {
  const command = routeCommand(described)

  it('has the help of the parameters, and asks for those that the route requires', () => {
    expect(command.usage).toBe('ID --with WITH [--by BY] [--slowly] [--database ADDRESS]')
    expect(command.help).toEqual([
      'A shelf holds twelve jars.',
      '',
      '  --with WITH         What it is filled with. Takes one of jam, tea.',
      '  --by BY             Your name. Takes 2 to 20 characters.',
      '  --slowly            One jar after the other.',
      '  --database ADDRESS  another database than TILLGATE_DATABASE_URL names',
    ])
    expect(Object.keys(command.options)).toEqual(['database', 'with', 'by', 'slowly'])
  })

  it('cannot be made for a parameter that the route does not take', () => {
    const options = { colour: 'colour' }
    expect(() => routeCommand({ ...described, options })).toThrow('the route takes no colour')
  })

  it('cannot be made of what changes something and is in no audit log', () => {
    const { right: _, ...unaudited } = route as unknown as { readonly right: string }
    const made = () => routeCommand({ ...described, route: unaudited as never })
    expect(made).toThrow('changes something, and is not audited')
  })

  it('says which option is missing before it opens a database', async () => {
    const words = { command: 'shelf fill', options: {}, operands: ['7'] }
    await expect(command.run(words, {} as never)).rejects.toThrow('--with is missing: see --help')
  })
})
