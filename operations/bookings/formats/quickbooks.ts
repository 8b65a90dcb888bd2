import { csvLine, plainCell } from '../../../common/csv-line.ts'
import { inBooks, textOfEntry } from './entry.ts'
import { type BookingFormat, dayOfEntry } from './format.ts'

/** QuickBooks Online takes so many characters of a description. */
const MAX_DESCRIPTION = 250

/**
 * Bank transactions for QuickBooks Online, with three columns (quickbooks.intuit.com, "Format CSV files in Excel to get
 * bank transactions into QuickBooks"): the month first, a minus sign for what is taken, one currency.
 */
export const quickbooks: BookingFormat = {
  faults: () => [],
  header: () => 'Date,Description,Amount',
  line(entry, of) {
    const amount = inBooks(entry, of.bookkeeping.currency)
    if (amount === undefined) return undefined
    const [year = '', month = '', day = ''] = dayOfEntry(entry, of).split('-')
    const description = plainCell([...textOfEntry(entry)].slice(0, MAX_DESCRIPTION).join(''))
    return csvLine([`${month}/${day}/${year}`, description, amount], ',')
  },
}
