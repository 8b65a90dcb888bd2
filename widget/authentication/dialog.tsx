import type { FormShell } from '../forms/shell/form-shell.ts'
import type { AuthenticationKit } from '../forms/submit/follow-redirect.ts'
import type { MessageKey } from '../i18n/translator.ts'
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
  /** The issuer's page does not load. */
  showStuck(): void
  remove(): void
}

interface DialogEvents {
  /** The frame has a new document. */
  readonly loaded: (event: Event) => void
  /** The shopper wants to cancel. */
  readonly cancelled: () => void
  /** The shopper wants the page to be loaded again. */
  readonly retried: () => void
}

/** What the head of the dialog says. */
type Head = 'title' | 'asking' | 'stuck' | 'cancelling'

interface DialogViewProps extends DialogEvents {
  readonly form: FormShell
  readonly head: Head
  /** The shopper has pressed Escape, or another key that closes dialogs. */
  readonly left: (event: Event) => void
  readonly kept: () => void
  readonly closed: () => void
}

export function createDialog(form: FormShell, events: DialogEvents): AuthenticationDialog {
  const { container, options } = form
  const host = document.createElement('div')
  const removeLook = adoptLook(container.getRootNode())
  container.append(host)
  let head: Head = 'title'
  let isShown = false
  draw('title')
  const dialog = host.querySelector('dialog') as HTMLDialogElement
  const frame = dialog.querySelector('iframe') as HTMLIFrameElement

  function draw(next: Head): void {
    head = next
    const asked = { head, left, kept, closed }
    render(<DialogView form={form} {...asked} {...events} />, host)
  }

  /** Asks before it cancels: the key is near others, and a challenge is lost by it. */
  function left(event: Event): void {
    event.preventDefault()
    if (head === 'cancelling') return
    if (head === 'asking') {
      kept()
      return
    }
    draw('asking')
    dialog.querySelector<HTMLElement>('.wpwl-target-keep')?.focus()
  }

  function kept(): void {
    draw('title')
    frame.focus()
  }

  /** Browsers close a dialog without asking where nothing was touched since they asked last. */
  function closed(): void {
    if (isShown) events.cancelled()
  }

  function hide(): void {
    if (!dialog.open) return
    isShown = false
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
      if (head === 'stuck') draw('title')
      isShown = true
      // In a closed form of a list nobody would see it.
      form.isOpen.value = true
      if (!dialog.open) dialog.showModal()
      frame.focus()
      return dialog.getClientRects().length > 0
    },
    hide,
    showCancelling: () => draw('cancelling'),
    showStuck() {
      if (head === 'title') draw('stuck')
    },
    remove() {
      hide()
      render(null, host)
      host.remove()
      removeLook()
    },
  }
}

function DialogView(props: DialogViewProps) {
  const { form, head, loaded, left, closed } = props
  const { translate, tag, isRightToLeft } = form.language.value
  const { id } = form.container
  const text = translate(headTexts[head])
  return (
    <dialog
      class="wpwl-target-dialog"
      aria-labelledby={`${id}_target`}
      lang={tag}
      dir={isRightToLeft ? 'rtl' : 'ltr'}
      onCancel={left}
      onClose={closed}
      onKeyDown={(event) => event.key === 'Escape' && left(event)}
    >
      <div class="wpwl-target-head">
        <div key={head} class="wpwl-target-title" id={`${id}_target`}>
          {text}
        </div>
        <HeadButtons {...props} />
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
        {head === 'cancelling' ? translate('authenticationCancelling') : head !== 'title' && text}
      </div>
    </dialog>
  )
}

const headTexts = {
  title: 'authenticationTitle',
  asking: 'authenticationAsk',
  stuck: 'authenticationFailed',
  cancelling: 'authenticationTitle',
} as const satisfies Record<Head, MessageKey>

/** One that cancels, always the last; before it what the shopper may do instead. */
function HeadButtons({ form, head, cancelled, retried, kept }: DialogViewProps) {
  const { translate } = form.language.value
  const cancelTexts = {
    title: form.options.labels.cancel ?? translate('authenticationCancel'),
    asking: translate('authenticationStop'),
    stuck: form.options.labels.cancel ?? translate('authenticationCancel'),
    cancelling: translate('authenticationCancelling'),
  }
  const text = cancelTexts[head]
  // The issuer's page below has a button with this word: the shopper need not choose between two.
  const isCross = head === 'title' && form.options.labels.cancel === undefined
  return (
    <>
      {(head === 'asking' || head === 'stuck') && (
        <button type="button" class="wpwl-target-keep" onClick={head === 'asking' ? kept : retried}>
          {translate(head === 'asking' ? 'authenticationKeep' : 'retry')}
        </button>
      )}
      <button
        type="button"
        class="wpwl-target-cancel"
        aria-disabled={head === 'cancelling'}
        aria-label={isCross ? text : undefined}
        onClick={cancelled}
      >
        {isCross ? '×' : text}
      </button>
    </>
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
