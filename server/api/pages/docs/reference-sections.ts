import type { Structure, StructureParameter } from '../../../wire/openapi/structures.ts'
import { unsupportedText } from '../../../wire/parameters/unsupported.ts'
import { html, type Markup, prose } from './markup.ts'
import type { CodeGroup } from './result-groups.ts'
import { ruleList } from './rule-list.ts'
import { authenticatedCards, simulatedOutcomes, testCards } from './test-data.ts'

/** Every parameter that an operation takes, by structure. */
export function parametersSection(structures: readonly Structure[]): Markup {
  return html`<section id="parameters" aria-labelledby="parameters-title">
<h2 id="parameters-title">Parameters</h2>
<p class="lead">By structure. The badges name the operations that take a parameter; a filled one requires it.</p>
${structures.map(structureCard)}
</section>`
}

function structureCard({ id, title, carried, rules, parameters }: Structure): Markup {
  return html`<section class="card" id="${id}" data-group aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
${carried === undefined ? undefined : html`<p>${prose(carried)}</p>`}
${ruleList(rules)}
<ul class="entries">
${parameters.map(parameterEntry)}
</ul>
</section>`
}

function parameterEntry(parameter: StructureParameter): Markup {
  const { name, anchor, meaning, takenBy, requiredBy, row } = parameter
  const notes = [
    meaning,
    row.default === undefined ? '' : `${row.default} when absent.`,
    row.testOnly ? 'Test environment only.' : '',
    row.secret === undefined ? '' : 'Never shown again.',
    row.waitsFor === undefined ? '' : unsupportedText(row.waitsFor),
  ].filter((note) => note !== '')
  const badges = takenBy.map((label) => {
    const isRequired = requiredBy.includes(label)
    const title = isRequired ? html`<span class="hidden"> requires it</span>` : undefined
    return html`<li class="${isRequired ? 'badge required' : 'badge'}">${label}${title}</li>`
  })
  return html`<li class="entry" id="${anchor}" data-find>
<code class="name">${breakable(name)}</code>
<div><p>${prose(formatsOf(parameter))}</p>${notes.length === 0 ? undefined : html`<p class="note">${prose(notes.join(' '))}</p>`}</div>
<ul class="badges" aria-label="Taken by">${badges}</ul>
</li>`
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

/** The catalogue, by group. */
export function codesSection(groups: readonly CodeGroup[]): Markup {
  return html`<section id="codes" aria-labelledby="codes-title">
<h2 id="codes-title">Result codes</h2>
<p class="lead">What <code>result.code</code> may say, by group. The number beside a group is the HTTP status of a payment’s answer.</p>
${groups.map(codeGroup)}
</section>`
}

function codeGroup({ name, title, status, codes }: CodeGroup): Markup {
  const entries = codes.map(
    ({ code, description }) =>
      html`<div class="code" id="code-${code}" data-find><dt><code>${code}</code></dt><dd>${description}</dd></div>`,
  )
  return html`<section class="card" id="${name}" data-group aria-labelledby="${name}-title">
<h3 id="${name}-title">${title} <span class="status s${status}">${status}</span></h3>
<dl class="codes">
${entries}
</dl>
</section>`
}

/** What to try in the test environment. */
export function testingSection(): Markup {
  const cards = testCards.map(
    ({ brand, number, code }) =>
      html`<tr data-find><th scope="row">${brand}</th><td><code>${number}</code></td><td>${code}</td></tr>`,
  )
  const authenticated = authenticatedCards.map(
    ({ outcome, method, numbers }) =>
      html`<tr data-find><th scope="row">${outcome}</th><td>${method === 'none' ? 'no' : 'yes'}</td><td>${numbers.map((number) => html`<code>${number}</code> `)}</td></tr>`,
  )
  const outcomes = simulatedOutcomes.map(
    ({ send, outcome }) =>
      html`<tr data-find><th scope="row"><code>${send}</code></th><td>${outcome}</td></tr>`,
  )
  return html`<section id="testing" aria-labelledby="testing-title">
<h2 id="testing-title">Testing</h2>
<section class="card" id="test-cards" data-group aria-labelledby="test-cards-title">
<h3 id="test-cards-title">Test cards</h3>
<p>Any future expiry date, any code of the right length.</p>
<table><thead><tr><th scope="col">Brand</th><th scope="col">Number</th><th scope="col">Code</th></tr></thead>
<tbody>${cards}</tbody></table>
</section>
<section class="card" id="authenticated-cards" data-group aria-labelledby="authenticated-cards-title">
<h3 id="authenticated-cards-title">Cards of 3-D Secure</h3>
<p>The code of the challenge is <code>123456</code>. Servers may also send <code>customParameters[3DS2_enrolled]=true</code>, <code>customParameters[3DS2_flow]</code> (<code>challenge</code>, <code>frictionless</code>) and <code>customParameters[3DS2_scenario]</code>.</p>
<table><thead><tr><th scope="col">Outcome</th><th scope="col">Method call</th><th scope="col">Numbers</th></tr></thead>
<tbody>${authenticated}</tbody></table>
</section>
<section class="card" id="outcomes" data-group aria-labelledby="outcomes-title">
<h3 id="outcomes-title">Outcomes of the simulator</h3>
<p>A result code as <code>card.holder</code>, such as <code>800.100.152</code>, declines with that code. Servers may also send <code>customParameters[SIMULATOR_outcome]</code>; the widget may not.</p>
<table><thead><tr><th scope="col">Value</th><th scope="col">Outcome</th></tr></thead>
<tbody>${outcomes}</tbody></table>
</section>
</section>`
}
