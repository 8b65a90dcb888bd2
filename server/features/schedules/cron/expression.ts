import { CRON_FIELDS, type CronFault, type CronFieldName, isCronFault } from './fields.ts'
import { type CronValues, parseField } from './parse-field.ts'

/** A cron expression in the meaning of Quartz. */
export type CronExpression = Readonly<Record<CronFieldName, CronValues>>

/** Reads `second minute hour dayOfMonth month dayOfWeek [year]`. */
export function parseCron(text: string): CronExpression | CronFault {
  const texts = text.trim().split(/\s+/)
  if (texts.length < CRON_FIELDS.length - 1 || texts.length > CRON_FIELDS.length) {
    return {
      value: text,
      message:
        'must have six or seven fields: second minute hour dayOfMonth month dayOfWeek and, if wanted, year',
    }
  }
  const fields = new Map<CronFieldName, CronValues>()
  for (const [index, kind] of CRON_FIELDS.entries()) {
    const values = parseField(kind, texts[index] ?? '*')
    if (isCronFault(values)) return values
    fields.set(kind.name, values)
  }
  const expression = Object.fromEntries(fields) as CronExpression
  return daysFault(expression, texts) ?? expression
}

function daysFault(
  { dayOfMonth, dayOfWeek }: CronExpression,
  texts: readonly string[],
): CronFault | undefined {
  if (dayOfMonth.unset !== dayOfWeek.unset) return undefined
  const message = dayOfMonth.unset
    ? 'must not be ? when dayOfMonth is ? as well: one of them says on which days'
    : 'must be ? when dayOfMonth is set, or dayOfMonth must be ?: one of them says on which days'
  return { field: 'dayOfWeek', value: texts[5] ?? '', message }
}
