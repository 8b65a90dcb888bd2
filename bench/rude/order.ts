/** What a rude client is to do. */
export interface RudeOrder {
  readonly port: number
  readonly connections: number
  /** On each connection, once. */
  readonly sent: string
}

/** What it says again and again. */
export interface RudeState {
  readonly opened: number
  readonly open: number
}
