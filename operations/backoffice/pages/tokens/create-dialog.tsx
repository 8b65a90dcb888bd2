import { useState } from 'preact/hooks'
import { DAY_MS } from '../../../../common/durations.ts'
import { mayDo } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Field, Select, TextArea } from '../../parts/field.tsx'
import { t, word } from '../../texts/texts.ts'
import { SCOPES } from './token-wire.ts'

/** After how many days a token may end; the API takes any time. */
const ENDS = ['', '7', '30', '90', '365']

/** Makes an access token, with what it may do, until when and from where. */
export function CreateDialog(props: {
  readonly entityId: string
  readonly onMade: (accessToken: string) => void
  readonly onClose: () => void
}) {
  const [label, setLabel] = useState('')
  const [tokenRole, setTokenRole] = useState('merchant')
  const [scopes, setScopes] = useState<readonly string[]>(SCOPES)
  const [days, setDays] = useState('')
  const [addresses, setAddresses] = useState('')
  const sending = useSend()
  const turn = (scope: string) =>
    setScopes(SCOPES.filter((one) => (one === scope) !== scopes.includes(one)))
  const listed = addresses.split(/[\s,]+/).filter((address) => address !== '')
  const isLimited = scopes.length < SCOPES.length || days !== '' || listed.length > 0
  const create = async () => {
    const form = {
      label: label.trim(),
      tokenRole,
      scopes: scopes.join(','),
      ...(days === '' ? {} : { expiresAt: timeAfter(Number(days)) }),
      ...(listed.length === 0 ? {} : { addresses: listed.join(',') }),
    }
    const path = `/entities/${props.entityId}/tokens`
    const answer = await sending.run<{ accessToken: string }>({ method: 'POST', path, form })
    if (answer.ok) props.onMade(answer.body.accessToken)
  }
  return (
    <ConfirmDialog
      title={t('tokens.create')}
      sentence={t(planOf(tokenRole, isLimited))}
      confirm={t('tokens.create')}
      isBusy={sending.isBusy}
      isReady={label.trim() !== '' && scopes.length > 0}
      failure={sending.failure}
      onConfirm={() => void create()}
      onClose={props.onClose}
    >
      <Field
        label={t('tokens.label')}
        hint={t('tokens.labelHint')}
        value={label}
        onValue={setLabel}
        maxLength={100}
        autoFocus
        required
      />
      <Select
        label={t('tokens.role')}
        value={tokenRole}
        onValue={setTokenRole}
        choices={(mayDo('token.createAdministrator')
          ? ['merchant', 'administrator']
          : ['merchant']
        ).map((value) => ({ value, text: word('tokenRole', value) }))}
      />
      <ScopeChoice chosen={scopes} turn={turn} />
      <Select
        label={t('tokens.ends')}
        value={days}
        onValue={setDays}
        choices={ENDS.map((value) => ({
          value,
          text: value === '' ? t('tokens.never') : t('tokens.inDays', { count: Number(value) }),
        }))}
      />
      <TextArea
        label={t('tokens.addresses')}
        hint={t('tokens.addressesHint')}
        value={addresses}
        onValue={setAddresses}
        rows={2}
        maxLength={1000}
      />
    </ConfirmDialog>
  )
}

function ScopeChoice(props: {
  readonly chosen: readonly string[]
  readonly turn: (scope: string) => void
}) {
  return (
    <fieldset class="grid gap-y-1.5">
      <legend class="pb-1 text-label font-medium">{t('tokens.scopes')}</legend>
      {SCOPES.map((scope) => (
        <label key={scope} class="flex min-h-6 items-start gap-2">
          <input
            type="checkbox"
            class="mt-0.5 size-4 shrink-0 accent-accent"
            checked={props.chosen.includes(scope)}
            onChange={() => props.turn(scope)}
          />
          <span>
            {word('scope', scope)}
            <span class="block text-hint text-muted">{word('scopeHint', scope)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What whoever has the token may do, as a text. */
function planOf(tokenRole: string, isLimited: boolean) {
  if (tokenRole !== 'administrator') return 'tokens.plan'
  return isLimited ? 'tokens.limitedAdministratorPlan' : 'tokens.administratorPlan'
}

/** A time as requests say it, UTC. */
function timeAfter(days: number): string {
  const iso = new Date(Date.now() + days * DAY_MS).toISOString()
  return iso.slice(0, 19).replace('T', ' ')
}
