import { useEffect, useState } from 'preact/hooks'
import type { AdminPaymentDetails, AdminTimelineEntry } from '../../../administration/answer.ts'
import { Icon } from '../../parts/icon.tsx'
import { Facts, Time } from '../../parts/values.tsx'
import { resultText } from '../../texts/gateway-texts.ts'
import { shopperText } from '../../texts/shopper-texts.ts'
import { t, word } from '../../texts/texts.ts'

/** Calls of webhooks that are shown of a declined payment. */
const MAX_TOLD = 3

/** Why a payment has failed, and what may be tried: what a shopper on the phone asks first. */
export function Declined({ details }: { readonly details: AdminPaymentDetails }) {
  const { payment, decline, timeline } = details
  if (decline === undefined) return null
  const { acquirerCode, adviceCode, advice } = decline
  const told = timeline.filter(
    ({ kind, paymentId }) => kind === 'webhook' && paymentId === payment.id,
  )
  return (
    <section
      aria-label={t('decline.title')}
      class="no-print panel flex flex-wrap items-start gap-x-8 gap-y-2 border-bad/50 px-5 py-3"
    >
      <div class="flex min-w-52 flex-1 gap-2">
        <Icon name="cross" class="mt-0.5 flex-none text-bad" />
        <div class="flex flex-col gap-1">
          <p class="text-label font-semibold">{resultText(payment)}</p>
          {advice !== undefined && <p>{word('advice', advice)}</p>}
          {decline.shopperText !== undefined && <Read name={decline.shopperText} />}
          <Told of={told} hasCheckout={decline.shopperText !== undefined} />
        </div>
      </div>
      <Facts
        of={[
          [t('fact.result'), payment.code],
          [t('decline.acquirerCode'), acquirerCode],
          [t('decline.adviceCode'), adviceCode],
        ]}
      />
    </section>
  )
}

/** What the widget says of it, in the language of the person. */
function Read({ name }: { readonly name: string }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    void shopperText(name).then(setText)
  }, [name])
  if (text === undefined) return null
  return (
    <p class="text-muted">
      {t('decline.shopperRead')} <q>{text}</q>
    </p>
  )
}

/** What the shop was told by webhooks, and when; the last calls. */
function Told(props: {
  readonly of: readonly AdminTimelineEntry[]
  readonly hasCheckout: boolean
}) {
  if (props.of.length === 0) {
    return (
      <p class="text-muted">
        {t(props.hasCheckout ? 'decline.toldNoneCheckout' : 'decline.toldNone')}
      </p>
    )
  }
  return (
    <ul class="text-muted">
      {props.of.slice(-MAX_TOLD).map(({ at, what, facts = [] }) => (
        <li key={`${at} ${what}`} class="[overflow-wrap:anywhere]">
          {t('decline.told')} {word('event', what)}, <Time at={at} />
          {facts
            .filter(([name]) => name === 'receiver' || name === 'status')
            .map(([, value]) => ` · ${value}`)}
        </li>
      ))}
    </ul>
  )
}
