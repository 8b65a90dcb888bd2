import { ENGINE_NAMES, type ServerFigures } from '../measure/figures.ts'
import { textTable } from '../measure/table.ts'
import type { FiguresWithQueries } from './beside.ts'
import type { CostFigures, MillionFigures } from './figures.ts'

/** Prints what a full database costs beside an empty one. */
export function printMillion(figures: MillionFigures): void {
  const { engine, payments, databaseMb, seedSeconds } = figures
  console.log(
    `\n${payments.toLocaleString('en')} payments in ${ENGINE_NAMES[engine]}: ${databaseMb} MB, seeded in ${seedSeconds} s\n`,
  )
  console.log(textTable([['', 'empty', 'full', 'cost', 'aim'], ...rowsOf(figures)]))
}

function rowsOf({ costs, startMs, checkMs, checkAimMs }: MillionFigures): string[][] {
  const checked = checkMs === null ? 'not built' : String(checkMs)
  return [
    ...costs.flatMap(costRows),
    ['start to ready, ms', String(startMs.empty), String(startMs.full), '', `< ${startMs.aim}`],
    ['tillgate check, ms', '', checked, '', `< ${checkAimMs}`],
  ]
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
