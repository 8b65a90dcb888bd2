/** A form of a page, as a browser without script sees it. */
export interface PageForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  /** Values that each list offers. */
  readonly lists: Readonly<Record<string, readonly string[]>>
}

const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : decoded(found)
}

/** The only form of a page; throws where there is none. */
export function formOf(html: string): PageForm {
  const [tag = '', inner = ''] = /<form[^>]*>([\s\S]*?)<\/form>/.exec(html) ?? []
  if (tag === '') throw new Error(`No form: ${html.slice(-600)}`)
  const inputs = [...inner.matchAll(/<input[^>]*>/g)].map(([input]) => [
    attribute(input, 'name') ?? '',
    attribute(input, 'value') ?? '',
  ])
  const lists = [...inner.matchAll(/<select[^>]*>[\s\S]*?<\/select>/g)].map(([list]) => [
    attribute(list, 'name') ?? '',
    [...list.matchAll(/<option value="([^"]*)"/g)].map(([, value = '']) => value),
  ])
  return {
    action: attribute(tag.slice(0, tag.indexOf('>') + 1), 'action') ?? '',
    fields: Object.fromEntries(inputs),
    lists: Object.fromEntries(lists),
  }
}
