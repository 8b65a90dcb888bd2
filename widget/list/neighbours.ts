/**
 * Divides containers into those that stand beside each other in the page: between two of them is nothing
 * that a shopper sees. What the page has put into different places it shows and hides itself.
 */
export function neighbours<Member>(
  members: readonly Member[],
  placeOf: (member: Member) => Element,
): readonly (readonly Member[])[] {
  const sorted = [...members].sort((one, other) =>
    placeOf(one).compareDocumentPosition(placeOf(other)) & Node.DOCUMENT_POSITION_FOLLOWING
      ? -1
      : 1,
  )
  const groups: Member[][] = []
  for (const member of sorted) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && isNext(placeOf(last), placeOf(member))) group.push(member)
    else groups.push([member])
  }
  return groups
}

function isNext(place: Element, next: Element): boolean {
  let element = place.nextElementSibling
  while (element !== null && element !== next && isUnseen(element)) {
    element = element.nextElementSibling
  }
  return element === next
}

/** Rows of the list, wallets above it, placeholders beside their form, and what draws nothing. */
function isUnseen(element: Element): boolean {
  return (
    element.matches(
      '[class^=wpwl-method-ro], .wpwl-method-tabs, .wpwl-express, script, style, template',
    ) || (element as HTMLElement).hidden === true
  )
}
