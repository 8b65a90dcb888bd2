import pg from 'pg'
import { expect, test } from 'vitest'
import { descriptionOf } from './faults.ts'

function faultOf(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
}

test.each(['42P05', '26000'])('%s names a pooler that changes sessions', (code) => {
  const told = descriptionOf(faultOf(code, 'prepared statement "time" already exists'))
  expect(told).toContain('must pool per session')
})

test('messages about values of rows are left out', () => {
  const told = descriptionOf(faultOf('22P02', 'invalid input syntax: "4200000000000000"'))
  expect(told).toBe('PostgreSQL 22P02: a value does not fit')
})
