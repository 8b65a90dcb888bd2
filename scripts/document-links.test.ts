import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from '../reference/pages/markdown.ts'
import { CODE_FOLDERS } from './prepare/folders.mjs'
import { ROOT } from './prepare/root.mjs'
import { filesUnder } from './prepare/stamp.mjs'

/** What people read in the repository. */
const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...CODE_FOLDERS.map((folder) => `${folder}/README.md`),
  'locales/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].map((name) => join(ROOT, name))

/** Without what stands in code. */
function proseOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
}

function anchorsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

function deadLinks(file: string): readonly string[] {
  const targets = [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^(?:https?:|mailto:)/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const to = path === '' ? file : join(dirname(file), path)
      if (!existsSync(to)) return true
      return anchor !== undefined && to.endsWith('.md') && !anchorsOf(to).includes(anchor)
    })
    .map((target) => `${relative(ROOT, file)}: ${target}`)
}

test('every link of the documents leads to a file and a heading that are there', () => {
  expect(documents.length).toBeGreaterThan(40)
  expect(documents.flatMap(deadLinks)).toEqual([])
})

/** Paths in code that name a file, as `payments/rules.ts`: from the root, or from a folder on the way to it. */
function namedFiles(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|json|css))`/g)].map(
    ([, path = '']) => path,
  )
}

test('every file that a page for contributors names is there', () => {
  const files = filesUnder([...CODE_FOLDERS, 'docs', 'locales'])
  const pages = ['architecture', 'adding', 'limits', 'simulation', 'house-style'].map((name) =>
    join(ROOT, `docs/${name}.md`),
  )
  const missing = pages.flatMap((page) =>
    namedFiles(page)
      .filter((path) => !files.some((each) => `/${each}`.endsWith(`/${path}`)))
      .map((path) => `${relative(ROOT, page)}: ${path}`),
  )
  expect(missing).toEqual([])
})
