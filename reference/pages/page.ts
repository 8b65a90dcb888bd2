import { html, Markup } from '../../server/http/pages/markup.ts'
import { hashSource, icon, logo, pageStyle } from '../../server/http/pages/page-parts.ts'
import type { DocumentedEnvironment } from '../openapi/documented-routes.ts'
import ownStyle from './browser/page.css?raw'
import script from './browser/page.mjs?raw'
import searchScript from './browser/search.mjs?raw'
import themeScript from './browser/theme.mjs?raw'
import type { EmbeddedWidget, ReferencePage } from './entries.ts'
import { GUIDE_GROUPS } from './guide-list.ts'
import { groupId, START_PATH } from './start-page.ts'

const style = pageStyle(ownStyle)

/**
 * Allows only the inline parts of a page, by their hashes, and the search index; on a page with the widget
 * also what that loads from the gateway.
 */
export function cspOf({ widget }: ReferencePage, baseUrl: string): string {
  const own = [themeScript, script, searchScript, widget?.options, widget?.module]
  const scripts = own.filter((text) => text !== undefined)
  const gateway = widget ? ` ${baseUrl}` : ''
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ')}${gateway}`,
    `style-src ${hashSource(style)}`,
    'img-src data:',
    `connect-src 'self'${gateway}`,
    ...(widget ? [`frame-src ${baseUrl}`] : []),
    `form-action ${widget?.pays ? baseUrl : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export interface RenderingParts {
  readonly pages: readonly ReferencePage[]
  /** The path of the page that has an id. */
  readonly paths: ReadonlyMap<string, string>
  readonly environment: DocumentedEnvironment
  readonly baseUrl: string
}

/** Writes a page as HTML. It loads nothing from another address, so it works without a network. */
export function renderPage(page: ReferencePage, parts: RenderingParts): string {
  const { text } = documentOf(page, parts)
  return `<!doctype html>\n${withLinksToOtherPages(text, page, parts)}\n`
}

function withLinksToOtherPages(
  text: string,
  { path }: ReferencePage,
  { paths }: RenderingParts,
): string {
  return text.replaceAll(/ href="#([^"]+)"/g, (link, id) => {
    const other = paths.get(id) ?? path
    return other === path ? link : ` href="${other}#${id}"`
  })
}

function documentOf(page: ReferencePage, { pages, environment, baseUrl }: RenderingParts): Markup {
  const title =
    page.path === START_PATH ? 'Tillgate documentation' : `${page.title} – Tillgate documentation`
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<script>${new Markup(themeScript)}</script>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header class="top">
<div class="bar">
<a class="brand" href="/docs">${logo}<span>Tillgate</span></a>
<span class="environment ${environment}">${environment}</span>
<search class="search"><label class="hidden" for="search">Search the documentation</label>
<input id="search" type="search" placeholder="Search the documentation" autocomplete="off" spellcheck="false" aria-describedby="found" hidden>
<div class="results"><p id="found" role="status"></p><ul id="results" aria-label="Search results" hidden></ul></div>
</search>
<button id="theme" type="button" class="button" aria-label="Dark theme" hidden><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 1 0 18z"/></svg></button>
</div>
</header>
<div class="layout">
<nav class="contents" aria-label="Contents">
${menu(pages, page)}
</nav>
<main id="main" tabindex="-1">
<div class="hero" id="${page.id}"><h1>${page.title}</h1>
${page.lead === undefined ? undefined : html`<p class="lead">${page.lead}</p>`}</div>
${page.sections.map((section) => section.markup)}
</main>
</div>
<script type="module">${new Markup(searchScript)}</script>
<script type="module">${new Markup(script)}</script>
${page.widget && widgetScripts(page.widget, baseUrl)}
</body>
</html>`
}

function widgetScripts({ options, module, startsItself }: EmbeddedWidget, baseUrl: string): Markup {
  return html`${options && html`<script>${new Markup(options)}</script>`}
${startsItself ? undefined : html`<script src="${baseUrl}/v1/paymentWidgets.js"></script>`}
<script type="module">${new Markup(module)}</script>`
}

const OPERATIONS = 'operations'

/** Leads to all pages, and on the current one to its sections. */
function menu(pages: readonly ReferencePage[], current: ReferencePage): Markup {
  const lineOf = (page: ReferencePage, inner: readonly Markup[]) => {
    const isCurrent = page === current
    const link = html`<a href="${page.path}"${isCurrent ? html` aria-current="page"` : ''}>${page.title}</a>`
    return html`<li>${link}${list([...(isCurrent ? sectionLines(page) : []), ...inner])}</li>`
  }
  const linesOf = (group: ReferencePage['group']) =>
    pages.filter((page) => page.group === group).map((page) => lineOf(page, []))
  const groups = GUIDE_GROUPS.map(
    (group) => html`<li><a href="#${groupId(group)}">${group}</a>${list(linesOf(group))}</li>`,
  )
  const operations = html`<li><a href="#${OPERATIONS}">Operations</a>${list(linesOf('Operations'))}</li>`
  const lines = pages
    .filter(({ group }) => group === undefined)
    .map((page) => lineOf(page, page.id === 'parameters' ? linesOf('Parameters') : []))
  const [start, reference, ...others] = lines
  return html`<ul>${[start, ...groups, reference, operations, ...others]}</ul>`
}

/** A page with one section is that section. Groups of pages have a line of their own. */
function sectionLines({ path, sections }: ReferencePage): readonly Markup[] {
  if (path === START_PATH || sections.length === 1) return []
  const shown = sections.filter(({ id }) => id !== OPERATIONS)
  return shown.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
}

function list(lines: readonly Markup[]): Markup | undefined {
  return lines.length === 0 ? undefined : html`<ul>${lines}</ul>`
}
