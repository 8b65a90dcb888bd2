import { describe, expect, test } from 'vitest'
import { borderFaults } from './faults.mjs'
import { readSource } from './source.mjs'

/** The faults of a made-up tree: path to source text. */
function faultsOf(tree: Readonly<Record<string, string>>): string[] {
  return borderFaults(Object.entries(tree).map(([path, text]) => readSource(path, text)))
}

function importing(path: string, specifier: string): string[] {
  return faultsOf({ [path]: `import { x } from '${specifier}'` })
}

describe('the import rules allow', () => {
  test.each([
    ['server/api/payments/service.ts', '../../engine/store/port.ts'],
    ['server/api/payments/service.ts', '../../engine/vault/vault.ts'],
    ['server/api/payments/service.ts', './rules.ts'],
    ['server/api/checkouts/service.ts', '../payments/service.ts'],
    ['server/api/checkouts/routes.ts', '../../wire/http/answer.ts'],
    ['server/api/payments/rules.ts', '../../../common/money.ts'],
    ['server/api/payments/rules.ts', '../../engine/store/port.ts'],
    ['server/process/start.ts', '../engine/store/sqlite/open-sqlite-store.ts'],
    ['server/process/start.ts', '../../shop/server.ts'],
    ['server/engine/store/sqlite/reads.ts', 'better-sqlite3'],
    ['widget/forms/card.tsx', '@preact/signals'],
    ['widget/i18n/texts.ts', '../../locales/en.json?raw'],
    ['server/api/payments/service.test.ts', '../../engine/store/sqlite/open-sqlite-store.ts'],
    ['server/engine/store/contract/contract.ts', '../sqlite/open-sqlite-store.ts'],
  ])('%s importing %s', (path, specifier) => {
    expect(importing(path, specifier)).toEqual([])
  })

  test('types of another feature', () => {
    const text = `import type { FirstType } from '../payments/life-cycle.ts'`
    expect(faultsOf({ 'server/api/checkouts/service.ts': text })).toEqual([])
  })
})

describe('the import rules refuse', () => {
  test.each([
    ['server/api/payments/service.ts', '../../engine/store/sqlite/open-sqlite-store.ts'],
    ['server/api/payments/service.ts', '../../wire/http/answer.ts'],
    ['server/api/checkouts/service.ts', '../payments/rules.ts'],
    ['server/api/checkouts/routes.ts', '../payments/routes.ts'],
    ['server/api/payments/rules.ts', '../../engine/vault/vault.ts'],
    ['server/api/payments/rules.ts', 'node:fs'],
    ['server/engine/vault/vault.ts', '../../api/payments/service.ts'],
    ['server/engine/store/sqlite/reads.ts', '../../../api/payments/rules.ts'],
    ['server/process/app.ts', '../../widget/entry.ts'],
    ['widget/entry.ts', '../server/config.ts'],
    ['widget/entry.ts', '../shop/catalogue.ts'],
    ['widget/entry.ts', 'i18next'],
    ['common/money.ts', '../widget/entry.ts'],
    ['common/money.ts', 'node:crypto'],
    ['shop/server.ts', '../server/config.ts'],
    ['shop/page/result.ts', '../../widget/entry.ts'],
  ])('%s importing %s', (path, specifier) => {
    expect(importing(path, specifier)).toEqual([expect.stringContaining(`${path}:1 imports `)])
  })

  test.each([
    `export { x } from '../shop/catalogue.ts'`,
    `export * from '../shop/catalogue.ts'`,
    `const shop = await import('../shop/catalogue.ts')`,
    `import type { X } from '../shop/catalogue.ts'`,
    `import '../shop/catalogue.ts'`,
  ])('each way to import: %s', (text) => {
    expect(faultsOf({ 'widget/entry.ts': text })).toHaveLength(1)
  })

  test('files in no room', () => {
    expect(faultsOf({ 'server/utils/all.ts': '' })).toEqual([
      'server/utils/all.ts is in no room: give it one in scripts/borders/rooms.mjs',
    ])
  })

  test('with the line and the reason', () => {
    const text = `\n\nimport { x } from '../../wire/http/answer.ts'`
    expect(faultsOf({ 'server/api/payments/service.ts': text })).toEqual([
      expect.stringMatching(
        /^server\/api\/payments\/service\.ts:3 imports server\/wire\/http\/answer\.ts: .+/,
      ),
    ])
  })
})

describe('the order of rooms', () => {
  test('refuses an import from a higher floor, also where its room allows it', () => {
    expect(importing('server/wire/idempotency/once.ts', '../../api/risk/screen.ts')).toEqual([
      expect.stringContaining('imports server/api/risk/screen.ts, a floor above'),
    ])
  })
})

describe('the system clock', () => {
  test.each(['Date.now()', 'new Date()', 'Date()', 'const now = Date.now'])(
    'is not read by %s in the server',
    (text) => {
      expect(faultsOf({ 'server/api/payments/service.ts': text })).toEqual([
        'server/api/payments/service.ts:1 asks for the time: only server/engine/timers/clock.ts does that',
      ])
    },
  )

  test.each([
    ['server/engine/timers/clock.ts', 'Date.now()'],
    ['server/api/payments/service.ts', 'new Date(atMs).toISOString()'],
    ['server/api/payments/service.ts', '// never Date.now()'],
    ['server/api/payments/service.ts', 'Date.UTC(2026, 1)'],
    ['widget/entry.ts', 'Date.now()'],
  ])('may be used in %s by %s', (path, text) => {
    expect(faultsOf({ [path]: text })).toEqual([])
  })
})

describe('HTTP requests', () => {
  const SERVICE = 'server/wire/http/errors.ts'

  test.each([
    `await fetch('https://example.com/')`,
    `import http from 'node:http'`,
    `import * as https from 'node:https'`,
    `import { request } from 'node:https'`,
    `import { createServer, get } from 'http'`,
  ])('are not sent by %s in the server', (text) => {
    expect(faultsOf({ [SERVICE]: text })).toEqual([
      `${SERVICE}:1 sends HTTP requests: only server/wire/outgoing/client.ts does that`,
    ])
  })

  test.each([
    ['server/wire/outgoing/client.ts', `import https from 'node:https'`],
    [SERVICE, `import { createServer, type IncomingMessage } from 'node:http'`],
    [SERVICE, `import type { ClientRequest } from 'node:http'`],
    ['widget/entry.ts', `fetch('/v1/checkouts')`],
  ])('may be sent or served in %s by %s', (path, text) => {
    expect(faultsOf({ [path]: text })).toEqual([])
  })
})

describe('import cycles', () => {
  test('are found at any length, and reported once', () => {
    const tree = {
      'widget/a.ts': `import './b.ts'`,
      'widget/b.ts': `import './c.ts'`,
      'widget/c.ts': `import './a.ts'`,
      'widget/entry.ts': `import './b.ts'`,
    }
    expect(faultsOf(tree)).toEqual([
      'files import each other in a circle: widget/a.ts → widget/b.ts → widget/c.ts → widget/a.ts',
    ])
  })

  test('are not reported when two paths lead to one file', () => {
    const tree = {
      'widget/a.ts': `import './b.ts'\nimport './c.ts'`,
      'widget/b.ts': `import './c.ts'`,
      'widget/c.ts': '',
    }
    expect(faultsOf(tree)).toEqual([])
  })

  test('of types alone are not reported', () => {
    const tree = {
      'widget/a.ts': `import './b.ts'`,
      'widget/b.ts': `import type { A } from './a.ts'`,
    }
    expect(faultsOf(tree)).toEqual([])
  })
})
