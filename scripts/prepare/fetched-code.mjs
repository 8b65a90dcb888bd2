import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

/** A folder in one of these with an `entry.ts` is code that the widget fetches when it needs it. */
const PARENTS = ['widget', 'widget/forms']

/** The folders of code that the widget fetches, by name: each has a build of its own. */
export function fetchedCode() {
  const found = PARENTS.flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => ({ name, folder: `${parent}/${name}` })),
  )
  const fetched = found.filter(({ folder }) => existsSync(join(ROOT, folder, 'entry.ts')))
  return new Map(fetched.map(({ name, folder }) => [name, folder]))
}
