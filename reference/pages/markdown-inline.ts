import { type Content, html, Markup } from '../../server/http/pages/markup.ts'

/** Where a link of a document leads to; `undefined`: nowhere, its words stay. */
export type ResolveLink = (target: string) => string | undefined

/** Code, a link, strong words, emphasised words. */
const MARKS =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>|\[(?<words>(?:[^[\]]|\[[^\]]*\])*)\]\((?<target>[^)\s]+)\)|\*\*(?<strong>.+?)\*\*|\*(?<words2>[^*\s](?:[^*]*[^*\s])?)\*/gs

/** Markdown within a paragraph as HTML. */
export function inlineMarkdown(text: string, resolve: ResolveLink): Markup {
  const pieces: Content[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    pieces.push(text.slice(end, match.index), markedText(match.groups ?? {}, resolve))
    end = match.index + match[0].length
  }
  return html`${pieces}${text.slice(end)}`
}

function markedText(
  { code, words, target = '', strong, words2 }: Readonly<Record<string, string | undefined>>,
  resolve: ResolveLink,
): Markup {
  if (code !== undefined) return html`<code>${code.trim()}</code>`
  if (strong !== undefined) return html`<strong>${inlineMarkdown(strong, resolve)}</strong>`
  if (words2 !== undefined) return html`<em>${inlineMarkdown(words2, resolve)}</em>`
  const inner = inlineMarkdown(words ?? '', resolve)
  const href = resolve(target)
  return href === undefined ? inner : html`<a href="${new Markup(href)}">${inner}</a>`
}
