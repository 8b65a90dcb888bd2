import type { Signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import type { SubmitSteps } from '../shell/submit-steps.ts'
import type { AwaitedAnswer } from './awaited-answer.ts'
import type { CardState } from './card-state.ts'
import type { CardField } from './faults.ts'

/** Fields of fetched code that the form shows besides those of the card (`widget/forms/further/`). */
export interface FurtherFields {
  readonly Groups: ComponentType
  /** Whether the shopper's name is asked in place of the card holder. */
  hasName(): boolean
  /** Whether one shows an error. */
  hasErrors(): boolean
  /** The steps of a submit of the card, with these fields. */
  steps(card: SubmitSteps): SubmitSteps
}

/** What the fields of a card form are given. */
export interface FormProps {
  readonly form: CardForm
}

/** Expiry and holder: fields of the page, or secured ones, which are fetched code (`widget/forms/details/`). */
export interface DetailFields {
  readonly Expiry: ComponentType<FormProps>
  readonly Holder: ComponentType<FormProps>
  /** The steps of a submit of the card, with these fields. */
  steps?(card: SubmitSteps): SubmitSteps
}

/** The shell of a card form, with its fields and their frames. */
export interface CardForm extends FormShell, FormBody {
  readonly state: CardState
  readonly further: Signal<FurtherFields | undefined>
  /** The fields of expiry and holder; undefined while the code of secured ones is on its way. */
  readonly details: Signal<DetailFields | undefined>
  /** Random name by which the two frames of this form find each other. */
  readonly instance: string
  readonly focused: Signal<CardField | undefined>
  readonly number: SecuredFrame
  /** Undefined where the form asks for no code. */
  readonly code: SecuredFrame | undefined
  /** Fields that are frames of the gateway. */
  readonly secured: Partial<Record<CardField, SecuredFrame>>
  /** Number and code, where the form shows it. */
  frames(): readonly SecuredFrame[]
  readonly answer: AwaitedAnswer
  /** The shopper has changed a field. */
  edited(field: CardField): void
  /** The shopper has left a field. */
  left(field: CardField): void
}
