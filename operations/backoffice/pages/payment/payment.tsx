import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import type { AdminBlock } from '../../../../server/features/risk/block-routes.ts'
import type {
  AdminApproval,
  AdminOperation,
  AdminPaymentDetails,
  AdminRelatedPayments,
  AdminRequest,
} from '../../../administration/answer.ts'
import { may, mayDo } from '../../api/session.ts'
import { tell } from '../../api/told.ts'
import { useRead } from '../../api/use-read.ts'
import { useStream } from '../../api/use-stream.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Notes } from '../../parts/notes.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Slip } from '../../parts/slip.tsx'
import { PaymentState } from '../../parts/state.tsx'
import { Amount, Copyable, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { actorText } from '../../texts/actors.ts'
import { resultText } from '../../texts/gateway-texts.ts'
import { shownMoney } from '../../texts/money.ts'
import { whole } from '../../texts/numbers.ts'
import { labelled, t, word } from '../../texts/texts.ts'
import { ApprovalDialog } from '../approvals/approval-dialog.tsx'
import { type Decision, Decisions } from '../approvals/decisions.tsx'
import { RemoveBlockDialog } from '../blocks/remove-dialog.tsx'
import { type BlockBy, BlockDialog } from './block-dialog.tsx'
import { Blocked, blockable, useBlocks } from './blocked.tsx'
import { ResolveDialog, ReviewDialog } from './decision-dialogs.tsx'
import { Declined } from './declined.tsx'
import { type FamilyNode, familyTree } from './family-tree.ts'
import { OpenDisputes } from './open-disputes.tsx'
import { OperationDialog } from './operation-dialog.tsx'
import { buttonText, inOrder, offeredNow } from './operations.ts'
import { OtherAttempts, PaidTwice } from './related.tsx'
import { SettlementOfPayment } from './settlement.tsx'
import { Timeline } from './timeline.tsx'

/** What is open over the page. */
type Opened =
  | { readonly kind: 'operation'; readonly operation: AdminOperation }
  | { readonly kind: 'resolve' }
  | { readonly kind: 'block' }
  | { readonly kind: 'unblock'; readonly block: AdminBlock }
  | { readonly kind: 'review'; readonly decision: 'accept' | 'reject' }
  | {
      readonly kind: 'approval'
      readonly approval: AdminApproval
      readonly decision: Decision
    }

/** One payment: its slip, what can be done now, and all that happened. */
export default function PaymentPage() {
  const { id = '' } = useRoute().params
  const reading = useRead<AdminPaymentDetails>(`/payments/${id}`)
  const blocks = useBlocks(id)
  const related = useRead<AdminRelatedPayments>(`/payments/${id}/related`)
  const [opened, open] = useState<Opened>()
  const details = reading.body
  const blocked = blocks.body?.blocks
  const name = details?.payment.shortId ?? id.slice(0, 8)
  useStream(undefined, {
    payment: (changed) => {
      if (details?.family.some((one) => one.id === changed.id)) reading.reload()
    },
    missed: reading.reload,
  })
  return (
    <Page
      title={t('payment.title', { id: name })}
      beside={
        <a class="no-print link order-first w-full" href={`${BASE}/payments`}>
          {t('menu.payments')}
        </a>
      }
      actions={details !== undefined && <Actions details={details} blocked={blocked} open={open} />}
    >
      {reading.failure !== undefined && (
        <div class="panel">
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        </div>
      )}
      {details === undefined && reading.isLoading && (
        <div class="panel">
          <Skeleton rows={6} />
        </div>
      )}
      {details !== undefined && (
        <>
          <PartOf details={details} />
          <PaidTwice related={related.body} />
          <OpenDisputes of={details.openDisputes} />
          <Declined details={details} />
          <NeedsSecond details={details} />
          <Waiting details={details} open={open} />
          <Blocked blocks={blocked ?? []} onRemove={(block) => open({ kind: 'unblock', block })} />
          <Head details={details} />
          <Parts details={details} />
          <OtherAttempts related={related.body} />
          <OpenedDialog
            opened={opened}
            details={details}
            choices={blockable(details.payment, blocked ?? [])}
            onBlocks={(text) => {
              tell(text)
              blocks.reload()
            }}
            onDone={(isAsked) => {
              reading.reload()
              // The dialog of an approval says it itself.
              if (opened?.kind === 'approval') return
              tell(isAsked === true ? t('event.asked.waiting') : doneText(opened))
            }}
            onOutdated={reading.reload}
            onClose={() => open(undefined)}
          />
        </>
      )}
    </Page>
  )
}

function doneText(opened: Opened | undefined): string {
  const title = titleOf(opened)
  return title === undefined ? t('action.done') : t('action.doneWhat', { what: title })
}

function titleOf(opened: Opened | undefined): string | undefined {
  switch (opened?.kind) {
    case 'operation':
      return t(`operation.${opened.operation.paymentType}`)
    case 'resolve':
      return t('resolve.title')
    case 'review':
      return t(`review.${opened.decision}Title`)
    default:
      return undefined
  }
}

interface DetailsProps {
  readonly details: AdminPaymentDetails
}

interface OpeningProps extends DetailsProps {
  readonly open: (opened: Opened) => void
}

/** Leads from what refers to a payment to that payment: what else can be done is done there. */
function PartOf({ details: { payment, family } }: DetailsProps) {
  const parentId = family.find(({ id }) => id === payment.id)?.referencedId
  const parent = family.find(({ id }) => id === parentId)
  if (parent === undefined) return null
  return (
    <p>
      <a class="link" href={`${BASE}/payments/${parent.id}`}>
        {t('payment.refersTo', {
          type: word('type', payment.paymentType),
          id: parent.shortId,
          parent: word('type', parent.paymentType),
        })}
      </a>
    </p>
  )
}

/** Why the payment is not offered to be rejected, and what to do. */
function NeedsSecond({ details }: DetailsProps) {
  if (details.rejectionNeedsSecond !== true || !mayDo('payment.review')) return null
  return (
    <p class="no-print panel flex gap-2 px-4 py-3">
      <Icon name="approvals" class="mt-0.5 text-warn" />
      {t('review.needsSecond')}
    </p>
  )
}

/** Only what the rules allow now, and only to people who may do it. */
function Actions({
  details,
  blocked,
  open,
}: OpeningProps & { readonly blocked: readonly AdminBlock[] | undefined }) {
  const { operations, canResolve, reviewDecisions } = details
  const isReviewed = reviewDecisions.length > 0
  // Not before it is known what is blocked: the button would offer what is done already.
  const canBlock = blocked !== undefined && blockable(details.payment, blocked).length > 0
  return (
    <>
      {mayDo('payment.review') &&
        reviewDecisions.map((decision) => (
          <button
            key={decision}
            type="button"
            class={`button ${decision === 'accept' ? 'button-primary' : 'button-bad'}`}
            onClick={() => open({ kind: 'review', decision })}
          >
            {t(`review.${decision}`)}
          </button>
        ))}
      {mayDo('payment.operate') &&
        inOrder(operations).map((operation, at) => (
          <button
            key={`${operation.paymentId} ${operation.paymentType}`}
            type="button"
            class={`button ${at === 0 && !isReviewed && isUsual(operation) ? 'button-primary' : ''}`}
            onClick={() => open({ kind: 'operation', operation })}
          >
            {buttonText(operations, operation, details.payment)}
          </button>
        ))}
      {mayDo('payment.resolve') && canResolve && (
        <button type="button" class="button" onClick={() => open({ kind: 'resolve' })}>
          {t('resolve.title')}
        </button>
      )}
      {mayDo('payment.block') && canBlock && (
        <button type="button" class="button" onClick={() => open({ kind: 'block' })}>
          <Icon name="lock" />
          {t('block.title')}
        </button>
      )}
      {hasReceipt(details.payment) && (
        <a class="button" href={`${BASE}/payments/${details.payment.id}/receipt`}>
          <Icon name="bookings" />
          {t('receipt.open')}
        </a>
      )}
      <button type="button" class="button" onClick={() => print()}>
        <Icon name="print" />
        {t('action.print')}
      </button>
    </>
  )
}

/** Whether money has come from a shopper: the page of the receipt says the rest. */
function hasReceipt({ paymentType, state }: AdminPaymentDetails['payment']): boolean {
  const isPaid = ['DB', 'CP', 'RB'].includes(paymentType)
  return isPaid && !['pending', 'failed', 'failedLater', 'rejected'].includes(state)
}

function isUsual({ paymentType }: AdminOperation): boolean {
  return paymentType === 'CP' || paymentType === 'RF'
}

const PAGES_OF: Readonly<Record<string, string>> = {
  registrationId: 'customers?id=',
  scheduleId: 'subscriptions/',
}

/** A value of the payment; stored details and the subscription lead to their page. */
function member(name: string, value: string) {
  const page = PAGES_OF[name]
  if (page === undefined || !may('customers.read')) return value
  return (
    <a key={value} class="link" href={`${BASE}/${page}${value}`}>
      {value}
    </a>
  )
}

/** A link to all that is known of who has paid. */
function customerLink({ merchantCustomerId, customerEmail }: AdminPaymentDetails['payment']) {
  const value = merchantCustomerId ?? customerEmail
  if (value === undefined || !may('customers.read')) return undefined
  const by = merchantCustomerId === undefined ? 'email' : 'merchantCustomerId'
  return (
    <a key="customer" class="link" href={`${BASE}/customers?${new URLSearchParams({ by, value })}`}>
      {t('customer.all')}
    </a>
  )
}

/** A link to what the payment was made by or with; nothing where it has none. */
function linkTo(name: string, text: string, members: AdminPaymentDetails['members']) {
  const id = members.find(([member]) => member === name)?.[1]
  if (id === undefined || !may('customers.read')) return undefined
  return (
    <a key={name} class="link" href={`${BASE}/${PAGES_OF[name]}${id}`}>
      {text}
    </a>
  )
}

function waitingText({ paymentType, outcome, ...approval }: AdminRequest): string {
  const amount = shownMoney(approval.amount, approval.currency)
  const by = actorText(approval.askedBy)
  return outcome === undefined
    ? t('approval.waits', { operation: word('type', paymentType), amount, by })
    : t('approval.outcomeWaits', { outcome: t(`resolve.${outcome}`), amount, by })
}

/** Operations that wait for a second person. */
function Waiting({ details, open }: OpeningProps) {
  return details.requests
    .filter(({ state }) => state === 'waiting')
    .map((approval) => {
      const { id, reason } = approval
      return (
        <div
          key={id}
          class="no-print panel flex flex-wrap items-center gap-x-3 gap-y-2 border-warn/50 px-4 py-3"
        >
          <Icon name="clock" class="text-warn" />
          <p class="min-w-52 flex-1">
            {waitingText(approval)} <span class="text-muted">{reason}</span>
          </p>
          <Decisions
            approval={approval}
            onDecide={(decision) =>
              open({
                kind: 'approval',
                approval: { ...approval, payment: details.payment },
                decision,
              })
            }
          />
        </div>
      )
    })
}

function Head({ details }: DetailsProps) {
  const { payment, amounts, expiresAt, members } = details
  const { currency } = payment
  const networkId = members.find(([name]) => name === 'transactionLinkId')?.[1]
  return (
    <Slip payment={payment}>
      <div class="flex flex-wrap gap-x-8 gap-y-3 border-b border-line px-5 py-3 empty:hidden">
        {Object.entries(amounts).map(([name, amount]) => (
          <span key={name} class="flex flex-col">
            <span class="text-hint text-muted">{word('amounts', name)}</span>
            <span class="text-label font-medium">
              <Amount amount={amount} currency={currency} />
            </span>
          </span>
        ))}
      </div>
      <div class="grid gap-x-8 gap-y-1.5 px-5 py-4 lg:grid-cols-2">
        <Facts
          of={[
            [t('fact.created'), <Time key="t" at={payment.createdAt} isWhole />],
            [
              t('fact.result'),
              <span key="r" title={payment.description}>
                {payment.code} {resultText(payment)}
              </span>,
            ],
            [t('fact.review'), payment.state === 'rejected' ? rejectedText(details) : undefined],
            [
              t('fact.risk'),
              payment.riskScore === undefined ? undefined : whole(payment.riskScore),
            ],
            [t('fact.expires'), expiresAt && <Time key="e" at={expiresAt} isWhole />],
            [t('column.customer'), payment.holder],
            [t('fact.email'), payment.customerEmail],
            [t('fact.customerId'), payment.merchantCustomerId],
            [t('customer.title'), customerLink(payment)],
            [t('fact.subscription'), linkTo('scheduleId', t('subscription.open'), members)],
            [t('customers.stored'), linkTo('registrationId', t('stored.open'), members)],
          ]}
        />
        <Facts
          of={[
            [
              t('column.reference'),
              payment.merchantTransactionId && (
                <Copyable key="m" text={payment.merchantTransactionId} />
              ),
            ],
            [t('fact.id'), <Copyable key="i" text={payment.id} />],
            [t('fact.shortId'), <Copyable key="s" text={payment.shortId} />],
            [
              t('fact.networkId'),
              networkId === undefined ? undefined : <Copyable key="n" text={networkId} />,
            ],
            [t('column.entity'), `${payment.entity.name} (${word('kind', payment.entity.kind)})`],
          ]}
        />
      </div>
    </Slip>
  )
}

/** That it was rejected, and what was given back of it. */
function rejectedText({ payment, amounts }: AdminPaymentDetails): string {
  const back = ['reversed', 'refunded'].flatMap((name) => {
    const amount = amounts[name]
    if (amount === undefined || Number(amount) === 0) return []
    return [labelled(word('amounts', name), shownMoney(amount, payment.currency))]
  })
  const given = back.length === 0 ? t('review.nothingBack') : back.join(', ')
  return `${t('state.rejected')}. ${given}`
}

function Parts({ details }: DetailsProps) {
  const { payment, timeline, family, postings, members } = details
  return (
    <div class="no-print grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Section title={t('payment.timeline')}>
        <Timeline entries={timeline} paymentId={payment.id} />
      </Section>
      <div class="flex min-w-0 flex-col gap-4">
        {may('customers.read') && <Notes of={{ about: 'payment', value: payment.id }} />}
        <Section title={t('payment.family')}>
          <div class="px-4 pt-1 pb-3">
            <Tree nodes={familyTree(family)} shown={payment.id} />
          </div>
        </Section>
        {postings.length > 0 && (
          <>
            <SettlementOfPayment paymentId={payment.id} />
            <Section title={t('payment.postings')}>
              <Postings postings={postings} />
            </Section>
          </>
        )}
        <Disclosure title={t('payment.members', { count: members.length })}>
          <Facts
            class="px-4 pb-4"
            of={members.map(([name, value]) => [name, member(name, value)])}
          />
        </Disclosure>
      </div>
    </div>
  )
}

function Tree(props: { readonly nodes: readonly FamilyNode[]; readonly shown: string }) {
  return (
    <ul class="flex flex-col [&_ul]:ms-3 [&_ul]:border-s [&_ul]:border-line [&_ul]:ps-3">
      {props.nodes.map(({ payment, children }) => (
        <li key={payment.id}>
          <a
            href={`${BASE}/payments/${payment.id}`}
            aria-current={payment.id === props.shown ? 'page' : undefined}
            class="flex min-h-9 flex-wrap items-center gap-x-2 rounded-field px-2 hover:bg-sunken aria-[current]:bg-sunken"
          >
            <span class="font-medium">{word('type', payment.paymentType)}</span>
            <PaymentState state={payment.state} />
            <span class="ms-auto">
              <Amount amount={payment.amount} currency={payment.currency} />
            </span>
          </a>
          {children.length > 0 && <Tree nodes={children} shown={props.shown} />}
        </li>
      ))}
    </ul>
  )
}

function Postings({ postings }: { readonly postings: AdminPaymentDetails['postings'] }) {
  return (
    <div class="overflow-x-auto">
      <table class="data-table">
        <thead>
          <tr>
            <th scope="col">{t('column.account')}</th>
            <th scope="col">{t('column.time')}</th>
            <th scope="col" class="end">
              {t('column.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {postings.map(({ account, amount, currency, at }, place) => (
            <tr key={`${at} ${place}`}>
              <td>{word('account', account)}</td>
              <td class="text-muted">
                <Time at={at} />
              </td>
              <td class="end">
                <Amount amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OpenedDialog(
  props: DetailsProps & {
    readonly opened: Opened | undefined
    readonly choices: readonly BlockBy[]
    /** Blocks have changed; what is said of it. */
    readonly onBlocks: (text: string) => void
    readonly onDone: (isAsked?: boolean) => void
    readonly onOutdated: () => void
    readonly onClose: () => void
  },
) {
  const { opened, details, choices, onBlocks, onOutdated, ...ways } = props
  const { payment } = details
  switch (opened?.kind) {
    case undefined:
      return null
    case 'operation':
      return (
        <OperationDialog
          {...ways}
          payment={payment}
          onOutdated={onOutdated}
          operation={opened.operation}
          offered={offeredNow(details.operations, opened.operation)}
          isDisputed={details.openDisputes.length > 0}
        />
      )
    case 'resolve':
      return <ResolveDialog {...ways} payment={payment} />
    case 'block':
      return (
        <BlockDialog
          payment={payment}
          choices={choices}
          onDone={(by) => onBlocks(t(`block.${by}Done`))}
          onClose={ways.onClose}
        />
      )
    case 'unblock':
      return (
        <RemoveBlockDialog
          block={opened.block}
          onDone={() => onBlocks(t('block.removed', { shown: opened.block.shown }))}
          onClose={ways.onClose}
        />
      )
    case 'review':
      return <ReviewDialog {...ways} payment={payment} decision={opened.decision} />
    case 'approval':
      return <ApprovalDialog {...ways} approval={opened.approval} decision={opened.decision} />
  }
}
