import type { ComponentChildren, ComponentProps } from 'preact'
import { keepSteady } from './steady.ts'

export interface GroupProps {
  /** Ends the class names, as in `wpwl-group-expiry`. */
  readonly name: string
  /** Ends the `name` of the label, as in `wpwl-label-card.holder`: tests of shops find it so. */
  readonly wireName?: string
  readonly label: string | undefined
  /** Beside the label: that the field may stay empty. */
  readonly optional?: string | undefined
  /** The label was clicked: moves the focus into the field. */
  readonly onLabel: () => void
  readonly children: ComponentChildren
}

/**
 * A row of a form: label and wrapper. The label is a `div` by contract; the control carries its text
 * as `aria-label`, so a page may rewrite or remove the label.
 */
export function Group({ name, wireName, label, optional, onLabel, children }: GroupProps) {
  return (
    <div class={`wpwl-group wpwl-group-${name} wpwl-clearfix`}>
      {label !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the keyboard reaches the control itself
        <div
          class={`wpwl-label wpwl-label-${name}`}
          {...labelName(wireName)}
          data-optional={optional}
          onClick={(event) => {
            onLabel()
            // Else a label of the page around the form would take the focus on.
            event.preventDefault()
          }}
        >
          {label}
        </div>
      )}
      <div ref={keepSteady} class={`wpwl-wrapper wpwl-wrapper-${name}`}>
        {children}
      </div>
    </div>
  )
}

/** HTML knows no `name` of a `div`. */
export function labelName(wireName: string | undefined): ComponentProps<'div'> {
  return (wireName === undefined ? {} : { name: `wpwl-label-${wireName}` }) as ComponentProps<'div'>
}
