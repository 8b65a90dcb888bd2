import type { AdminTimelineEntry } from '../../../administration/answer.ts'
import { may } from '../../api/session.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { actorText } from '../../texts/actors.ts'
import { resultText } from '../../texts/gateway-texts.ts'
import { shownMoney } from '../../texts/money.ts'
import { t, word } from '../../texts/texts.ts'
import { dueText } from '../../texts/times.ts'
import { noteText, whoText } from '../disputes/notes.ts'

const ICONS: Readonly<Record<AdminTimelineEntry['kind'], IconName>> = {
  request: 'right',
  state: 'tick',
  authentication: 'lock',
  risk: 'eye',
  acquirer: 'settlements',
  operation: 'payments',
  webhook: 'webhooks',
  dispute: 'flag',
  settlement: 'settlements',
  person: 'customers',
}

/** What ended badly has no tick beside it. */
const BAD = ['failed', 'notDelivered', 'givenUp', 'lost', 'rejected']

function iconOf({ kind, what }: AdminTimelineEntry): IconName {
  return BAD.includes(what) ? 'cross' : (ICONS[kind] ?? 'right')
}

/** What happened to a payment, oldest first. */
export function Timeline(props: {
  readonly entries: readonly AdminTimelineEntry[]
  /** Entries about other payments of the family lead to them. */
  readonly paymentId: string
}) {
  return (
    <ol class="flex flex-col px-4 pt-1 pb-3">
      {props.entries.map((entry, at) => (
        <li key={`${entry.at} ${at}`} class="group relative flex gap-3 pb-4 last:pb-0">
          <span
            class="absolute inset-y-0 start-3 w-px bg-line group-last:hidden"
            aria-hidden="true"
          />
          <span class="relative grid size-6 flex-none place-items-center rounded-full border border-line bg-paper text-muted">
            <Icon name={iconOf(entry)} class="size-3.5" />
          </span>
          <Entry entry={entry} isOther={isOther(entry, props.paymentId)} />
        </li>
      ))}
    </ol>
  )
}

/** Amounts, times and words of the wire as people of the language write them. */
function shownFact(name: string, value: string, { kind, by = '' }: AdminTimelineEntry): string {
  if (kind === 'dispute' && name === 'note') return noteText(value, by)
  if (kind === 'dispute' && name === 'stage') return word('disputeStage', value)
  if (name === 'nextAttempt') return dueText(value)
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(value) ?? []
  return name === 'amount' && amount !== undefined && currency !== undefined
    ? shownMoney(amount, currency)
    : value
}

/** What an entry says beside its name: types of payments, events and results in words. */
function textOf({ kind, text, code, codeGroup = '' }: AdminTimelineEntry): string | undefined {
  if (text === undefined) return undefined
  if (code !== undefined) return resultText({ code, codeGroup, description: text })
  if (kind === 'person') return word('type', text)
  if (kind !== 'webhook') return text
  const [type = '', ...action] = text.split(' ')
  return [word('eventType', type), ...action].join(' ')
}

function isOther({ paymentId }: AdminTimelineEntry, shown: string): boolean {
  return paymentId !== undefined && paymentId !== shown
}

function Entry(props: { readonly entry: AdminTimelineEntry; readonly isOther: boolean }) {
  const { at, kind, what, by, code, text, facts = [], paymentId } = props.entry
  const { webhookId, deliveryId = '' } = props.entry
  return (
    <div class="flex min-w-0 flex-1 flex-col gap-0.5 pt-0.5">
      <p class="flex flex-wrap items-baseline gap-x-2">
        <span class="font-medium">
          {kind === 'request' ? word('type', what) : word('event', what)}
        </span>
        <span class="text-hint text-muted">{word('kindOfEvent', kind)}</span>
        {by !== undefined && (
          <span class="text-muted">
            {t('timeline.by', { by: kind === 'dispute' ? whoText(by) : actorText(by) })}
          </span>
        )}
        <span class="figures ms-auto text-hint text-muted">
          <Time at={at} />
        </span>
      </p>
      {(text !== undefined || code !== undefined) && (
        <p class="[overflow-wrap:anywhere] text-muted">
          {code !== undefined && <code class="font-mono text-hint">{code} </code>}
          <span title={text}>{textOf(props.entry)}</span>
        </p>
      )}
      {facts.length > 0 && (
        <Facts
          class="mt-1 rounded-field bg-sunken px-3 py-2 text-hint"
          of={facts.map(([name, value]) => [
            word('facts', name),
            shownFact(name, value, props.entry),
          ])}
        />
      )}
      {webhookId !== undefined && may('webhooks.read') && (
        <a class="link" href={`${BASE}/webhooks/${webhookId}?delivery=${deliveryId}`}>
          {t('timeline.sent')}
        </a>
      )}
      {props.isOther && (
        <a class="link" href={`${BASE}/payments/${paymentId}`}>
          {t('timeline.other')}
        </a>
      )}
    </div>
  )
}
