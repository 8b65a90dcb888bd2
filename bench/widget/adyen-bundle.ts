import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'vite'

export interface AdyenBundle {
  readonly version: string
  /** Built files by name, text each. */
  readonly files: ReadonlyMap<string, string>
  /** The only language that comes with the package: it stands in for the German one, same keys. */
  readonly translations: string
}

const ENTRY = 'card.js'

/** Builds the card component for production as a merchant would: minified, everything else shaken off. */
export async function buildAdyen(benchDirectory: string, outDir: string): Promise<AdyenBundle> {
  await build({
    configFile: false,
    root: benchDirectory,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rollupOptions: {
        input: join(benchDirectory, 'widget/adyen-card.mjs'),
        output: { entryFileNames: ENTRY, assetFileNames: 'card[extname]' },
      },
    },
  })
  const files = new Map(
    readdirSync(outDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [name, readFileSync(join(outDir, name), 'utf8')]),
  )
  const require = createRequire(join(benchDirectory, 'package.json'))
  const library = dirname(require.resolve('@adyen/adyen-web'))
  const { version } = require(join(library, '../../package.json')) as { version: string }
  return { version, files, translations: await readEnglish(join(library, '../es')) }
}

/** The catalogue is a module whose default export is the object. */
async function readEnglish(directory: string): Promise<string> {
  const path = join(directory, 'packages/server/translations/en-US.json.js')
  const { default: catalogue } = (await import(path)) as { default: unknown }
  return JSON.stringify(catalogue)
}
