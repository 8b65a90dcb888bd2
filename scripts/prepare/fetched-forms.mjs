import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

const FORMS = join(ROOT, 'widget/forms')

/** The forms whose code the widget fetches, by name: each has a build of its own. */
export function fetchedForms() {
  return readdirSync(FORMS).filter((name) => existsSync(join(FORMS, name, 'entry.ts')))
}
