import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { runNpm } from '../prepare/command.mjs'
import { ROOT } from '../prepare/root.mjs'
import { CLIENT_FILES, clientPackageOf, FILES, LEFT_OUT, packageOf } from './contents.mjs'

/**
 * @typedef {object} Packed
 * @property {string} file its path
 * @property {number} packedBytes
 * @property {number} unpackedBytes
 * @property {readonly string[]} files paths in it, sorted
 *
 * @typedef {{ listsOnly?: boolean }} PackOptions `listsOnly`: no tarball is written
 */

/**
 * Packs the gateway as it is built. Throws where npm fails.
 *
 * @param {string} to folder of the tarball, which must exist
 * @param {PackOptions} [options]
 */
export function packInto(to, options) {
  return pack(fillStage, to, options)
}

/**
 * Packs what merchants' servers and pages take, as it is built. Throws where npm fails.
 *
 * @param {string} to folder of the tarball, which must exist
 * @param {PackOptions} [options]
 */
export function packClient(to, options) {
  return pack(fillClientStage, to, options)
}

/** @param {(stage: string) => void} fill @param {string} to @param {PackOptions} [options] @returns {Packed} */
function pack(fill, to, { listsOnly = false } = {}) {
  const stage = mkdtempSync(join(tmpdir(), 'tillgate-package-'))
  try {
    fill(stage)
    const { ok, output } = runNpm([
      'pack',
      stage,
      '--json',
      '--pack-destination',
      to,
      ...(listsOnly ? ['--dry-run'] : []),
    ])
    if (!ok) throw new Error(`npm pack failed:\n${output}`)
    const [{ filename, size, unpackedSize, files }] = JSON.parse(output)
    const paths = files.map((/** @type {{ path: string }} */ { path }) => path).sort()
    const file = join(to, filename)
    return { file, packedBytes: size, unpackedBytes: unpackedSize, files: paths }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** @param {string} stage */
function fillStage(stage) {
  const { json, bundled } = packageOf(readJson('package.json'), readJson('package-lock.json'))
  for (const path of FILES) copy(path, stage, isPacked)
  for (const path of bundled) copy(path, stage, (file) => isOf(path, file))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(json, null, 2)}\n`)
}

/** @param {string} stage */
function fillClientStage(stage) {
  for (const [path, target] of Object.entries(CLIENT_FILES)) {
    cpSync(join(ROOT, path), join(stage, target), { recursive: true })
  }
  const json = clientPackageOf(readJson('package.json'))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(json, null, 2)}\n`)
}

/** @param {string} path @param {string} stage @param {(path: string) => boolean} filter by path from the root */
function copy(path, stage, filter) {
  const target = join(stage, path)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(ROOT, path), target, {
    recursive: true,
    filter: (file) => filter(relative(ROOT, file).split(sep).join('/')),
  })
}

/** @param {string} path */
function isPacked(path) {
  return !LEFT_OUT.test(path)
}

/** What a package has below it has an entry of its own. @param {string} folder @param {string} path */
function isOf(folder, path) {
  return !path.slice(folder.length).includes('/node_modules')
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}
