const PROTOTYPES: readonly object[] = [Object.prototype, Array.prototype, Function.prototype]

const own = PROTOTYPES.map((prototype) => new Set(Reflect.ownKeys(prototype)))

/** Names that objects of the language have been given since this file was loaded. */
export function foreignNames(): readonly string[] {
  return PROTOTYPES.flatMap((prototype, at) => foreignKeys(prototype, at).map(String))
}

/** Takes them away again, so that one fault is not reported for every body after it. */
export function forgetForeignNames(): void {
  for (const [at, prototype] of PROTOTYPES.entries()) {
    for (const key of foreignKeys(prototype, at)) Reflect.deleteProperty(prototype, key)
  }
}

function foreignKeys(prototype: object, at: number): readonly (string | symbol)[] {
  const keys = Reflect.ownKeys(prototype)
  const known = own[at]
  if (known === undefined || keys.length === known.size) return []
  return keys.filter((key) => !known.has(key))
}
