import { html, plainText } from '../../server/http/pages/markup.ts'
import type { DocumentedEnvironment } from '../openapi/documented-routes.ts'
import type { Entry, ReferencePage, Section } from './entries.ts'
import { GUIDE_GROUPS, GUIDES, type Guide, type GuideGroup } from './guide-list.ts'
import { anchorOf, inlineMarkdown, markdown, type ResolveLink } from './markdown.ts'
import { MAX_NOTE } from './search-index.ts'

/** Documents and samples of the repository as they were at the build, by their names below docs. */
const texts = new Map(
  Object.entries(
    import.meta.glob<string>(['../../docs/*.md', '../../docs/{security,widget}/*.md'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([file, text]) => [file.replace(/^.*?\/docs\//, ''), text]),
)

const samples = new Map(
  Object.entries(
    import.meta.glob<string>(
      ['../../docs/webhooks/*', '../../docs/monitoring/*', '../../clients/tillgate.*'],
      { query: '?raw', import: 'default', eager: true },
    ),
  ).map(([file, text]) => [file.replace(/^(\.\.\/)+(docs\/)?/, ''), text]),
)

/** Where commands of the documents find a gateway. */
const ADDRESS_IN_DOCUMENTS = 'http://localhost:8080'

/** The tables of the widget's options stand on a page of their own, made from the same source. */
const GENERATED = /<!-- (?!settings)(\w+):begin -->[\s\S]*?<!-- \1:end -->/g

export interface GuideParts {
  readonly environment: DocumentedEnvironment
  /** Takes the place of the address in the commands of the documents. */
  readonly baseUrl: string
}

/** A page for each document. */
export function guidePages(parts: GuideParts): readonly ReferencePage[] {
  const served = GUIDE_GROUPS.flatMap((group) =>
    GUIDES[group]
      .filter(({ isForTests }) => parts.environment === 'test' || !isForTests)
      .map((guide) => ({ ...guide, group })),
  )
  const files = new Set(served.map(({ file }) => file))
  return served.map((guide) => guidePage(guide, resolverOf(guide.file, files), parts))
}

/** The files that guides tell their readers to copy. */
export function sampleFiles(): ReadonlyMap<string, string> {
  return new Map([...samples].map(([file, text]) => [`/docs/${file}`, text]))
}

/** Where links in the table of the widget's options lead to. */
export const fromOptions = resolverOf(
  'widget/options.md',
  new Set(GUIDE_GROUPS.flatMap((group) => GUIDES[group].map(({ file }) => file))),
)

interface GuideOfGroup extends Guide {
  readonly group: GuideGroup
}

function guidePage(
  { file, title, group }: GuideOfGroup,
  resolve: ResolveLink,
  { baseUrl }: GuideParts,
): ReferencePage {
  const text = texts.get(file)
  if (text === undefined) throw new Error(`docs/${file} is not there`)
  const [head = '', ...chapters] = text
    .replaceAll(GENERATED, '')
    .replaceAll(ADDRESS_IN_DOCUMENTS, baseUrl)
    .replaceAll(/<!-- settings:(?:begin|end) -->/g, '')
    .split(/^## /m)
  const [lead = '', ...rest] = head
    .replace(/^# .*\n/, '')
    .trim()
    .split(/\n{2,}/)
  const overview = rest.length === 0 ? [] : [`Overview\n${rest.join('\n\n')}`]
  return {
    path: pathOf(file),
    id: slugOf(file),
    title,
    group,
    lead: inlineMarkdown(lead.replaceAll('\n', ' '), resolve),
    sections: [...overview, ...chapters].map((chapter) => chapterSection(file, chapter, resolve)),
  }
}

/** A heading of the second level with all below it; each heading in it can be found. */
function chapterSection(file: string, chapter: string, resolve: ResolveLink): Section {
  const [first = '', ...others] = chapter.split(/^### /m)
  const head = partOf(file, first, resolve)
  const parts = others.map((part) => partOf(file, part, resolve))
  const markup = html`<section class="card guide" id="${head.id}" aria-labelledby="${head.id}-title">
<h2 id="${head.id}-title">${inlineMarkdown(head.heading, resolve)}</h2>
${head.markup}${parts.map((part) => html`<h3 id="${part.id}">${inlineMarkdown(part.heading, resolve)}</h3>\n${part.markup}`)}
</section>`
  return { id: head.id, title: head.title, markup, entries: [head, ...parts] }
}

interface Part extends Entry {
  readonly heading: string
}

/** A heading and the lines below it. */
function partOf(file: string, text: string, resolve: ResolveLink): Part {
  const heading = headingOf(text)
  const title = plainText(inlineMarkdown(heading, resolve))
  const markup = markdown(text.split('\n').slice(1), { resolve, title })
  const note = plainText(markup).slice(0, MAX_NOTE)
  return { id: `${slugOf(file)}.${anchorOf(heading)}`, title, note, markup, heading }
}

function headingOf(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

/** Links between the documents; those to files that are not served are only words. */
function resolverOf(from: string, files: ReadonlySet<string>): ResolveLink {
  return (target) => {
    if (/^https?:/.test(target)) return target
    const { pathname, hash } = new URL(target, `https://docs/${from}`)
    const file = pathname.slice(1)
    const anchor = hash.slice(1)
    const [name] = decodeURIComponent(anchor).split('?')
    if (file === 'widget/options.md' && (name === 'options' || name === 'callbacks'))
      return `#widget-${name}`
    if (samples.has(file)) return `/docs/${file}`
    if (!files.has(file)) return undefined
    return `#${slugOf(file)}${anchor === '' ? '' : `.${name}`}`
  }
}

function slugOf(file: string): string {
  return `guide-${file.replace(/\.md$/, '').replaceAll('/', '-')}`
}

function pathOf(file: string): string {
  return `/docs/guides/${slugOf(file).slice('guide-'.length)}`
}
