import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { minorDigitsOf } from '../../../common/money.ts'
import { amountIn } from '../texts/money.ts'
import { labelled, t } from '../texts/texts.ts'
import { shownTime, wholeTime } from '../texts/times.ts'
import { Icon } from './icon.tsx'

/** A time in the person's time zone, or in the one that is named; the whole of it on hover. */
export function Time(props: {
  readonly at: string
  /** With its date and time zone, also today: on what is printed. */
  readonly isWhole?: boolean
  readonly timeZone?: string | undefined
}) {
  const { at, timeZone } = props
  const whole = wholeTime(at, timeZone)
  return (
    <time title={whole} class={props.isWhole === true ? '' : 'whitespace-nowrap'}>
      {props.isWhole === true ? whole : shownTime(at, undefined, timeZone)}
    </time>
  )
}

/** An amount whose currency stands back. In a column amounts meet at their decimal sign. */
export function Amount({
  amount,
  currency,
}: {
  readonly amount: string
  readonly currency: string
}) {
  return (
    <span dir="ltr" class="figures whitespace-nowrap">
      <span class={minorDigitsOf(currency) === 0 ? 'no-decimals' : ''}>
        {amountIn(amount, currency)}
      </span>{' '}
      <span class="currency text-muted">{currency}</span>
    </span>
  )
}

/** An amount in a column: a dash for nothing. */
export function AmountOrDash(props: {
  readonly amount: string | undefined
  readonly currency: string
}) {
  const { amount, currency } = props
  if (amount === undefined || Number(amount) === 0) return <span class="text-muted">–</span>
  return <Amount amount={amount} currency={currency} />
}

/** Browsers let pages copy that came by https, or from this machine. */
const canCopy = 'clipboard' in navigator

/** An id that can be copied. */
export function Copyable({ text, label }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <span class="inline-flex max-w-full items-center gap-1">
      <code class="min-w-0 font-mono text-hint [overflow-wrap:anywhere]">{text}</code>
      {canCopy && (
        <button
          type="button"
          class="no-print grid size-6 flex-none place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
          aria-label={isCopied ? t('action.copied') : labelled(t('action.copy'), label ?? text)}
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
        >
          <Icon name={isCopied ? 'tick' : 'copy'} class="size-3.5" />
        </button>
      )}
    </span>
  )
}

/** Names and values; values may be anything. What is `undefined` is left out. */
export function Facts(props: {
  readonly of: readonly (readonly [name: string, value: ComponentChildren])[]
  readonly class?: string
}) {
  return (
    <dl class={`facts ${props.class ?? ''}`}>
      {props.of
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => [<dt key={`${name}.`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  )
}
