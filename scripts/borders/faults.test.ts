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
    ['server/payments/service.ts', '../store/port.ts'],
    ['server/payments/service.ts', '../kernel/vault/vault.ts'],
    ['server/payments/service.ts', './rules.ts'],
    ['server/features/checkouts/service.ts', '../../payments/index.ts'],
    ['server/features/checkouts/service.ts', '../registrations/index.ts'],
    ['server/features/checkouts/routes.ts', '../../http/answer.ts'],
    ['operations/settlement/import.ts', '../../server/payments/index.ts'],
    ['operations/people/routes.ts', '../audit/index.ts'],
    ['server/features.ts', '../operations/features.ts'],
    ['server/payments/rules.ts', '../../common/money.ts'],
    ['server/payments/rules.ts', '../store/port.ts'],
    ['server/app/start.ts', '../store/sqlite/open-sqlite-store.ts'],
    ['server/app/start.ts', '../../shop/server.ts'],
    ['server/store/sqlite/reads.ts', 'better-sqlite3'],
    ['widget/forms/card.tsx', '@preact/signals'],
    ['widget/i18n/texts.ts', '../../locales/en.json?raw'],
    ['server/payments/service.test.ts', '../store/sqlite/open-sqlite-store.ts'],
    ['server/store/contract/contract.ts', '../sqlite/open-sqlite-store.ts'],
  ])('%s importing %s', (path, specifier) => {
    expect(importing(path, specifier)).toEqual([])
  })

  test('types of what calls other servers', () => {
    const text = `import type { Target } from '../../http/outgoing/targets.ts'`
    expect(faultsOf({ 'server/features/webhooks/service.ts': text })).toEqual([])
  })
})

describe('the import rules refuse', () => {
  test.each([
    ['server/payments/service.ts', '../store/sqlite/open-sqlite-store.ts'],
    ['server/payments/service.ts', '../http/answer.ts'],
    ['server/features/checkouts/service.ts', '../../payments/rules.ts'],
    ['server/features/checkouts/routes.ts', '../../payments/routes.ts'],
    ['server/features/checkouts/service.ts', '../registrations/service.ts'],
    ['server/payments/service.ts', '../features/risk/index.ts'],
    ['server/features/risk/service.ts', '../../../operations/people/index.ts'],
    ['server/app/services.ts', '../../operations/people/index.ts'],
    ['operations/settlement/import.ts', '../disputes/service.ts'],
    ['operations/backoffice/app.tsx', '../people/index.ts'],
    ['server/http/idempotency/idempotency.ts', '../../payments/index.ts'],
    ['server/app/services.ts', '../payments/service.ts'],
    ['sandbox/simulator/outcomes.ts', '../../server/payments/rules.ts'],
    ['sandbox/acquirers/stripe/world.ts', '../../../server/payments/index.ts'],
    ['sandbox/acquirers/stripe/world.ts', '../adyen/world.ts'],
    ['server/payments/rules.ts', '../kernel/vault/vault.ts'],
    ['server/payments/rules.ts', 'node:fs'],
    ['server/kernel/vault/vault.ts', '../../payments/service.ts'],
    ['server/store/sqlite/reads.ts', '../../payments/rules.ts'],
    ['server/app/app.ts', '../../widget/entry.ts'],
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
    const text = `\n\nimport { x } from '../http/answer.ts'`
    expect(faultsOf({ 'server/payments/service.ts': text })).toEqual([
      expect.stringMatching(
        /^server\/payments\/service\.ts:3 imports server\/http\/answer\.ts: .+/,
      ),
    ])
  })
})

describe('the system clock', () => {
  test.each(['Date.now()', 'new Date()', 'Date()', 'const now = Date.now'])(
    'is not read by %s in the server',
    (text) => {
      expect(faultsOf({ 'server/payments/service.ts': text })).toEqual([
        'server/payments/service.ts:1 asks for the time: only server/kernel/timers/clock.ts does that',
      ])
    },
  )

  test.each([
    ['server/kernel/timers/clock.ts', 'Date.now()'],
    ['server/payments/service.ts', 'new Date(atMs).toISOString()'],
    ['server/payments/service.ts', '// never Date.now()'],
    ['server/payments/service.ts', 'Date.UTC(2026, 1)'],
    ['widget/entry.ts', 'Date.now()'],
  ])('may be used in %s by %s', (path, text) => {
    expect(faultsOf({ [path]: text })).toEqual([])
  })
})

describe('HTTP requests', () => {
  const SERVICE = 'server/http/errors.ts'

  test.each([
    `await fetch('https://example.com/')`,
    `import http from 'node:http'`,
    `import * as https from 'node:https'`,
    `import { request } from 'node:https'`,
    `import { createServer, get } from 'http'`,
  ])('are not sent by %s in the server', (text) => {
    expect(faultsOf({ [SERVICE]: text })).toEqual([
      `${SERVICE}:1 sends HTTP requests: only server/http/outgoing/client.ts does that`,
    ])
  })

  test.each([
    ['server/http/outgoing/client.ts', `import https from 'node:https'`],
    [SERVICE, `import { createServer, type IncomingMessage } from 'node:http'`],
    [SERVICE, `import type { ClientRequest } from 'node:http'`],
    ['widget/entry.ts', `fetch('/v1/checkouts')`],
  ])('may be sent or served in %s by %s', (path, text) => {
    expect(faultsOf({ [path]: text })).toEqual([])
  })
})

test.each(['operations/resolutions', 'sandbox/resolutions'])(
  'a feature in %s names in its manifest what it imports of others',
  (folder) => {
    const tree = (needs: string) => ({
      [`${folder}/feature.ts`]: `export const x = {\n  name: 'x',\n  ${needs}\n}`,
      [`${folder}/routes.ts`]: `import { y } from '../../operations/disputes/index.ts'`,
    })
    expect(faultsOf(tree(`needs: ['disputes'],`))).toEqual([])
    expect(faultsOf(tree(`needs: ['query'],`))).toEqual([
      `${folder}/routes.ts:1 imports the feature disputes: name it in \`needs\` of feature.ts, or do without it`,
    ])
  },
)

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

describe('circles by types', () => {
  const circleOf = (folder: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name, at) => {
        const next = names[(at + 1) % names.length]
        return [`${folder}/${name}.ts`, `import type { X } from './${next}.ts'`]
      }),
    )

  test('of more than three files are reported once, whichever way one reads them', () => {
    const tree = {
      'widget/a.ts': `import type { B } from './b.ts'\nimport './outside.ts'`,
      'widget/b.ts': `import type { A } from './a.ts'\nimport type { C } from './c.ts'`,
      'widget/c.ts': `import './d.ts'`,
      'widget/d.ts': `import type { B } from './b.ts'`,
      'widget/outside.ts': '',
    }
    expect(faultsOf(tree)).toEqual([
      "4 files need each other's types, at most 3 may: widget/a.ts, widget/b.ts, widget/c.ts, widget/d.ts",
    ])
  })

  test('of three files, and that of outcomes until it is ended, are not', () => {
    expect(faultsOf(circleOf('widget', ['a', 'b', 'c']))).toEqual([])
    expect(faultsOf(circleOf('widget', ['a', 'b', 'c', 'd']))).toHaveLength(1)
    expect(faultsOf(circleOf('server/payments/record', ['a', 'b', 'c', 'd']))).toEqual([])
  })
})

describe('what is loaded when it is needed', () => {
  const tree = (text: string) => ({
    'server/main.ts': `import { x } from './app/start.ts'`,
    'server/app/start.ts': `import { x } from '../features/wallets/index.ts'`,
    'server/features/wallets/index.ts': text,
    'server/features/wallets/samsung-pay.ts': `import { compactDecrypt } from 'jose'`,
  })

  test('are not loaded by the start', () => {
    expect(faultsOf(tree(`export { x } from './samsung-pay.ts'`))).toEqual([
      'server/features/wallets/samsung-pay.ts:1 loads jose with the start: import() it, or its user',
    ])
  })

  test('is not loaded by the start where it is the sandbox', () => {
    const withSandbox = (text: string) => ({
      'server/main.ts': `import { x } from './features.ts'`,
      'server/features.ts': text,
      'sandbox/features.ts': 'export const x = 1',
    })
    expect(faultsOf(withSandbox(`import { x } from '../sandbox/features.ts'`))).toEqual([
      'server/features.ts:1 loads sandbox/features.ts with the start: import() it, or its user',
    ])
    expect(faultsOf(withSandbox(`import('../sandbox/features.ts')`))).toEqual([])
  })

  test.each([
    `export const x = () => import('./samsung-pay.ts')`,
    `export type { X } from './samsung-pay.ts'`,
  ])('may be loaded later: %s', (text) => {
    expect(faultsOf(tree(text))).toEqual([])
  })
})
