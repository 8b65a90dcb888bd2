/** The element with this id; its absence is a mistake in the HTML. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`No element has the id ${id}`)
  return element
}

/** A copy of the contents of the `template` with this id. */
export function fromTemplate(id: string): DocumentFragment {
  return (byId(id) as HTMLTemplateElement).content.cloneNode(true) as DocumentFragment
}

export function find(parent: ParentNode, selector: string): HTMLElement {
  const element = parent.querySelector<HTMLElement>(selector)
  if (element === null) throw new Error(`Nothing matches ${selector}`)
  return element
}
