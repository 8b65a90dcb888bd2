/** Checks the borders between the rooms of the house: `node scripts/borders.mjs`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { borderFaults } from './borders/faults.mjs'
import { readSource } from './borders/source.mjs'
import { PRODUCT_FOLDERS } from './prepare/folders.mjs'
import { ROOT } from './prepare/root.mjs'
import { filesUnder } from './prepare/stamp.mjs'

const paths = filesUnder([...PRODUCT_FOLDERS, 'simulation']).filter((path) => /\.tsx?$/.test(path))
const sources = paths.map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')))
const faults = borderFaults(sources)
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 && paths.length > 0 ? 0 : 1
