import { describe, expect, test } from 'vitest'
import { serversIn, shownAddress } from './database-servers.ts'

const TWO = 'postgres://till:secret@db-1,db-2:5433/till?sslmode=verify-full'

describe('the servers of an address', () => {
  test.each<[string, readonly string[]]>([
    ['postgres://u:p@db/till', ['postgres://u:p@db/till']],
    ['postgresql://db:5433/till', ['postgresql://db:5433/till']],
    [
      TWO,
      [
        'postgres://till:secret@db-1/till?sslmode=verify-full',
        'postgres://till:secret@db-2:5433/till?sslmode=verify-full',
      ],
    ],
    [
      'postgres://u:a%40b%2Cc@[::1],[fd00::2]:5433/till',
      ['postgres://u:a%40b%2Cc@[::1]/till', 'postgres://u:a%40b%2Cc@[fd00::2]:5433/till'],
    ],
    ['postgres:///till?host=/run/postgresql', ['postgres:///till?host=/run/postgresql']],
  ])('%s', (url, servers) => {
    expect(serversIn(url)).toEqual(servers)
  })

  test.each([
    'postgres://u:p@db',
    'postgres://u:p@db/',
    'postgres://u:p@db,/till',
    'postgres://u:p@db:x/till',
    'postgres://u:p@db,db:99999/till',
    'postgres://u:p@db/till?target_session_attrs=standby',
    'mysql://db/till',
  ])('%s is no address', (url) => {
    expect(serversIn(url)).toEqual([])
  })
})

test('an address is shown without user, password and parameters', () => {
  expect(shownAddress(TWO)).toBe('postgres://db-1,db-2:5433/till')
  expect(shownAddress('postgres:///till?host=/run/postgresql')).toBe('postgres:///till')
})
