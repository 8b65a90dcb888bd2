import type { ComponentType } from 'preact'
import type { OfferedBrand } from '../../../common/form-kinds.ts'
import type { FieldsCode } from '../fields/entry.ts'
import type { FieldSet } from '../fields/field-set.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import type { UnpaidKey } from '../shell/notice.ts'
import type { SubmitAnswer, SubmitSteps } from '../shell/submit-steps.ts'
import { MethodText, methodId } from './method-text.tsx'
import { buttonSubmit } from './submit-button.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { fitToPage, FormView, HiddenInputs, render, SubmitGroup } = __TILLGATE_KIT__

/** Code of a method, which makes what it asks of the shopper. */
export type AskFields = (form: FormShell, code: FieldsCode, offered: OfferedBrand) => MethodParts

/** Code of the wallets. */
export type MakeWallet = (form: FormShell, offered: OfferedBrand) => MethodParts

/** What a method adds to the form of a button. */
export interface MethodParts {
  /** What is asked of the shopper before he pays. */
  readonly fields?: FieldSet
  /** What is shown between the fields and the button. */
  readonly Note?: ComponentType
  /** Further classes of the button, each after a blank. */
  readonly buttonClasses?: string
  /** Whether the brand's mark is on the button. */
  readonly hasMark?: boolean
  /**
   * Asks the shopper outside of the form, in the task of his click; `undefined`: he does not pay, or it was
   * not `ready`; a key: he could not be asked, and is told so.
   */
  readonly confirm?: (
    ready: Promise<boolean>,
  ) => Promise<Readonly<Record<string, string>> | UnpaidKey | undefined>
  /** Hears what the gateway has answered. */
  readonly answered?: (answer: SubmitAnswer) => void
  /** Gives the page the look of what is shown; returns how to take it away. */
  readonly adoptLook?: (form: FormShell) => () => void
}

/** With the code that draws fields. */
export interface MethodCode {
  readonly parts: MethodParts
  readonly FieldGroups?: FieldsCode['FieldGroups']
}

/** The form of a brand that is no card: a sentence on what will happen, perhaps fields, and the button. */
export function createMethodForm(
  form: FormShell,
  offered: OfferedBrand,
  { parts, FieldGroups }: MethodCode,
): FormBody {
  const { container } = form
  // Pages also look for all forms of a kind.
  container.classList.add(`wpwl-container-${offered.form}`)
  const steps = submitSteps(form, offered, parts)
  // A container that the page has removed and put back gets a size again.
  const observer = new ResizeObserver(() => {
    if (container.isConnected) form.shown()
  })
  let revertLook = () => {}
  const wake = () => {
    revertLook()
    revertLook = parts.adoptLook?.(form) ?? revertLook
  }
  return {
    show() {
      wake()
      const drawn = { form, offered, steps, parts, FieldGroups }
      render(<MethodForm {...drawn} />, container)
      observer.observe(container)
      requestAnimationFrame(() => fitToPage(container))
    },
    sleep: () => revertLook(),
    wake,
    dispose() {
      revertLook()
      observer.disconnect()
    },
  }
}

function submitSteps(form: FormShell, offered: OfferedBrand, parts: MethodParts): SubmitSteps {
  const { fields, confirm } = parts
  let confirmed: Readonly<Record<string, string>> = {}
  const steps = buttonSubmit(form, offered, () => ({ ...fields?.sent(), ...confirmed }))
  return {
    ...steps,
    // As the page has its options at the submit.
    get checks() {
      return steps.checks
    },
    ...(fields && {
      begin: fields.begin,
      showFaults: fields.showFaults,
      keepErrors: fields.keepErrors,
    }),
    ...(confirm &&
      ({
        async confirm(ready: Promise<boolean>) {
          const answer = await confirm(ready)
          if (typeof answer === 'string') return answer
          confirmed = answer ?? {}
          return answer !== undefined
        },
        async send(fieldsWith, post, sendThisCard) {
          const answer = await steps.send(fieldsWith, post, sendThisCard)
          parts.answered?.(answer)
          return answer
        },
      } satisfies Partial<SubmitSteps>)),
  }
}

interface MethodFormProps {
  readonly form: FormShell
  readonly offered: OfferedBrand
  readonly steps: SubmitSteps
  readonly parts: MethodParts
  readonly FieldGroups: MethodCode['FieldGroups']
}

function MethodForm({ form, offered, steps, parts, FieldGroups }: MethodFormProps) {
  const { fields, Note, buttonClasses = '', hasMark } = parts
  const isBare = fields === undefined && offered.form !== 'prepayment'
  return (
    <FormView
      form={form}
      classes={`wpwl-form-${offered.form} ${fields ? 'wpwl-form-has-inputs ' : ''}`}
      steps={steps}
    >
      <MethodText form={form} offered={offered} />
      {fields && FieldGroups && <FieldGroups fields={fields} />}
      {Note && <Note />}
      <SubmitGroup
        form={form}
        classes={`${isBare ? ' wpwl-button-brand' : ''}${buttonClasses}`}
        describedBy={methodId(form)}
        mark={hasMark ? offered.name : undefined}
        hasErrors={() => fields?.hasErrors() ?? false}
      />
      <HiddenInputs form={form} />
    </FormView>
  )
}
