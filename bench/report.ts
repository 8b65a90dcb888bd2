import { type AuthenticatedFigures, printAuthenticated } from './authenticated-bench.ts'
import { ENGINE_NAMES, type ScenarioFigures, type ServerFigures } from './measure/figures.ts'
import type { Machine } from './measure/machine.ts'
import { textTable } from './measure/table.ts'
import type { FiguresWithQueries } from './million/beside.ts'
import type { MillionFigures } from './million/figures.ts'
import { type OfficeFigures, printOffice } from './million/office.ts'
import { printBeside, printMillion } from './million/report.ts'
import type { WebhookFigures } from './webhooks/beside-webhook.ts'
import type { HangingFigures } from './webhooks/hanging.ts'
import { printHanging, printWithWebhook } from './webhooks/report.ts'

export interface ServerReport {
  readonly machine: Machine
  /** Median time of one fdatasync where the databases lie. */
  readonly syncMs: number
  readonly connections: number
  readonly rounds: number
  readonly sliceMs: number
  readonly figures: readonly ScenarioFigures[]
  readonly authenticated: readonly AuthenticatedFigures[]
  readonly webhook: readonly WebhookFigures[]
  readonly hanging: readonly HangingFigures[]
  /** One for each engine; empty when it was not asked for. */
  readonly million: readonly MillionFigures[]
  /** The same of payments beside queries. */
  readonly beside: readonly FiguresWithQueries[]
  /** The same of the back office. */
  readonly office: readonly OfficeFigures[]
}

const titles: Readonly<Record<ScenarioFigures['scenario'], string>> = {
  pay: 'POST /v1/payments',
  read: 'GET /v1/payments/{id}',
  checkout: 'checkout, submit, status (3 requests)',
}

/** Prints the table; with `asJson` the last line is the whole report as one JSON object. */
export function printServerReport(report: ServerReport, asJson: boolean): void {
  const { machine } = report
  console.log(
    `Node ${machine.node}, ${machine.system}, ${machine.cores} cores (${machine.processor}), fdatasync ${report.syncMs} ms`,
  )
  console.log(
    `${report.connections} connections, medians of ${report.rounds} rounds of ${report.sliceMs} ms each, in turns\n`,
  )
  if (report.figures.length > 0) console.log(textTable([header, ...report.figures.flatMap(rowsOf)]))
  for (const figures of report.authenticated) printAuthenticated(figures)
  for (const figures of report.webhook) printWithWebhook(figures)
  for (const figures of report.hanging) printHanging(figures)
  for (const figures of report.million) printMillion(figures)
  for (const figures of report.beside) printBeside(figures)
  for (const figures of report.office) printOffice(figures)
  if (asJson) console.log(JSON.stringify(report))
}

const header = [
  '',
  'per second',
  'p50 ms',
  'p99 ms',
  'CPU ms each',
  'main thread',
  'generator busy',
  'of floor',
  'aim',
  'of floor by CPU',
]

function rowsOf(figures: ScenarioFigures): string[][] {
  const { floor, gateway, ratio, aim, cpuRatio } = figures
  return [
    [`${titles[figures.scenario]}, ${ENGINE_NAMES[figures.engine]}`],
    ...(floor === null ? [] : [['  floor', ...cellsOf(floor)]]),
    ['  gateway', ...cellsOf(gateway), ...[ratio, aim, cpuRatio].map(numberOrDash)],
  ]
}

function cellsOf(figures: ServerFigures): string[] {
  return [
    String(figures.perSecond),
    String(figures.p50Ms),
    String(figures.p99Ms),
    numberOrDash(figures.cpuMsPerUnit),
    numberOrDash(figures.mainThreadMsPerUnit),
    `${Math.round(figures.generatorBusy * 100)} %`,
  ]
}

function numberOrDash(value: number | null): string {
  return value === null ? '-' : String(value)
}
