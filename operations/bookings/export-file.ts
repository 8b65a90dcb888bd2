import { dayAt } from '../../common/zoned-days.ts'
import type { EntitySettings } from '../../server/entities/settings.ts'
import { type Refusal, refuseParameters } from '../../server/results/refusal.ts'
import type { EntityRow } from '../../server/store/port.ts'
import type { AdminBooking, AdminBookingsExport } from './answer.ts'
import { BOOKINGS_HEADER, bookingLine } from './csv.ts'
import { entriesOf } from './formats/entry.ts'
import type { FileOf } from './formats/format.ts'
import { FORMATS, type FormatName } from './formats/formats.ts'
import type { BookedTime } from './zoned-days.ts'

/** Makes the lines of bookings. */
export type ExportFile = (
  bookings: readonly AdminBooking[],
) => Pick<AdminBookingsExport, 'header' | 'lines' | 'footer' | 'leftOut'>

export const csvFile: ExportFile = (bookings) => ({
  header: BOOKINGS_HEADER,
  lines: bookings.map(bookingLine),
})

/** A file of an accounting program, with the books that the settings of the entity describe. */
export function fileFor(
  name: FormatName,
  { days }: Pick<BookedTime, 'days'>,
  { entity, settings: { bookkeeping, timeZone = 'UTC' }, nowMs }: ExportedEntity,
): ExportFile | Refusal {
  if (bookkeeping === undefined) {
    const message =
      'needs the setting bookkeeping of the merchant, or of an entity above it: the currency of its books, and its accounts'
    return refuseParameters([{ name: 'format', value: name, message }])
  }
  const of: FileOf = {
    ...days,
    atMs: nowMs,
    entity,
    bookkeeping,
    dayOf: (atMs) => dayAt(atMs, timeZone),
  }
  const faults = FORMATS[name].faults(of)
  return faults.length > 0 ? refuseParameters(faults) : linesOf(name, of)
}

interface ExportedEntity {
  readonly entity: Pick<EntityRow, 'id' | 'name'>
  readonly settings: Pick<EntitySettings, 'bookkeeping' | 'timeZone'>
  readonly nowMs: number
}

function linesOf(name: FormatName, of: FileOf): ExportFile {
  const { header, line, footer } = FORMATS[name]
  return (bookings) => {
    const made = bookings.flatMap(entriesOf).map((entry) => line(entry, of))
    const lines = made.filter((one) => one !== undefined)
    const leftOut = made.length - lines.length
    return {
      header: header(of),
      lines,
      ...(footer === undefined ? {} : { footer: footer(of) }),
      ...(leftOut === 0 ? {} : { leftOut }),
    }
  }
}
