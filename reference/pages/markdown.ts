import { Marked, type RendererObject, type Tokens } from 'marked'
import { html, Markup, plainText } from '../../server/http/pages/markup.ts'

/** Where a link of a document leads to; `undefined`: nowhere, its words stay. */
export type ResolveLink = (target: string) => string | undefined

/** What a piece of a document needs to become HTML. */
export interface MarkdownParts {
  readonly resolve: ResolveLink
  /** Names the blocks of code for screen readers. */
  readonly title: string
}

/** The blocks of a document as HTML, in the shapes that the style of the pages is made for. */
export function markdown(lines: readonly string[], parts: MarkdownParts): Markup {
  return new Markup(readerOf(parts).parse(lines.join('\n'), { async: false }))
}

/** Markdown within a paragraph as HTML. */
export function inlineMarkdown(text: string, resolve: ResolveLink): Markup {
  return new Markup(readerOf({ resolve, title: '' }).parseInline(text, { async: false }))
}

function readerOf(parts: MarkdownParts): Marked {
  return new Marked({
    renderer: rendererOf(parts),
    // Addresses in a text are no links: commands and headers have them, too.
    tokenizer: { url: () => undefined },
  })
}

function rendererOf({ resolve, title }: MarkdownParts): RendererObject {
  let samples = 0
  return {
    code({ text }) {
      samples += 1
      return html`<div class="sample"><pre tabindex="0" role="region" aria-label="${title}, sample ${samples}"><code>${text}</code></pre></div>\n`
        .text
    },
    table({ header, rows }) {
      const shown = ({ tokens }: Tokens.TableCell) => new Markup(this.parser.parseInline(tokens))
      const names = header.map((cell) => plainText(shown(cell))).join(', ')
      return html`<div class="wide" tabindex="0" role="group" aria-label="${names}"><table><thead><tr>${header.map((cell) => html`<th scope="col">${shown(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${shown(cell)}</td>`)}</tr>`)}</tbody></table></div>\n`
        .text
    },
    listitem({ tokens }) {
      const [only, ...others] = tokens
      // One paragraph needs no element of its own.
      const isPlain = others.length === 0 && only !== undefined && 'tokens' in only
      const inner = isPlain ? this.parser.parseInline(only.tokens ?? []) : this.parser.parse(tokens)
      return `<li>${inner}</li>`
    },
    link({ href, tokens }) {
      const words = new Markup(this.parser.parseInline(tokens))
      const target = resolve(href)
      return target === undefined
        ? words.text
        : html`<a href="${new Markup(target)}">${words}</a>`.text
    },
    // A placeholder such as `<id>` is a text; a comment is for who edits the document.
    html({ text }) {
      return text.startsWith('<!--') ? '' : html`${text}`.text
    },
  }
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
