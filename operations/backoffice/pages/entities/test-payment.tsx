import { Copyable } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'

/** How a first payment is made: by a command in test; live has no payment that moves nothing. */
export function TestPayment(props: {
  readonly channelId: string
  readonly environment: 'test' | 'live'
}) {
  const { channelId, environment } = props
  if (environment === 'live') return <p class="ps-7 text-pretty">{t('setup.livePayment')}</p>
  return (
    <div class="flex min-w-0 flex-col gap-2 ps-7">
      <p class="text-pretty">{t('setup.testPayment')}</p>
      <p class="rounded-field bg-sunken p-3">
        <Copyable
          text={testPaymentCommand(location.origin, channelId)}
          label={t('setup.command')}
        />
      </p>
      <p class="flex flex-wrap gap-x-1 text-muted">
        <span>{t('setup.widget')}</span>
        <a class="link" href="/docs" target="_blank" rel="noopener">
          /docs
        </a>
      </p>
    </div>
  )
}

/** A payment of 1.00 EUR with a card of the simulator; the shell has the token as `$TOKEN`. */
export function testPaymentCommand(origin: string, channelId: string): string {
  const card = {
    number: '4200000000000000',
    holder: 'Jane Jones',
    expiryMonth: '12',
    expiryYear: '2034',
    cvv: '123',
  }
  const form = [
    `entityId=${channelId}`,
    'amount=1.00',
    'currency=EUR',
    'paymentType=DB',
    ...Object.entries(card).map(([name, value]) => `card.${name}=${value}`),
  ]
  const sent = form.map((each) => `-d '${each}'`).join(' ')
  return `curl ${origin}/v1/payments -H "Authorization: Bearer $TOKEN" ${sent}`
}
