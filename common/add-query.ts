/**
 * An address with more in its query: after `?`, or after `&` where it has a query already, and before
 * its fragment. What its author wrote stays as it is: it may be signed.
 */
export function addQuery(address: string, query: string): string {
  if (query === '') return address
  const at = address.indexOf('#')
  const [before, fragment] = at === -1 ? [address, ''] : [address.slice(0, at), address.slice(at)]
  const joint = /[?&]$/.test(before) ? '' : before.includes('?') ? '&' : '?'
  return before + joint + query + fragment
}
