import type { batch, effect, signal } from '@preact/signals'
import type { FunctionComponent, render } from 'preact'
import type { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import type { FormKind } from '../../common/form-kinds.ts'
import type { ElementList } from '../../common/widget-types.ts'
import type { FrameLook, WidgetBoot } from '../../common/widget-wire.ts'
import type { FieldHintProps } from '../fields/field-hint.tsx'
import type { GroupProps } from '../fields/group.tsx'
import type { Catalogue } from '../i18n/translator.ts'
import type { FrameName } from '../secured/frame-address.ts'
import type { LookTexts, PageLook } from '../secured/frame-look.ts'
import type { SecuredFrame } from '../secured/secured-frame.ts'
import type { SessionAnswer } from '../session/load-session.ts'
import type { ReadSession } from '../session/read-session.ts'
import type { PicturesProps } from './card/brand-pictures.tsx'
import type { Fault } from './card/faults.ts'
import type { FieldEvents } from './card/field-frame.ts'
import type { FormRequest } from './registry.ts'
import type { UnpayableReason } from './shell/close-form.ts'
import type { FormShell } from './shell/form-shell.ts'
import type { FormViewProps } from './shell/form-view.tsx'
import type { Notice, WidgetErrorName } from './shell/notice.ts'
import type { SubmitGroupProps } from './shell/submit-group.tsx'

interface FormProps {
  readonly form: FormShell
}

/**
 * What fetched code borrows from the main code (`widget/main/kit.ts`): all that draws or keeps state. A second
 * copy of Preact or of the signals would not see the changes of the first.
 */
export interface FormKit extends Drawing, FormParts, CardParts, SubmitParts {
  /** Fetches code that only some pages need, once, and hands it this kit or another one. */
  loadCode<Made>(boot: WidgetBoot, name: string, kit?: object): Promise<Made>
  /** Adds the English texts of the code; those of other languages come with their file. */
  addEnglish(texts: Catalogue): void
  /** Asks the gateway for the session of the checkout, once. */
  readSession(boot: WidgetBoot): Promise<ReadSession>
  /** As `readSession`, again a little later where the gateway is not reached. */
  loadSession(boot: WidgetBoot): Promise<SessionAnswer>
}

/** Preact and its signals; `jsx`, `jsxs` and `Fragment` are what the compiler makes of markup (`vite.config.ts`). */
interface Drawing {
  readonly render: typeof render
  readonly Fragment: typeof Fragment
  readonly jsx: typeof jsx
  readonly jsxs: typeof jsxs
  readonly batch: typeof batch
  readonly effect: typeof effect
  readonly signal: typeof signal
  /** Makes what gives the page of a form the look of fetched code; that returns how to take it away. */
  createLook(css: string): (form: FormShell) => () => void
}

/** What every form is made of. */
interface FormParts {
  readonly FormView: FunctionComponent<FormViewProps>
  readonly FormHeading: FunctionComponent<FormProps>
  readonly HiddenInputs: FunctionComponent<FormProps>
  readonly SubmitGroup: FunctionComponent<SubmitGroupProps>
  readonly Group: FunctionComponent<GroupProps>
  readonly FieldHint: FunctionComponent<FieldHintProps>
  readonly BrandPictures: FunctionComponent<PicturesProps>
  /** The name of the way to pay, in the language of the form. */
  formName(form: FormShell): string
  /** One below the heading of the page that the form stands under. */
  headingLevel(form: Pick<FormShell, 'container'>): number
  /** Gives a form the names of its kind, before it is shown. */
  setKind(form: FormShell, kind: FormKind): void
  /** An amount with its currency, as the language of the form writes it. */
  amountText(
    form: Pick<FormShell, 'language' | 'session'>,
    amount: string,
    currency?: string,
    written?: Readonly<Record<string, string>>,
  ): string
  /** Amount and currency as the button shows them. */
  shownMoney(form: Pick<FormShell, 'checkout' | 'session' | 'options'>): {
    readonly amount: string | undefined
    readonly currency: string | undefined
  }
  /** Lets screen readers say a text, also the same one twice. */
  announce(form: Pick<FormShell, 'announcement'>, text: string): void
  /** Shows a sentence about the whole form and lets screen readers say it. */
  notify(form: FormShell, notice: Notice | undefined): void
  /** Calls the page's `onError`. */
  reportFailure(form: FormShell, name: WidgetErrorName, message: string, event?: string): void
  /** What a callback of the page gets for an element. */
  listForPage(element: Element | null): ElementList
  /** The brands that a placeholder names. */
  brandsOf(place: HTMLFormElement): string
  /** The forms that stand above the list of all. */
  expressForms<Form extends FormRequest>(
    forms: readonly Form[],
    boot: Pick<WidgetBoot, 'isLive'>,
  ): readonly Form[]
  /** The rows of a list are here: the room that was kept for them goes. */
  releasePlace(container: HTMLElement): void
  /** Keeps a form, or a row of a list, as it is meant on a page without a font, or with rules for all elements of a type. */
  fitToPage(container: HTMLElement): void
  /** Says behind each placeholder that there is no form, with a button that tries again. */
  sayBlocked(boot: WidgetBoot, places: Iterable<Element>, tryAgain: () => void): Promise<void>
}

/** Secured fields, and what is known of cards. */
interface CardParts {
  createFieldFrame(form: FormShell, name: FrameName, events: FieldEvents): SecuredFrame
  focusFrame(frame: SecuredFrame): void
  readonly framesFailed: Notice
  /** The look that is sent to a frame: the page's, with the texts and styles of the options. */
  frameLook(page: PageLook, texts: LookTexts): FrameLook
  readLooks(frames: readonly HTMLIFrameElement[], model: Element | null): readonly PageLook[]
  /** Calls `changed` when the page has probably changed its theme; returns how to end it. */
  watchTheme(changed: () => void): () => void
  /** How many digits the security code of a brand may have; 0: there are cards without one. */
  codeLengthsOf(brand: string): readonly number[]
  faultText(form: FormShell, fault: Fault): string
  /** Month (1–12) and the whole year, once both are there. */
  expiryOf(text: string): { readonly month: number; readonly year: number } | undefined
}

/** What a submit asks and changes. */
interface SubmitParts {
  closeForm(form: FormShell, reason: string): void
  /** Why a form can pay nothing on this page; undefined if it can pay. */
  unpayableReason(form: FormShell): UnpayableReason | undefined
  /** Whether a form has a checkout that it can pay, perhaps one that the page makes now. */
  hasCheckout(form: FormShell): Promise<boolean>
  /** Holds the forms of the page to a checkout that may have been paid. */
  holdCheckout(form: Pick<FormShell, 'checkout'>): void
  /** Gives up a checkout that cannot be paid, where the page makes them; returns whether it does. */
  giveUpCheckout(form: Pick<FormShell, 'checkout' | 'given'>): boolean
  /** What a call of a page's callback answers where that has thrown. */
  readonly threw: symbol
}
