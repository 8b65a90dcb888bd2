import type { Wire } from './series.ts'

/** Given name and surname, as far as they were sent; `undefined`: none was. */
export function fullNameOf(
  request: Wire,
  of: 'customer' | 'shipping.customer',
): string | undefined {
  const names = [request[`${of}.givenName`], request[`${of}.surname`]]
  const told = names.filter((name) => name !== undefined).join(' ')
  return told === '' ? undefined : told
}
