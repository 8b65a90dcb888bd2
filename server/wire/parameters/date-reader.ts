import { patternReader, type ValueReader } from './pattern-reader.ts'
import type { ValueType } from './value-types.ts'
import { valueWords } from './value-words.ts'

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const CLOCK_TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'

/** `yyyy-MM-dd`. */
export function dateReader(type: Extract<ValueType, { kind: 'date' }>): ValueReader {
  const { firstYear, lastYear } = type
  const read = patternReader(DATE, { words: valueWords(type), example: '2031-05-27' })
  const years = `must be of a year from ${firstYear} to ${lastYear}`
  return (value) => {
    const shaped = read(value)
    if (typeof shaped !== 'string') return shaped
    if (!isCalendarDay(value)) return { message: 'is not a day of the calendar' }
    const year = Number(value.slice(0, 4))
    return year >= firstYear && year <= lastYear ? value : { message: years }
  }
}

/** `yyyy-MM-dd HH:mm:ss`, with an offset after it where one is allowed. */
export function timestampReader(type: Extract<ValueType, { kind: 'timestamp' }>): ValueReader {
  const zone = type.offset ? '(?:[+-][0-9]{2}:?[0-9]{2})?' : ''
  const pattern = new RegExp(`^[0-9]{4}-[0-9]{2}-[0-9]{2} ${CLOCK_TIME}${zone}$`)
  const example = `2031-05-27 15:53:26${type.offset ? '+0000' : ''}`
  const read = patternReader(pattern, { words: valueWords(type), example })
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
