export interface FieldHintProps {
  readonly id: string
  /** Ends the class name, as in `wpwl-hint-cvvError`. */
  readonly hint: string
  readonly text: string
}

/** An error under a control. Screen readers read it from the live region, or with the control. */
export function FieldHint({ id, hint, text }: FieldHintProps) {
  return (
    <div id={id} class={`wpwl-hint wpwl-hint-${hint}`}>
      {text}
    </div>
  )
}
