import { createHash } from 'node:crypto'
import base from './base.css?raw'
import { html } from './docs/markup.ts'

/** The style of a page, as its `<style>` holds it: what all pages share, then its own. */
export function pageStyle(own: string): string {
  return `${base}\n${own}`
}

/** The source expression by which a content security policy allows one inline part of a page. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The icon of every page of the gateway, which loads nothing. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#12385b"/><path d="M7 12h18M7 20h11" stroke="#ffb81c" stroke-width="4" stroke-linecap="round"/></svg>',
)}`

/** The same mark at the head of a page. */
export const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M7 12h18M7 20h11"/></svg>`
