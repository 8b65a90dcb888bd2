import { useEffect, useState } from 'preact/hooks'
import type { AdminOperation, AdminPayment } from '../../../administration/answer.ts'
import type { Failure } from '../../api/request.ts'
import { isDefinite, useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { shownMoney, typableAmount } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { planOf } from './operations.ts'
import { MIN_REASON, ReasonField } from './reason-field.tsx'

interface Props {
  /** As the button offered it. */
  readonly operation: AdminOperation
  /** As the gateway offers it now; `undefined`: it does not any more. */
  readonly offered: AdminOperation | undefined
  readonly payment: AdminPayment
  /** A dispute about it is open. */
  readonly isDisputed: boolean
  /** `isAsked`: a second person has to agree first. */
  readonly onDone: (isAsked: boolean) => void
  /** The payment has changed, and has to be read again. */
  readonly onOutdated: () => void
  readonly onClose: () => void
}

/** Captures, refunds, reverses or charges again, after one confirming step. */
export function OperationDialog(props: Props) {
  const { payment, offered } = props
  const sending = useSend()
  // A try after a lost answer has to be the same request, so that the gateway does it once.
  const isUnknown = sending.failure !== undefined && !isDefinite(sending.failure)
  const { operation, isChanged, onRefused, isRefused } = useShown(
    props,
    sending.isBusy || isUnknown,
  )
  const { paymentType, mostAmount, isWhole, secondPersonAbove, seen } = operation
  const [typed, setTyped] = useState(typableAmount(mostAmount, payment.currency))
  const [reason, setReason] = useState('')
  const [isMeant, setMeant] = useState(false)
  const isGone = offered === undefined && !sending.isBusy && !isUnknown
  const plan = planOf(operation, payment, typed)
  const { currency } = payment
  // The bank may give the shopper the money, too.
  const asksBack = props.isDisputed && (paymentType === 'RF' || paymentType === 'RV')

  const confirm = async () => {
    const form = { paymentType, amount: plan.amount, currency, reason: reason.trim(), seen }
    const path = `/payments/${operation.paymentId}/operations`
    const answer = await sending.run<{ readonly request?: unknown }>({ method: 'POST', path, form })
    if (!answer.ok && !isOutdated(answer.failure)) return
    if (answer.ok) {
      props.onDone(answer.body.request !== undefined)
      return props.onClose()
    }
    props.onOutdated()
    sending.forget()
    onRefused(seen)
  }

  return (
    <ConfirmDialog
      title={t(`operation.${paymentType}`)}
      sentence={isGone ? undefined : sentenceOf(plan, secondPersonAbove, currency)}
      confirm={plan.needsSecond ? t('plan.ask') : t(`operation.${paymentType}`)}
      amount={plan.amount === undefined ? undefined : shownMoney(plan.amount, currency)}
      isBad={paymentType === 'RV'}
      isBusy={sending.isBusy}
      isReady={
        plan.sentence !== undefined &&
        !isGone &&
        !isRefused &&
        (isMeant || !asksBack) &&
        reason.trim().length >= MIN_REASON
      }
      failure={sending.failure}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {(isChanged || isGone) && (
        <p role="alert" class="flex gap-2 text-warn">
          <Icon name="warn" class="mt-0.5" />
          {isGone ? t('plan.gone') : changedText(operation, payment)}
        </p>
      )}
      {!isWhole && (
        <Field
          label={t('column.amount')}
          unit={currency}
          inputMode="decimal"
          value={typed}
          onValue={setTyped}
          error={plan.error}
          hint={
            paymentType === 'RB'
              ? undefined
              : t('amount.most', { max: shownMoney(mostAmount, currency) })
          }
          autoFocus
        />
      )}
      <ReasonField value={reason} onValue={setReason} hint={t('reason.hint')} />
      {asksBack && <Disputed isMeant={isMeant} onMeant={setMeant} />}
    </ConfirmDialog>
  )
}

/** What will happen, and that a second person has to agree. */
function sentenceOf(
  { sentence, needsSecond }: ReturnType<typeof planOf>,
  secondPersonAbove: string | undefined,
  currency: string,
): string | undefined {
  if (sentence === undefined || !needsSecond || secondPersonAbove === undefined) return sentence
  return `${sentence} ${t('plan.second', { amount: shownMoney(secondPersonAbove, currency) })}`
}

/** Asks back: the bank may give the shopper the same money. */
function Disputed(props: {
  readonly isMeant: boolean
  readonly onMeant: (isMeant: boolean) => void
}) {
  return (
    <label class="flex gap-2 rounded-field border border-warn/50 px-3 py-2.5">
      <input
        type="checkbox"
        class="mt-0.5 size-4 flex-none"
        checked={props.isMeant}
        onChange={(event) => props.onMeant(event.currentTarget.checked)}
      />
      {t('plan.disputed')}
    </label>
  )
}

function changedText({ paymentType, mostAmount }: AdminOperation, { currency }: AdminPayment) {
  if (paymentType === 'RB') return t('plan.changedAgain')
  return t('plan.changed', { max: shownMoney(mostAmount, currency) })
}

/** Whether the gateway has refused because the payment has changed since it was read. */
function isOutdated({ status, code }: Failure): boolean {
  return status === 409 && code === '700.400.570'
}

/**
 * The operation that the dialog speaks of. Where the payment has changed meanwhile it becomes the newer one, and
 * the dialog says so; not while a request about the older one may be under way.
 */
function useShown({ operation: first, offered }: Props, isKept: boolean) {
  const [operation, show] = useState(first)
  const [isChanged, setChanged] = useState(false)
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    if (isKept || offered === undefined || offered.seen === operation.seen) return
    show(offered)
    setChanged(true)
  }, [isKept, offered, operation])
  /** The one that is shown was refused as outdated, and the newer one is not there yet. */
  const isRefused = refused === operation.seen
  return { operation, isChanged: isChanged || isRefused, isRefused, onRefused: setRefused }
}
