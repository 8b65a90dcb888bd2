import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientPackageOf, packageOf } from '../package/contents.mjs'
import { noticedPackages } from '../package/notices.mjs'
import { ROOT } from '../prepare/root.mjs'
import { operatorNotes } from './notes.mjs'
import { type Sbom, sbomFaults, sbomOf } from './sbom.mjs'

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const own = JSON.parse(textOf('package.json'))
const lock = JSON.parse(textOf('package-lock.json'))

describe('the SBOM of a package', () => {
  const bundled = noticedPackages(textOf('dist/THIRD-PARTY-NOTICES.txt'))
  const sbom = sbomOf(own, lock, bundled)

  it('has what CycloneDX requires', () => {
    expect(sbomFaults(sbom)).toEqual([])
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
    expect(sbom.metadata.component).toMatchObject({ name: 'tillgate', version: own.version })
  })

  it('names all that is contained, all that npm fetches, all whose code is built in, and no tool', () => {
    const { json, bundled: contained } = packageOf(own, lock)
    const fetched = Object.keys(json.dependencies as object)
    const paths = [...contained, ...[...fetched, ...bundled].map((name) => `node_modules/${name}`)]
    const wanted = new Set(paths.map((path) => `${nameAt(path)}@${lock.packages[path].version}`))
    const named = sbom.components.map(({ name, version }) => `${name}@${version}`)
    expect(new Set(named)).toEqual(wanted)
    expect(named).toEqual(expect.arrayContaining([expect.stringMatching(/^better-sqlite3@/)]))
    expect(named).toEqual(expect.arrayContaining([expect.stringMatching(/^preact@/)]))
    expect(named.join()).not.toMatch(/vitest|biome|playwright/)
  })

  it('of the client has nothing of others', () => {
    const client = sbomOf(clientPackageOf(own), lock, [])
    expect(sbomFaults(client)).toEqual([])
    expect(client.metadata.component).toMatchObject({
      name: 'tillgate-client',
      version: own.version,
    })
    expect(client.components).toEqual([])
  })

  it.each<[string, (sbom: Sbom) => Sbom]>([
    ['bomFormat is not CycloneDX', (right) => ({ ...right, bomFormat: 'SPDX' })],
    ['specVersion is 2.0', (right) => ({ ...right, specVersion: '2.0' })],
    ['serialNumber is no UUID', (right) => ({ ...right, serialNumber: 'urn:uuid:1' })],
    ['version is 0', (right) => ({ ...right, version: 0 })],
    [
      'metadata.component is not there',
      (right) => ({ ...right, metadata: { timestamp: right.metadata.timestamp ?? '' } }),
    ],
    [
      'a bom-ref is there twice',
      (right) => ({ ...right, components: [...right.components, ...right.components.slice(0, 1)] }),
    ],
    ['kite@1 is no component', (right) => ({ ...right, dependencies: [{ ref: 'kite@1' }] })],
    ['kite has no licence', (right) => withKite(right, { licenses: [] })],
    ['kite has the type sail', (right) => withKite(right, { type: 'sail' })],
    [
      'kite has a hash that is no SHA-512',
      (right) => withKite(right, { hashes: [{ alg: 'SHA-512', content: 'ab' }] }),
    ],
    ['kite has no purl', (right) => withKite(right, { purl: 'kite' })],
  ])('is refused where %s', (fault, wrong) => {
    expect(sbomFaults(wrong(sbom))).toContain(fault)
  })
})

function withKite(sbom: Sbom, wrong: object): Sbom {
  const kite = {
    ...{ type: 'library', name: 'kite', version: '1', 'bom-ref': 'kite@1', purl: 'pkg:npm/kite@1' },
    ...{ licenses: [{ license: { id: 'MIT' } }], ...wrong },
  }
  return { ...sbom, components: [...sbom.components, kite] }
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

describe('what operators have to do', () => {
  const section =
    '## 1.2.0 (2026-12-01)\n\nNew.\n\n### What you have to do\n\nMake a backup.\n\n### Payments\n\n- More\n'

  it('is a part of the changelog, for each version', () => {
    const { text, isReleased } = operatorNotes(
      `# Changelog\n\n${section}\n## 1.1.0 (2026-11-01)\n`,
      '1.2.0',
    )
    expect([isReleased, text]).toEqual([
      true,
      expect.stringMatching(/^# Tillgate 1\.2\.0: .*\n\n.*\n\nMake a backup\.\n$/),
    ])
    expect(operatorNotes(section.replace('2026-12-01', 'unreleased'), '1.2.0').isReleased).toBe(
      false,
    )
  })

  it('must be said, also where there is nothing to do', () => {
    expect(() => operatorNotes(section, '1.3.0')).toThrow(
      'CHANGELOG.md has no heading "## 1.3.0 (…)"',
    )
    const silent = section.replace('Make a backup.', '')
    expect(() => operatorNotes(silent, '1.2.0')).toThrow('says nothing of 1.2.0')
  })

  it('is said for the version of package.json', () => {
    expect(operatorNotes(textOf('CHANGELOG.md'), own.version).text).toContain(own.version)
  })
})

describe('the version', () => {
  it('is that of package.json in every document that names a file of a release', () => {
    const documents = [
      'README.md',
      'clients/README.md',
      ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
      ...readdirSync(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(relative(ROOT, parentPath), name)),
    ]
    const named = documents.flatMap((document) =>
      Array.from(
        textOf(document).matchAll(/tillgate(?:-client)?-(\d+\.\d+\.\d+)\.tgz/g),
        ([, version]) => [document, version],
      ),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(([, version]) => version !== own.version)).toEqual([])
    expect(lock.version).toBe(own.version)
    const [minor = ''] = /^\d+\.\d+/.exec(own.version) ?? []
    expect(textOf('SECURITY.md')).toContain(`| ${minor}, the newest minor version |`)
  })
})
