import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../prepare/root.mjs'
import { packageOf } from './contents.mjs'
import { importedPackages, importsOf } from './imports.mjs'
import { bundledPackages, noticesOf } from './notices.mjs'
import { packInto } from './pack.mjs'

const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))

describe('the packages that the built server imports', () => {
  it('are its dependencies, and each of these is imported', () => {
    expect(importedPackages(join(ROOT, 'dist/server'))).toEqual(
      Object.keys(own.dependencies).sort(),
    )
  })

  it('are read from statements and calls, not from texts', () => {
    const code = [
      'import Sqlite from "better-sqlite3";',
      'import { a } from "./assets/a.js";',
      'import "side-effect";',
      'export { b } from "again";',
      'const { jose } = await import("jose");',
      '\tthrow Error("a value from \'nowhere\'");',
    ].join('\n')
    const all = ['better-sqlite3', './assets/a.js', 'side-effect', 'again', 'jose']
    expect(importsOf(code)).toEqual(all)
  })
})

describe('the package of a release', () => {
  let folder: string
  let files: readonly string[]
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillgate-packed-'))
    files = packInto(folder, { listsOnly: true }).files
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('contains the command, what is built, the documents, and what it imports', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'bin/tillgate.mjs',
        'clients/tillgate.php',
        'dist/THIRD-PARTY-NOTICES.txt',
        'dist/build-info.json',
        'dist/server/cli.js',
        'dist/server/main.js',
        'docs/operations.md',
        'node_modules/fastify/fastify.js',
        'package.json',
      ]),
    )
  })

  it('contains no source of the server, no test, no tool and no native part', () => {
    const ours = files.filter((path) => !path.startsWith('node_modules/'))
    const tops = new Set(ours.map((path) => path.split('/')[0]))
    expect([...tops].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'clients',
      'deploy',
      'dist',
      'docs',
      'package.json',
    ])
    expect(
      ours.filter((path) =>
        /\.test\.[jt]s|^dist\/(bench|package|types|\.)|^docs\/design|\/testing\//.test(path),
      ),
    ).toEqual([])
    expect(
      files.filter((path) => /better-sqlite3|\/(vite|tailwindcss|typescript)\//.test(path)),
    ).toEqual([])
  })
})

describe('its package.json', () => {
  const { json, bundled } = packageOf(own, lock)

  it('has neither scripts nor tools, and may be published', () => {
    expect(json).toMatchObject({ name: 'tillgate', version: own.version, bin: own.bin })
    expect(json).not.toHaveProperty('private')
    expect(json).not.toHaveProperty('scripts')
    expect(json).not.toHaveProperty('devDependencies')
    expect(own.private).toBe(true)
  })

  it('names one version of each package, that of the lock file', () => {
    const named = Object.entries(json.dependencies as Record<string, string>)
    for (const [name, version] of named) {
      expect([name, version]).toEqual([name, lock.packages[`node_modules/${name}`].version])
    }
    expect(named.map(([name]) => name)).toEqual(
      expect.arrayContaining(['better-sqlite3', 'bindings', 'prebuild-install']),
    )
  })

  it('contains every dependency but the native one, with what it needs', () => {
    expect(json.bundleDependencies).toEqual(
      Object.keys(own.dependencies).filter((name) => name !== 'better-sqlite3'),
    )
    expect(bundled).toEqual(
      expect.arrayContaining([
        'node_modules/pino',
        'node_modules/fastify/node_modules/light-my-request',
      ]),
    )
    const scripts = bundled.filter((path) => lock.packages[path].hasInstallScript === true)
    expect(scripts).toEqual([])
  })

  it('is refused where the lock file lacks what something needs', () => {
    const packages = { 'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0' } } }
    expect(() => packageOf({ dependencies: { a: '1.0.0' } }, { packages })).toThrow(
      'package-lock.json has no b for node_modules/a',
    )
  })
})

describe('the notices of third parties', () => {
  it('name each package whose code is in what was built', () => {
    const notices = readFileSync(join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of ['preact', 'i18next', 'uplot', 'typebox', 'tailwindcss']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d[^\\n]* \\(MIT\\)$`, 'm'))
    }
    expect(notices.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(8)
  })

  it('are of the packages of modules, with or without a scope, the innermost one', () => {
    const modules = [
      '/project/widget/entry.ts',
      '/project/node_modules/@preact/signals/dist/signals.mjs',
      '/project/node_modules/a/node_modules/b/index.js?commonjs-module',
      '\0/project/node_modules/preact/dist/preact.mjs',
    ]
    expect(bundledPackages(modules)).toEqual([
      '@preact/signals',
      'b',
      'preact',
      'rolldown',
      'tailwindcss',
      'vite',
    ])
  })

  it('end a build that has taken in what may not be handed on', () => {
    expect(() => noticesOf(['axe-core'], ROOT)).toThrow(
      'axe-core is bundled and has the licence MPL-2.0, which is not allowed here',
    )
  })
})
