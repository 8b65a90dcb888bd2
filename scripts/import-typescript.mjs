import { join } from 'node:path'
import { runnerImport } from 'vite'
import { ROOT } from './prepare/root.mjs'

/**
 * Imports a TypeScript file of the project, which Node 20 cannot.
 *
 * @param {string} path in the project
 * @returns {Promise<unknown>}
 */
export async function importTypeScript(path) {
  const { module } = await runnerImport(join(ROOT, path), { configFile: false, root: ROOT })
  return module
}
