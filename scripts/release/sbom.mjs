import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageOf, resolveIn } from '../package/contents.mjs'
import { runNpm } from '../prepare/command.mjs'

/**
 * @typedef {import('../package/contents.mjs').Lock} Lock
 * @typedef {import('../package/contents.mjs').Json} Json
 *
 * @typedef {object} Component of CycloneDX
 * @property {string} type
 * @property {string} name
 * @property {string} [version]
 * @property {string} [bom-ref]
 * @property {string} [purl]
 * @property {readonly { alg: string, content: string }[]} [hashes]
 * @property {readonly { expression?: string, license?: { id?: string, name?: string } }[]} [licenses]
 *
 * @typedef {object} Sbom
 * @property {string} bomFormat
 * @property {string} specVersion
 * @property {string} [serialNumber]
 * @property {number} version
 * @property {{ timestamp?: string, component?: Component }} metadata
 * @property {readonly Component[]} components
 * @property {readonly { ref: string, dependsOn?: readonly string[] }[]} dependencies
 */

/**
 * What a package of a release consists of, as CycloneDX in JSON: npm writes it of a lock file that has these packages
 * alone, because the lock file of the clone has those of tools too. Throws where npm fails.
 *
 * @param {Readonly<Record<string, unknown>> & { readonly dependencies?: Readonly<Record<string, string>> }} own package.json of the package
 * @param {Lock} lock package-lock.json of the clone
 * @param {readonly string[]} bundled names of packages whose code is in the built files
 * @returns {Sbom}
 */
export function sbomOf(own, lock, bundled) {
  const { name, version, license } = own
  const direct = [...Object.keys(own.dependencies ?? {}), ...bundled]
  const contained =
    own.dependencies === undefined ? [] : pathsOf({ ...own, dependencies: own.dependencies }, lock)
  const paths = [...contained, ...bundled.map((each) => `node_modules/${each}`)]
  const dependencies = Object.fromEntries(
    direct.map((each) => [each, lock.packages[`node_modules/${each}`]?.version]),
  )
  const root = { name, version, license, dependencies }
  const packages = Object.fromEntries(paths.map((path) => [path, entryOf(lock, path, paths)]))
  const temporary = mkdtempSync(join(tmpdir(), 'tillgate-sbom-'))
  // npm names what it describes by its folder.
  const folder = join(temporary, String(name))
  try {
    mkdirSync(folder)
    const written = { name, version, lockfileVersion: 3, packages: { '': root, ...packages } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(root))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(written))
    const form = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application']
    const { ok, output } = runNpm(['sbom', '--package-lock-only', ...form], { cwd: folder })
    if (!ok) throw new Error(`npm sbom failed:\n${output}`)
    return JSON.parse(output)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Of what is contained and of what npm fetches. @param {Json} own @param {Lock} lock @returns {readonly string[]} */
function pathsOf(own, lock) {
  const { json, bundled } = packageOf(own, lock)
  const named = Object.keys(/** @type {Record<string, string>} */ (json.dependencies))
  return [...new Set([...bundled, ...named.map((name) => `node_modules/${name}`)])].sort()
}

/**
 * Without what is not handed on: what a tool needs of which only helpers are in built files, and parts for other machines.
 *
 * @param {Lock} lock @param {string} path @param {readonly string[]} paths
 */
function entryOf(lock, path, paths) {
  const entry = lock.packages[path]
  if (entry === undefined) throw new Error(`package-lock.json has no ${path}`)
  const { dev, devOptional, peerDependencies, optionalDependencies, ...kept } =
    /** @type {Record<string, any>} */ (entry)
  const all = { ...kept.dependencies, ...optionalDependencies }
  const dependencies = Object.entries(all).filter(([name]) =>
    paths.includes(resolveIn(lock, path, name) ?? ''),
  )
  return { ...kept, dependencies: Object.fromEntries(dependencies) }
}

const HEX_DIGITS = /** @type {Readonly<Record<string, number>>} */ ({
  'SHA-1': 40,
  'SHA-256': 64,
  'SHA-384': 96,
  'SHA-512': 128,
})

/**
 * What CycloneDX 1.5 requires of a document and this one lacks: its required members, their forms, and that nothing is
 * named which is not there.
 *
 * @param {Sbom} sbom
 * @returns {readonly string[]}
 */
export function sbomFaults(sbom) {
  /** @type {string[]} */
  const faults = []
  /** @param {boolean} isRight @param {string} fault */
  const need = (isRight, fault) => void (isRight || faults.push(fault))
  need(sbom.bomFormat === 'CycloneDX', 'bomFormat is not CycloneDX')
  need(/^1\.[456]$/.test(sbom.specVersion), `specVersion is ${sbom.specVersion}`)
  need(Number.isInteger(sbom.version) && sbom.version >= 1, `version is ${sbom.version}`)
  need(
    /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sbom.serialNumber ?? ''),
    'serialNumber is no UUID',
  )
  const { timestamp = '', component } = sbom.metadata ?? {}
  need(!Number.isNaN(Date.parse(timestamp)), 'metadata.timestamp is no time')
  need(component !== undefined, 'metadata.component is not there')
  const all = [...(component === undefined ? [] : [component]), ...(sbom.components ?? [])]
  for (const each of all) faults.push(...componentFaults(each))
  const refs = all.map((each) => each['bom-ref'])
  need(new Set(refs).size === refs.length, 'a bom-ref is there twice')
  for (const { ref, dependsOn = [] } of sbom.dependencies ?? []) {
    for (const each of [ref, ...dependsOn]) need(refs.includes(each), `${each} is no component`)
  }
  return faults
}

/** @param {Component} component @returns {string[]} */
function componentFaults({
  type,
  name,
  version,
  purl,
  hashes = [],
  licenses = [],
  'bom-ref': ref,
}) {
  const faults = []
  if (!['application', 'library'].includes(type)) faults.push(`${name} has the type ${type}`)
  if (!name) faults.push('a component has no name')
  if (!version || !ref) faults.push(`${name} has no version or no bom-ref`)
  if (!/^pkg:npm\/.+@.+$/.test(purl ?? '')) faults.push(`${name} has no purl`)
  for (const { alg, content } of hashes) {
    const isHash = new RegExp(`^[0-9a-f]{${HEX_DIGITS[alg] ?? 0}}$`).test(content)
    if (HEX_DIGITS[alg] === undefined || !isHash)
      faults.push(`${name} has a hash that is no ${alg}`)
  }
  const isNamed = licenses.every(
    ({ expression, license }) => expression ?? license?.id ?? license?.name,
  )
  if (licenses.length === 0 || !isNamed) faults.push(`${name} has no licence`)
  return faults
}
