import type { Machine } from '../measure/machine.ts'
import { textTable } from '../measure/table.ts'
import type { PageSummary, WidgetFigures } from './figures.ts'

interface LoadedFile {
  readonly path: string
  readonly bytes: number
}

export interface WidgetReport {
  readonly machine: Machine
  readonly browser: string
  readonly adyenVersion: string
  readonly rounds: number
  /** All that a form loads beside its page, with the bytes of its body by brotli. */
  readonly files: {
    readonly adyen: readonly LoadedFile[]
    readonly tillgate: readonly LoadedFile[]
  }
  readonly localhost: WidgetFigures
  readonly throttled: WidgetFigures
}

const AIMS = { localhost: { aim: 0.5, gate: 0.65 }, throttled: { aim: 0.45, gate: 0.6 } }

/** Prints the tables; with `asJson` the last line is the whole report as one JSON object. */
export function printWidgetReport(report: WidgetReport, asJson: boolean): void {
  const { machine, files } = report
  console.log(
    `${report.browser}, Node ${machine.node}, ${machine.system}, ${machine.cores} cores (${machine.processor})`,
  )
  console.log(
    `adyen-web ${report.adyenVersion} with stand-in frames; medians of ${report.rounds} rounds, in turns, cold caches, language de\n`,
  )
  for (const [name, loaded] of Object.entries(files)) {
    console.log(`${name} loads ${kilobytes(total(loaded))} in ${loaded.length} requests`)
    console.log(`${textTable(loaded.map(({ path, bytes }) => [`  ${path}`, String(bytes)]))}\n`)
  }
  console.log(
    textTable([
      header,
      ...rowsOf('localhost, no throttling', report.localhost, AIMS.localhost),
      ...rowsOf('4x CPU, 150 ms, 1.6 Mbit/s', report.throttled, AIMS.throttled),
    ]),
  )
  if (asJson) console.log(JSON.stringify(report))
}

const header = [
  '',
  'usable ms',
  'quartiles',
  'blocking ms',
  'layout shift',
  'requests',
  'frames',
  'quickest answer ms',
  'of adyen-web',
  'aim',
  'gate',
]

function rowsOf(
  title: string,
  { adyen, tillgate, usableRatio }: WidgetFigures,
  { aim, gate }: { readonly aim: number; readonly gate: number },
): string[][] {
  return [
    [title],
    ['  adyen-web', ...cellsOf(adyen)],
    ['  tillgate', ...cellsOf(tillgate), ...[usableRatio, aim, gate].map(String)],
  ]
}

function cellsOf(page: PageSummary): string[] {
  return [
    String(page.usableMs),
    page.usableQuartilesMs.join('-'),
    String(page.blockingMs),
    String(page.layoutShift),
    String(page.requests),
    String(page.visibleFrames),
    String(page.quickestAnswerMs),
  ]
}

function total(loaded: readonly LoadedFile[]): number {
  return loaded.reduce((sum, { bytes }) => sum + bytes, 0)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
