import { signal } from '@preact/signals'
import type { WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'
import { createForm, type PageForm, showForm } from '../forms/create-form.ts'
import type { FormOrder } from '../forms/shell/form-shell.ts'
import { type PageOptions, pageOptions } from '../options/page-options.ts'
import { fitFont } from '../start/page-font.ts'
import type { Readiness } from './announce-ready.ts'
import type { LiveForms } from './live-forms.ts'
import type { PageLoad } from './page-load.ts'
import type { PageSession } from './page-session.ts'
import { sharedPage } from './runs.ts'

/**
 * Builds a form, calls `insert` to put it into the page, and returns its container.
 *
 * @param own options of this form alone; else those of the page
 */
export type BuildForm = (
  order: FormOrder,
  insert: (container: Element) => void,
  own?: PageOptions,
) => HTMLElement

interface FormBuilderParts {
  readonly boot: WidgetBoot
  readonly session: PageSession
  readonly forms: LiveForms
  readonly readiness: Readiness
  readonly pageLoad: PageLoad
  readonly opened: (session: WidgetSession) => void
  /** Resolves when the code of the list is here that the forms are shown in, or will not come. */
  readonly arranged: () => Promise<void> | undefined
  /** Asks for the session again, and applies it to all forms. */
  readonly reload: () => void
  /** A form is whole. */
  readonly whole: () => void
}

export function createFormBuilder(parts: FormBuilderParts): BuildForm {
  const { boot, session, forms, readiness, pageLoad, arranged, opened, reload, whole } = parts
  const areRevealed = signal(false)

  /** The page has perhaps put a removed form back. */
  function wake(form: PageForm): void {
    if (session.isOver()) {
      forms.remove(form)
    } else if (forms.wake(form)) {
      form.shell.session.value = session.current()
      if (form.shell.isAsleep.value) reload()
      else void readiness.announceReady()
    }
  }

  const build: BuildForm = (order, insert, own) => {
    const form: PageForm = createForm({ boot, session: signal(session.current()) }, order, {
      given: own === undefined ? pageOptions : () => own,
      pending: own === undefined ? pageLoad.pending : () => undefined,
      shown: () => wake(form),
      arranged,
      built() {
        whole()
        if (form.body === undefined) {
          // A card form that has to be another one from its start.
          if (form.card)
            build({ ...order, early: undefined }, (next) => container.before(next), own)
          forms.remove(form)
        }
        void readiness.announceReady()
      },
      opened,
      reload,
      areRevealed,
    })
    form.offerRegistrations = () => {
      const place = document.createElement('div')
      place.id = 'wpwl-registrations'
      // Below the wallets that stand above a list.
      const { container } = form.shell
      const first = container.closest('.wpwl-express')?.nextElementSibling ?? container
      first.before(place)
      build({ ...order, kind: 'registration', early: undefined }, (made) => place.append(made), own)
    }
    const { container } = form.shell
    sharedPage().taken.add(container)
    insert(container)
    fitFont(container)
    void showForm(form)
    // After `showForm`, so that the frames' requests leave first; styles apply before the next paint.
    forms.enter(form)
    return container
  }
  return build
}
