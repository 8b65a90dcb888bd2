import { html, Markup } from '../../../http/pages/markup.ts'
import { hashSource, type PageDocument } from '../../../http/pages/page-parts.ts'
import type { PageLanguage } from './texts.ts'

const style =
  ':root{color-scheme:light dark}p{margin:2rem;font:1rem/1.5 system-ui,sans-serif}a{color:inherit}'

/**
 * Makes the documents that one script runs in, mostly within a frame. Their policy has no
 * `frame-ancestors`, because pages of issuers and of any merchant may be around them, and they
 * contain nothing secret.
 */
export function frameDocuments(script: string) {
  const csp = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  return (
    status: number,
    body: Markup,
    { texts, tag, direction }: PageLanguage,
    data?: Markup,
  ): PageDocument => {
    const page = html`<html lang="${tag}" dir="${direction}"${data}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title><style>${new Markup(style)}</style></head>
<body>${body}
<script>${new Markup(script)}</script></body>
</html>`
    return { status, html: `<!doctype html>\n${page.text}\n`, csp }
  }
}
