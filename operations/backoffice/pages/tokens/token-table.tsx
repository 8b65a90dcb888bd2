import { mayDo } from '../../api/session.ts'
import { Pill } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'
import { SCOPES, type Token } from './token-wire.ts'

/** What the page has opened above its list. */
export type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'show' | 'revoke'; readonly token: Token }
  | { readonly kind: 'secret'; readonly accessToken: string }

export function TokenTable(props: {
  readonly tokens: readonly Token[]
  readonly open: (opened: Opened) => void
}) {
  return (
    <Table
      columns={[
        { text: t('tokens.label') },
        { text: t('tokens.role'), isWide: true },
        { text: t('tokens.ends'), isWide: true },
        { text: t('tokens.lastUsed'), isWide: true },
        { text: t('column.actions'), isHidden: true },
      ]}
    >
      {props.tokens.map((token) => (
        <tr key={token.id}>
          <td class="[overflow-wrap:anywhere]">
            <span class="font-medium">
              {token.label === '' ? t('tokens.noLabel') : token.label}
            </span>
            <span class="block text-hint text-muted">
              {t('fact.created')} <Time at={token.createdAt} />
            </span>
            <div class="flex flex-col items-start gap-1 pt-1 text-hint text-muted md:hidden">
              <Scopes token={token} />
              {token.expiresAt !== undefined && (
                <span class="flex flex-wrap items-center gap-x-1">
                  {t('tokens.ends')} <End token={token} />
                </span>
              )}
              <span>
                {t('tokens.lastUsed')} <LastUse token={token} />
              </span>
            </div>
          </td>
          <td class="hidden md:table-cell">
            <Scopes token={token} />
          </td>
          <td class="hidden md:table-cell">
            <End token={token} />
          </td>
          <td class="hidden text-muted md:table-cell">
            <LastUse token={token} />
          </td>
          <td>
            <Actions token={token} open={props.open} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Of which role a token is, what it may do of that, and from where. */
function Scopes({ token }: { readonly token: Token }) {
  const isLimited = token.scopes.length < SCOPES.length
  return (
    <>
      <span class="block">{word('tokenRole', token.tokenRole)}</span>
      {isLimited && (
        <span class="block text-hint text-muted">
          {t('tokens.only', {
            scopes: token.scopes.map((scope) => word('scope', scope)).join(', '),
          })}
        </span>
      )}
      {token.addresses.length > 0 && (
        <span class="block text-hint text-muted [overflow-wrap:anywhere]">
          {t('tokens.from', { addresses: token.addresses.join(', ') })}
        </span>
      )}
    </>
  )
}

function End({ token: { expiresAt, validity } }: { readonly token: Token }) {
  if (expiresAt === undefined) return <span class="text-muted">{t('tokens.never')}</span>
  return (
    <span class="flex flex-wrap items-center gap-2">
      <Time at={expiresAt} />
      {validity === 'endsSoon' && <Pill icon="warn" tone="warn" text={t('tokens.endsSoon')} />}
      {validity === 'ended' && <Pill icon="cross" tone="bad" text={t('tokens.ended')} />}
    </span>
  )
}

function LastUse({ token: { lastUsedAt } }: { readonly token: Token }) {
  return lastUsedAt === undefined ? <span>{t('tokens.notUsed')}</span> : <Time at={lastUsedAt} />
}

function Actions(props: { readonly token: Token; readonly open: (opened: Opened) => void }) {
  const { token, open } = props
  const isOfAdministrator = token.tokenRole === 'administrator'
  return (
    <span class="flex flex-wrap justify-end gap-2">
      {mayDo(isOfAdministrator ? 'token.showAdministrator' : 'token.show') && (
        <button type="button" class="button" onClick={() => open({ kind: 'show', token })}>
          {t('tokens.show')}
        </button>
      )}
      {mayDo('token.revoke') && (
        <button
          type="button"
          class="button button-bad"
          onClick={() => open({ kind: 'revoke', token })}
        >
          {t('tokens.revoke')}
        </button>
      )}
    </span>
  )
}
