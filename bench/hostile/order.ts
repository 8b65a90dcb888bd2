/** What a hostile client is to do. */
export interface HostileOrder {
  readonly port: number
  readonly connections: number
  /** On each connection, once. */
  readonly sent: string
  /** From so many networks in turn; 0: from one address. */
  readonly networks: number
}

/** What it says again and again. */
export interface HostileState {
  readonly opened: number
  readonly open: number
}
