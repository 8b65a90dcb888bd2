import { createHash } from 'node:crypto'
import base from './base.css?raw'

/** The style of a page, as its `<style>` holds it: what all pages share, then its own. */
export function pageStyle(own: string): string {
  return `${base}\n${own}`
}

/** How a content security policy allows what stands in the page itself, and nothing else. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
