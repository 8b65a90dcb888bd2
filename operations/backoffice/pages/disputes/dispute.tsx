import { useId, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import type { DefenceList } from '../../../../dist/types/wire.ts'
import { mayDo } from '../../api/session.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Select, TextArea } from '../../parts/field.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Copyable, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { brandName } from '../../texts/brands.ts'
import { amountIn, shownMoney } from '../../texts/money.ts'
import { t, word } from '../../texts/texts.ts'
import {
  acquirerWord,
  type Defence,
  isWaiting,
  reasonText,
  shopperOf,
  type WholeDispute,
} from './dispute-wire.ts'
import { Documents, Needs } from './documents.tsx'
import { noteText, whoText } from './notes.ts'
import { Deadline, DisputeOutcome } from './outcome.tsx'

type Way = 'submission' | 'acceptance'

/** One dispute: until when, what the bank says, the documents, and the answer. */
export default function DisputePage() {
  const { id = '' } = useRoute().params
  const reading = useRead<WholeDispute>(`/disputes/${id}`)
  const [way, open] = useState<Way>()
  const dispute = reading.body
  const canAnswer = dispute !== undefined && mayDo('dispute.contest') && isWaiting(dispute)
  const offered = useRead<DefenceList>(canAnswer ? `/disputes/${id}/defences` : undefined)
  const defences = offered.body?.defences ?? []
  return (
    <Page
      title={t('dispute.title')}
      beside={
        <a class="link order-first w-full" href={`${BASE}/disputes`}>
          {t('menu.disputes')}
        </a>
      }
    >
      {reading.failure !== undefined && (
        <div class="panel">
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        </div>
      )}
      {dispute === undefined && reading.isLoading && (
        <div class="panel">
          <Skeleton rows={6} />
        </div>
      )}
      {dispute !== undefined && (
        <>
          <Head dispute={dispute} />
          <div class="grid items-start gap-4 lg:grid-cols-2">
            <div class="flex min-w-0 flex-col gap-4">
              <Documents
                dispute={dispute}
                canChange={canAnswer}
                defences={defences}
                onChanged={reading.reload}
              />
              {canAnswer && <Contest dispute={dispute} onOpen={() => open('submission')} />}
            </div>
            <History dispute={dispute} />
          </div>
          {canAnswer && (
            <Section title={t('dispute.giveIn')}>
              <div class="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-1 pb-4">
                <p class="min-w-52 flex-1 text-muted">{t('dispute.giveInHint')}</p>
                <button type="button" class="button button-bad" onClick={() => open('acceptance')}>
                  {t('dispute.acceptance')}
                </button>
              </div>
            </Section>
          )}
          {way !== undefined && (
            <AnswerDialog
              dispute={dispute}
              way={way}
              defences={defences}
              onDone={reading.reload}
              onClose={() => open(undefined)}
            />
          )}
        </>
      )}
    </Page>
  )
}

/** Sends the documents above it to the bank, once there are any. */
function Contest(props: { readonly dispute: WholeDispute; readonly onOpen: () => void }) {
  const needsId = useId()
  const lacks = props.dispute.documents.length === 0
  return (
    <div class="flex flex-wrap items-center gap-2">
      <button
        type="button"
        class="button button-primary"
        disabled={lacks}
        aria-describedby={lacks ? needsId : undefined}
        onClick={props.onOpen}
      >
        {t('dispute.submission')}
      </button>
      {lacks && (
        <span id={needsId} class="text-muted">
          {t('dispute.needsDocument')}
        </span>
      )}
    </div>
  )
}

function Head({ dispute }: { readonly dispute: WholeDispute }) {
  const { paymentId, chargebackId, acquirerReference, flags = [] } = dispute
  const paymentLink = (payment: string) => (
    <a key={payment} class="link font-mono text-hint" href={`${BASE}/payments/${payment}`}>
      {payment}
    </a>
  )
  return (
    <section class="panel overflow-hidden">
      <header class="slip-edge flex flex-wrap items-end gap-x-6 gap-y-3 px-5 py-4">
        <div class="flex min-w-48 flex-1 flex-col gap-1">
          <span class="flex items-center gap-2">
            <DisputeOutcome outcome={dispute.outcome} />
            <span class="text-muted">{word('disputeStage', dispute.stage)}</span>
          </span>
          <span class="text-heading font-semibold" title={dispute.chargebackReason}>
            {reasonText(dispute)}
          </span>
          <span class="text-label">
            <Deadline dispute={dispute} isWhole timeZone={dispute.timeZone} />
          </span>
        </div>
        <p dir="ltr" class="figures text-figure font-semibold tracking-tight whitespace-nowrap">
          {amountIn(dispute.amount, dispute.currency)}{' '}
          <span class="text-heading font-medium text-muted">{dispute.currency}</span>
        </p>
      </header>
      <div class="px-5 py-4">
        <Facts
          class="facts-in-pairs"
          of={[
            [t('dispute.payment'), paymentLink(paymentId)],
            [t('column.reference'), dispute.merchantTransactionId],
            [t('column.customer'), shopperOf(dispute)],
            [t('dispute.chargeback'), chargebackId && paymentLink(chargebackId)],
            [
              t('dispute.reference'),
              acquirerReference && <Copyable key="r" text={acquirerReference} />,
            ],
            [t('disputes.reason'), dispute.reasonCode],
            [t('dispute.reason'), dispute.defenceReason && acquirerWord(dispute.defenceReason)],
            [t('column.method'), brandName(dispute.paymentBrand)],
            [
              t('disputes.opened'),
              <Time key="o" at={dispute.openedAt} timeZone={dispute.timeZone} />,
            ],
            [t('dispute.flags'), flags.map((flag) => word('disputeFlag', flag)).join(', ')],
          ]}
        />
      </div>
    </section>
  )
}

function History({ dispute }: { readonly dispute: WholeDispute }) {
  return (
    <Section title={t('payment.timeline')}>
      {dispute.timeZone !== undefined && (
        <p class="px-4 text-hint text-muted">{t('times.zone', { zone: dispute.timeZone })}</p>
      )}
      <ol class="px-4 pt-1 pb-3">
        {dispute.history.map(({ kind, stage, by, note, at }) => (
          <li key={`${at} ${kind}`} class="flex flex-col border-b border-line py-2 last:border-0">
            <span class="flex flex-wrap items-baseline gap-x-2">
              <span class="font-medium">{word('disputeEvent', kind)}</span>
              <span class="text-muted">
                {word('disputeStage', stage)} · {whoText(by)}
              </span>
              <span class="figures ms-auto text-hint text-muted">
                <Time at={at} timeZone={dispute.timeZone} />
              </span>
            </span>
            {note !== undefined && (
              <span class="[overflow-wrap:anywhere]">{noteText(note, by)}</span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function AnswerDialog(props: {
  readonly dispute: WholeDispute
  readonly way: Way
  readonly defences: readonly Defence[]
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { dispute, way, defences } = props
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const asksReason = way === 'submission' && defences.length > 1
  const sending = useSend()
  const amount = shownMoney(dispute.amount, dispute.currency)

  const confirm = async () => {
    const path = `/disputes/${dispute.id}/${way}`
    const form = { note, ...(reason === '' ? {} : { defenceReason: reason }) }
    const answer = await sending.run({ method: 'POST', path, form }, t(`dispute.${way}`))
    // A refusal may mean that somebody else has answered it: then the page offers no answer any more.
    props.onDone()
    if (answer.ok) props.onClose()
  }

  return (
    <ConfirmDialog
      title={t(`dispute.${way}`)}
      sentence={t(`dispute.${way}Plan`, { amount, count: dispute.documents.length })}
      confirm={t(`dispute.${way}`)}
      amount={amount}
      isBad={way === 'acceptance'}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {asksReason && (
        <>
          <Select
            label={t('dispute.reason')}
            value={reason}
            choices={[
              { value: '', text: t('dispute.noReason') },
              ...defences.map(({ defenceReason }) => ({
                value: defenceReason,
                text: acquirerWord(defenceReason),
              })),
            ]}
            onValue={(value) => {
              sending.forget()
              setReason(value)
            }}
          />
          <Needs of={defences.find(({ defenceReason }) => defenceReason === reason)} />
        </>
      )}
      <TextArea
        label={t('dispute.note')}
        value={note}
        onValue={(value) => {
          // What was refused is to be mended now.
          sending.forget()
          setNote(value)
        }}
        rows={3}
        maxLength={500}
      />
    </ConfirmDialog>
  )
}
