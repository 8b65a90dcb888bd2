/**
 * Makes the package of a release: node run.mjs package [--to FOLDER]. Writes tillgate-VERSION.tgz, which npm installs, and
 * SHA256SUMS beside it, into the folder release or the one that is named. A clone itself is private, so that npm does
 * not publish is a copy of the files that the package needs, with a package.json that
 * names the server's own packages alone, and an npm-shrinkwrap.json that fixes each of their versions.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { packInto } from './package/pack.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const { values } = parseArgs({
  options: { to: { type: 'string', default: join(ROOT, 'release') } },
})
const to = resolve(values.to)
mkdirSync(to, { recursive: true })
const { file, unpackedBytes, files } = packInto(to)
const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
writeFileSync(join(to, 'SHA256SUMS'), `${hash}  ${basename(file)}\n`)
const megabytes = (unpackedBytes / 1e6).toFixed(1)
process.stdout.write(`${file}: ${files.length} files, ${megabytes} MB unpacked\nsha256 ${hash}\n`)
