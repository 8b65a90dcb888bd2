import { effect } from '@preact/signals'
import { render } from 'preact'
import type { PageForm } from '../forms/create-form.ts'
import { adoptStyles } from '../styles/adopt-styles.ts'
import { watchPresence } from './presence.ts'

/** The forms of one run of the script that are in the page. */
export interface LiveForms {
  all(): readonly PageForm[]
  /** Takes a form whose container was put into the page. */
  enter(form: PageForm): void
  /** A form that was in the page before is perhaps there again; returns whether it was taken back. */
  wake(form: PageForm): boolean
  /** Removes a form for good. */
  remove(form: PageForm): void
}

interface LiveFormEvents {
  readonly hasFirst: () => void
  readonly hasNone: () => void
  /** A form has come or gone. */
  readonly changed: () => void
}

/**
 * A form that the page itself removes is paused: nothing outside of its own nodes refers to it or waits
 * for it. It continues when the page puts it back.
 */
export function createLiveForms({ hasFirst, hasNone, changed }: LiveFormEvents): LiveForms {
  /** Each with what ends its observers and styles. */
  const live = new Map<PageForm, () => void>()

  function enter(form: PageForm): void {
    const { container, options } = form.shell
    if (!container.isConnected) {
      form.body?.sleep?.()
      return
    }
    const endWatch = watchPresence(container, () => {
      leave(form)
      form.body?.sleep?.()
    })
    const endStyles = effect(() => adoptStyles(container, options))
    live.set(form, () => {
      endWatch()
      endStyles()
    })
    if (live.size === 1) hasFirst()
    changed()
  }

  function leave(form: PageForm): void {
    live.get(form)?.()
    live.delete(form)
    if (live.size === 0) hasNone()
    changed()
  }

  return {
    all: () => [...live.keys()],
    enter,
    wake(form) {
      if (live.has(form)) return false
      form.body?.wake?.()
      enter(form)
      return true
    },
    remove(form) {
      leave(form)
      const { container, phase } = form.shell
      phase.value = 'closed'
      form.body?.dispose()
      render(null, container)
      container.remove()
    },
  }
}
