import { type Content, html, type Markup } from '../../server/http/pages/markup.ts'

/** More rules than this are folded. */
const MAX_SHOWN = 5

/** A name of a parameter within a sentence: it has a dot or a bracket, or a capital inside. */
const PARAMETER_NAME =
  /([A-Za-z]+(?:\[[a-z]+\])?(?:\.[A-Za-z0-9_*]+(?:\[[a-z]+\])?)+|[a-z]+[A-Z]\w*(?:\[[a-z]+\])?)/

/** Rules between parameters as a list; a long one is folded. Nothing where there are none. */
export function ruleList(rules: readonly string[]): Content {
  if (rules.length === 0) return undefined
  const list = html`<ul class="rules">${rules.map((rule) => html`<li>${withCode(rule)}</li>`)}</ul>`
  if (rules.length <= MAX_SHOWN) return list
  return html`<details><summary>${rules.length} rules between parameters</summary>${list}</details>`
}

function withCode(sentence: string): readonly Markup[] {
  return sentence
    .split(PARAMETER_NAME)
    .map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
}
