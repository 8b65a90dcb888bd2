import type { FormShell } from '../forms/shell/form-shell.ts'
import { adoptSheet, sheetOf } from './adopt-sheet.ts'

/**
 * Makes what gives the page of a form the look of fetched code, unless the shop draws its forms itself.
 * That returns how to take it away.
 */
export function createLook(css: string): (form: FormShell) => () => void {
  let sheet: CSSStyleSheet | undefined
  return ({ container, options }) => {
    if (options.style === 'none') return () => {}
    sheet ??= sheetOf(css)
    return adoptSheet(container, sheet)
  }
}
