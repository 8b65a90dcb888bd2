/** Of a SHA-256 in base64: all but the sign that ends each. */
const LENGTH = 43

/**
 * Hashes of files by their names as one text, `list:…marks:…`: hashes do not compress, and beside each other
 * they take less than as members of an object.
 *
 * @param files by their name, which ends no other one
 */
export function hashTable(
  files: Iterable<readonly [name: string, { readonly hash: string }]>,
): string {
  return [...files].map(([name, { hash }]) => `${name}:${hash.slice(0, LENGTH)}`).join('')
}

/** The hash of a file, without its last sign; empty where the table has none. */
export function hashIn(table: string, name: string): string {
  return (table.split(`${name}:`)[1] ?? '').slice(0, LENGTH)
}
