import { describe, expect, it } from 'vitest'
import { type Right, ROLE_RIGHTS, ROLES } from '../../../server/entities/rights.ts'
import { MENU, mayOpen, menuOf } from './menu.ts'

describe.each(ROLES)('the %s', (role) => {
  const may = (right: string) => ROLE_RIGHTS[role].includes(right as Right)
  const shown = new Set(menuOf(may).flatMap((group) => group.map(({ path }) => path)))

  it.each(MENU.flat())(
    'opens $path by its address where the menu has it, and what is below it',
    ({ path }) => {
      expect(mayOpen(path, may)).toBe(shown.has(path))
      expect(mayOpen(`${path}/:id`, may)).toBe(shown.has(path))
    },
  )

  it('opens the own profile', () => {
    expect(mayOpen('/profile', may)).toBe(true)
  })
})

it('a page whose name only begins like another one has its own rule', () => {
  expect(mayOpen('/usersettings', () => false)).toBe(true)
})
