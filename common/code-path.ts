/**
 * Path of code that the widget fetches when it needs it. It changes with the code, so that browsers may
 * keep it for ever.
 *
 * @param hash SHA-256 of the code, base64, at least 12 letters and digits of it
 */
export function codePath(name: string, hash: string): string {
  return `/v1/static/code/${name}-${hash.replace(/\W/g, '').slice(0, 12)}.js`
}
