import { useEffect, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import type {
  AdminSubscription,
  AdminSubscriptionDetails,
  AdminSubscriptionRuns,
} from '../../../subscriptions/answer.ts'
import { may, mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Pages } from '../../parts/pages.tsx'
import { PaymentTable } from '../../parts/payment-table.tsx'
import { Amount, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { dateOf, nowMs } from '../../texts/times.ts'
import { type ChangeWay, SubscriptionDialog } from './dialogs.tsx'
import { cardName, reasonOf, SubscriptionState } from './state.tsx'

/** A run that was just asked for is looked for so often. */
const LOOK_MS = 1500
/** And not longer than this. */
const MAX_LOOKS = 20

/** One subscription: how it stands and why, what can be done, and all its payments. */
export default function SubscriptionPage() {
  const { id = '' } = useRoute().params
  const reading = useRead<AdminSubscriptionDetails>(`/subscriptions/${id}`)
  const [way, open] = useState<ChangeWay>()
  const [looks, setLooks] = useState(0)
  const details = reading.body
  useEffect(() => {
    if (looks === 0) return
    const timer = setTimeout(() => {
      reading.reload()
      setLooks(isUnderWay(details?.subscription) ? looks - 1 : 0)
    }, LOOK_MS)
    return () => clearTimeout(timer)
  }, [looks, details, reading.reload])
  const done = () => {
    reading.reload()
    setLooks(MAX_LOOKS)
  }
  return (
    <Page
      title={t('subscription.title')}
      beside={
        <a class="link order-first w-full" href={`${BASE}/subscriptions`}>
          {t('menu.subscriptions')}
        </a>
      }
      actions={details !== undefined && <Actions details={details} open={open} />}
    >
      <Loaded reading={reading} rows={6}>
        {(body) => <Head details={body} />}
      </Loaded>
      {details !== undefined && (
        <>
          {may('payments.read') && <Runs id={id} version={versionOf(details.subscription)} />}
          <Plans details={details} />
          {way !== undefined && (
            <SubscriptionDialog
              way={way}
              details={details}
              onDone={done}
              onClose={() => open(undefined)}
            />
          )}
        </>
      )}
    </Page>
  )
}

/** Whether a run is being paid, or is to be paid at once. */
function isUnderWay(subscription: AdminSubscription | undefined): boolean {
  if (subscription === undefined) return true
  const { isWaiting, retryAt } = subscription
  return isWaiting || (retryAt !== undefined && dateOf(retryAt).getTime() <= nowMs())
}

/** Changes when there may be another payment, or another outcome. */
function versionOf({ lastPaymentId, isWaiting, pastDueSince }: AdminSubscription): string {
  return `${lastPaymentId} ${isWaiting} ${pastDueSince}`
}

/** Only what can be done as it stands, and only to people who may do it. */
function Actions(props: {
  readonly details: AdminSubscriptionDetails
  readonly open: (way: ChangeWay) => void
}) {
  const { subscription, canRetry } = props.details
  const { state } = subscription
  const isPaused = state === 'paused'
  const goesOn = isPaused || state === 'active' || state === 'pastDue'
  if (!goesOn) return null
  const canResume = isPaused && subscription.pauseReason === 'merchant'
  const ways: readonly (false | ChangeWay)[] = [
    canRetry && mayDo('subscription.retry') && 'retry',
    mayDo('subscription.card') && 'card',
    mayDo('subscription.amount') && 'amount',
    canResume && mayDo('schedule.resume') && 'resume',
    !isPaused && mayDo('schedule.pause') && 'pause',
    mayDo('schedule.stop') && 'deschedule',
  ]
  return (
    <>
      {ways.map(
        (way, at) =>
          way !== false && (
            <button
              key={way}
              type="button"
              class={`button ${at === 0 ? 'button-primary' : ''} ${way === 'deschedule' ? 'button-bad' : ''}`}
              onClick={() => props.open(way)}
            >
              {t(way === 'card' ? 'subscription.otherCard' : `subscription.${way}`)}
            </button>
          ),
      )}
    </>
  )
}

function Head({ details }: { readonly details: AdminSubscriptionDetails }) {
  const { subscription, times, timeZone, nextRuns } = details
  const { amount, currency, state, card, unpaid } = subscription
  const reason = reasonOf(subscription)
  return (
    <>
      <header class="slip-edge flex flex-wrap items-end gap-x-6 gap-y-3 px-5 py-4">
        <div class="flex min-w-48 flex-1 flex-col gap-1">
          <span>
            <SubscriptionState state={state} />
          </span>
          {reason !== undefined && <span class="text-heading font-semibold">{reason}</span>}
          {unpaid?.advice !== undefined && state === 'pastDue' && (
            <span>{word('advice', unpaid.advice)}</span>
          )}
        </div>
        <p class="text-figure font-semibold tracking-tight">
          <Amount amount={amount} currency={currency} />{' '}
          <span class="text-heading font-medium text-muted">
            {t(`interval.${subscription.interval}`)}
          </span>
        </p>
      </header>
      <div class="px-5 py-4">
        <Facts
          class="facts-in-pairs"
          of={[
            [t('subscription.pastDueSince'), timeOf(subscription.pastDueSince)],
            [t('subscription.retryAt'), timeOf(subscription.retryAt)],
            [t('subscription.next'), timeOf(nextRuns[0])],
            [t('subscription.lastRun'), timeOf(subscription.lastRun)],
            [t('subscription.retries'), subscription.retries > 0 && subscription.retries],
            [t('subscription.endsAt'), timeOf(subscription.endsAt)],
            [
              t('subscription.card'),
              card && (
                <a key="c" class="link" href={`${BASE}/customers?id=${card.registrationId}`}>
                  {cardName(card)}
                </a>
              ),
            ],
            [t('customers.expiry'), card?.cardExpiry],
            [t('column.customer'), card?.holder],
            [t('fact.email'), subscription.customerEmail],
            [t('fact.customerId'), subscription.merchantCustomerId],
            [t('subscription.times'), `${times} (${timeZone})`],
            [t('column.entity'), subscription.entity.name],
          ]
            .filter(([, value]) => value !== false)
            .map(([name, value]) => [String(name), value] as const)}
        />
      </div>
    </>
  )
}

function timeOf(at: string | undefined) {
  return at === undefined ? undefined : <Time key={at} at={at} isWhole />
}

/** `version` changes when there may be another payment. */
function Runs({ id, version }: { readonly id: string; readonly version: string }) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const reading = useRead<AdminSubscriptionRuns>(`/subscriptions/${id}/runs`, {
    cursor: cursors.at(-1),
  })
  const { reload } = reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is what to look again for
  useEffect(reload, [version])
  const runs = reading.body
  return (
    <Section title={t('subscription.payments')}>
      {runs === undefined || runs.payments.length === 0 ? (
        <p class="px-4 pt-1 pb-4 text-muted">{runs && t('subscription.noPayments')}</p>
      ) : (
        <PaymentTable payments={runs.payments} />
      )}
      <Pages cursors={cursors} next={runs?.cursor} onCursors={setCursors} />
    </Section>
  )
}

/** What it cost before, and with what it was paid; nothing where it was never changed. */
function Plans({ details: { plans } }: { readonly details: AdminSubscriptionDetails }) {
  if (plans.length < 2) return null
  return (
    <Section title={t('subscription.plans')}>
      <ul class="px-4 pt-1 pb-3">
        {plans.map((plan) => (
          <li
            key={plan.id}
            class="flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-2 last:border-0"
          >
            <span class="text-muted">
              {t('subscription.since')} <Time at={plan.createdAt} />
            </span>
            <Amount amount={plan.amount} currency={plan.currency} />
            <a class="link" href={`${BASE}/customers?id=${plan.registrationId}`}>
              {t('subscription.cardOfPlan')}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
