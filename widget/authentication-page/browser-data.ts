/** Colour depths of EMV 3DS (browserColorDepth). */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1]

/** Longest browserLanguage. */
const MAX_LANGUAGE = 8

/** What only a script can find out about the browser, named as in the group `customer.browser`. */
export function browserData(window: Window): Record<string, string> {
  const { screen, navigator } = window
  const [language = 'en'] = [navigator.language]
  return {
    // `zh-Hans-CN` is too long: its first subtag names the language.
    language: language.length > MAX_LANGUAGE ? (language.split('-', 1)[0] ?? 'en') : language,
    screenHeight: String(Math.round(screen.height)),
    screenWidth: String(Math.round(screen.width)),
    // Minutes from local time to UTC, as EMV counts them: -60 in Berlin's winter.
    timezone: String(new Date().getTimezoneOffset()),
    // A screen may have 30 bits, which EMV does not name.
    screenColorDepth: String(COLOR_DEPTHS.find((depth) => depth <= screen.colorDepth) ?? 24),
    // No browser runs Java any more.
    javaEnabled: 'false',
  }
}
