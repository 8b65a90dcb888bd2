/** A page that has changed more has changed nearly all. */
const MAX_CHARACTERS = 300

/**
 * Says in the console which built-in functions the page has changed: one that throws or answers wrongly can keep the
 * form away without any other word. Many pages change some without harm.
 */
export function tellChangedBuiltIns(): void {
  let names = ' which, cannot be told'
  try {
    names = changedBuiltIns(window)
  } catch {
    // What looks for them needs some itself.
  }
  if (names)
    console.error(`No payment form: perhaps this page has changed built-in functions:${names}`)
}

/** The names of functions that the browser has not made, and of all that every object has got. None is called. */
export function changedBuiltIns(place: object): string {
  let names = ''
  for (const name of 'Array Promise Object String Map Set Element EventTarget'.split(' ')) {
    const holder = (place as Record<string, { readonly prototype?: object }>)[name]
    note(` ${name}.`, holder)
    note(` ${name}.prototype.`, holder?.prototype)
  }
  // An element of this name hides the member.
  for (const name of Object.getOwnPropertyNames((place as Window).document ?? {}))
    if (name in Document.prototype) names += ` document.${name}`
  return names.slice(0, MAX_CHARACTERS)

  function note(prefix: string, holder = {}): void {
    const members: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(holder)
    for (const member in members) {
      // The text of a function without calling what the page may have changed of it.
      const { value, enumerable } = members[member] ?? {}
      const isOfAll = enumerable && holder === Object.prototype
      if (isOfAll || (typeof value === 'function' && !/\[native code/.test(nativeText(value))))
        names += prefix + member
    }
  }
}

const { call, toString: text } = Function.prototype
const nativeText = call.bind(text) as (value: unknown) => string
