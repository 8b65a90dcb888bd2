import type { FormShell } from '../forms/shell/form-shell.ts'
import type { AuthenticationKit } from '../forms/submit/follow-redirect.ts'
import look from './look.css?inline'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: AuthenticationKit

const { render } = __TILLGATE_KIT__

/** The gateway's page in a frame of the form: not visible until there is something to show. */
export interface AuthenticationDialog {
  readonly frame: HTMLIFrameElement
  /** Shows the page in this size, zeros: as large as the window. Returns whether it can be seen. */
  show(size: { readonly width: number; readonly height: number }): boolean
  /** Makes it invisible again; the focus goes back to the button. */
  hide(): void
  showCancelling(): void
  remove(): void
}

interface DialogEvents {
  /** The frame has a new document. */
  readonly loaded: (event: Event) => void
  /** The shopper wants to cancel. */
  readonly cancelled: () => void
}

interface DialogViewProps extends DialogEvents {
  readonly form: FormShell
  readonly isCancelling: boolean
}

export function createDialog(form: FormShell, events: DialogEvents): AuthenticationDialog {
  const { container, options } = form
  const host = document.createElement('div')
  const removeLook = adoptLook(container.getRootNode())
  container.append(host)
  draw(false)
  const dialog = host.querySelector('dialog') as HTMLDialogElement
  const frame = dialog.querySelector('iframe') as HTMLIFrameElement

  function draw(isCancelling: boolean): void {
    render(<DialogView form={form} isCancelling={isCancelling} {...events} />, host)
  }

  function hide(): void {
    if (!dialog.open) return
    dialog.close()
    container.querySelector<HTMLElement>('.wpwl-button-pay')?.focus()
  }

  return {
    frame,
    show({ width, height }) {
      const size = options.threeDIframeSize
      dialog.dataset.size = width > 0 ? 'window' : 'full'
      setSize(dialog, '--_width', size.width, width)
      setSize(dialog, '--_height', size.height, height)
      // In a closed form of a list nobody would see it.
      form.isOpen.value = true
      if (!dialog.open) dialog.showModal()
      frame.focus()
      return dialog.getClientRects().length > 0
    },
    hide,
    showCancelling: () => draw(true),
    remove() {
      hide()
      render(null, host)
      host.remove()
      removeLook()
    },
  }
}

function DialogView({ form, isCancelling, loaded, cancelled }: DialogViewProps) {
  const { translate, tag, isRightToLeft } = form.language.value
  const { id } = form.container
  return (
    <dialog
      class="wpwl-target-dialog"
      aria-labelledby={`${id}_target`}
      lang={tag}
      dir={isRightToLeft ? 'rtl' : 'ltr'}
      onCancel={(event) => {
        event.preventDefault()
        cancelled()
      }}
    >
      <div class="wpwl-target-head">
        <div class="wpwl-target-title" id={`${id}_target`}>
          {translate('authenticationTitle')}
        </div>
        <button
          type="button"
          class="wpwl-target-cancel"
          aria-disabled={isCancelling}
          onClick={cancelled}
        >
          {isCancelling
            ? translate('authenticationCancelling')
            : (form.options.labels.cancel ?? translate('authenticationCancel'))}
        </button>
      </div>
      <iframe
        class="wpwl-target"
        name={id}
        title={translate('authenticationFrame')}
        // Issuers may confirm by a passkey or Secure Payment Confirmation.
        allow="publickey-credentials-get *; payment *"
        onLoad={loaded}
      />
      <div class="wpwl-live" role="status">
        {isCancelling && translate('authenticationCancelling')}
      </div>
    </dialog>
  )
}

/** A length of the page's option, else pixels. */
function setSize(dialog: HTMLElement, name: string, given: string | undefined, px: number): void {
  const length = given !== undefined && /^[\d.]+$/.test(given) ? `${given}px` : given
  const isLength = length !== undefined && CSS.supports('width', length)
  dialog.style.setProperty(name, isLength ? length : `${px}px`)
}

/** Returns how to take the styles away again. */
function adoptLook(root: Node): () => void {
  const { adoptedStyleSheets } = root as Document | ShadowRoot
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(look)
  adoptedStyleSheets.push(sheet)
  return () => {
    const at = adoptedStyleSheets.indexOf(sheet)
    if (at >= 0) adoptedStyleSheets.splice(at, 1)
  }
}
