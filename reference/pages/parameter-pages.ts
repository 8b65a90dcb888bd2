import { html, plainText, prose } from '../../server/http/pages/markup.ts'
import type { Structure, StructureParameter } from '../openapi/structures.ts'
import type { Entry, ReferencePage, Section } from './entries.ts'
import { ruleList } from './rule-list.ts'

/** An overview of the structures, then a page for each. */
export function parameterPages(structures: readonly Structure[]): readonly ReferencePage[] {
  const overview = {
    path: '/docs/parameters',
    id: 'parameters',
    title: 'Parameters',
    lead: html`Everything that a request may carry, by structure.`,
    sections: [structuresOverview(structures)],
  }
  return [overview, ...structures.map(structurePage)]
}

function structuresOverview(structures: readonly Structure[]): Section {
  const links = structures.map(({ id, title, parameters }) => {
    const { length } = parameters
    return html`<li><a href="#${id}">${title}</a> <span class="note">${length === 1 ? '1 parameter' : `${length} parameters`}</span></li>`
  })
  return {
    id: 'structures',
    title: 'Structures',
    markup: html`<section class="card" id="structures" aria-label="Structures"><ul class="structures">${links}</ul></section>`,
    entries: [],
  }
}

function structurePage({ id, title, carried, rules, parameters }: Structure): ReferencePage {
  const entries = parameters.map(parameterEntry)
  const markup = html`<section class="card" aria-label="${title}">
${carried === undefined ? undefined : html`<p>${prose(carried)}</p>`}
${ruleList(rules)}
<ul class="entries">
${entries.map((entry) => entry.markup)}
</ul>
</section>`
  return {
    path: `/docs/parameters/${id}`,
    id,
    title,
    group: 'Parameters',
    lead: html`The badges name the operations that take a parameter; a filled one requires it.`,
    sections: [{ id, title, markup, entries }],
  }
}

function parameterEntry(parameter: StructureParameter): Entry {
  const { name, anchor, meaning, takenBy, requiredBy, row } = parameter
  const notes = [
    meaning,
    row.default === undefined ? '' : `${row.default} when absent.`,
    row.testOnly ? 'Test environment only.' : '',
    row.secret === undefined ? '' : 'Never shown again.',
  ].filter((note) => note !== '')
  const badges = takenBy.map((label) => {
    const isRequired = requiredBy.includes(label)
    const title = isRequired ? html`<span class="hidden"> requires it</span>` : undefined
    return html`<li class="${isRequired ? 'badge required' : 'badge'}">${label}${title}</li>`
  })
  const format = formatsOf(parameter)
  const markup = html`<li class="entry" id="${anchor}">
<code class="name">${breakable(name)}</code>
<div><p>${prose(format)}</p>${notes.length === 0 ? undefined : html`<p class="note">${prose(notes.join(' '))}</p>`}</div>
<ul class="badges" aria-label="Taken by">${badges}</ul>
</li>`
  const note = plainText(prose([meaning, format].filter((text) => text !== '').join(' ')))
  return { id: anchor, title: name, note, markup }
}

/** A long name breaks before its dots and brackets, not in the middle of a word. */
function breakable(name: string) {
  return name.split(/(?=[.[])/).map((piece) => html`<wbr>${piece}`)
}

function formatsOf({ formats }: StructureParameter): string {
  const [first, ...others] = formats
  if (first === undefined) return ''
  if (others.length === 0) return sentence(first.words)
  return formats.map(({ words, labels }) => sentence(`${words} (${labels.join(', ')})`)).join(' ')
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
