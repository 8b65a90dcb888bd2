import { useState } from 'preact/hooks'
import type { AdminConnectorAccountCheck } from '../../../../dist/types/wire.ts'
import { useRead } from '../../api/use-read.ts'
import type { IconName } from '../../parts/icon.tsx'
import { FailureNotice, Skeleton } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Pill, type Tone } from '../../parts/state.tsx'
import { t, word } from '../../texts/texts.ts'

type Finding = AdminConnectorAccountCheck['findings'][number]

const LOOKS: Readonly<Record<Finding['result'], readonly [IconName, Tone]>> = {
  right: ['tick', 'good'],
  wrong: ['cross', 'bad'],
  unknown: ['help', 'muted'],
}

/** Asks the provider whether the account works, when somebody wants to know. */
export function AccountCheck({ accountId }: { readonly accountId: string }) {
  const [isAsked, ask] = useState(false)
  const path = `/connector-accounts/${encodeURIComponent(accountId)}/check`
  const { body, failure, isLoading, reload } = useRead<AdminConnectorAccountCheck>(
    isAsked ? path : undefined,
  )
  return (
    <Section title={t('accounts.check')}>
      <div class="flex flex-col gap-3 px-4 pt-1 pb-4">
        <p class="text-muted">{t('accounts.checkHint')}</p>
        {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
        {isLoading && <Skeleton rows={3} />}
        {!isLoading && body !== undefined && (
          <ul aria-live="polite">
            {body.findings.map((finding) => (
              <OneFinding key={finding.what} finding={finding} />
            ))}
          </ul>
        )}
        <button
          type="button"
          class="button self-start"
          disabled={isLoading}
          onClick={() => (isAsked ? reload() : ask(true))}
        >
          {t('accounts.checkNow')}
        </button>
      </div>
    </Section>
  )
}

function OneFinding({ finding: { what, result, why } }: { readonly finding: Finding }) {
  const [icon, tone] = LOOKS[result]
  return (
    <li class="border-b border-line py-2 last:border-0">
      <div class="flex flex-wrap items-center gap-x-3">
        <span class="font-medium">{word('checked', what)}</span>
        <Pill icon={icon} tone={tone} text={word('checkResult', result)} />
      </div>
      {why !== undefined && <p class="text-muted">{why}</p>}
    </li>
  )
}
