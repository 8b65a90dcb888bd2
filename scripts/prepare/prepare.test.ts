import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildWith, isBuilt } from './build.mjs'
import { commitOf } from './commit.mjs'
import { isLinked, packagesMatch } from './install.mjs'
import { takeLock } from './lock.mjs'
import { filesUnder, hashOf } from './stamp.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tillgate-prepare-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('the fingerprint of a stage', () => {
  beforeEach(() => {
    write('src/a.ts', 'a')
    write('src/deep/b.ts', 'b')
  })

  function hash(): string {
    return hashOf(filesUnder(['src', 'absent'], root), [], root)
  }

  test('covers every file below the paths, sorted, and nothing for a missing path', () => {
    expect(filesUnder(['src', 'absent'], root)).toEqual(['src/a.ts', 'src/deep/b.ts'])
  })

  test('stays the same when files are written without a change', () => {
    const before = hash()
    write('src/a.ts', 'a')
    utimesSync(join(root, 'src/a.ts'), 1, 1)
    expect(hash()).toBe(before)
  })

  test('changes with another content of the same length', () => {
    const before = hash()
    write('src/a.ts', 'x')
    expect(hash()).not.toBe(before)
  })

  test('changes when a file is removed, added or renamed', () => {
    const before = hash()
    write('src/c.ts', '')
    const withMore = hash()
    rmSync(join(root, 'src/a.ts'))
    const withLess = hash()
    write('src/z.ts', 'a')
    expect(new Set([before, withMore, withLess, hash()]).size).toBe(4)
  })

  test('changes when text moves from one file to the next', () => {
    write('src/a.ts', 'ab')
    write('src/deep/b.ts', '')
    const glued = hash()
    write('src/a.ts', 'a')
    write('src/deep/b.ts', 'b')
    expect(hash()).not.toBe(glued)
  })
})

describe('what is built', () => {
  beforeEach(() => {
    write('server/main.ts', 'with webhooks')
    buildWith(() => write('dist/server/main.js', 'with webhooks'), root)
  })

  test('is what was made of the sources, whatever benchmarks put beside it', () => {
    write('dist/bench/server.js', '')
    write('dist/.prepare-lock/pid', '1')
    write('dist/build-info.json', '{}')
    expect(isBuilt(root)).toBe(true)
  })

  test('is stale when a built file was replaced, added or removed afterwards', () => {
    write('dist/server/main.js', 'none')
    expect(isBuilt(root)).toBe(false)
    write('dist/server/main.js', 'with webhooks')
    write('dist/server/other.js', '')
    const withMore = isBuilt(root)
    rmSync(join(root, 'dist/server'), { recursive: true })
    expect([withMore, isBuilt(root)]).toEqual([false, false])
  })

  test('is stale when a source has changed, also while it was built, or a build has failed', () => {
    const states = [isBuilt(root)]
    write('server/main.ts', 'without')
    states.push(isBuilt(root))
    buildWith(() => write('server/main.ts', 'changed meanwhile'), root)
    states.push(isBuilt(root))
    buildWith(() => undefined, root)
    states.push(isBuilt(root))
    const failed = () => {
      throw new Error('does not compile')
    }
    expect(() => buildWith(failed, root)).toThrow('does not compile')
    states.push(isBuilt(root))
    expect(states).toEqual([true, false, false, true, false])
  })
})

describe('the commit that is checked out', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567'

  test('is found by the branch', () => {
    write('.git/HEAD', 'ref: refs/heads/main\n')
    write('.git/refs/heads/main', `${commit}\n`)
    expect(commitOf(root)).toBe(commit)
  })

  test('is found by a branch that git has packed', () => {
    write('.git/HEAD', 'ref: refs/heads/main\n')
    write(
      '.git/packed-refs',
      `# pack-refs\n${'f'.repeat(40)} refs/heads/mainly\n${commit} refs/heads/main\n`,
    )
    expect(commitOf(root)).toBe(commit)
  })

  test('is found without a branch', () => {
    write('.git/HEAD', `${commit}\n`)
    expect(commitOf(root)).toBe(commit)
  })

  test('is found in a second work tree', () => {
    write('.git', `gitdir: ${join(root, 'repository/worktrees/second')}\n`)
    write('repository/worktrees/second/HEAD', 'ref: refs/heads/side\n')
    write('repository/worktrees/second/commondir', '../..\n')
    write('repository/refs/heads/side', `${commit}\n`)
    expect(commitOf(root)).toBe(commit)
  })

  test('is zeros before the first commit and outside of a repository', () => {
    expect(commitOf(root)).toBe('0'.repeat(40))
    write('.git/HEAD', 'ref: refs/heads/main\n')
    expect(commitOf(root)).toBe('0'.repeat(40))
  })
})

describe('the installed packages match the lock file', () => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  }
  const a = wanted['node_modules/a']

  test('without the optional ones of other platforms', () => {
    expect(packagesMatch(wanted, { 'node_modules/a': a })).toBe(true)
  })

  test('but not when one is missing, has another version, or is superfluous', () => {
    expect(packagesMatch(wanted, {})).toBe(false)
    expect(packagesMatch(wanted, { 'node_modules/a': { ...a, version: '2.0.0' } })).toBe(false)
    expect(packagesMatch(wanted, { 'node_modules/a': { ...a, integrity: 'y' } })).toBe(false)
    expect(packagesMatch(wanted, { 'node_modules/a': a, 'node_modules/b': a })).toBe(false)
  })
})

describe('the lock', () => {
  test('names its holder and is removed when it is released', () => {
    const folder = join(root, 'deep/lock')
    const giveBack = takeLock(folder)
    expect(readFileSync(join(folder, 'pid'), 'utf8')).toBe(String(process.pid))
    giveBack()
    expect(existsSync(folder)).toBe(false)
  })

  test('of a process that has ended is taken over', () => {
    const gone = spawnSync(process.execPath, ['-e', '0']).pid
    write('lock/pid', String(gone))
    const giveBack = takeLock(join(root, 'lock'))
    expect(readFileSync(join(root, 'lock/pid'), 'utf8')).toBe(String(process.pid))
    giveBack()
  })
})

describe('a package that holds symbolic links as a list', () => {
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]

  test('is linked once all of them exist', () => {
    write('native/pg-symlinks.json', JSON.stringify(list))
    expect(isLinked(root)).toBe(false)
    write('native/lib/libpq.so.5', '')
    expect(isLinked(root)).toBe(true)
  })

  test('needs no links when it has no list', () => {
    expect(isLinked(root)).toBe(true)
  })
})
