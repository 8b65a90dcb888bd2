import type { AdminPaymentDetails } from '../../../administration/answer.ts'
import { Icon } from '../../parts/icon.tsx'
import { Facts } from '../../parts/values.tsx'
import { resultText } from '../../texts/gateway-texts.ts'
import { t, word } from '../../texts/texts.ts'

/** Why a payment has failed, and what may be tried: what a shopper on the phone asks first. */
export function Declined({ details }: { readonly details: AdminPaymentDetails }) {
  const { payment, decline } = details
  if (decline === undefined) return null
  const { acquirerCode, adviceCode, advice } = decline
  return (
    <section
      aria-label={t('decline.title')}
      class="no-print panel flex flex-wrap items-start gap-x-8 gap-y-2 border-bad/50 px-5 py-3"
    >
      <div class="flex min-w-52 flex-1 gap-2">
        <Icon name="cross" class="mt-0.5 flex-none text-bad" />
        <div>
          <p class="text-label font-semibold">{resultText(payment)}</p>
          {advice !== undefined && <p>{word('advice', advice)}</p>}
        </div>
      </div>
      <Facts
        of={[
          [t('fact.result'), payment.code],
          [t('decline.acquirerCode'), acquirerCode],
          [t('decline.adviceCode'), adviceCode],
        ]}
      />
    </section>
  )
}
