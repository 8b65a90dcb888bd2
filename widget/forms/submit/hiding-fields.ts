/**
 * A field that a page puts into a form hides the form's own member of its name or id: `form.parentNode` is the
 * field then, for our code, for Preact and for plugins of the page. Such fields are kept out of the form's list by
 * their attribute `form`, which takes them nowhere else out: they stay where they are, look and work as before, and
 * are sent.
 */

/** The form's own members, whatever is in it. */
const own = HTMLFormElement.prototype
const listOf = Object.getOwnPropertyDescriptor(own, 'elements')?.get as (
  this: HTMLFormElement,
) => HTMLFormControlsCollection

type Field = HTMLInputElement

/** What Preact keeps at elements. */
const OF_PREACT = /^(l|_\w+)$/

const freed = new WeakMap<HTMLFormElement, Set<Field>>()

/** Frees a form of fields that hide its members, now and when the page adds or renames some. */
export function freeOfHidingFields(form: HTMLFormElement | null): void {
  if (form === null || freed.has(form)) return
  const fields = new Set<Field>()
  freed.set(form, fields)
  const free = () => {
    for (const field of [...listOf.call(form)] as Field[]) {
      if (!isHiding(field)) continue
      field.setAttribute('form', '')
      fields.add(field)
    }
    // One that was left out, or that the page has taken elsewhere, is the page's again.
    for (const field of fields) if (!own.contains.call(form, field)) fields.delete(field)
    tellImages(form)
  }
  free()
  const attributeFilter = ['name', 'id']
  new MutationObserver(free).observe(form, { childList: true, subtree: true, attributeFilter })
  own.addEventListener.call(form, 'click', ({ target }) => {
    const button = (target as Element).closest<Field>('button,input')
    if (button && fields.has(button) && button.type === 'submit') own.requestSubmit.call(form)
  })
}

function isHiding({ name, id }: Pick<Field, 'name' | 'id'>): boolean {
  return [name, id].some((each) => each && (each in own || OF_PREACT.test(each)))
}

/** An image has no attribute `form`. */
function tellImages(form: HTMLFormElement): void {
  for (const image of own.querySelectorAll.call(form, 'img') as NodeListOf<HTMLImageElement>) {
    const { name, id } = image
    if (isHiding(image))
      console.error(`Rename the image "${name || id}": it hides a member of the payment form`)
  }
}

/** All fields of a form, those that would hide its members too. */
export function fieldsOfForm(form: HTMLFormElement): readonly Field[] {
  return withAll(form, () => [...listOf.call(form)] as Field[])
}

/** What a form sends, with what fields send that would hide its members. */
export function dataOfForm(form: HTMLFormElement): FormData {
  return withAll(form, () => new FormData(form))
}

function withAll<Read>(form: HTMLFormElement, read: () => Read): Read {
  const fields = [...(freed.get(form) ?? [])]
  for (const field of fields) field.removeAttribute('form')
  try {
    return read()
  } finally {
    for (const field of fields) field.setAttribute('form', '')
  }
}
