/**
 * Makes the packages of a release: node run.mjs package [--to FOLDER]. Writes tillgate-VERSION.tgz, the gateway, and
 * tillgate-client-VERSION.tgz, what merchants' servers and pages take, with SHA256SUMS beside them, into the folder release
 * or the one that is named. npm installs either of them. A clone itself is private: what npm may publish is a copy of the
 * files that a package needs, with a package.json that names the server's own packages alone, each in one version.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { packClient, packInto } from './package/pack.mjs'
import { writeSums } from './package/sums.mjs'
import { ROOT } from './prepare/root.mjs'

helpIfAsked(import.meta.url)

const { values } = parseArgs({
  options: { to: { type: 'string', default: join(ROOT, 'release') } },
})
const to = resolve(values.to)
mkdirSync(to, { recursive: true })
const packed = [packInto(to), packClient(to)]
for (const { file, packedBytes, unpackedBytes, files } of packed) {
  const [small, large] = [packedBytes, unpackedBytes].map((bytes) => (bytes / 1e6).toFixed(2))
  process.stdout.write(`${file}: ${files.length} files, ${small} MB, ${large} MB unpacked\n`)
}
process.stdout.write(
  writeSums(
    to,
    packed.map(({ file }) => file),
  ),
)
