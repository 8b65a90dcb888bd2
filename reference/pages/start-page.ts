import { html, type Markup } from '../../server/http/pages/markup.ts'
import type { DocumentedEnvironment } from '../openapi/documented-routes.ts'
import type { ReferencePage, Section } from './entries.ts'
import { GUIDE_GROUPS, type GuideGroup } from './guide-list.ts'
import { anchorOf } from './markdown.ts'

export const START_PATH = '/docs'

/** The first page: the ways in, then every guide by whom it is for. */
export function startPage(
  guides: readonly ReferencePage[],
  environment: DocumentedEnvironment,
): ReferencePage {
  return {
    path: START_PATH,
    id: 'start',
    title: 'Documentation',
    lead: html`Take a payment in five minutes, run a gateway, or look up a parameter or a result code. The search at the top of each page finds words in all of them: press <kbd>/</kbd>.`,
    sections: [waysIn(environment), ...GUIDE_GROUPS.map((group) => guidesOf(group, guides))],
  }
}

/** The id of a group of guides on the first page. */
export function groupId(group: GuideGroup): string {
  return anchorOf(group)
}

interface Way {
  readonly title: string
  readonly text: string
  readonly links: readonly (readonly [id: string, words: string])[]
}

function waysIn(environment: DocumentedEnvironment): Section {
  const tiles = waysOf(environment).map(
    ({ title, text, links }) => html`<section class="card" aria-label="${title}">
<h3>${title}</h3>
<p>${text}</p>
${linkList(links.map(([id, words]) => html`<a href="#${id}">${words}</a>`))}
</section>`,
  )
  const markup = html`<section id="guides" aria-labelledby="guides-title">
<h2 id="guides-title">Where to begin</h2>
<div class="tiles">
${tiles}
</div>
</section>`
  return { id: 'guides', title: 'Where to begin', markup, entries: [] }
}

function waysOf(environment: DocumentedEnvironment): readonly Way[] {
  return [
    {
      title: 'Take payments in your shop',
      text: 'You have a website and want to be paid on it.',
      links: [
        ['guide-getting-started', 'Getting started: a payment in five minutes, in Node'],
        ['guide-php', 'The same shop in PHP'],
        ['guide-refunds', 'Refund all or a part, capture, reverse'],
        ['guide-webhooks', 'Hear of payments when the browser is closed'],
        ['guide-going-live', 'Going live: the list to go through'],
      ],
    },
    {
      title: 'Run a gateway',
      text: 'You install the gateway and look after it.',
      links: [
        ['guide-operations', 'First start in live, merchants, backups'],
        ['guide-monitoring', 'Monitoring: health, metrics, log'],
        ['guide-settings', 'Every setting of the process'],
      ],
    },
    {
      title: 'Change the gateway',
      text: 'You work on its code.',
      links: [
        ['guide-architecture', 'Where everything is, and what to touch'],
        ['guide-house-style', 'How the code reads'],
      ],
    },
    {
      title: 'Look something up',
      text: 'You know what you are looking for.',
      links: [
        ['reference', 'Reference: every operation, with examples'],
        ['parameters', 'Every parameter'],
        ['brands', 'Brands: whether one is taken, where, and how it is tried'],
        ['styling', 'Themes of the widget, to try and to copy'],
        ...(environment === 'test'
          ? ([['gallery', 'Every state of the widget, to look at']] as const)
          : []),
        ['codes', 'What a result code means'],
        ['widget', 'Options and callbacks of the widget'],
        ...(environment === 'test'
          ? ([['testing', 'Test cards, and how to choose an outcome']] as const)
          : []),
      ],
    },
  ]
}

function guidesOf(group: GuideGroup, guides: readonly ReferencePage[]): Section {
  const id = groupId(group)
  const pages = guides.filter((page) => page.group === group)
  const markup = html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${group}</h2>
<div class="card">${linkList(pages.map(({ path, title }) => html`<a href="${path}">${title}</a>`))}</div>
</section>`
  return { id, title: group, markup, entries: [] }
}

function linkList(links: readonly Markup[]): Markup {
  return html`<ul class="guides">${links.map((link) => html`<li>${link}</li>`)}</ul>`
}
