/** `bankAccount` of `bankAccount.iban`, `bankAccount[0]` and `bankAccount`. */
export function structureOf(name: string): string {
  const end = name.search(/[.[]/)
  return end === -1 ? name : name.slice(0, end)
}
