import type { Bookkeeping } from '../../../server/entities/bookkeeping-setting.ts'
import type { ParameterError } from '../../../server/results/refusal.ts'
import type { Entry } from './entry.ts'

/** What a file is made for. */
export interface FileOf {
  /** Days of the first and last booking, `yyyy-MM-dd`, in the time zone of the merchant. */
  readonly from: string
  readonly to: string
  /** When it is made, in milliseconds (UTC). */
  readonly atMs: number
  readonly entity: { readonly id: string; readonly name: string }
  readonly bookkeeping: Bookkeeping
  /** The day of a time in the time zone of the merchant, `yyyy-MM-dd`. */
  dayOf(atMs: number): string
}

/** A format of accounting programs. */
export interface BookingFormat {
  /** Why the file cannot be made: what the settings lack, or what is wrong with the range. */
  faults(of: FileOf): readonly ParameterError[]
  header(of: FileOf): string
  /** `undefined`: the format has no place for it. */
  line(entry: Entry, of: FileOf): string | undefined
  footer?(of: FileOf): string
}

/** The day of an entry: that of its booking; of a cost, or of a line of a file, the day of the settlement. */
export function dayOfEntry({ kind, booking }: Entry, { dayOf }: Pick<FileOf, 'dayOf'>): string {
  const { bookedAt, settledOn } = booking
  const isOfFile = kind === 'fee' || booking.lineType !== undefined
  return isOfFile && settledOn !== undefined ? settledOn : dayOf(Date.parse(bookedAt))
}
