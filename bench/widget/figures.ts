import { median, quantile, significant } from '../measure/statistics.ts'
import type { Visit } from './visit.ts'

/** Visits of both pages under one throttling: those of one index ran one after the other. */
export interface WidgetVisits {
  readonly adyen: readonly Visit[]
  readonly tillgate: readonly Visit[]
}

/** One widget under one throttling, medians over the rounds. */
export interface PageSummary {
  readonly usableMs: number
  /** Quartiles of `usableMs`: how much the visits differ. */
  readonly usableQuartilesMs: readonly [lower: number, upper: number]
  readonly blockingMs: number
  readonly layoutShift: number
  readonly requests: number
  readonly visibleFrames: number
  /** Of all visits. */
  readonly quickestAnswerMs: number
}

export interface WidgetFigures {
  readonly adyen: PageSummary
  readonly tillgate: PageSummary
  /** Ours by theirs: the median of the ratios of each round. */
  readonly usableRatio: number
}

export function widgetFigures({ adyen, tillgate }: WidgetVisits): WidgetFigures {
  const ratios = tillgate.map(({ usableMs }, round) => usableMs / (adyen[round]?.usableMs ?? 0))
  return {
    adyen: summary(adyen),
    tillgate: summary(tillgate),
    usableRatio: significant(median(ratios)),
  }
}

function summary(visits: readonly Visit[]): PageSummary {
  const middle = (figure: (visit: Visit) => number) => significant(median(visits.map(figure)))
  const usable = visits.map(({ usableMs }) => usableMs).sort((a, b) => a - b)
  return {
    usableMs: middle(({ usableMs }) => usableMs),
    usableQuartilesMs: [significant(quantile(usable, 0.25)), significant(quantile(usable, 0.75))],
    blockingMs: middle(({ blockingMs }) => blockingMs),
    layoutShift: middle(({ layoutShift }) => layoutShift),
    requests: middle(({ requests }) => requests.length),
    visibleFrames: middle(({ visibleFrames }) => visibleFrames),
    quickestAnswerMs: significant(Math.min(...visits.map((each) => each.quickestAnswerMs))),
  }
}
