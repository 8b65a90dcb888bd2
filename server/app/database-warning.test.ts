import { describe, expect, it } from 'vitest'
import { databaseWarning } from './database-files.ts'

const of = (url: string) => databaseWarning({ engine: 'postgres', url })

describe('a PostgreSQL on another host', () => {
  it.each([
    'postgres://till:secret@db.example/till',
    'postgres://till:secret@10.0.0.7:5433/till?sslmode=disable',
    'postgres://till:secret@[2001:db8::1]/till',
  ])('is warned about without TLS: %s', (url) => {
    const warning = of(url)
    expect(warning).toMatch(/TILLGATE_DATABASE_URL names another host without TLS.*verify-full$/)
    expect(warning).not.toMatch(/secret|db\.example/)
  })

  it('is warned about with a certificate that is not checked', () => {
    expect(of('postgres://db.example/till?sslmode=no-verify')).toContain('is not checked')
  })

  it('is not with TLS', () => {
    expect(of('postgres://db.example/till?sslmode=verify-full')).toBeUndefined()
  })
})

it.each([
  'postgres://till@localhost/till',
  'postgres://till@127.0.0.1:5433/till',
  'postgres://till@[::1]/till',
  'postgres://till@/till?host=/var/run/postgresql',
])('a PostgreSQL on this machine needs none: %s', (url) => {
  expect(of(url)).toBeUndefined()
})
