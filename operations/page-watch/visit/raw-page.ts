/** What a browser has told of a page, before anything of it is judged. */
export interface RawScript {
  readonly place: string
  /** As the browser was told to fetch it; empty where it has none. */
  readonly url: string
  readonly isInDocument: boolean
  readonly text: string
  readonly from: string
}

/** An element of a document, with its attributes. */
export interface RawElement {
  readonly place: string
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly baseUrl: string
}

export interface RawPage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly scripts: readonly RawScript[]
  readonly frames: readonly string[]
  /** Origins of requests, its own included. */
  readonly origins: readonly string[]
  readonly elements: readonly RawElement[]
  /** `false`: requests were still under way when the time was over. */
  readonly isQuiet: boolean
}

/** Where a document or worker is from: its origin, or a scheme such as `about:srcdoc`. */
export function originOf(url: string): string {
  if (/^(https?|wss?):/.test(url) && URL.canParse(url)) return new URL(url).origin
  return /^(about:\w+|[a-z][a-z0-9+.-]*:)/.exec(url)?.[0] ?? 'about:blank'
}
