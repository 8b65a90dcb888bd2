import { html, type Markup, plainText } from '../../server/http/pages/markup.ts'
import type { Entry, Section } from './entries.ts'

/** What all requests share. */
export function basicsSection(baseUrl: string): Section {
  const entries = basics(baseUrl).map(basicsTile)
  const markup = html`<section id="basics" aria-labelledby="basics-title">
<h2 id="basics-title">Basics</h2>
<div class="tiles">
${entries.map((entry) => entry.markup)}
</div>
</section>`
  return { id: 'basics', title: 'Basics', markup, entries }
}

interface Basic {
  readonly id: string
  readonly title: string
  readonly text: Markup
}

function basicsTile({ id, title, text }: Basic): Entry {
  const markup = html`<section class="card" aria-labelledby="${id}">
<h3 id="${id}">${title}</h3>
${text}
</section>`
  return { id, title, note: plainText(text), markup }
}

function basics(baseUrl: string): readonly Basic[] {
  return [
    {
      id: 'basics-address',
      title: 'Address',
      text: html`<p><code>${baseUrl}</code></p>
<p>For generators: <a href="/v1/openapi.json">OpenAPI 3.1</a>. The codes as data: <a href="/v1/resultcodes">result codes</a>.</p>`,
    },
    {
      id: 'basics-access',
      title: 'Access',
      text: html`<p>Send <code>Authorization: Bearer &lt;access token&gt;</code> from your server, and name the channel in <code>entityId</code>: in the body of a POST, in the query of a GET. The token never belongs in a page.</p>`,
    },
    {
      id: 'basics-bodies',
      title: 'Bodies',
      text: html`<p>Forms in UTF-8 with dotted names, <code>card.number=…</code>, or JSON objects of the same names, <code>{"card":{"number":"…"}}</code>. At most 1 MiB. Empty values count as absent; an unknown name is refused with the one that was probably meant.</p>`,
    },
    {
      id: 'basics-answers',
      title: 'Answers',
      text: html`<p><code>result.code</code> decides, not the HTTP status: a decline is answered with 400. All faults of a request come at once in <code>result.parameterErrors</code>. Ignore members that you do not know.</p>`,
    },
    {
      id: 'basics-repeating',
      title: 'Repeating',
      text: html`<p>Every POST takes the header <code>Idempotency-Key</code>. The same key with the same request gets the first answer, byte for byte, for 72 hours, with <code>Idempotent-Replayed: true</code>.</p>`,
    },
    {
      id: 'basics-profiles',
      title: 'Profiles',
      text: html`<p>This reference shows the profile <code>strict</code>. An entity of the profile <code>legacy</code> may also send its credentials in the body, unknown names, <code>1</code> and <code>0</code> for booleans, amounts with one decimal and short references.</p>`,
    },
  ]
}
