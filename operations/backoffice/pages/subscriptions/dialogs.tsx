import { useState } from 'preact/hooks'
import { formatAmount } from '../../../../common/money.ts'
import type { AdminSubscriptionDetails } from '../../../subscriptions/answer.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { shownMoney, typableAmount, typedAmount } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { cardName } from './state.tsx'

/** What can be done with a subscription. */
export type ChangeWay = 'retry' | 'card' | 'amount' | 'pause' | 'resume' | 'deschedule'

interface DialogProps {
  readonly details: AdminSubscriptionDetails
  readonly onDone: () => void
  readonly onClose: () => void
}

const ID = /^[0-9a-f]{32}$/

/** The one step before a subscription is changed. */
export function SubscriptionDialog({ way, ...props }: DialogProps & { readonly way: ChangeWay }) {
  switch (way) {
    case 'card':
      return <CardDialog {...props} />
    case 'amount':
      return <AmountDialog {...props} />
    default:
      return <WayDialog {...props} way={way} />
  }
}

/** Of which path each way is: what merchants' servers do as well is with schedules. */
const PATHS = {
  retry: 'subscriptions',
  pause: 'schedules',
  resume: 'schedules',
  deschedule: 'schedules',
} as const

function WayDialog({
  details,
  way,
  onDone,
  onClose,
}: DialogProps & { readonly way: keyof typeof PATHS }) {
  const { id, amount, currency } = details.subscription
  const money = shownMoney(amount, currency)
  const sending = useSend()
  const confirm = async () => {
    const path = `/${PATHS[way]}/${id}/${way}`
    const answer = await sending.run({ method: 'POST', path }, t(`subscription.${way}`))
    onDone()
    if (answer.ok) onClose()
  }
  return (
    <ConfirmDialog
      title={t(`subscription.${way}`)}
      sentence={t(`subscription.${way}Plan`, { amount: money })}
      confirm={t(`subscription.${way}`)}
      amount={way === 'retry' ? money : undefined}
      isBad={way === 'deschedule'}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}

/** One of the customer's other cards, or any of the channel by its id. */
function CardDialog({ details, onDone, onClose }: DialogProps) {
  const { otherCards, subscription } = details
  const [chosen, choose] = useState(otherCards[0]?.registrationId ?? '')
  const [typed, setTyped] = useState('')
  const sending = useSend()
  const registrationId = chosen === '' ? typed.trim() : chosen
  const confirm = async () => {
    const path = `/subscriptions/${subscription.id}/card`
    const answer = await sending.run(
      { method: 'POST', path, form: { registrationId } },
      t('subscription.otherCard'),
    )
    onDone()
    if (answer.ok) onClose()
  }
  const isPastDue = subscription.state === 'pastDue'
  return (
    <ConfirmDialog
      title={t('subscription.cardTitle')}
      sentence={t(isPastDue ? 'subscription.cardPlanUnpaid' : 'subscription.cardPlan', {
        amount: shownMoney(subscription.amount, subscription.currency),
      })}
      confirm={t('subscription.cardConfirm')}
      isReady={ID.test(registrationId)}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {otherCards.length > 0 && (
        <Select
          label={t('subscription.cardOfCustomer')}
          value={chosen}
          choices={[
            ...otherCards.map((card) => ({
              value: card.registrationId,
              text: [cardName(card), card.cardExpiry, card.holder].filter(Boolean).join(' · '),
            })),
            { value: '', text: t('subscription.otherId') },
          ]}
          onValue={choose}
        />
      )}
      {chosen === '' && (
        <Field
          label={t('customers.registrationId')}
          hint={t('subscription.otherIdHint')}
          value={typed}
          maxLength={40}
          onValue={setTyped}
        />
      )}
    </ConfirmDialog>
  )
}

function AmountDialog({ details, onDone, onClose }: DialogProps) {
  const { id, amount, currency, state } = details.subscription
  const first = typableAmount(amount, currency)
  const [typed, setTyped] = useState(first)
  const sending = useSend()
  const read = typedAmount(typed, currency)
  const sent = typeof read === 'string' ? undefined : formatAmount(read)
  const isReady = sent !== undefined && sent !== amount
  const error = typeof read === 'string' && typed !== first ? t(`amount.${read}`) : undefined
  const confirm = async () => {
    const path = `/subscriptions/${id}/amount`
    const answer = await sending.run(
      { method: 'POST', path, form: { amount: sent ?? '' } },
      t('subscription.amount'),
    )
    onDone()
    if (answer.ok) onClose()
  }
  return (
    <ConfirmDialog
      title={t('subscription.amount')}
      sentence={t(
        state === 'pastDue' ? 'subscription.amountPlanUnpaid' : 'subscription.amountPlan',
      )}
      confirm={t('subscription.amount')}
      amount={isReady ? shownMoney(sent, currency) : undefined}
      isReady={isReady}
      isBusy={sending.isBusy}
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Field
        label={t('column.amount')}
        value={typed}
        unit={currency}
        inputMode="decimal"
        maxLength={16}
        error={error}
        onValue={setTyped}
      />
    </ConfirmDialog>
  )
}
