import { signal } from '@preact/signals'
import type { PageOptions } from './page-options.ts'
import { readOptions } from './read-options.ts'
import type { WidgetOptions } from './table.ts'

/** The options of one form while its page may still change them. */
export interface LiveOptions {
  /** Reading an option inside a computation or effect subscribes to its changes. */
  readonly options: WidgetOptions
  /** Reads the page again. */
  refresh(): void
}

export function liveOptions(given: () => PageOptions): LiveOptions {
  const current = signal(readOptions(given()))
  return {
    options: new Proxy({} as WidgetOptions, {
      get: (_target, name) => current.value[name as keyof WidgetOptions],
    }),
    refresh() {
      const next = readOptions(given())
      // Reading makes new maps and lists each time: only another content is a change.
      if (JSON.stringify(next) !== JSON.stringify(current.peek())) current.value = next
    },
  }
}
