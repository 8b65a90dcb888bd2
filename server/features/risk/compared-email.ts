import { domainToASCII } from 'node:url'

/** Characters that nobody sees: zero-width ones, soft hyphens, marks of direction, variation selectors. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]+/gu
/** `Jane Jones <jane@shop.example>`, and `<jane@shop.example>`. */
const IN_ANGLES = /^[^<>]*<([^<>]+)>$/
const FINAL_DOTS = /\.+$/

/**
 * The one spelling in which e-mail addresses are compared: lower case, NFKC, without what nobody sees, the domain
 * as DNS knows it (punycode, no final dot). A blank before the `@` was a `+` that a form did not encode. For `@`
 * and a domain as well; a text that is no address is only cleaned.
 */
export function comparedEmail(text: string): string {
  const seen = text.normalize('NFKC').replace(UNSEEN, '').trim()
  const address = IN_ANGLES.exec(seen)?.[1]?.trim() ?? seen
  const at = address.lastIndexOf('@')
  if (at === -1) return address.toLowerCase()
  const local = address.slice(0, at).toLowerCase().replaceAll(/\s/g, '+')
  return `${local}@${comparedDomain(address.slice(at + 1))}`
}

function comparedDomain(domain: string): string {
  const bare = domain.trim().toLowerCase()
  // A domain that DNS cannot have answers an empty text.
  return (domainToASCII(bare) || bare).replace(FINAL_DOTS, '')
}
