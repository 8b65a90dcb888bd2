import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/** Entries built for Node into a folder of their own. */
export interface NodeBundle {
  /** The built file of one entry. */
  url(entry: string): URL
  remove(): Promise<void>
}

/**
 * Builds TypeScript entries as the server is built, so that tests start worker threads and processes
 * from the source as it stands and never from an older `dist`. Takes about 0.2 s.
 */
export async function bundleForNode(entries: Record<string, string>): Promise<NodeBundle> {
  // Inside node_modules, where the bundles find the packages that they leave outside.
  const parent = resolve('node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const outDir = await mkdtemp(`${parent}/store-test-`)
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: entries,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })
  return {
    url: (entry) => pathToFileURL(`${outDir}/${entry}.mjs`),
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
