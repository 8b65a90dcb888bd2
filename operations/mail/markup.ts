import { type Content, html, type Markup } from '../../server/http/pages/markup.ts'

/** A part of a mail, which is written as text and as HTML. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** Names and values, under each other. */
  | { readonly kind: 'rows'; readonly rows: readonly (readonly [string, string])[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  /** Small, at the end. */
  | { readonly kind: 'foot'; readonly text: string }

export function textOf(blocks: readonly Block[]): string {
  return `${blocks.flatMap(linesOf).join('\n\n')}\n`
}

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'rows':
      return [block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')]
    case 'link':
      return [`${block.label}: ${block.url}`]
    case 'image':
      return []
    case 'foot':
      return [`-- \n${block.text}`]
    default:
      return [block.text]
  }
}

/** Mail programs know no style sheets: each element has its own style, in the colours of the pages. */
const BODY =
  'margin:0;padding:24px;background:#f6f7f9;color:#0e1726;font:16px/24px system-ui,sans-serif'
const PAPER =
  'max-width:560px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e4e8ee;border-radius:12px'

export function htmlOf(
  blocks: readonly Block[],
  {
    language,
    direction,
    title,
  }: { readonly language: string; readonly direction: string; readonly title: string },
): string {
  const page = html`<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body style="${BODY}"><div style="${PAPER}">${blocks.map(markupOf)}</div></body></html>`
  return `<!doctype html>${page.text}`
}

function markupOf(block: Block): Markup {
  switch (block.kind) {
    case 'text':
      return html`<p style="margin:0 0 16px">${linesIn(block.text)}</p>`
    case 'heading':
      return html`<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${block.text}</h1>`
    case 'rows':
      return html`<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">${block.rows.map(rowMarkup)}</table>`
    case 'link':
      return html`<p style="margin:0 0 16px"><a href="${block.url}" style="display:inline-block;padding:8px 16px;border-radius:8px;background:#1f4bd8;color:#fff;text-decoration:none">${block.label}</a></p>`
    case 'image':
      return html`<p style="margin:0 0 16px"><img src="${block.url}" alt="${block.alt}" height="40" style="max-width:240px;height:40px"></p>`
    case 'foot':
      return html`<p style="margin:24px 0 0;font-size:13px;line-height:18px;color:#566174">${linesIn(block.text)}</p>`
  }
}

function rowMarkup([name, value]: readonly [string, string]): Markup {
  return html`<tr><td style="padding:4px 16px 4px 0;color:#566174;vertical-align:top">${name}</td><td style="padding:4px 0;text-align:end;font-variant-numeric:tabular-nums">${value}</td></tr>`
}

function linesIn(text: string): Content {
  return text.split('\n').map((line, at) => (at === 0 ? line : html`<br>${line}`))
}
