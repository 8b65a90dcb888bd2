import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { BOOKING_KINDS } from '../../../../common/booking-kinds.ts'
import type { AdminPaymentChoices } from '../../../administration/choice-routes.ts'
import type { AdminBooking, AdminBookings } from '../../../bookings/answer.ts'
import { may } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { EntityPicker } from '../../parts/entity-picker.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Table } from '../../parts/table.tsx'
import { useToday } from '../../parts/use-today.ts'
import { AmountOrDash, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { shownDay } from '../../texts/times.ts'
import { daysError } from '../payments/range-errors.ts'

/** All money that has moved in a time: a month, or any other one. */
export default function Bookings() {
  const { url } = useLocation()
  // Another time begins with its newest booking, whatever page of this one was read.
  return <BookingPages key={url} />
}

const FORMATS = ['csv', 'datev', 'quickbooks', 'camt054'] as const

type Format = (typeof FORMATS)[number]

/** DATEV finds its files by the beginning of their names. */
const FILE_NAMES: Readonly<Record<Format, (range: string) => string>> = {
  csv: (range) => `bookings-${range}.csv`,
  datev: (range) => `EXTF_Buchungsstapel_${range}.csv`,
  quickbooks: (range) => `quickbooks-${range}.csv`,
  camt054: (range) => `camt.054-${range}.xml`,
}

/** The first day of this month, and today. */
function thisMonth(today: string) {
  return { from: `${today.slice(0, 8)}01`, to: today }
}

function BookingPages() {
  const { path, query, route } = useLocation()
  const { entity, booking = '', currency = '' } = query
  const { today, follow } = useToday()
  const { from, to } = { ...thisMonth(today), ...query }
  const [format, setFormat] = useState<Format>('csv')
  const [cursors, setCursors] = useState<readonly string[]>([])
  const isReversed = from > to
  const days = { entityId: entity, firstDay: from, lastDay: to }
  const asked = { ...days, booking: booking || undefined, currency: currency || undefined }
  const reading = useRead<AdminBookings>(isReversed ? undefined : '/bookings', {
    ...asked,
    cursor: cursors.at(-1),
  })
  const { timeZone } = reading.body ?? {}
  useEffect(() => follow(timeZone), [follow, timeZone])
  const choose = (chosen: Readonly<Record<string, string>>) => {
    const wanted = Object.entries({ ...query, from, to, ...chosen })
    route(`${path}?${new URLSearchParams(wanted.filter(([, value]) => value !== ''))}`)
  }
  return (
    <Page
      title={t('menu.bookings')}
      beside={<EntityPicker />}
      actions={
        may('payments.export') &&
        !isReversed && (
          <>
            <select
              aria-label={t('bookings.format')}
              class="field-small"
              value={format}
              onChange={(event) => setFormat(event.currentTarget.value as Format)}
            >
              {FORMATS.map((one) => (
                <option key={one} value={one}>
                  {word('bookingFormat', one)}
                </option>
              ))}
            </select>
            <CsvButton
              path="/bookings/export"
              query={{ ...asked, format }}
              name={FILE_NAMES[format](`${from}-${to}`)}
              isUnmarked={format === 'camt054' || format === 'quickbooks'}
            />
          </>
        )
      }
    >
      <div class="flex flex-wrap items-center gap-3">
        {(['from', 'to'] as const).map((name) => (
          <label key={name} class="flex items-center gap-2 text-muted">
            {t(`filter.${name}`)}
            <input
              type="date"
              class="field-small"
              required
              aria-invalid={isReversed}
              value={name === 'from' ? from : to}
              onChange={({ currentTarget: { value } }) => value !== '' && choose({ [name]: value })}
            />
          </label>
        ))}
        <Filters
          booking={booking}
          currency={currency}
          days={isReversed ? undefined : days}
          onChoose={choose}
        />
        {timeZone !== undefined && (
          <span class="text-hint text-muted">{t('overview.zone', { zone: timeZone })}</span>
        )}
        {isReversed && (
          <p role="alert" class="text-bad">
            {daysError({ from, to })}
          </p>
        )}
      </div>
      {!isReversed && (
        <Loaded reading={reading} rows={10}>
          {({ bookings, cursor, timeZone: zone }) => (
            <>
              {bookings.length === 0 ? (
                <Empty icon="audit" title={t('bookings.none')} text={t('bookings.noneText')} />
              ) : (
                <BookingTable bookings={bookings} timeZone={zone} />
              )}
              <Pages cursors={cursors} next={cursor} onCursors={setCursors} />
            </>
          )}
        </Loaded>
      )}
      <p class="text-hint text-muted">{t('bookings.hint')}</p>
    </Page>
  )
}

interface FilterProps {
  readonly booking: string
  readonly currency: string
  /** Whose currencies are offered; absent: they are no time. */
  readonly days: Readonly<Record<string, string | undefined>> | undefined
  readonly onChoose: (chosen: Readonly<Record<string, string>>) => void
}

/** Which bookings of the time; offered are the currencies that its payments have. */
function Filters({ booking, currency, days, onChoose }: FilterProps) {
  const path = days === undefined ? undefined : '/payments/choices'
  const known = useRead<AdminPaymentChoices>(path, days).body?.currencies ?? []
  // The one that is chosen stays, also in a time that has none of it.
  const currencies = [...new Set([...known, currency])].filter((one) => one !== '')
  return (
    <>
      <Choice
        label={t('bookings.booking')}
        value={booking}
        choices={BOOKING_KINDS.map((one) => [one, word('booking', one)])}
        onValue={(value) => onChoose({ booking: value })}
      />
      <Choice
        label={t('filter.currency')}
        value={currency}
        choices={currencies.map((one) => [one, one])}
        onValue={(value) => onChoose({ currency: value })}
      />
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly (readonly [value: string, text: string])[]
  readonly onValue: (value: string) => void
}

/** A filter; its name stands where nothing is chosen. */
function Choice({ label, value, choices, onValue }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      class="field-small"
      data-set={value !== ''}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    >
      <option value="">{label}</option>
      {choices.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}

type BookingTableProps = Pick<AdminBookings, 'bookings' | 'timeZone'>

function BookingTable({ bookings, timeZone }: BookingTableProps) {
  return (
    <Table
      columns={[
        { text: t('column.time') },
        { text: t('bookings.booking') },
        { text: t('column.amount'), isEnd: true },
        { text: t('column.reference'), isWide: true },
        { text: t('column.customer'), isWidest: true },
        { text: t('settlements.fees'), isEnd: true, isWidest: true },
        { text: t('payouts.net'), isEnd: true, isWide: true },
        { text: t('settlements.payout'), isWide: true },
      ]}
    >
      {bookings.map((booking, at) => (
        <BookingRow key={at} of={booking} timeZone={timeZone} />
      ))}
    </Table>
  )
}

interface BookingRowProps {
  readonly of: AdminBooking
  readonly timeZone: string
}

function BookingRow({ of, timeZone }: BookingRowProps) {
  const { bookedAt, paymentId, amount, currency = '', settledCurrency = '', fee, net } = of
  const name = word('booking', of.booking)
  return (
    <tr>
      <td class="whitespace-nowrap text-muted">
        {of.lineId === undefined ? (
          <Time at={bookedAt} timeZone={timeZone} />
        ) : (
          // A line of a file has a day, and no time.
          shownDay(of.settledOn ?? bookedAt.slice(0, 10))
        )}
      </td>
      <td>
        {paymentId === undefined ? (
          name
        ) : (
          <a data-row class="link inline-block" href={`${BASE}/payments/${paymentId}`}>
            {name}
          </a>
        )}
        {of.booking === 'settlement' && of.lineType !== undefined && (
          <span class="block text-hint text-muted">{word('lineType', of.lineType)}</span>
        )}
        <span class="block text-hint text-muted md:hidden">{of.merchantTransactionId}</span>
      </td>
      <td class="end">
        <AmountOrDash amount={amount} currency={currency} />
      </td>
      <td class="hidden max-w-40 truncate md:table-cell" title={of.merchantTransactionId}>
        {of.merchantTransactionId}
      </td>
      <td class="hidden max-w-48 truncate xl:table-cell" title={of.customerEmail}>
        {[of.holder ?? of.customerEmail, of.last4 && `•••• ${of.last4}`].filter(Boolean).join(' ')}
      </td>
      <td class="end hidden xl:table-cell">
        <AmountOrDash amount={fee} currency={settledCurrency} />
      </td>
      <td class="end hidden md:table-cell">
        <AmountOrDash amount={net} currency={settledCurrency} />
      </td>
      <td class="hidden max-w-40 truncate md:table-cell" title={of.payout}>
        {of.payoutId !== undefined && (
          <a class="link" href={`${BASE}/payouts/${of.payoutId}`}>
            {of.payout ?? of.settledOn}
          </a>
        )}
      </td>
    </tr>
  )
}
