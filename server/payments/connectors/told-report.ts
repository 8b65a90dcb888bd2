/** A settlement report that a provider says is there. */
export interface ToldReport {
  /** What it is fetched by, such as its address or the id of a payout. */
  readonly reference: string
}

/** A report of a provider, as its settlement files are. */
export interface ReportFile {
  readonly name: string
  /** One of the formats of settlement files. */
  readonly format: string
  /** CSV. */
  readonly text: string
}

/** `later`: it cannot be had now. `refused`: never; why, as the end of a sentence. */
export type FetchedReport =
  | { readonly kind: 'file'; readonly file: ReportFile }
  | { readonly kind: 'later'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }

/**
 * Imports a report: the port between connectors and the feature that keeps settlement. `connector`: by the name that
 * payments have it. A report that was imported before changes nothing. Rejects with the store.
 */
export type ImportReport = (
  connector: string,
  file: ReportFile,
) => Promise<
  | { readonly kind: 'imported' }
  | { readonly kind: 'later'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }
>
