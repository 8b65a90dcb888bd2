import { useEffect, useState } from 'preact/hooks'
import type { AdminPayment, AdminPaymentList } from '../../../administration/answer.ts'
import { read } from '../../api/request.ts'
import { Amount, Time } from '../../parts/values.tsx'
import { BASE } from '../../shell/menu.ts'
import { methodText } from '../../texts/brands.ts'
import { t, word } from '../../texts/texts.ts'

/** What is known of a name: its payment, that there is none, that it fits several, or nothing yet. */
export type Named = AdminPayment | 'unknown' | 'several' | undefined

/** Looks payments up by their ids and short ids, each once. */
export function useNamed(names: readonly string[]): (name: string) => Named {
  const [known, setKnown] = useState<Readonly<Record<string, Named>>>({})
  const wanted = names.filter((name) => !(name in known)).join()
  useEffect(() => {
    if (wanted === '') return
    const ending = new AbortController()
    for (const name of wanted.split(',')) {
      void read<AdminPaymentList>('/payments', { lookFor: name }, ending.signal).then((answer) => {
        if (ending.signal.aborted || !answer.ok) return
        const [payment, another] = answer.body.payments
        const found = another === undefined ? (payment ?? 'unknown') : 'several'
        setKnown((before) => ({ ...before, [name]: found }))
      })
    }
    return () => ending.abort()
  }, [wanted])
  return (name) => known[name]
}

/** The payment of a name, as a person recognises it. */
export function NamedPayment(props: { readonly name: string; readonly named: Named }) {
  const { name, named } = props
  if (named === undefined || named === 'unknown' || named === 'several') {
    return (
      <span class={named === undefined ? 'text-muted' : 'text-bad'}>
        <code class="font-mono text-hint">{name}</code>{' '}
        {named === undefined ? t('state.loading') : t(`settlements.${named}`)}
      </span>
    )
  }
  const { paymentType, amount, currency, createdAt, holder, merchantTransactionId } = named
  return (
    <a
      class="link flex flex-wrap gap-x-2"
      href={`${BASE}/payments/${named.id}`}
      target="_blank"
      rel="noopener"
    >
      <span>{word('type', paymentType)}</span>
      <Amount amount={amount} currency={currency} />
      <span>
        {[holder ?? methodText(named), merchantTransactionId].filter(Boolean).join(' · ')}
      </span>
      <Time at={createdAt} />
    </a>
  )
}
