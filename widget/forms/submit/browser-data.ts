import type { WidgetOptions } from '../../options/table.ts'

/**
 * EMV 3-D Secure challenge window sizes: 01 250×400, 02 390×400, 03 500×600, 04 600×400, 05 full screen.
 *
 * @param asked by the option `browser.threeDChallengeWindow`; else the form's width decides
 */
export function challengeWindow(formWidth: number, asked: string | undefined): string {
  const [, window] = /^0?([1-5])$/.exec(asked ?? '') ?? []
  if (window !== undefined) return window
  if (formWidth >= 600) return '4'
  if (formWidth >= 500) return '3'
  return formWidth >= 390 ? '2' : '1'
}

/** What EMV 3-D Secure wants to know of the browser; the gateway sees the Accept header itself. */
export function browserData(formWidth: number, { browser }: WidgetOptions): Record<string, string> {
  return {
    'customer.browser.language': shortTag(navigator.language),
    'customer.browser.screenHeight': String(screen.height),
    'customer.browser.screenWidth': String(screen.width),
    'customer.browser.timezone': String(new Date().getTimezoneOffset()),
    'customer.browser.userAgent': navigator.userAgent,
    'customer.browser.javaEnabled': 'false',
    'customer.browser.screenColorDepth': String(colorDepth(screen.colorDepth)),
    'customer.browser.challengeWindow': challengeWindow(formWidth, browser.threeDChallengeWindow),
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
