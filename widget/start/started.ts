import type { Wpwl, WpwlCheckout } from '../../common/widget-types.ts'
import type { WidgetBoot } from '../../common/widget-wire.ts'
import type { Run, SharedPage } from '../page/runs.ts'
import type { ReadSession } from '../session/read-session.ts'
import type { EarlyFrames } from './early-frames.ts'
import type { TakenPlaceholders } from './take-placeholders.ts'

/** What the start of the script has begun, for the main code to go on with. */
export interface Started {
  readonly boot: WidgetBoot
  readonly shared: SharedPage
  /** What it can do is replaced by the main code. */
  readonly run: Run
  /** The script's own tag. */
  readonly script: Element | null
  readonly checkout: WpwlCheckout
  readonly placeholders: TakenPlaceholders
  /** The first try to read the session. */
  readonly session: Promise<ReadSession>
  /** The secured fields that load already, for the form of their placeholder. */
  readonly early: EarlyFrames
  /** Names changed built-in functions in the console where no form comes. */
  readonly watch: ReturnType<typeof setTimeout>
}

/** What only the main code can do for `window.wpwl`. */
export type PageMethods = Pick<Wpwl, 'executePayment' | 'mount' | 'refresh' | 'unmount' | 'update'>

/** The main code: builds the forms. */
export type StartWidget = (started: Started) => PageMethods
