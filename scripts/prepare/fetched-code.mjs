import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

/**
 * A folder in one of these with an `entry.ts` is code that the widget fetches when it needs it; the names
 * of the code begin with the prefix (`server/widget-host/code-files.ts`).
 */
const PARENTS = { widget: '', 'widget/forms': '', 'widget/forms/methods': 'method-' }

/** The folders of code that the widget fetches, by name: each has a build of its own. */
export function fetchedCode() {
  const found = Object.entries(PARENTS).flatMap(([parent, prefix]) =>
    readdirSync(join(ROOT, parent)).map((name) => ({
      name: prefix + name,
      folder: `${parent}/${name}`,
    })),
  )
  const fetched = found.filter(({ folder }) => existsSync(join(ROOT, folder, 'entry.ts')))
  return new Map(fetched.map(({ name, folder }) => [name, folder]))
}
