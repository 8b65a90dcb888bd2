import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT_FOLDERS } from '../prepare/folders.mjs'
import { ROOT } from '../prepare/root.mjs'

/** What a copy needs: the sources, what is built of them, and what the commands read. */
const COPIED = [...PRODUCT_FOLDERS, 'bin', 'dist', 'docs', 'locales', 'scripts', 'simulation']
const COPIED_FILES = ['package.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'README.md']

/** The server is built in the copy; the lock is of commands that build in the project. */
const NOT_COPIED = ['dist/server', 'dist/.prepare-lock'].map((path) => join(ROOT, path))

/**
 * A copy of the project in which a build changes nothing of the project itself: the built files are copied,
 * only the packages are linked.
 *
 * @param {string} copy an empty folder
 */
export function makeCopy(copy) {
  const paths = [...COPIED, ...COPIED_FILES].filter((path) => existsSync(join(ROOT, path)))
  for (const path of paths) {
    cpSync(join(ROOT, path), join(copy, path), {
      recursive: true,
      filter: (source) => !source.includes('node_modules') && !NOT_COPIED.includes(source),
    })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
}
