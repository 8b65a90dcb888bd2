import type { PageForm } from '../forms/create-form.ts'

/** One run of the script on a page, with the checkout it was loaded for. */
export interface Run {
  /** Later ones have more. */
  readonly order: number
  forms(): readonly PageForm[]
  remove(form: PageForm): void
  /** Reads the checkout again; resolves when its forms show it. */
  update(): Promise<void>
  /** Leaves placeholders that it has not found yet to a later run. */
  takeNoMore(): void
  end(): void
}

/** What all runs of the script on one page share. */
export interface SharedPage {
  /** Those that have a form, or look for one. Nothing refers to a run that has ended. */
  readonly runs: Set<Run>
  /**
   * Placeholders that a run has taken, also before it has built their form; containers of forms; tags of
   * scripts that have run.
   */
  readonly taken: WeakSet<Element>
  started: number
}

const KEY = Symbol.for('tillgate')

/** Not kept on `wpwl`: pages delete that, or put something else there. */
export function sharedPage(): SharedPage {
  const place = window as { [KEY]?: SharedPage }
  place[KEY] ??= { runs: new Set(), taken: new WeakSet(), started: 0 }
  return place[KEY]
}

/** A run and those before it: all of them obey its `wpwl`, which replaced theirs. */
export function governedRuns(run: Run, { runs }: SharedPage): readonly Run[] {
  return [run, ...[...runs].filter(({ order }) => order < run.order)]
}

export function formsOf(runs: readonly Run[]): readonly PageForm[] {
  return runs.flatMap((run) => run.forms())
}
