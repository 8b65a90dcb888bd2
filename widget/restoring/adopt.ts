import type { Restoring } from '../page/watch-returns.ts'

/** Builds the forms of placeholders, for whatever script they were, and reads the checkout again. */
export function adopt(page: Restoring, elements: readonly HTMLFormElement[]): void {
  const { build, placeholders, reload, scan, started } = page
  for (const element of elements) {
    started.shared.taken.add(element)
    started.placeholders.waiting.add(element)
  }
  scan.scan()
  // Where the scan is over.
  placeholders.build(build)
  reload()
}
