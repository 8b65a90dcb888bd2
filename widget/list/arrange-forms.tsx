import type { FormKit } from '../forms/form-kit.ts'
import type { FormShell } from '../forms/shell/form-shell.ts'
import type { ArrangeForms } from '../page/method-list.ts'
import { createExpressRows, placeOf } from './express-rows.tsx'
import { followChoice } from './follow-choice.ts'
import { adoptLook } from './look.ts'
import { MethodRow } from './method-row.tsx'
import { neighbours } from './neighbours.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { effect, fitToPage, releasePlace, render } = __TILLGATE_KIT__

/** The page is too narrow for tabs below this width, in pixels. */
const MIN_TABS_WIDTH = 480

/** Forms that stand beside each other, in their order, and how to take their rows away. */
interface MethodGroup {
  readonly shells: readonly FormShell[]
  readonly layout: 'list' | 'tabs'
  readonly end: () => void
}

/**
 * Shows forms that stand beside each other as rows of a radio group, one of them open. A form is never
 * moved, as that would load its secured fields again: each row is an element of its own before its form.
 */
export function arrangeForms(): ArrangeForms {
  let groups: readonly MethodGroup[] = []
  let endWatch = () => {}
  const express = createExpressRows()

  function arrange(shells: readonly FormShell[]): void {
    const above = express.take(shells, neighbours(shells.filter(isListed), placeOf))
    const listed = shells.filter((each) => isListed(each) && !above.includes(each))
    const wanted = neighbours(listed, placeOf).filter(({ length }) => length > 1)
    const kept = groups.filter((group) => wanted.some((each) => isSame(group, each)))
    for (const group of groups) if (!kept.includes(group)) group.end()
    for (const shell of shells) {
      if (wanted.flat().includes(shell)) continue
      // Below wallets a card form without rows is still what the digits decide the brand of.
      shell.isListed.value = above.length > 0 && isListed(shell)
      releasePlace(shell.container)
    }
    groups = wanted.map(
      (each) => kept.find((group) => isSame(group, each)) ?? createGroup(each, shells),
    )
  }

  return (forms) => {
    const shells = forms.map(({ shell }) => shell)
    endWatch()
    // A list whose gateway has not answered yet keeps its room.
    endWatch = effect(() => {
      if (shells.every(isDecided)) arrange(shells)
    })
  }
}

/** Pages of old gateways show and hide their forms themselves, unless they name a layout. */
function isListed({ options, session }: FormShell): boolean {
  const layout = options.layout || (session.value?.profile === 'legacy' ? 'stacked' : 'list')
  return layout !== 'stacked'
}

/** Whether it is known how the form is shown. */
function isDecided({ options, session, notice, checkout }: FormShell): boolean {
  const isAnswered = session.value !== undefined || notice.value !== undefined
  return options.layout !== '' || isAnswered || checkout.boot.checkoutId === null
}

function isSame({ shells, layout }: MethodGroup, others: readonly FormShell[]): boolean {
  const isEqual = shells.length === others.length && shells.every((each, at) => each === others[at])
  return isEqual && layout === layoutOf(others)
}

function layoutOf([first]: readonly FormShell[]): MethodGroup['layout'] {
  const width = first && placeOf(first).parentElement?.clientWidth
  return first?.options.layout === 'tabs' && (width ?? 0) >= MIN_TABS_WIDTH ? 'tabs' : 'list'
}

function createGroup(shells: readonly FormShell[], all: readonly FormShell[]): MethodGroup {
  const layout = layoutOf(shells)
  const name = `wpwl-method-${Math.floor(Math.random() * 1e15)}`
  const tabs = document.createElement('div')
  tabs.className = 'wpwl-method-tabs'
  const [first] = shells
  if (layout === 'tabs' && first) placeOf(first).before(tabs)
  const ends = shells.map((shell) => {
    // Its own rows are the first of the list.
    const row = shell.kind === 'registration' && layout === 'list' ? undefined : rowElement(shell)
    if (row && layout === 'tabs') tabs.append(row)
    else if (row) shell.container.before(row)
    if (row) fitToPage(row)
    if (row) render(<MethodRow form={shell} name={name} shells={all} />, row)
    if (row) requestAnimationFrame(() => fitToPage(row))
    return listForm(shell, layout, row)
  })
  const endChoice = followChoice(shells)
  const endEdges = effect(() => markEdges(shells.filter(({ isShown }) => isShown.value)))
  return {
    shells,
    layout,
    end() {
      endChoice()
      endEdges()
      for (const end of ends) end()
      tabs.remove()
    },
  }
}

function rowElement({ options }: FormShell): HTMLElement {
  const row = document.createElement('div')
  row.className = 'wpwl-method-row'
  row.dataset.wpwlStyle = options.style
  return row
}

/** Names the first and the last form that are shown, for round corners. */
function markEdges(shown: readonly FormShell[]): void {
  shown.forEach(({ container }, at) => {
    const edges = [at === 0 && 'first', at === shown.length - 1 && 'last'].filter(Boolean).join(' ')
    container.dataset.wpwlEdge = edges
    const row = container.previousElementSibling
    if (row instanceof HTMLElement && row.matches('.wpwl-method-row')) row.dataset.wpwlEdge = edges
  })
}

/** Gives a form what makes it one of a list; returns how to take it away. */
function listForm(
  shell: FormShell,
  layout: MethodGroup['layout'],
  row: HTMLElement | undefined,
): () => void {
  const { container, isListed: isMember, isOpen, isShown } = shell
  const revertLook = adoptLook(shell)
  releasePlace(container)
  void shell.addFetchedTexts()
  container.dataset.wpwlList = layout
  isMember.value = true
  const endEffect = effect(() => {
    container.dataset.wpwlOpen = String(isOpen.value)
    if (row === undefined) return
    container.inert = !isOpen.value
    row.dataset.wpwlOpen = String(isOpen.value)
    row.hidden = !isShown.value
  })
  return () => {
    endEffect()
    revertLook()
    row?.remove()
    isMember.value = false
    isOpen.value = true
    container.inert = false
    delete container.dataset.wpwlList
    delete container.dataset.wpwlOpen
    delete container.dataset.wpwlEdge
  }
}
