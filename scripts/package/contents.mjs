/**
 * What the packages of a release contain, made of the files of a clone: the gateway, and what merchants' servers and pages
 * take. A clone itself is private: npm refuses to publish it, with its tools and without its built files.
 */

/** Copied as they are, folders whole but for `LEFT_OUT`. Paths from the root. */
export const FILES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'clients',
  'deploy',
  'dist',
  'docs',
]

/** Of a clone alone, or of the client's package: what belongs to the build, benchmarks, tests, and documents for those who change the code. */
export const LEFT_OUT =
  /^(?:dist\/(?:\.|(?:bench|package|types)(?:\/|$))|docs\/design(?:\/|$)|clients\/(?:testing|.*\.test\.ts|tsconfig))/

/** Of the client's package, by their path in the clone: where they are in it. What `tsc` has made of wrappers and types comes besides. */
export const CLIENT_FILES = {
  LICENSE: 'LICENSE',
  'clients/README.md': 'README.md',
  'clients/tillgate.mjs': 'clients/tillgate.mjs',
  'clients/tillgate.php': 'clients/tillgate.php',
  'clients/tillgate.py': 'clients/tillgate.py',
  'dist/package': '.',
}

/** package.json of the client's package; its version is that of the gateway. @param {Readonly<Record<string, unknown>>} own package.json of the clone */
export function clientPackageOf({ version, license }) {
  return {
    name: 'tillgate-client',
    version,
    description: 'Server client, React component, custom element and types for a Tillgate gateway',
    license,
    type: 'module',
    engines: { node: '>=18' },
    exports: {
      '.': { types: './clients/tillgate.d.mts', default: './clients/tillgate.mjs' },
      './types': { types: './dist/types/merchant-wire.d.ts' },
      './widget': { types: './common/widget-types.d.ts' },
      './react': { types: './wrappers/react.d.ts', default: './wrappers/react.js' },
      './element': { types: './wrappers/element.d.ts', default: './wrappers/element.js' },
    },
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  }
}

/** Members of package.json that whoever installs the package needs. */
const KEPT = ['name', 'version', 'description', 'license', 'type', 'engines', 'bin']

/**
 * Its install script fetches or compiles its native part, and npm runs no script of a package that comes inside of
 * another one: so npm fetches this one, and what it needs.
 */
const NATIVE = 'better-sqlite3'

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @typedef {{ readonly packages: Readonly<Record<string, LockEntry>> }} Lock package-lock.json
 * @typedef {Readonly<Record<string, unknown>> & { readonly dependencies: Readonly<Record<string, string>> }} Json package.json
 */

/**
 * What the package is made of. Of its dependencies it contains all but one, in the versions of the lock file: npm heeds a
 * lock file in a package (npm-shrinkwrap.json) where a registry has read it, and none in a tarball. What npm fetches is
 * named with one version each.
 *
 * @param {Json} own package.json of the clone
 * @param {Lock} lock
 * @returns {{ json: Record<string, unknown>, bundled: readonly string[] }} its package.json, without `private`, scripts
 * and tools; the paths in `node_modules` of what it contains, sorted
 */
export function packageOf(own, lock) {
  const contained = Object.keys(own.dependencies).filter((name) => name !== NATIVE)
  const bundled = closureOf(lock, contained)
  const fetched = closureOf(lock, [NATIVE]).filter((path) => !bundled.includes(path))
  const versions = fetched.map((path) => [nameAt(path), lock.packages[path]?.version])
  const kept = KEPT.filter((key) => key in own).map((key) => [key, own[key]])
  const json = {
    ...Object.fromEntries(kept),
    dependencies: { ...own.dependencies, ...Object.fromEntries(versions) },
    bundleDependencies: contained,
  }
  return { json, bundled }
}

/**
 * The packages of the lock file that these need, and they themselves: paths, sorted. An optional one that the lock file
 * does not have is none.
 *
 * @param {Lock} lock @param {readonly string[]} names
 */
function closureOf(lock, names) {
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {string} from @param {readonly string[]} wanted @param {boolean} [optional] */
  function add(from, wanted, optional = false) {
    for (const name of wanted) {
      const path = resolveIn(lock, from, name)
      if (path === undefined && optional) continue
      if (path === undefined) throw new Error(`package-lock.json has no ${name} for ${from}`)
      if (found.has(path)) continue
      found.add(path)
      const { dependencies = {}, optionalDependencies = {} } = lock.packages[path] ?? {}
      add(path, Object.keys(dependencies))
      add(path, Object.keys(optionalDependencies), true)
    }
  }
  add('', names)
  return [...found].sort()
}

/**
 * Where Node finds a package that another one imports.
 *
 * @param {Lock} lock @param {string} from @param {string} name
 * @returns {string | undefined}
 */
export function resolveIn(lock, from, name) {
  const path = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (path in lock.packages) return path
  if (from === '') return undefined
  return resolveIn(lock, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** @param {string} path */
function nameAt(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
