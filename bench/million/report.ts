import { ENGINE_NAMES, type ServerFigures } from '../measure/figures.ts'
import { significant } from '../measure/statistics.ts'
import { textTable } from '../measure/table.ts'
import type { FiguresWithQueries } from './beside.ts'
import type { CommandFigures, CostFigures, MillionFigures } from './figures.ts'

/** Prints what a full database costs beside an empty one. */
export function printMillion(figures: MillionFigures): void {
  const { engine, payments, databaseMb, seedSeconds } = figures
  const bytes = significant((databaseMb * 1e6) / payments)
  console.log(
    `\n${payments.toLocaleString('en')} payments in ${ENGINE_NAMES[engine]}: ${databaseMb} MB (${bytes} bytes each), seeded in ${seedSeconds} s\n`,
  )
  console.log(textTable([['', 'empty', 'full', 'cost', 'aim'], ...rowsOf(figures)]))
}

function rowsOf({ costs, startMs, peakMb, commands }: MillionFigures): string[][] {
  return [
    ...costs.flatMap(costRows),
    ['start to ready, ms', String(startMs.empty), String(startMs.full), '', `< ${startMs.aim}`],
    ['memory at most, MB', mb(peakMb.empty), mb(peakMb.full)],
    ...commands.flatMap(commandRows),
  ]
}

function commandRows({ name, ms, peakMb, aimMs }: CommandFigures): string[][] {
  const aim = aimMs === undefined ? '' : `< ${aimMs}`
  return [
    [`tillgate ${name}, ms`, '', String(ms), '', aim],
    [`tillgate ${name}, memory at most, MB`, '', mb(peakMb)],
  ]
}

function mb(megabytes: number | null): string {
  return megabytes === null ? '-' : String(significant(megabytes))
}

function costRows({ scenario, empty, full, ratio, aim }: CostFigures): string[][] {
  const name = scenario === 'pay' ? 'POST' : 'GET, random ids'
  const both = (figure: keyof ServerFigures) => [String(empty[figure]), String(full[figure])]
  return [
    [`${name}, per second`, ...both('perSecond'), String(ratio ?? '-'), `<= ${aim}`],
    [`${name}, p99 ms`, ...both('p99Ms')],
  ]
}

/** Prints payments beside merchants who query all the time. */
export function printBeside(figures: FiguresWithQueries): void {
  const { engine, payments, merchants, alone, beside, queriesPerSecond, ratio, aim } = figures
  console.log(
    `\nPayments beside ${merchants} merchants who query all the time (${queriesPerSecond} queries per second), ${payments.toLocaleString('en')} payments in ${ENGINE_NAMES[engine]}\n`,
  )
  const row = (name: string, figure: keyof ServerFigures) => [
    name,
    String(alone[figure]),
    String(beside[figure]),
  ]
  console.log(
    textTable([
      ['', 'alone', 'beside', 'of alone', 'aim'],
      [...row('POST, per second', 'perSecond'), String(ratio ?? '-'), `>= ${aim}`],
      row('POST, p50 ms', 'p50Ms'),
      row('POST, p99 ms', 'p99Ms'),
    ]),
  )
}
