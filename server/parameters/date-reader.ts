import { patternReader, type ValueReader } from './pattern-reader.ts'

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const CLOCK_TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'

/** `yyyy-MM-dd`. */
export function dateReader(firstYear: number, lastYear: number): ValueReader {
  const years = `must be of a year from ${firstYear} to ${lastYear}`
  return (value) => {
    if (!DATE.test(value)) return { message: `must match ${DATE.source}, for example 2031-05-27` }
    if (!isCalendarDay(value)) return { message: 'is not a day of the calendar' }
    const year = Number(value.slice(0, 4))
    return year >= firstYear && year <= lastYear ? value : { message: years }
  }
}

/** `yyyy-MM-dd HH:mm:ss`, with an offset after it where one is allowed. */
export function timestampReader(offset: boolean): ValueReader {
  const zone = offset ? '(?:[+-][0-9]{2}:?[0-9]{2})?' : ''
  const example = `2031-05-27 15:53:26${offset ? '+0000' : ''}`
  const read = patternReader(
    new RegExp(`^[0-9]{4}-[0-9]{2}-[0-9]{2} ${CLOCK_TIME}${zone}$`),
    example,
  )
  return (value) => {
    const shaped = read(value)
    if (typeof shaped !== 'string' || isCalendarDay(value.slice(0, 10))) return shaped
    return { message: 'is not a day of the calendar' }
  }
}

function isCalendarDay(day: string): boolean {
  const found = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(found.getTime()) && found.toISOString().startsWith(day)
}
