import type { ComponentChildren } from 'preact'
import type { AdminChannelSetup } from '../../../channel-setup/routes.ts'
import { may, mayDo } from '../../api/session.ts'
import type { Reading } from '../../api/use-read.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { FailureNotice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pill } from '../../parts/state.tsx'
import { BASE } from '../../shell/menu.ts'
import { t, word } from '../../texts/texts.ts'
import { TestPayment } from './test-payment.tsx'

type Step = AdminChannelSetup['steps'][number]

/** What a channel still needs to take payments, as the data has it; nothing once all of it is there. */
export function SetupGuide(props: {
  readonly channelId: string
  readonly reading: Reading<AdminChannelSetup>
}) {
  const { channelId, reading } = props
  const { body, failure, reload } = reading
  if (body === undefined) {
    return failure === undefined ? null : (
      <div class="panel">
        <FailureNotice failure={failure} retry={reload} />
      </div>
    )
  }
  const { steps, environment } = body
  const done = steps.filter(({ state }) => state !== 'open').length
  if (done === steps.length) return null
  const title = t('setup.title', { done, count: steps.length })
  const list = (
    <ol class="flex flex-col px-4 pb-2">
      {steps.map((step, at) => (
        <GuideStep key={step.step} step={step} number={at + 1} channelId={channelId}>
          {step.step === 'payment' && step.state === 'open' && (
            <TestPayment channelId={channelId} environment={environment} />
          )}
        </GuideStep>
      ))}
    </ol>
  )
  // A channel that takes payments is set up as somebody wanted it, whatever else there could be.
  const takesPayments = steps.some(({ step, state }) => step === 'payment' && state === 'done')
  if (takesPayments) return <Disclosure title={title}>{list}</Disclosure>
  return (
    <Section title={title} hint={t('setup.hint')}>
      {list}
    </Section>
  )
}

function GuideStep(props: {
  readonly step: Step
  readonly number: number
  readonly channelId: string
  readonly children: ComponentChildren
}) {
  const { step, number, channelId } = props
  return (
    <li class="flex flex-col gap-1 border-b border-line py-2.5 last:border-0">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span class="figures w-4 flex-none text-muted">{number}</span>
        <span class="font-medium">{word('setupStep', step.step)}</span>
        <StepState state={step.state} />
        <span class="flex flex-wrap gap-x-3 max-md:w-full max-md:ps-7 md:ms-auto">
          <StepLinks step={step} channelId={channelId} />
        </span>
      </div>
      <div class="ps-7 text-muted text-pretty">
        <StepText step={step} />
      </div>
      {props.children}
    </li>
  )
}

function StepState({ state }: Pick<Step, 'state'>) {
  if (state === 'open') return <Pill icon="clock" tone="warn" text={t('setup.open')} />
  const text = t(state === 'done' ? 'setup.done' : 'entity.inherited')
  return <Pill icon="tick" tone={state === 'done' ? 'good' : 'accent'} text={text} />
}

function StepText({ step: { step, state, by, reason } }: { readonly step: Step }) {
  if (state === 'open') return <>{word('setupReason', `${step}.${reason}`)}</>
  if (state === 'done') return <>{word('setupDone', step)}</>
  if (by === undefined) return <>{t('setup.above')}</>
  return (
    <span class="flex flex-wrap gap-x-1">
      <span>{t('entity.inheritedFrom')}</span>
      <a class="link" href={`${BASE}/entities/${by.id}`}>
        {by.name}
      </a>
    </span>
  )
}

/** Where a step is done, as far as the person may go there; these pages lead back. */
function StepLinks(props: { readonly step: Step; readonly channelId: string }) {
  const { step, channelId } = props
  const of = `?entity=${channelId}&setup=${channelId}`
  const setting = (name: string) => `${BASE}/entities/${channelId}?setting=${name}`
  switch (step.step) {
    case 'brands':
      return mayDo('entity.change') ? (
        <StepLink href={setting('brands')} text={t('setup.chooseBrands')} />
      ) : null
    case 'account':
      return (
        <>
          <StepLink href={`${BASE}/accounts${of}`} text={t('menu.accounts')} />
          {mayDo('entity.change') && (
            <StepLink href={setting('routing')} text={t('setup.chooseAccounts')} />
          )}
        </>
      )
    case 'webhook':
      return may('webhooks.read') ? (
        <StepLink href={`${BASE}/webhooks${of}`} text={t('menu.webhooks')} />
      ) : null
    case 'token':
      return may('tokens.write') ? (
        <StepLink href={`${BASE}/tokens${of}`} text={t('menu.tokens')} />
      ) : null
    case 'payment': {
      if (!may('payments.read')) return null
      const payment = step.paymentId === undefined ? of : `/${step.paymentId}?setup=${channelId}`
      return <StepLink href={`${BASE}/payments${payment}`} text={t('menu.payments')} />
    }
  }
}

function StepLink(props: { readonly href: string; readonly text: string }) {
  return (
    <a class="link" href={props.href}>
      {props.text}
    </a>
  )
}
