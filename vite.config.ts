import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { minify } from 'terser'
import type { Plugin, UserConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { fetchedCode } from './scripts/prepare/fetched-code.mjs'
import { withOwnLoops } from './scripts/prepare/own-loops.mjs'
import {
  FORM_KIT,
  lendingBy,
  lentModules,
  START_KIT,
  shortNamesOf,
  takingBy,
} from './scripts/prepare/short-kits.mjs'
import { restingOf } from './scripts/rounds.mjs'

/** What libraries ask about where they run: in a browser, without developer tools. */
const BROWSER = {
  'typeof requestAnimationFrame': '"function"',
  'typeof window': '"object"',
  'window.__PREACT_SIGNALS_DEVTOOLS__': 'false',
}

/**
 * One build per mode, all run by `scripts/build.mjs`:
 * - `widget`: the script that merchants embed, one IIFE around the free variable `__TILLGATE_BOOT__`
 *   that the gateway binds to the checkout (see `server/widget-host/widget-script.ts`);
 * - `number-frame`, `code-frame`, `borrowing-frame`, `details-frame`, `font-frame`: the code inside a secured field, one
 *   IIFE that the gateway puts inline into its document;
 * - `authentication-page`: the script of the page on which a cardholder is authenticated, inline, too;
 * - `fetched-<name>`: code that the widget fetches when it needs it, out of the folders that
 *   `scripts/prepare/fetched-code.mjs` finds; `fetched-main` is what the script fetches at once;
 * - `shop`: the demo shop's pages, with `index.html` as root;
 * - `backoffice`: the back office, one page whose code is split by its views;
 * - `server`: gateway, shop server, store worker and the `tillgate` command for Node.
 */
const builds: Record<string, UserConfig> = {
  widget: iife('widget/entry.ts', 'dist/widget', 'paymentWidgets.js', [shortKits([START_KIT])]),
  'number-frame': iife('widget/frames/number-entry.ts', 'dist/number-frame', 'frame.js'),
  'code-frame': iife('widget/frames/code-entry.ts', 'dist/code-frame', 'frame.js'),
  'borrowing-frame': iife('widget/frames/borrowing-entry.ts', 'dist/borrowing-frame', 'frame.js'),
  'details-frame': iife('widget/frames/details-entry.ts', 'dist/details-frame', 'frame.js'),
  'font-frame': iife('widget/frames/font-entry.ts', 'dist/font-frame', 'frame.js'),
  'authentication-page': iife(
    'widget/authentication-page/page-entry.ts',
    'dist/authentication-page',
    'page.js',
  ),
  shop: {
    plugins: [tailwindcss()],
    build: {
      outDir: 'dist/shop',
      // The shop's content security policy allows no data: addresses.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: [resolve('index.html'), resolve('shop/result.html')],
        output: { assetFileNames: shopAssetName },
      },
    },
  },
  backoffice: {
    root: resolve('operations/backoffice'),
    base: '/backoffice/',
    plugins: [tailwindcss()],
    build: {
      outDir: resolve('dist/backoffice'),
      emptyOutDir: true,
      target: 'es2022',
      // Native light-dark(): the replacement for older browsers would not see the chosen scheme.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      // Its content security policy allows no data: addresses but for images.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  },
  server: {
    // Bundled, it is 8 kB, and not 6 MB that take 0.2 s to load.
    ssr: { noExternal: ['typebox'] },
    build: {
      ssr: true,
      outDir: 'dist/server',
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: {
          main: resolve('server/main.ts'),
          'sealing-worker': resolve('server/kernel/vault/sealing-worker.ts'),
          'sqlite-worker': resolve('server/store/sqlite/worker.ts'),
          'sqlite-reader': resolve('server/store/sqlite/reader-worker.ts'),
          cli: resolve('server/app/cli/main.ts'),
          'sqlite-integrity': resolve('server/store/sqlite/integrity-worker.ts'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  },
}

const NOT_VITEST = ['**/node_modules/**', 'dist/**', 'e2e/**', 'test-results/**']

/** They kill, break, flood, compile, start many processes or go through all variants of one kind: a sixth of them each day. */
const ROUNDS = [
  'operations/administration/one-person-sequences.test.ts',
  'reference/pages/page.test.ts',
  'server/app/cli/backup.test.ts',
  'server/app/cli/copy.test.ts',
  'server/app/cli/installed.test.ts',
  'server/app/database-outage.test.ts',
  'server/app/released/next-version.test.ts',
  'server/app/renewed-certificate.test.ts',
  'server/app/start-files.test.ts',
  'server/features/schedules/month-ends.test.ts',
  'server/features/wallets/fuzz.test.ts',
  'server/http/office-origin.test.ts',
  'server/http/plugin-shapes.test.ts',
  'server/http/transport-start.test.ts',
  'scripts/help.test.ts',
  'scripts/release/whole-release.test.ts',
  'scripts/migration/checks.test.ts',
  'scripts/without.test.ts',
  'scripts/without/renamed-members.test.ts',
  'server/app/kill.test.ts',
  'server/app/kill-challenges.test.ts',
  'server/app/kill-deliveries.test.ts',
  'server/app/kill-finance.test.ts',
  'server/app/kill-schedules.test.ts',
  'server/parameters/fuzz/fuzz.test.ts',
  'server/store/postgres/batch-agreement.test.ts',
  'server/store/postgres/lost-connections.test.ts',
  'server/store/postgres/plans.test.ts',
  'server/http/hostile-clients.test.ts',
  'sandbox/test-clock/interrupted-move.test.ts',
  'server/payments/references/parallel-captures.test.ts',
  'server/widget-host/appended-brotli.test.ts',
  'server/app/start-message.test.ts',
  'server/kernel/webhook-formats/receiver-samples.test.ts',
  'server/app/cli/entity/running-gateway.test.ts',
]

/** Small files that take minutes: begun last, as their size has it, they would keep one core waiting for the other. */
const LONG = ['simulation/planted-bugs.test.ts', 'simulation/simulation.test.ts', ...ROUNDS]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((one) => moduleId.endsWith(one))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * Files that replace a module: others must not meet the replacement, nor they the module. And those that compare
 * ids with the time: they go on from the latest time that a test of the process has had. And those that count the
 * timers of their process.
 */
const ALONE = [
  'server/app/after-commit.test.ts',
  'server/app/cli/check.test.ts',
  'server/app/cli/doctor.test.ts',
  'server/http/idempotency/idempotency.test.ts',
  'widget/texts/language.test.ts',
]

/** The page links to its server's source: browsers show `.txt` and download `.ts`. */
function shopAssetName({ names }: { names: string[] }): string {
  const extension = names[0]?.endsWith('.ts') ? '.txt' : '[extname]'
  return `assets/[name]-[hash]${extension}`
}

/**
 * A second minifier over what Vite's own has made: together they make files 2 to 4 % smaller than either
 * alone, compressed. Reading a property counts as an effect (`pure_getters`): effects read signals only
 * to be run again when these change.
 */
function minifyAgain(): Plugin {
  const options = {
    ecma: 2022,
    compress: { passes: 4, pure_getters: false, unsafe_arrows: true, hoist_funs: true },
    format: { comments: /^#/ },
  } as const
  return {
    name: 'minify-again',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const code = withOwnLoops(file.code, (text) => this.parse(text))
        file.code = (await minify(code, options)).code ?? code
      }
    },
  }
}

/** Short names for what the given kits lend, in the kits and, where the build is of fetched code, in that. */
function shortKits(kits: readonly string[], isTaking = false): Plugin {
  const sources = kits.map((kit) => readFileSync(kit, 'utf8'))
  const short = shortNamesOf(sources)
  const paths = kits.map((kit) => resolve(kit))
  return {
    name: 'short-kits',
    enforce: 'pre',
    transform(code, id) {
      if (paths.includes(id)) return lendingBy(code, short)
      return isTaking && code.includes('__TILLGATE_KIT__') ? takingBy(code, short) : undefined
    },
  }
}

/** The main code takes from the script what comes of a module whose exports that lends. */
function takingFromStart(): Plugin {
  const kit = readFileSync(START_KIT, 'utf8')
  const lent = [...lentModules(kit, shortNamesOf([kit]))]
  const modules = new Map(lent.map(([path, code]) => [resolve(dirname(START_KIT), path), code]))
  return { name: 'taking-from-start', enforce: 'pre', load: (id) => modules.get(id) }
}

function iife(entry: string, outDir: string, file: string, plugins: Plugin[] = []): UserConfig {
  return {
    define: BROWSER,
    plugins: [...plugins, minifyAgain()],
    build: {
      outDir,
      target: 'es2022',
      // Native light-dark(): the replacement for older browsers would not see the page's scheme.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      copyPublicDir: false,
      rollupOptions: {
        input: resolve(entry),
        // Else it says that the second minifier takes most of the time.
        checks: { pluginTimings: false },
        output: { format: 'iife', entryFileNames: file },
      },
    },
  }
}

/**
 * Fetched code, as one function that the script calls with its kit (`widget/fetched/load-code.ts`), where
 * the code finds what the compiler makes of its JSX, too. The function is kept on the page under the
 * hash that the browser has checked.
 */
function fetched(name: string): UserConfig {
  const { build } = iife(`${fetchedCode().get(name)}/entry.ts`, 'dist/code', `${name}.js`)
  const isMain = name === 'main'
  const kits = [shortKits([FORM_KIT], !isMain), ...(isMain ? [takingFromStart()] : [])]
  return {
    define: BROWSER,
    plugins: [...kits, minifyAgain()],
    build: {
      ...build,
      emptyOutDir: false,
      rollupOptions: {
        ...build?.rollupOptions,
        external: isMain ? [] : ['preact/jsx-runtime'],
        output: {
          ...build?.rollupOptions?.output,
          globals: () => '__TILLGATE_KIT__',
          postBanner: `${isMain ? '//# allFunctionsCalledOnLoad\n' : ''}(window[Symbol.for("tillgate")].code??={})[document.currentScript.integrity]=function(__TILLGATE_KIT__,__TILLGATE_DEFINE__){`,
          postFooter: '};',
        },
      },
    },
  }
}

export default defineConfig(({ mode }) => ({
  logLevel: 'warn',
  // The files of e2e are Playwright's.
  test: {
    exclude: NOT_VITEST,
    // A machine that does other things as well needs longer; nothing waits for these times to pass.
    // The default leaves one core of two idle, and many tests wait for disks and processes.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    globalSetup: 'server/store/testing/shared-postgres.ts',
    setupFiles: 'server/testing/property-seed.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      // Reading the gateway's modules anew for each file was more than half of all processor time.
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          exclude: [...NOT_VITEST, ...ALONE, ...restingOf(ROUNDS, 6)],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
  // Tests run the sources as they are.
  ...(mode === 'test' ? {} : (builds[mode] ?? fetched(mode.replace('fetched-', '')))),
}))
