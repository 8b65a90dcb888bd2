import { useState } from 'preact/hooks'
import type { AdminMatchDifference, AdminOpenLine } from '../../../settlement/answer.ts'
import type { Failure, Form } from '../../api/request.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/field.tsx'
import { shownMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { MIN_REASON, ReasonField } from '../payment/reason-field.tsx'
import { type Named, NamedPayment, useNamed } from './named-payments.tsx'
import { paymentNamesIn } from './payment-ids.ts'

/** Says which payments a line is about, with the reason, and what of the amounts is right as it is. */
export function MatchDialog(props: {
  readonly line: AdminOpenLine
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { line } = props
  const [text, setText] = useState(line.candidates.slice(0, 1).join())
  const [reason, setReason] = useState('')
  const [isUnmatched, setUnmatched] = useState(false)
  const [difference, setDifference] = useState<AdminMatchDifference>()
  const [isAccepted, setAccepted] = useState(false)
  const sending = useSend()
  const names = paymentNamesIn(text)
  const namedBy = useNamed([...line.candidates, ...(names ?? [])])
  const ids = names?.flatMap((name) => idOf(namedBy(name)))
  const amount = shownMoney(line.amount, line.currency)
  /** What was accepted was about other payments. */
  const choose = (chosen: string) => {
    setText(chosen)
    setDifference(undefined)
    setAccepted(false)
    sending.forget()
  }
  const judge = (failure: Failure) => {
    setDifference(differenceIn(failure))
    setAccepted(false)
  }
  const match = async () => {
    const path = `/settlement/lines/${encodeURIComponent(line.id)}/match`
    const accepted = isAccepted && difference !== undefined ? acceptanceOf(difference) : {}
    const what = isUnmatched ? { unmatch: 'true' } : { paymentIds: ids?.join(), ...accepted }
    const form = { ...what, reason }
    const answer = await sending.run({ method: 'POST', path, form }, t('settlements.match'))
    if (!answer.ok) return judge(answer.failure)
    props.onDone()
    props.onClose()
  }
  const isNamed =
    isUnmatched || (ids !== undefined && ids.length > 0 && ids.length === names?.length)
  const isAnswered = isUnmatched || difference === undefined || isAccepted
  return (
    <ConfirmDialog
      title={t('settlements.match')}
      sentence={
        isUnmatched
          ? t('settlements.noPaymentPlan', { amount })
          : isNamed && ids && t('settlements.matchPlan', { amount, count: ids.length })
      }
      confirm={t('settlements.match')}
      amount={amount}
      isBusy={sending.isBusy}
      isReady={isNamed && isAnswered && reason.trim().length >= MIN_REASON}
      failure={difference === undefined ? sending.failure : undefined}
      onConfirm={() => void match()}
      onClose={props.onClose}
    >
      <Tick
        text={t('settlements.unmatch')}
        isTicked={isUnmatched}
        onTick={(ticked) => {
          setUnmatched(ticked)
          sending.forget()
        }}
      />
      {!isUnmatched && (
        <>
          <Candidates ids={line.candidates} namedBy={namedBy} onChoose={choose} />
          <TextArea
            label={t('settlements.payments')}
            hint={t('settlements.paymentsHint')}
            error={names === undefined ? t('settlements.noIds') : undefined}
            class="font-mono"
            value={text}
            onValue={choose}
            rows={2}
          />
          {names !== undefined && names.length > 0 && (
            <ul aria-live="polite" class="flex flex-col gap-1">
              {names.map((name) => (
                <li key={name}>
                  <NamedPayment name={name} named={namedBy(name)} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {!isUnmatched && difference !== undefined && (
        <Difference difference={difference} isAccepted={isAccepted} onAccept={setAccepted} />
      )}
      <ReasonField value={reason} onValue={setReason} />
    </ConfirmDialog>
  )
}

/** None where the name is of no payment, or of several. */
function idOf(named: Named): readonly string[] {
  return typeof named === 'object' ? [named.id] : []
}

/** The difference that a refusal names; `undefined`: it was refused for something else. */
function differenceIn({ body }: Failure): AdminMatchDifference | undefined {
  return 'line' in body && 'payments' in body
    ? (body as unknown as AdminMatchDifference)
    : undefined
}

function acceptanceOf({ line, difference }: AdminMatchDifference): Form {
  return difference === undefined
    ? { acceptCurrency: line.currency }
    : { acceptDifference: difference.amount }
}

function Candidates(props: {
  readonly ids: readonly string[]
  readonly namedBy: (name: string) => Named
  readonly onChoose: (id: string) => void
}) {
  if (props.ids.length === 0) return null
  return (
    <ul class="flex flex-col gap-1">
      {props.ids.map((id) => (
        <li key={id} class="flex flex-wrap items-center gap-2">
          <NamedPayment name={id} named={props.namedBy(id)} />
          <button type="button" class="button min-h-7" onClick={() => props.onChoose(id)}>
            {t('settlements.choose')}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Amounts that differ, and whether they are right all the same. */
function Difference(props: {
  readonly difference: AdminMatchDifference
  readonly isAccepted: boolean
  readonly onAccept: (isAccepted: boolean) => void
}) {
  const { line, payments, difference } = props.difference
  const text =
    difference === undefined
      ? t('settlements.acceptCurrency', { currency: line.currency })
      : t('settlements.acceptDifference', {
          amount: shownMoney(difference.amount, difference.currency),
        })
  return (
    <div role="alert" class="flex flex-col gap-2">
      <p class="text-bad">
        {t('settlements.differ', {
          line: shownMoney(line.amount, line.currency),
          payments: shownMoney(payments.amount, payments.currency),
        })}
      </p>
      <Tick text={text} isTicked={props.isAccepted} onTick={props.onAccept} />
    </div>
  )
}

function Tick(props: {
  readonly text: string
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
}) {
  return (
    <label class="flex items-center gap-2">
      <input
        type="checkbox"
        class="size-4 accent-accent"
        checked={props.isTicked}
        onChange={(event) => props.onTick(event.currentTarget.checked)}
      />
      {props.text}
    </label>
  )
}
