import { type Content, html, type Markup, plainText } from '../../server/http/pages/markup.ts'
import type { Entry, ReferencePage, Section } from './entries.ts'
import { authenticatedCards, simulatedOutcomes, testCards } from './test-data.ts'

/** Cards and parameters for the test environment. */
export function testingPage(): ReferencePage {
  return {
    path: '/docs/testing',
    id: 'testing',
    title: 'Testing',
    lead: html`Cards and values that choose the outcome of a payment. No money moves.`,
    sections: [plainCards(), cardsWithAuthentication(), outcomes()],
  }
}

function plainCards(): Section {
  return tableSection({
    id: 'test-cards',
    title: 'Test cards',
    lead: html`Any future expiry date, any code of the right length.`,
    columns: ['Brand', 'Number', 'Code'],
    rows: testCards.map(({ brand, number, code }) => [brand, html`<code>${number}</code>`, code]),
  })
}

function cardsWithAuthentication(): Section {
  return tableSection({
    id: 'authenticated-cards',
    title: 'Cards of 3-D Secure',
    lead: html`The code of the challenge is <code>123456</code>. Servers may also send <code>customParameters[3DS2_enrolled]=true</code>, <code>customParameters[3DS2_flow]</code> (<code>challenge</code>, <code>frictionless</code>) and <code>customParameters[3DS2_scenario]</code>.`,
    columns: ['Outcome', 'Method call', 'Numbers'],
    rows: authenticatedCards.map(({ outcome, method, numbers }) => [
      outcome,
      method === 'none' ? 'no' : 'yes',
      numbers.map((number) => html`<code>${number}</code> `),
    ]),
  })
}

function outcomes(): Section {
  return tableSection({
    id: 'outcomes',
    title: 'Outcomes of the simulator',
    lead: html`A result code as <code>card.holder</code>, such as <code>800.100.152</code>, declines with that code. Servers may also send <code>customParameters[SIMULATOR_outcome]</code>; the widget may not.`,
    columns: ['Value', 'Outcome'],
    rows: simulatedOutcomes.map(({ send, outcome }) => [html`<code>${send}</code>`, outcome]),
  })
}

interface Table {
  readonly id: string
  readonly title: string
  readonly lead: Markup
  readonly columns: readonly string[]
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly Content[])[]
}

function tableSection({ id, title, lead, columns, rows }: Table): Section {
  const entries = rows.map((row) => tableRow(id, row))
  const markup = html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p>${lead}</p>
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${entries.map((entry) => entry.markup)}</tbody></table>
</section>`
  return { id, title, markup, entries }
}

function tableRow(id: string, [heading, ...cells]: readonly Content[]): Entry {
  const others = cells.map((cell) => html`<td>${cell}</td>`)
  return {
    id,
    title: plainText(html`${heading}`),
    note: plainText(html`${others}`),
    markup: html`<tr><th scope="row">${heading}</th>${others}</tr>`,
  }
}
