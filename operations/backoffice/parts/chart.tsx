import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { DAY_MS } from '../../../common/durations.ts'
import { offsetMs } from '../../../common/zoned-days.ts'
import { t, tag } from '../texts/texts.ts'
import { lonePoints } from './lone-points.ts'

export interface Series {
  readonly label: string
  readonly colour: 'accent' | 'good' | 'bad' | 'warn' | 'muted'
  readonly values: readonly (number | null)[]
  readonly shape: 'bars' | 'line'
}

/** The length of a span. */
export type Step = 'hour' | 'day' | 'week' | 'month'

interface ChartProps {
  /** What it shows, for people who cannot see it; the table beneath has the numbers. */
  readonly label: string
  /** The beginnings of the spans of time, in seconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly step: Step
  /** Of the times, of the IANA list. */
  readonly timeZone: string
  readonly format: (value: number) => string
  /** The same on the axis, where it is shorter there. */
  readonly formatAxis?: (value: number) => string
  /** The largest value of the axis; absent: by the values. */
  readonly max?: number
  readonly onChoose?: (at: number) => void
}

const HEIGHT = 180

/** A chart over time. What is under the pointer is written above it. */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number>()
  const { label, times, series, format, step, timeZone } = props
  const onChoose = useRef(props.onChoose)
  onChoose.current = props.onChoose
  const drawn = JSON.stringify([times, series, step, timeZone, props.max])

  // `drawn` has all that is drawn.
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const plot = new uPlot(optionsOf(props, element.clientWidth, setAt), dataOf(props), element)
    const choose = () => {
      const { idx } = plot.cursor
      if (typeof idx === 'number') onChoose.current?.(idx)
    }
    plot.over.addEventListener('click', choose)
    const watch = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    watch.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => plot.redraw()
    const looks = [scheme, matchMedia(FORCED_COLORS)]
    for (const look of looks) look.addEventListener('change', redraw)
    return () => {
      for (const look of looks) look.removeEventListener('change', redraw)
      watch.disconnect()
      plot.destroy()
    }
  }, [drawn])

  const shown = at ?? times.length - 1
  return (
    <figure class="flex flex-col gap-1 px-4 pb-3" aria-label={label}>
      <figcaption class="figures flex min-h-5 flex-wrap gap-x-4 text-hint text-muted">
        <span>{timeText(times[shown], step, timeZone)}</span>
        {series.map((one) => (
          <span key={one.label} class="flex items-center gap-1.5">
            <span class={`size-2 rounded-xs ${DOTS[one.colour]}`} />
            {one.label} <span class="font-medium text-ink">{text(one.values[shown], format)}</span>
          </span>
        ))}
      </figcaption>
      <div
        ref={place}
        class={`min-h-45 ${props.onChoose === undefined ? '' : '[&_.u-over]:cursor-pointer'}`}
        aria-hidden="true"
      />
    </figure>
  )
}

const DOTS = {
  accent: 'bg-accent',
  good: 'bg-good',
  bad: 'bg-bad',
  warn: 'bg-warn',
  muted: 'bg-muted',
} as const

function text(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}

function timeText(seconds: number | undefined, step: Step, timeZone: string): string {
  if (seconds === undefined) return ''
  if (step === 'month') {
    const month = { month: 'long', year: 'numeric', timeZone } as const
    return new Intl.DateTimeFormat(tag, month).format(seconds * 1000)
  }
  const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = new Intl.DateTimeFormat(tag, {
    ...(step === 'week' ? {} : { weekday: 'short' }),
    day: 'numeric',
    month: 'short',
    timeZone,
    ...(step === 'hour' ? hour : {}),
  }).format(seconds * 1000)
  return step === 'week' ? t('overview.weekFrom', { day }) : day
}

function dataOf({ times, series }: ChartProps): uPlot.AlignedData {
  return [[...times], ...series.map(({ values }) => [...values])]
}

/** Half of a span. */
const HALF_SECONDS = { hour: 1_800, day: 43_200, week: 302_400, month: 1_296_000 } as const

function optionsOf(
  { series, format, formatAxis = format, max, step, timeZone }: ChartProps,
  width: number,
  onPoint: (at: number | undefined) => void,
): uPlot.Options {
  const axis = {
    stroke: () => colourOf('--color-muted'),
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    grid: { stroke: () => colourOf('--color-line'), width: 1 },
    ticks: { show: false },
  }
  const half = HALF_SECONDS[step]
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
  return {
    width,
    height: HEIGHT,
    padding: [8, 16, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone),
    // Half a span at both ends, so that no bar is cut.
    scales: {
      x: { range: (_, first, last) => [first - half, last + half] },
      y: { range: (_, __, most) => [0, max ?? (most > 0 ? most * 1.08 : 1)] },
    },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 72,
        values: (_, ticks) => ticks.map((tick) => tickText(tick, step, timeZone)),
      },
      { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => formatAxis(tick)) },
    ],
    series: [
      {},
      ...series.map(({ label, colour, shape, values }): uPlot.Series => {
        const paint = () => colourOf(`--color-${colour}`)
        const alone = shape === 'line' ? lonePoints(values) : []
        const points = {
          show: alone.length > 0,
          filter: () => alone,
          size: 6,
          fill: paint,
          stroke: paint,
        }
        const drawn = { label, stroke: paint, points }
        return shape === 'bars'
          ? { ...drawn, fill: paint, width: 0, ...(bars === undefined ? {} : { paths: bars }) }
          : { ...drawn, width: 2 }
      }),
    ],
  }
}

function tickText(seconds: number, step: Step, timeZone: string): string {
  const intoDayMs = (seconds * 1000 + offsetMs(seconds * 1000, timeZone)) % DAY_MS
  const isHour = step === 'hour' && intoDayMs !== 0
  return new Intl.DateTimeFormat(tag, {
    timeZone,
    ...(isHour
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : step === 'month'
        ? { month: 'short' }
        : { day: 'numeric', month: 'short' }),
  }).format(seconds * 1000)
}

const FORCED_COLORS = '(forced-colors: active)'

/** What a canvas has where the person has chosen the colours of the system: nobody forces them there. */
const SYSTEM_COLOURS: Readonly<Record<string, string>> = {
  '--color-accent': 'Highlight',
  '--color-line': 'GrayText',
}

/** The colour of a token as it is now: a canvas does not know `light-dark()`. */
function colourOf(token: string): string {
  const probe = document.createElement('span')
  const isForced = matchMedia(FORCED_COLORS).matches
  probe.style.color = isForced ? (SYSTEM_COLOURS[token] ?? 'CanvasText') : `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
