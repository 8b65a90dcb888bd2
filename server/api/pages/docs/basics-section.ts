import { html, type Markup } from './markup.ts'

/** What all requests share. */
export function basicsSection(baseUrl: string): Markup {
  return html`<section id="basics" aria-labelledby="basics-title">
<h2 id="basics-title">Basics</h2>
<div class="tiles">
<section class="card" aria-labelledby="basics-address" data-find>
<h3 id="basics-address">Address</h3>
<p><code>${baseUrl}</code></p>
<p>For generators: <a href="/v1/openapi.json">OpenAPI 3.1</a>. The codes as data: <a href="/v1/resultcodes">result codes</a>.</p>
</section>
<section class="card" aria-labelledby="basics-access" data-find>
<h3 id="basics-access">Access</h3>
<p>Send <code>Authorization: Bearer &lt;access token&gt;</code> from your server, and name the channel in <code>entityId</code>: in the body of a POST, in the query of a GET. The token never belongs in a page.</p>
</section>
<section class="card" aria-labelledby="basics-bodies" data-find>
<h3 id="basics-bodies">Bodies</h3>
<p>Forms in UTF-8 with dotted names, <code>card.number=…</code>, or JSON objects of the same names, <code>{"card":{"number":"…"}}</code>. At most 1 MiB. Empty values count as absent; an unknown name is refused with the one that was probably meant.</p>
</section>
<section class="card" aria-labelledby="basics-answers" data-find>
<h3 id="basics-answers">Answers</h3>
<p><code>result.code</code> decides, not the HTTP status: a decline is answered with 400. All faults of a request come at once in <code>result.parameterErrors</code>. Ignore members that you do not know.</p>
</section>
<section class="card" aria-labelledby="basics-repeating" data-find>
<h3 id="basics-repeating">Repeating</h3>
<p>Every POST takes the header <code>Idempotency-Key</code>. The same key with the same request gets the first answer, byte for byte, for 72 hours, with <code>Idempotent-Replayed: true</code>.</p>
</section>
<section class="card" aria-labelledby="basics-profiles" data-find>
<h3 id="basics-profiles">Profiles</h3>
<p>This page shows the profile <code>strict</code>. An entity of the profile <code>legacy</code> may also send its credentials in the body, unknown names, <code>1</code> and <code>0</code> for booleans, amounts with one decimal and short references.</p>
</section>
</div>
</section>`
}
