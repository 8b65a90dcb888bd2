/**
 * Makes a release of the commit that is checked out: node run.mjs release [--to FOLDER] [--rehearsal]. Writes into the
 * folder release, or the one that is named: the packages of gateway and client; of each an SBOM (CycloneDX, written by
 * npm, then checked); the notices of third parties; what operators have to do, which is a part of CHANGELOG.md; and
 * SHA256SUMS of all of these.
 *
 * Fails where something is not committed, because a buildNumber names the commit, and where the changelog has no day for
 * the version of package.json. `--rehearsal` does all the same, and says what it has passed over.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { helpIfAsked } from './help.mjs'
import { clientPackageOf } from './package/contents.mjs'
import { noticedPackages } from './package/notices.mjs'
import { packClient, packInto } from './package/pack.mjs'
import { writeSums } from './package/sums.mjs'
import { ROOT } from './prepare/root.mjs'
import { operatorNotes } from './release/notes.mjs'
import { sbomFaults, sbomOf } from './release/sbom.mjs'

helpIfAsked(import.meta.url)

const DEFAULT_FOLDER = join(ROOT, 'release')

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: DEFAULT_FOLDER },
    rehearsal: { type: 'boolean', default: false },
  },
})
const own = JSON.parse(readText('package.json'))
const notes = operatorNotes(readText('CHANGELOG.md'), own.version)
const reasons = [
  ...(notes.isReleased ? [] : [`CHANGELOG.md has no day (yyyy-mm-dd) for ${own.version}`]),
  ...(isCommitted()
    ? []
    : ['not everything is committed: the buildNumber would name another state']),
]
for (const reason of reasons) say(values.rehearsal ? `passed over: ${reason}` : reason)
if (reasons.length > 0 && !values.rehearsal) process.exitCode = 1
else release(resolve(values.to))

/** @param {string} to */
function release(to) {
  // What an earlier one has left would look like a part of this one. A folder of somebody else is left alone.
  if (to === DEFAULT_FOLDER) rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  if (readdirSync(to).length > 0) throw new Error(`${to} must be empty`)
  const gateway = packInto(to).file
  const client = packClient(to).file
  const noticesFile = join(to, 'THIRD-PARTY-NOTICES.txt')
  copyFileSync(join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), noticesFile)
  const bundled = noticedPackages(readFileSync(noticesFile, 'utf8'))
  const lock = JSON.parse(readText('package-lock.json'))
  const files = [
    gateway,
    client,
    writeSbom(gateway, sbomOf(own, lock, bundled)),
    // Nothing of others is in it.
    writeSbom(client, sbomOf(clientPackageOf(own), lock, [])),
    noticesFile,
  ]
  const notesFile = join(to, `WHAT-TO-DO-${own.version}.md`)
  writeFileSync(notesFile, notes.text)
  process.stdout.write(writeSums(to, [...files, notesFile]))
}

/** @param {string} packed @param {import('./release/sbom.mjs').Sbom} sbom */
function writeSbom(packed, sbom) {
  const faults = sbomFaults(sbom)
  if (faults.length > 0) throw new Error(`The SBOM of ${basename(packed)}: ${faults.join('; ')}`)
  const file = packed.replace(/\.tgz$/, '.cdx.json')
  const content = createHash('sha256').update(readFileSync(packed)).digest('hex')
  const component = { ...sbom.metadata.component, hashes: [{ alg: 'SHA-256', content }] }
  const whole = { ...sbom, metadata: { ...sbom.metadata, component } }
  writeFileSync(file, `${JSON.stringify(whole, undefined, 2)}\n`)
  say(`${basename(file)}: ${sbom.components.length} packages`)
  return file
}

function isCommitted() {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return status === 0 && stdout === ''
}

/** @param {string} path */
function readText(path) {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
