import { describe, expect, it } from 'vitest'
import { postgresMigrations } from '../postgres/migrations/migrations.ts'
import { checksumOf } from './applied-migrations.ts'
import { migrations } from './migrations.ts'
import { RELEASED_CHECKSUMS } from './released-checksums.ts'

describe('migrations of a release', () => {
  it.each([
    ['SQLite', migrations, RELEASED_CHECKSUMS.sqlite],
    ['PostgreSQL', postgresMigrations, RELEASED_CHECKSUMS.postgres],
  ])(
    'of %s read as they were released: a change of the schema is a new migration',
    (_, known, released) => {
      expect(released.length).toBeGreaterThan(0)
      expect(known.slice(0, released.length).map(checksumOf)).toEqual(released)
    },
  )
})
