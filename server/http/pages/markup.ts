/** HTML that is safe to be put into a page as it is. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What a template takes: texts are escaped, lists joined, `undefined` leaves nothing. */
export type Content = Markup | string | number | undefined | readonly Content[]

/** Builds HTML out of a template; every value is escaped but for what is `Markup` already. */
export function html(pieces: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = pieces.map((piece, at) => piece + (at < values.length ? textOf(values[at]) : ''))
  return new Markup(parts.join(''))
}

/** A sentence whose `pieces between backticks` are code. */
export function prose(sentence: string): Markup {
  const pieces = sentence.split('`')
  return html`${pieces.map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece))}`
}

/** The text of a piece of HTML, as a reader sees it: blocks become words of their own. */
export function plainText({ text }: Markup): string {
  return text
    .replaceAll(/<\/?(?:wbr|code|a|span)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&[#\w]+;/g, (entity) => characters[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function textOf(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Markup) return content.text
  if (typeof content === 'object') return content.map(textOf).join('')
  return String(content).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const characters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
)
