import type { AdminOverview } from '../../../administration/answer.ts'

type Point = AdminOverview['points'][number]

/** Succeeded of those that were decided; `null`: none was. */
export function approvalRate({ succeeded, failed }: Pick<Point, 'succeeded' | 'failed'>) {
  const decided = succeeded + failed
  return decided === 0 ? null : succeeded / decided
}

/** The sums of all points. Amounts are in hundredths, so that they add up exactly. */
export function totalOf({ points }: Pick<AdminOverview, 'points'>) {
  const sum = (of: (point: Point) => string) =>
    fromHundredths(points.reduce((total, point) => total + hundredths(of(point)), 0))
  const count = (of: (point: Point) => number) =>
    points.reduce((total, point) => total + of(point), 0)
  return {
    volume: sum(({ volume }) => volume),
    refunded: sum(({ refunded }) => refunded),
    chargedBack: sum(({ chargedBack }) => chargedBack),
    succeeded: count(({ succeeded }) => succeeded),
    failed: count(({ failed }) => failed),
    pending: count(({ pending }) => pending),
  }
}

function hundredths(amount: string): number {
  return Number(amount.replace('.', ''))
}

function fromHundredths(sum: number): string {
  const text = String(sum).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}
