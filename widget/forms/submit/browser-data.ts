import type { WidgetOptions } from '../../options/table.ts'

/** In CSS pixels. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Of the dialog, as in `widget/authentication/look.css`: smaller pages show it as large as they are. */
const MIN_DIALOG = 480
const DIALOG_MARGIN = 32
const DIALOG_HEAD = 61

/**
 * EMV 3-D Secure challenge window sizes: 01 250×400, 02 390×400, 03 500×600, 04 600×400, 05 full screen.
 *
 * @param page the window in which the dialog opens
 * @param asked by the option `browser.threeDChallengeWindow`; else the largest that fits the page
 */
export function challengeWindow(page: PageSize, asked: string | undefined): string {
  const [, window] = /^0?([1-5])$/.exec(asked ?? '') ?? []
  if (window !== undefined) return window
  if (page.width < MIN_DIALOG || page.height < MIN_DIALOG) return '5'
  const width = page.width - DIALOG_MARGIN
  const height = page.height - DIALOG_MARGIN - DIALOG_HEAD
  if (width >= 500 && height >= 600) return '3'
  if (width >= 600) return '4'
  return width >= 390 ? '2' : '1'
}

/** What EMV 3-D Secure wants to know of the browser; the secured frame adds the Accept header. */
export function browserData(page: PageSize, { browser }: WidgetOptions): Record<string, string> {
  return {
    'customer.browser.language': shortTag(navigator.language),
    'customer.browser.screenHeight': String(screen.height),
    'customer.browser.screenWidth': String(screen.width),
    'customer.browser.timezone': String(new Date().getTimezoneOffset()),
    'customer.browser.userAgent': navigator.userAgent,
    'customer.browser.javaEnabled': 'false',
    'customer.browser.screenColorDepth': String(colorDepth(screen.colorDepth)),
    'customer.browser.challengeWindow': challengeWindow(page, browser.threeDChallengeWindow),
  }
}

/** The nearest lower depth that EMV 3-D Secure knows. */
function colorDepth(depth: number): number {
  return [48, 32, 24, 16, 15, 8, 4, 1].find((known) => known <= depth) ?? 24
}

/** The field takes eight characters: `zh-Hans-CN` becomes `zh-Hans`. */
function shortTag(tag: string): string {
  return tag.length > 8 ? shortTag(tag.slice(0, tag.lastIndexOf('-'))) : tag
}
