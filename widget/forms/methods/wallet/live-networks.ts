import type { FormShell } from '../../shell/form-shell.ts'

/** Card brands of the channel by the names that a provider has for networks. */
export function networksOf(
  { session }: Pick<FormShell, 'session'>,
  names: Readonly<Record<string, string>>,
): readonly string[] {
  const brands = session.value?.brands ?? ['VISA', 'MASTER']
  const networks = brands.flatMap((brand) => names[brand] ?? [])
  return [...new Set(networks)]
}
