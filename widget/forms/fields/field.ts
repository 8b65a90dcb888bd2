import type { MessageKey } from '../../i18n/translator.ts'

/** A sentence on what is wrong with a field. */
export interface FieldError {
  readonly text: MessageKey
  /** The merchant's key of option `errorMessages`; ends the class of the hint. */
  readonly own: string
}

/** A value that the shopper chooses, and what it is called. */
export type Choice = readonly [value: string, text: string]

/** A field of a form: what it is called on the wire, in the page and for merchants, and what it takes. */
export interface Field {
  /** Name on the wire, and of the control. */
  readonly wireName: string
  /** Ends the classes, as in `wpwl-group-country`. */
  readonly group: string
  /** The same in every language, where it is a text and no key. */
  readonly label: MessageKey | { readonly text: string }
  /** The merchant's key of option `labels`. */
  readonly ownLabel: string
  /** The merchant's key of option `labels` for what an empty field shows; else nothing beside a label. */
  readonly ownPlaceholder?: string
  readonly error: FieldError
  /** Where an empty field has a sentence of its own. */
  readonly emptyError?: FieldError
  readonly isRequired: boolean
  /** A text field where it is absent. A checkbox has the value `true` or none, a date that of `joinedDate`. */
  readonly control?: 'select' | 'radio' | 'checkbox' | 'date'
  /** What a select shows before a choice; else what is wrong with that. */
  readonly emptyChoice?: MessageKey
  /** Of selects and radio buttons. */
  readonly choices?: () => readonly Choice[]
  /** The value at first. */
  readonly first?: string
  /** What an empty text field shows beside its label: a value as the shopper may type it. */
  readonly example?: string | undefined
  /** The value as it is shown: while the shopper types at its end, and when he leaves the field. */
  readonly toShown?: (typed: string) => string
  /** The value as it is sent and checked; else what the shopper typed, without blanks around it. */
  readonly toWire?: (value: string) => string
  /** What is wrong with a value that is not empty: `error` where it is only true. */
  readonly isFaulty?: (wireValue: string) => boolean | FieldError
  /** It only decides what else the form shows. */
  readonly isNotSent?: true
  /** Of the text field. */
  readonly attributes?: {
    readonly inputMode?: 'numeric' | 'tel' | 'email'
    readonly autocomplete?: string
    readonly autocapitalize?: 'characters' | 'words' | 'none'
    readonly maxLength?: number
    /** Numbers are read from the left in every language. */
    readonly dir?: 'ltr'
  }
}
