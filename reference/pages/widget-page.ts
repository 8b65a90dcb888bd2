import {
  type Content,
  html,
  type Markup,
  plainText,
  prose,
} from '../../server/http/pages/markup.ts'
import { callbackDescriptions, optionDescriptions } from '../../widget/options/descriptions.ts'
import { shownDefault, shownSince } from '../../widget/options/shown-default.ts'
import type { Entry, ReferencePage, Section } from './entries.ts'
import { fromOptions } from './guides.ts'
import { inlineMarkdown } from './markdown.ts'

/** The options and callbacks of the widget, from the table that its document is made of. */
export function widgetPage(): ReferencePage {
  return {
    path: '/docs/widget',
    id: 'widget',
    title: 'Widget',
    lead: html`Members of <code>wpwlOptions</code>, which your page declares before or after the script. The badge is the version that acts on one first.`,
    sections: [options(), callbacks()],
  }
}

function options(): Section {
  const entries = [...optionDescriptions].map(([name, option]) =>
    memberEntry({
      id: `option-${name}`,
      name,
      ...option,
      type: html`<code>${option.type}</code>. Default: ${prose(shownDefault(name, option))}.`,
    }),
  )
  return memberSection('widget-options', 'Options', entries)
}

function callbacks(): Section {
  const entries = [...callbackDescriptions].map(([name, { takes, returns, meaning, since }]) =>
    memberEntry({
      id: `callback-${name}`,
      name,
      meaning,
      since,
      type: html`<code>(${takes}) =&gt; ${returns}</code>`,
    }),
  )
  return memberSection('widget-callbacks', 'Callbacks', entries)
}

function memberSection(id: string, title: string, entries: readonly Entry[]): Section {
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<ul class="entries">
${entries.map((entry) => entry.markup)}
</ul>
</section>`
  return { id, title, markup, entries }
}

interface Member {
  readonly id: string
  readonly name: string
  readonly type: Content
  readonly meaning: string
  readonly since: Parameters<typeof shownSince>[0]
}

function memberEntry({ id, name, type, meaning, since }: Member): Entry {
  const text = meaningOf(meaning)
  const markup = html`<li class="entry member" id="${id}">
<code class="name">${name}</code>
<div><p>${text}</p><p class="note">${type}</p></div>
<p><span class="badge">${shownSince(since)}</span></p>
</li>`
  return { id, title: name, note: plainText(text), markup }
}

function meaningOf(meaning: string): Markup {
  return inlineMarkdown(meaning, fromOptions)
}
