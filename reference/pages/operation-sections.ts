import { type Content, html, type Markup, prose } from '../../server/http/pages/markup.ts'
import type { RequestExample } from '../../server/http/route.ts'
import { toTree } from '../../server/parameters/tree.ts'
import type { DocumentedEnvironment, DocumentedRoute } from '../openapi/documented-routes.ts'
import { answerExamples, examplesOf } from '../openapi/examples.ts'
import { statusesOf } from '../openapi/statuses.ts'
import type { Structure } from '../openapi/structures.ts'
import { rulesInWords, takenParameters } from '../openapi/taken-parameters.ts'
import type { ReferencePage, Section } from './entries.ts'
import { ruleList } from './rule-list.ts'

interface OperationsParts {
  readonly baseUrl: string
  readonly environment: DocumentedEnvironment
  readonly routes: readonly DocumentedRoute[]
  readonly structures: readonly Structure[]
}

/** A page for each tag, with its operations in the order of the routes. */
export function operationPages(parts: OperationsParts): readonly ReferencePage[] {
  const tags = [...new Set(parts.routes.map(({ tag }) => tag))]
  return tags.map((tag) => {
    const name = tag.toLowerCase().replaceAll(/\W+/g, '-')
    const routes = parts.routes.filter((route) => route.tag === tag)
    return {
      path: `/docs/operations/${name}`,
      id: `operations-${name}`,
      title: tag,
      group: 'Operations',
      sections: routes.map((route) => operationSection(route, parts)),
    }
  })
}

/** Links to every operation, by page. */
export function operationsOverview(
  pages: readonly ReferencePage[],
  routes: readonly DocumentedRoute[],
): Section {
  const cards = pages.map(({ path, id, title, sections }) => {
    const ids = new Set(sections.map((section) => section.id))
    const links = routes
      .filter((route) => ids.has(route.id))
      .map(
        ({ id, method, summary }) =>
          html`<li>${methodLabel(method)} <a href="#${id}">${summary}</a></li>`,
      )
    return html`<section class="card" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="${path}">${title}</a></h3>
<ul class="operations">${links}</ul>
</section>`
  })
  const markup = html`<section id="operations" aria-labelledby="operations-title">
<h2 id="operations-title">Operations</h2>
<div class="tiles">
${cards}
</div>
</section>`
  return { id: 'operations', title: 'Operations', markup, entries: [] }
}

function operationSection(route: DocumentedRoute, parts: OperationsParts): Section {
  const { id, method, path, summary } = route
  const markup = operationCard(route, parts)
  const entry = { id, title: summary, note: `${method.toUpperCase()} ${path}`, markup }
  return { id, title: summary, markup, entries: [entry] }
}

function methodLabel(method: DocumentedRoute['method']): Markup {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`
}

function operationCard(route: DocumentedRoute, parts: OperationsParts): Markup {
  const { id, method, path, summary, description } = route
  return html`<article class="card operation" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${summary}</h2>
<p class="address">${methodLabel(method)} <code>${brokenPath(path)}</code></p>
<p>${prose(description)}</p>
${factsOf(route, parts.structures)}
${shownExamples(route, parts)}
</article>`
}

/** Narrow screens may break an address behind its slashes. */
function brokenPath(path: string): Content {
  return path.split(/(?<=\/)/).map((piece) => html`${piece}<wbr>`)
}

function factsOf(route: DocumentedRoute, structures: readonly Structure[]): Markup {
  const { operation, label, alternative } = route
  const operations = [operation, alternative?.operation].filter((one) => one !== undefined)
  const labels = [label, alternative?.label].filter((one) => one !== undefined)
  const rulesOfStructures = new Set(structures.flatMap((structure) => structure.rules))
  const rules = new Set(
    operations.flatMap(rulesInWords).filter((rule) => !rulesOfStructures.has(rule)),
  )
  const taken = structures.filter(({ parameters }) =>
    parameters.some(({ takenBy }) => labels.some((one) => takenBy.includes(one))),
  )
  return html`<dl class="facts">
${fact('Access', accessWords[route.access])}
${fact('Required', linked(requiredNames(route)))}
${alternative === undefined ? undefined : fact(`Required of a ${alternative.label.toLowerCase()}`, linked(requiredNames(alternative)))}
${fact('Takes', commas(taken.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)))}
${fact('Rules', ruleList([...rules]))}
${fact('Answers', html`<ul>${statusesOf(route).map(({ status, description }) => html`<li><code>${status}</code> ${prose(description)}</li>`)}</ul>`)}
</dl>`
}

function linked(names: readonly string[]): Content {
  return commas(names.map((name) => html`<a href="#${name}"><code>${name}</code></a>`))
}

function requiredNames({
  operation,
  partial = false,
}: Pick<DocumentedRoute, 'operation' | 'partial'>): readonly string[] {
  if (operation === undefined || partial) return []
  return takenParameters(operation).flatMap(({ name, required }) => (required ? [name] : []))
}

const accessWords: Readonly<Record<DocumentedRoute['access'], Content>> = {
  token: html`Header <code>Authorization: Bearer …</code>`,
  checkout: 'None: the checkout id in the address is the credential',
  open: 'None',
}

function fact(term: string, description: Content): Markup | undefined {
  if (description === undefined) return undefined
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`
}

function commas(items: readonly Markup[]): Content {
  if (items.length === 0) return undefined
  return items.map((item, at) => html`${at === 0 ? '' : ', '}${item}`)
}

function shownExamples(route: DocumentedRoute, { baseUrl, environment }: OperationsParts): Content {
  const requests = examplesOf(route, environment).map((example) =>
    requestExample(route, example, baseUrl),
  )
  const answers = route.answers
    .filter((name) => answerExamples[name] !== undefined)
    .map((name) => disclosure('Answer', code(indented(answerExamples[name]), `Answer: ${name}`)))
  return [...requests, ...answers]
}

function requestExample(
  route: DocumentedRoute,
  { summary, parameters }: RequestExample,
  baseUrl: string,
): Markup {
  const form = code(curlOf(route, parameters, baseUrl), `${summary}, as a form`)
  const json = code(indented(toTree(parameters)), `${summary}, as JSON`)
  return disclosure(summary, html`${form}<p class="label">The same as a JSON body</p>${json}`)
}

function disclosure(summary: string, content: Markup): Markup {
  return html`<details class="example"><summary>${summary}</summary>${content}</details>`
}

/** Scrolls sideways where it must, also by keyboard. */
function code(text: string, label: string): Markup {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`
}

function indented(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

function curlOf(
  { path, access }: DocumentedRoute,
  parameters: RequestExample['parameters'],
  baseUrl: string,
): string {
  const address = `curl '${baseUrl}${path.replace('{id}', '<id>')}'`
  const token = access === 'token' ? ["  -H 'Authorization: Bearer <access token>'"] : []
  const fields = Object.entries(parameters).map(
    ([name, value]) => `  --data-urlencode '${name}=${value}'`,
  )
  return [address, ...token, ...fields].join(' \\\n')
}
