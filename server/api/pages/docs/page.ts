import type { DocumentParts } from '../../../wire/openapi/document.ts'
import { structures } from '../../../wire/openapi/structures.ts'
import { hashSource, icon, logo, pageStyle } from '../page-parts.ts'
import { basicsSection } from './basics-section.ts'
import ownStyle from './browser/page.css?raw'
import script from './browser/page.mjs?raw'
import themeScript from './browser/theme.mjs?raw'
import { html, Markup } from './markup.ts'
import { operationsSection } from './operation-sections.ts'
import { codesSection, parametersSection, testingSection } from './reference-sections.ts'
import { codeGroups } from './result-groups.ts'

const style = pageStyle(ownStyle)

export interface ReferencePage {
  readonly html: string
  /** Allows only the inline parts of the page, by their hashes. */
  readonly csp: string
}

/** Renders the reference. It loads nothing, so it works without a network. */
export function referencePage(parts: DocumentParts): ReferencePage {
  return { html: `<!doctype html>\n${documentOf(parts).text}\n`, csp }
}

const csp = [
  "default-src 'none'",
  `script-src ${hashSource(themeScript)} ${hashSource(script)}`,
  `style-src ${hashSource(style)}`,
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function documentOf({ baseUrl, environment, routes }: DocumentParts): Markup {
  const all = structures(routes)
  const groups = codeGroups()
  const isTest = environment === 'test'
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tillgate reference</title>
<link rel="icon" href="${icon}">
<script>${new Markup(themeScript)}</script>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the reference</a>
<header class="top">
<div class="bar">
<a class="brand" href="#main">${logo}<span>Tillgate</span></a>
<span class="environment ${environment}">${environment}</span>
<search class="search"><label class="hidden" for="search">Search the reference</label>
<input id="search" type="search" placeholder="Search parameters and codes" autocomplete="off" spellcheck="false" aria-describedby="found" hidden>
</search>
<button id="theme" type="button" class="button" aria-label="Dark theme" hidden><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 1 0 18z"/></svg></button>
</div>
</header>
<div class="layout">
<nav class="contents" aria-label="Contents">
${contents([
  { id: 'basics', title: 'Basics', inner: [] },
  { id: 'operations', title: 'Operations', inner: [] },
  ...(isTest ? [{ id: 'testing', title: 'Testing', inner: [] }] : []),
  { id: 'parameters', title: 'Parameters', inner: all },
  {
    id: 'codes',
    title: 'Result codes',
    inner: groups.map(({ name, title }) => ({ id: name, title })),
  },
])}
</nav>
<main id="main" tabindex="-1">
<div class="hero"><h1>Reference</h1>
<p class="lead">Everything that this gateway takes and answers, made from the tables that it reads requests with.</p></div>
<p id="found" role="status"></p>
${basicsSection(baseUrl)}
${operationsSection({ baseUrl, environment, routes, structures: all })}
${isTest ? testingSection() : undefined}
${parametersSection(all)}
${codesSection(groups)}
</main>
</div>
<script type="module">${new Markup(script)}</script>
</body>
</html>`
}

interface ContentsEntry {
  readonly id: string
  readonly title: string
  readonly inner: readonly { readonly id: string; readonly title: string }[]
}

function contents(entries: readonly ContentsEntry[]): Markup {
  const link = ({ id, title }: { readonly id: string; readonly title: string }) =>
    html`<a href="#${id}">${title}</a>`
  return html`<ul>${entries.map(
    (entry) =>
      html`<li>${link(entry)}${entry.inner.length === 0 ? undefined : html`<ul>${entry.inner.map((inner) => html`<li>${link(inner)}</li>`)}</ul>`}</li>`,
  )}</ul>`
}
