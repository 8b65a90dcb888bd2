import { describe, expect, it } from 'vitest'
import { missingLibrary } from './missing-library.ts'

describe('what is said where SQLite cannot be loaded', () => {
  it.each([
    ['was never built', 'Could not locate the bindings file. Tried:\n → /a/better_sqlite3.node'],
    [
      'was built for another Node',
      "The module '/a/better_sqlite3.node' was compiled against a different Node.js version using NODE_MODULE_VERSION 115.",
    ],
  ])('names the folder and the command where its native part %s', (_, message) => {
    const said = missingLibrary(new Error('cannot start', { cause: new Error(message) }))
    expect(said).toContain(`no native part for Node ${process.version}`)
    expect(said).toContain('npm rebuild better-sqlite3 --foreground-scripts')
    expect(said).toContain('apt-get install g++ make python3')
    expect(said).toMatch(/the package better-sqlite3 in \/.* has/)
    expect(said).not.toContain('\n')
  })

  it('is nothing for another error', () => {
    expect(missingLibrary(new Error('SQLITE_BUSY: database is locked'))).toBeUndefined()
    expect(missingLibrary('no error')).toBeUndefined()
  })
})
