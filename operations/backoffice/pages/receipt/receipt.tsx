import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import type { AdminMail } from '../../../mail/routes.ts'
import type { AdminReceipt } from '../../../receipts/answer.ts'
import { mayDo } from '../../api/session.ts'
import { tell } from '../../api/told.ts'
import { useRead } from '../../api/use-read.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty, FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Amount, Facts, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { methodText } from '../../texts/brands.ts'
import { sumOf } from '../../texts/money.ts'
import { languageName } from '../../texts/numbers.ts'
import { labelled, t } from '../../texts/texts.ts'
import { dayIn } from '../../texts/times.ts'
import { MailState } from '../mails/mail-state.tsx'

/** What a shopper has paid, to be read, printed and mailed. */
export default function ReceiptPage() {
  const { id = '' } = useRoute().params
  const reading = useRead<AdminReceipt>(`/payments/${id}/receipt`)
  const mails = useRead<{ readonly mails: readonly AdminMail[] }>(`/payments/${id}/mails`)
  const [isMailing, openMailing] = useState(false)
  const receipt = reading.body
  const isNone = reading.failure?.status === 404
  return (
    <Page
      title={
        receipt === undefined ? t('receipt.open') : t('receipt.title', { number: receipt.number })
      }
      beside={
        <a class="no-print link order-first w-full" href={`${BASE}/payments/${id}`}>
          {t('receipt.payment')}
        </a>
      }
      actions={
        receipt !== undefined && (
          <>
            {mayDo('receipt.mail') && (
              <button type="button" class="button" onClick={() => openMailing(true)}>
                <Icon name="mails" />
                {t('receipt.mail')}
              </button>
            )}
            <button type="button" class="button" onClick={() => print()}>
              <Icon name="print" />
              {t('action.print')}
            </button>
          </>
        )
      }
    >
      {isNone && (
        <div class="panel">
          <Empty icon="bookings" title={t('receipt.none')} text={t('receipt.noneText')} />
        </div>
      )}
      {reading.failure !== undefined && !isNone && (
        <div class="panel">
          <FailureNotice failure={reading.failure} retry={reading.reload} />
        </div>
      )}
      {receipt === undefined && reading.isLoading && (
        <div class="panel">
          <Skeleton rows={6} />
        </div>
      )}
      {receipt !== undefined && <Slip receipt={receipt} />}
      {receipt !== undefined && <Mailed mails={mails.body?.mails ?? []} />}
      {receipt !== undefined && isMailing && (
        <MailDialog
          receipt={receipt}
          onDone={(email) => {
            mails.reload()
            tell(t('receipt.mailed', { email }))
          }}
          onClose={() => openMailing(false)}
        />
      )}
    </Page>
  )
}

function Slip({ receipt }: { readonly receipt: AdminReceipt }) {
  const { merchantName, address, taxNumber, currency, timeZone } = receipt
  return (
    <section class="panel flex w-full max-w-2xl flex-col gap-5 p-6" aria-label={merchantName}>
      <header class="flex flex-col gap-0.5">
        <h2 class="text-heading font-semibold [overflow-wrap:anywhere]">{merchantName}</h2>
        {address.map((line) => (
          <p key={line} class="text-muted">
            {line}
          </p>
        ))}
        {taxNumber !== undefined && (
          <p class="text-muted">{labelled(t('receipt.taxNumber'), taxNumber)}</p>
        )}
      </header>
      <Facts
        of={[
          [t('receipt.number'), receipt.number],
          ...(receipt.reference === undefined
            ? []
            : [[t('receipt.reference'), receipt.reference] as const]),
          [t('receipt.paidAt'), dayIn(receipt.paidAt, timeZone)],
          [t('receipt.method'), methodText({ ...receipt, paymentBrand: receipt.brand })],
        ]}
      />
      <table class="w-full">
        <thead>
          <tr class="border-b border-line text-start text-muted">
            <th scope="col" class="py-1.5 text-start font-medium">
              {t('receipt.item')}
            </th>
            <th scope="col" class="py-1.5 text-end font-medium">
              {t('column.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {receipt.items.map(({ name, quantity, total }, at) => (
            <Line key={at} name={withCount(name, quantity)} amount={total} currency={currency} />
          ))}
          <Line name={t('receipt.tax')} amount={receipt.tax} currency={currency} isLeftOut />
          <Line name={t('receipt.total')} amount={receipt.amount} currency={currency} isSum />
          {receipt.refunds.map(({ paymentId, at, amount }) => (
            <Line
              key={paymentId}
              name={t('receipt.refunded', { date: dayIn(at, timeZone) })}
              amount={`-${amount}`}
              currency={currency}
            />
          ))}
          {receipt.refunds.length > 0 && (
            <Line
              name={t('receipt.left')}
              amount={sumOf(
                [receipt.amount, ...receipt.refunds.map(({ amount }) => `-${amount}`)],
                currency,
              )}
              currency={currency}
              isSum
            />
          )}
        </tbody>
      </table>
      <p class="text-hint text-muted">{t('receipt.timeZone', { zone: timeZone })}</p>
    </section>
  )
}

function withCount(name: string, quantity: string | undefined): string {
  return quantity === undefined || quantity === '1' ? name : `${quantity} × ${name}`
}

function Line(props: {
  readonly name: string
  readonly amount: string | undefined
  readonly currency: string
  readonly isSum?: boolean
  /** Where it has no amount. */
  readonly isLeftOut?: boolean
}) {
  const { name, amount, currency, isSum = false, isLeftOut = false } = props
  if (amount === undefined && isLeftOut) return null
  return (
    <tr class={isSum ? 'border-t border-line font-semibold' : ''}>
      <td class="py-1.5 pe-4 [overflow-wrap:anywhere]">{name}</td>
      <td class="py-1.5 text-end">
        {amount !== undefined && <Amount amount={amount} currency={currency} />}
      </td>
    </tr>
  )
}

/** To whom the receipt was mailed. */
function Mailed({ mails }: { readonly mails: readonly AdminMail[] }) {
  if (mails.length === 0) return null
  return (
    <Section title={t('receipt.mails')} class="no-print w-full max-w-2xl">
      <ul class="px-4 pt-1 pb-3">
        {mails.map(({ id, recipient, createdAt, state }) => (
          <li
            key={id}
            class="flex flex-wrap items-center gap-x-3 border-b border-line py-2 last:border-0"
          >
            <span class="min-w-0 flex-1 [overflow-wrap:anywhere]">{recipient}</span>
            <span class="text-muted">
              <Time at={createdAt} />
            </span>
            <MailState state={state} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function MailDialog(props: {
  readonly receipt: AdminReceipt
  readonly onDone: (email: string) => void
  readonly onClose: () => void
}) {
  const { receipt } = props
  const [email, setEmail] = useState(receipt.email ?? '')
  const sending = useSend()
  const mail = async () => {
    const path = `/payments/${receipt.paymentId}/receipt`
    const answer = await sending.run({ method: 'POST', path, form: { email: email.trim() } })
    if (!answer.ok) return
    props.onDone(email.trim())
    props.onClose()
  }
  return (
    <ConfirmDialog
      title={t('receipt.mailTitle')}
      sentence={t('receipt.mailText', { language: languageName(receipt.language) })}
      confirm={t('receipt.mail')}
      isBusy={sending.isBusy}
      isReady={email.trim() !== ''}
      failure={sending.failure}
      onConfirm={() => void mail()}
      onClose={props.onClose}
    >
      <Field
        label={t('receipt.email')}
        type="email"
        value={email}
        onValue={setEmail}
        maxLength={254}
        autoFocus
        required
      />
    </ConfirmDialog>
  )
}
