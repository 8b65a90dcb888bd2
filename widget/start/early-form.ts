/** The secured fields of a form that load before its code is here. */
export interface EarlyForm {
  /**
   * Before its placeholder, as high as the form will be. The groups of the fields in it are hidden, and
   * where Preact will look for them.
   */
  readonly container: HTMLElement
  /** Name of the form in the addresses of its frames. */
  readonly instance: string
  /** Windows whose document has spoken. */
  readonly spoken: ReadonlySet<MessageEventSource | null>
  /** Frame elements whose document is loaded. */
  readonly loaded: ReadonlySet<EventTarget>
}
