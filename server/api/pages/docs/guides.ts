import type { DocumentedEnvironment } from '../../../wire/openapi/documented-routes.ts'
import type { Entry, ReferencePage, Section } from './entries.ts'
import { anchorOf, markdown } from './markdown.ts'
import { inlineMarkdown, type ResolveLink } from './markdown-inline.ts'
import { html, plainText } from './markup.ts'

/** The documents of the repository as they were at the build, by their names below docs. */
const texts = new Map(
  Object.entries(
    import.meta.glob<string>(['../../../../docs/*.md', '../../../../docs/widget/*.md'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([file, text]) => [file.replace(/^.*?\/docs\//, ''), text]),
)

interface Guide {
  /** Below docs. */
  readonly file: string
  /** Its line of the menu. */
  readonly title: string
  /** Simulators are in the test environment alone. */
  readonly isForTests?: true
}

/** What merchants and who runs the gateway read, in the order of the menu. */
const guides: readonly Guide[] = [
  { file: 'widget.md', title: 'The widget on your page' },
  { file: 'widget/start.md', title: 'Loading, changing, failing' },
  { file: 'widget/forms.md', title: 'Forms' },
  { file: 'widget/saved-cards.md', title: 'Saved cards' },
  { file: 'widget/brand-rules.md', title: 'Brands by rules' },
  { file: 'widget/options.md', title: 'Errors, texts, wpwl' },
  { file: 'widget/fast-checkout.md', title: 'Fast checkout, summary page' },
  { file: 'widget/styling.md', title: 'Styling' },
  { file: 'widget/csp.md', title: 'Content-Security-Policy' },
  { file: 'widget/accessibility.md', title: 'Accessibility' },
  { file: 'widget/package.md', title: 'React, element, types' },
  { file: 'checkouts.md', title: 'Checkouts' },
  { file: 'life-cycle.md', title: 'Life of a payment' },
  { file: 'holds.md', title: 'Holds' },
  { file: 'idempotency.md', title: 'Repeating requests' },
  { file: 'reading-payments.md', title: 'Reading payments' },
  { file: 'queries.md', title: 'Queries' },
  { file: 'registrations.md', title: 'Registrations' },
  { file: 'schedules.md', title: 'Schedules' },
  { file: 'webhooks.md', title: 'Webhooks' },
  { file: 'three-d-secure.md', title: '3-D Secure' },
  { file: 'risk.md', title: 'Risk' },
  { file: 'profiles.md', title: 'Profiles' },
  { file: 'simulator.md', title: 'Simulator', isForTests: true },
  { file: 'simulator-sheet.md', title: 'Simulator: one page', isForTests: true },
  { file: 'operations.md', title: 'Running a gateway' },
  { file: 'settings.md', title: 'Settings of the process' },
  { file: 'transport.md', title: 'Transport' },
  { file: 'gateway-connector.md', title: 'Another gateway behind it' },
]

/** The tables of the widget's options stand on a page of their own, made from the same source. */
const GENERATED = /<!-- (?!settings)(\w+):begin -->[\s\S]*?<!-- \1:end -->/g

/** A page for each document. */
export function guidePages(environment: DocumentedEnvironment): readonly ReferencePage[] {
  const served = guides.filter(({ isForTests }) => environment === 'test' || !isForTests)
  const files = new Set(served.map(({ file }) => file))
  return served.map(({ file, title }) => guidePage(file, title, resolverOf(file, files)))
}

/** Links to all of them. */
export function guidesOverview(pages: readonly ReferencePage[]): Section {
  const markup = html`<section id="guides" aria-labelledby="guides-title">
<h2 id="guides-title">Guides</h2>
<div class="card"><ul class="guides">${pages.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul></div>
</section>`
  return { id: 'guides', title: 'Guides', markup, entries: [] }
}

/** Where links in the table of the widget's options lead to. */
export const fromOptions = resolverOf('widget/options.md', new Set(guides.map(({ file }) => file)))

function guidePage(file: string, title: string, resolve: ResolveLink): ReferencePage {
  const text = texts.get(file)
  if (text === undefined) throw new Error(`docs/${file} is not there`)
  const [head = '', ...chapters] = text
    .replaceAll(GENERATED, '')
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
    group: 'Guides',
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

/** Characters of a section that a search result shows. */
const MAX_NOTE = 160

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
