import type { FromFrame } from '../../../common/widget-wire.ts'
import type { CallbackName } from '../../options/descriptions.ts'
import type { CardForm } from '../card/card-form.ts'
import type { CardFaults } from '../card/faults.ts'
import type { ParameterError } from '../submit/answer.ts'
import type { UnpaidKey } from './notice.ts'

/** The gateway's answer to a submit, or that none came. */
export type SubmitAnswer = Extract<FromFrame, { kind: 'answer' | 'noAnswer' }>

/** All that a form sends, with these fields of its own by wire name. */
export type FieldsWith = (own: Readonly<Record<string, string>>) => Record<string, string>

/** Sends fields to a path of the gateway. */
export type PostFields = (
  path: string,
  fields: Readonly<Record<string, string>>,
) => Promise<SubmitAnswer>

/** Sorts the gateway's errors by field of a card; the others only the shop can correct. */
export type SortErrors = (errors: readonly ParameterError[]) => {
  readonly fields: CardFaults
  readonly others: readonly ParameterError[]
}

/** Lets the frame of the number send a card with all that the form sends. */
export type SendCard = (form: CardForm, fieldsWith: FieldsWith) => Promise<SubmitAnswer>

/** What a kind of form does in a submit. */
export interface SubmitSteps {
  /** The page's own checks, which may stop the submit. */
  readonly checks: readonly CallbackName[]
  /** Forgets what the gateway said of the last submit, and reads what scripts of the page filled in. */
  begin(): void
  /** Whether everything is loaded that the shopper needs; else tells the shopper. */
  isLoaded(): boolean
  /** Shows what is wrong with the fields; returns whether anything is. */
  showFaults(): boolean
  /**
   * Keeps the gateway's errors that the shopper can correct; returns the others.
   *
   * @param sort those of a card by their fields: no form needs it before an answer
   */
  keepErrors(errors: readonly ParameterError[], sort: SortErrors): readonly ParameterError[]
  /**
   * Asks the shopper outside of the form, such as in the sheet of a wallet, which browsers open in the task
   * of his click alone; false: he does not pay, or the payment is not `ready` (stopped by the page, or
   * without a checkout); a key: he could not be asked, and is told so.
   */
  confirm?(ready: Promise<boolean>): Promise<boolean | UnpaidKey>
  /**
   * The payment was declined and the shopper stays: the security code is gone, as its frame has emptied it.
   *
   * @param isAtField whether a field shows what to mend, and has the focus
   */
  declined?(isAtField: boolean): void
  /**
   * @param fieldsWith all that the form sends, with these fields of its own by wire name
   * @param post sends it from the page, where there is no secured field
   * @param sendThisCard sends a card: no form needs it before it is sent
   */
  send(fieldsWith: FieldsWith, post: PostFields, sendThisCard: SendCard): Promise<SubmitAnswer>
}
