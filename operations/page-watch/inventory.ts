/** How a script comes to run. */
export type ScriptKind =
  /** Has an address. */
  | 'file'
  /** Stands in the document. */
  | 'inline'
  /** Was made by another one: `eval`, a tag with text, an address of `blob:` or `data:`. */
  | 'made'
  /** An attribute such as `onclick`, or a `javascript:` address. */
  | 'handler'

export interface FoundScript {
  /** `page`, the origin of a frame, `about:srcdoc` and the like, or `worker` with the worker's origin. */
  readonly place: string
  readonly kind: ScriptKind
  /** Origin and path of a file; of a handler its element and attribute; else empty. */
  readonly address: string
  /** `sha384-…` of what ran, as the `integrity` attribute has it; of all but files without what masks name. */
  readonly hash: string
  readonly bytes: number
  /** The address of the script that has added it; empty where the document itself names it. */
  readonly from: string
  /** Why it is not compared: the gateway answers for it. */
  readonly gateway?: 'published' | 'covered' | 'own frame'
}

export interface FormTarget {
  readonly place: string
  /** Origin and path. */
  readonly target: string
}

/** What a payment page is made of. */
export interface Inventory {
  /** Origin and path at which it was shown, after redirects. */
  readonly page: string
  readonly scripts: readonly FoundScript[]
  /** Where documents in frames are from. */
  readonly frames: readonly string[]
  /** Other origins that the page has sent requests to. */
  readonly contacts: readonly string[]
  readonly forms: readonly FormTarget[]
  /** Those that protect the page, by name. */
  readonly headers: Readonly<Record<string, string>>
}

/** Scripts with one key are versions of one script. */
export function scriptKey({
  place,
  kind,
  address,
}: Pick<FoundScript, 'place' | 'kind' | 'address'>): string {
  return `${place} ${kind} ${address}`
}
