/** A text, with the colon after it where it names a member; or what opens and closes objects and lists. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g

/** Reads JSON as strict readers of receivers do: a member that is there twice is refused. */
export function readStrictJson(text: string): unknown {
  const read: unknown = JSON.parse(text)
  /** The members so far of each object that is open; of lists none. */
  const open: Set<string>[] = []
  for (const [token, literal, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set())
    if (token === '}' || token === ']') open.pop()
    if (literal === undefined || colon === undefined) continue
    const name = JSON.parse(literal) as string
    const members = open.at(-1)
    if (members?.has(name)) throw new Error(`Member "${name}" is there twice: ${text}`)
    members?.add(name)
  }
  return read
}

/** Reads a form; a parameter that is there twice is refused. */
export function readStrictForm(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text)]
  const form = Object.fromEntries(pairs)
  if (Object.keys(form).length !== pairs.length)
    throw new Error(`A parameter is there twice: ${text}`)
  return form
}
