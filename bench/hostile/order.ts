/** What a hostile client is to do. */
export interface HostileOrder {
  readonly port: number
  readonly connections: number
  /** On each connection, once. */
  readonly sent: string
}

/** What it says again and again. */
export interface HostileState {
  readonly opened: number
  readonly open: number
}
