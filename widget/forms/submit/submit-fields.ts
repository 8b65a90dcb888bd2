/** Inputs of the form that pages look for, and that the gateway does not take. */
const NOT_SENT = new Set(['forceUtf8', 'shopOrigin', 'pay'])
/** Only the secured fields may send these. */
const SECURED = /^card\.(number|cvv)/i

/**
 * The wire names and values of a submit (reference behaviour §3.9): what the shop put into the form,
 * the browser's data, and the form's own fields, which the shop cannot overwrite. Empty values are
 * not sent.
 */
export function submitFields(
  injected: Iterable<readonly [string, unknown]>,
  browser: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields: Record<string, string> = { ...browser }
  for (const [name, value] of injected) {
    if (typeof value === 'string' && !NOT_SENT.has(name) && !SECURED.test(name)) {
      fields[name] = value
    }
  }
  Object.assign(fields, own)
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => name && value))
}
