import type { FormKit } from '../forms/form-kit.ts'
import type { FormShell } from '../forms/shell/form-shell.ts'
import { adoptLook } from './look.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { effect, expressForms, fitToPage, releasePlace, render } = __TILLGATE_KIT__

/** A wallet whose provider has not answered by then is shown where it has its place. */
const SHOWN_WITHIN_MS = 3000

/** The wallets that stand above one list. */
interface ExpressRow {
  readonly has: (shell: FormShell) => boolean
  /** Forms have come or gone. */
  readonly follow: (shells: readonly FormShell[]) => void
  readonly isOver: (shells: readonly FormShell[]) => boolean
  readonly end: () => void
}

/** The wallets above all lists of the page. Their forms are moved, as no secured field is in them. */
export function createExpressRows() {
  let rows: readonly ExpressRow[] = []

  return {
    /** Puts the wallets of each group above it; returns all forms that stand above a list. */
    take(
      shells: readonly FormShell[],
      groups: readonly (readonly FormShell[])[],
    ): readonly FormShell[] {
      for (const row of rows) if (row.isOver(shells)) row.end()
      rows = rows.filter((row) => !row.isOver(shells))
      const isTaken = (shell: FormShell) => rows.some((row) => row.has(shell))
      for (const group of groups) {
        const wallets = walletsOf(group).filter((shell) => !isTaken(shell))
        const [first] = group
        if (first && wallets.length > 0) rows = [...rows, createRow(first, wallets)]
      }
      for (const row of rows) row.follow(shells)
      return shells.filter(isTaken)
    },
  }
}

function walletsOf(group: readonly FormShell[]): readonly FormShell[] {
  const [first] = group
  return first?.options.express ? expressForms(group, first.checkout.boot) : []
}

function createRow(first: FormShell, wallets: readonly FormShell[]): ExpressRow {
  const row = document.createElement('div')
  const buttons = document.createElement('div')
  const words = document.createElement('div')
  row.className = 'wpwl-express'
  row.dataset.wpwlWaiting = ''
  buttons.className = 'wpwl-express-buttons'
  // Also for those that perhaps turn out to be unable to pay here.
  for (const name of ['--_wallets', '--_columns'])
    buttons.style.setProperty(name, String(wallets.length))
  words.className = 'wpwl-express-words'
  row.append(buttons, words)
  placeOf(first).before(row)
  fitToPage(row)
  const ends = wallets.map((shell) => moveUp(shell, buttons))
  render(<Words form={first} />, words)

  let shown = wallets
  let others: readonly FormShell[] = []
  let endFollow = () => {}
  const timer = setTimeout(reveal, SHOWN_WITHIN_MS)

  /** All that can pay appear at once: a button that comes later would move the others. */
  function reveal(): void {
    if (row.dataset.wpwlWaiting === undefined) return
    clearTimeout(timer)
    delete row.dataset.wpwlWaiting
    fold()
  }

  /** Takes away the places of wallets that cannot pay here. */
  function fold(): void {
    if (row.dataset.wpwlWaiting !== undefined) return
    const count = shown.filter(({ isShown }) => isShown.peek()).length
    buttons.style.setProperty('--_columns', String(Math.max(count, 1)))
    // What the shopper uses below must not move.
    if (others.some(({ container }) => container.matches(':focus-within'))) return
    buttons.style.setProperty('--_wallets', String(count))
    if (shown.length < wallets.length) row.dataset.wpwlFolded = shown.length === 0 ? 'all' : 'some'
    else delete row.dataset.wpwlFolded
  }

  return {
    has: (shell) => wallets.includes(shell),
    follow(shells) {
      shown = wallets.filter((each) => shells.includes(each))
      others = shells.filter((each) => !wallets.includes(each))
      row.toggleAttribute('data-wpwl-empty', shown.length === 0)
      fold()
      endFollow()
      endFollow = effect(() => {
        const isStopped = shells.every(isUnpayable) && others.some(({ isOpen }) => isOpen.value)
        row.hidden = isStopped || !wallets.some(({ isShown }) => isShown.value)
        row.inert = others.some(({ phase }) => ['busy', 'leaving'].includes(phase.value))
        if (shown.every(({ method }) => method.value?.isReady)) queueMicrotask(reveal)
      })
    },
    // Wallets may come back while there is a list; without other forms there is none below them.
    isOver: (shells) => shells.every((each) => wallets.includes(each)),
    end() {
      clearTimeout(timer)
      endFollow()
      for (const end of ends) end()
      render(null, words)
      row.replaceWith(...buttons.children)
    },
  }
}

/**
 * Whether a form says that its checkout cannot be paid, or could not be read. Where all do, the open one
 * below says it once: wallets would repeat it, on buttons that their providers have not drawn.
 */
function isUnpayable({ notice, phase, session }: FormShell): boolean {
  return phase.value === 'closed' || (notice.value !== undefined && session.value === undefined)
}

/** The form of stored payment details is in an element of its own. */
export function placeOf({ kind, container }: FormShell): Element {
  return (kind === 'registration' && container.parentElement) || container
}

/** Puts the form of a wallet among the buttons; returns how to take away what that has changed. */
function moveUp(shell: FormShell, buttons: Element): () => void {
  const { container, isListed, language } = shell
  const revertLook = adoptLook(shell)
  void shell.addFetchedTexts()
  container.dataset.wpwlList = 'express'
  isListed.value = true
  buttons.append(container)
  releasePlace(container)
  const endNote = effect(() => {
    const { checkout, method } = shell
    if (checkout.boot.isLive || !method.value?.isReady) return
    const note = language.value.translate('walletTitle', { brand: method.value.name() })
    container.querySelector('.wpwl-button-pay')?.setAttribute('data-simulated', note)
  })
  return () => {
    endNote()
    revertLook()
    delete container.dataset.wpwlList
  }
}

function Words({ form }: { readonly form: FormShell }) {
  const { tag, isRightToLeft, translate } = form.language.value
  return (
    <span lang={tag} dir={isRightToLeft ? 'rtl' : 'ltr'}>
      {translate('walletOther')}
    </span>
  )
}
