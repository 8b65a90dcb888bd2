/** What the audit log keeps of something that a person, a script or a command does. */
export interface AuditedAction {
  /** What it is about, or what the actor works with; `undefined`: no entity. */
  readonly entityId: string | undefined
  /** See `actorOf`. */
  readonly actor: string
  /** The right that it needs, such as `payments.resolve`; for all else a word of the same form. */
  readonly action: string
  /** The route with its method, or the command. */
  readonly request: string
  /** Id of what it is done to. */
  readonly subject?: string
  /** Address of the client. */
  readonly address?: string
  /** Names and values of parameters that are not secret. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
}

/** Keeps who has done what. The feature `audit` implements it; without it nothing is kept. */
export interface AuditLog {
  /**
   * Writes down an action with its result: `asked` before its effect, else a result code. Resolves when it is
   * durable. Rejects with the store: then nothing may be done.
   */
  record(action: AuditedAction, result: string): Promise<void>
}
