import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { ROOT } from '../prepare/root.mjs'

/** @typedef {typeof import('../../server/parameters/fuzz/run.fixture.ts')} Fuzz */

/**
 * Bundles the gateway as it stands with what sends wrong bodies to it, as it is bundled for use: times
 * are those of the gateway. The caller removes the folder.
 *
 * @returns {Promise<{ folder: string, fuzz: Fuzz }>}
 */
export async function bundleFuzz() {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-fuzz-'))
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: {
        input: join(ROOT, 'server/parameters/fuzz/run.fixture.ts'),
        output: { entryFileNames: 'fuzz.mjs', codeSplitting: false },
      },
    },
  })
  return { folder, fuzz: await import(pathToFileURL(join(folder, 'fuzz.mjs')).href) }
}
