import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { may, session } from './api/session.ts'
import { Empty } from './parts/notice.tsx'
import { Page } from './parts/page.tsx'
import { chosenEntity, entityStep } from './shell/chosen-entity.ts'
import { BASE, mayOpen, menuOf } from './shell/menu.ts'
import { Shell } from './shell/shell.tsx'
import { t } from './texts/texts.ts'

/** Each page is a file of its own, which is loaded when it is opened. */
const PAGES = {
  '/payments': lazy(() => import('./pages/payments/payments-page.tsx')),
  '/payments/:id': lazy(() => import('./pages/payment/payment.tsx')),
  '/payments/:id/receipt': lazy(() => import('./pages/receipt/receipt.tsx')),
  '/overview': lazy(() => import('./pages/overview/overview.tsx')),
  '/disputes': lazy(() => import('./pages/disputes/list.tsx')),
  '/disputes/:id': lazy(() => import('./pages/disputes/dispute.tsx')),
  '/reviews': lazy(() => import('./pages/reviews/reviews.tsx')),
  '/approvals': lazy(() => import('./pages/approvals/approvals.tsx')),
  '/settlements': lazy(() => import('./pages/settlements/settlements.tsx')),
  '/settlements/files/:id': lazy(() => import('./pages/settlements/file.tsx')),
  '/payouts': lazy(() => import('./pages/payouts/payouts.tsx')),
  '/payouts/:id': lazy(() => import('./pages/payouts/payout.tsx')),
  '/bookings': lazy(() => import('./pages/bookings/bookings.tsx')),
  '/report': lazy(() => import('./pages/report/report.tsx')),
  '/customers': lazy(() => import('./pages/customers/customers.tsx')),
  '/subscriptions': lazy(() => import('./pages/subscriptions/subscriptions.tsx')),
  '/subscriptions/:id': lazy(() => import('./pages/subscriptions/subscription.tsx')),
  '/checkouts': lazy(() => import('./pages/checkouts/checkouts.tsx')),
  '/blocks': lazy(() => import('./pages/blocks/blocks.tsx')),
  '/webhooks': lazy(() => import('./pages/webhooks/webhooks.tsx')),
  '/webhooks/:id': lazy(() => import('./pages/webhooks/webhook.tsx')),
  '/refused-requests': lazy(() => import('./pages/refused-requests/refused-requests.tsx')),
  '/entities': lazy(() => import('./pages/entities/entities.tsx')),
  '/entities/:id': lazy(() => import('./pages/entities/entity.tsx')),
  '/accounts': lazy(() => import('./pages/accounts/accounts.tsx')),
  '/accounts/:id': lazy(() => import('./pages/accounts/account.tsx')),
  '/tokens': lazy(() => import('./pages/tokens/tokens.tsx')),
  '/users': lazy(() => import('./pages/users/users.tsx')),
  '/mails': lazy(() => import('./pages/mails/mails.tsx')),
  '/audit': lazy(() => import('./pages/audit/audit.tsx')),
  '/system': lazy(() => import('./pages/system/system.tsx')),
  '/profile': lazy(() => import('./pages/profile/profile.tsx')),
} as const

const SignIn = lazy(() => import('./pages/sign-in/sign-in.tsx'))
const FirstPassword = lazy(() => import('./pages/sign-in/first-password.tsx'))
const NeededFactor = lazy(() => import('./pages/sign-in/needed-factor.tsx'))
const Forgotten = lazy(() => import('./pages/sign-in/forgotten.tsx'))
const NewPassword = lazy(() => import('./pages/sign-in/new-password.tsx'))
const Invitation = lazy(() => import('./pages/sign-in/invitation.tsx'))

export function App() {
  return (
    <LocationProvider scope={BASE}>
      <Guarded />
    </LocationProvider>
  )
}

/** A page that fails does not take the whole app with it. */
function Guarded() {
  const [isBroken, setBroken] = useState(false)
  return isBroken ? (
    <Broken />
  ) : (
    <ErrorBoundary onError={() => setBroken(true)}>
      <Content />
    </ErrorBoundary>
  )
}

function Broken() {
  return (
    <Page title={t('error.crash')}>
      <div class="panel">
        <Empty icon="warn" title={t('error.crash')} text={t('error.crashText')}>
          <button type="button" class="button mt-2" onClick={() => location.reload()}>
            {t('error.reload')}
          </button>
        </Empty>
      </div>
    </Page>
  )
}

/** Screen readers and keyboards go on at the beginning of a new page. */
function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus()
}

/** Somebody who is not signed in gets the form at the address they came for, and goes on there. */
function Content() {
  const { path } = useLocation()
  if (path === `${BASE}/invitation`) return <Invitation />
  if (path === `${BASE}/password`) return <NewPassword />
  if (path === `${BASE}/forgotten` && session.value === null) return <Forgotten />
  if (session.value === null) return <SignIn />
  if (session.value?.hasFirstPassword === true) return <FirstPassword />
  if (session.value?.lacksSecondFactor === true) return <NeededFactor />
  return (
    <Shell>
      <Pages />
    </Shell>
  )
}

interface Pushed {
  /** A link or a button has led here, and not "Back". */
  readonly wasPush: boolean
}

/** The page of the address, for the entity that the person has chosen. */
function Pages() {
  // The type of the package leaves out what its own router goes by.
  const { url, wasPush, route } = useLocation() as ReturnType<typeof useLocation> & Pushed
  const { chosen, to } = entityStep({ url, wasPush }, chosenEntity.value)
  useLayoutEffect(() => {
    if (to === undefined) chosenEntity.value = chosen
    else route(to, true)
  }, [chosen, to, route])
  // Without the entity the page would ask for another one's payments first.
  if (to !== undefined) return null
  return (
    <Router onRouteChange={focusContent}>
      {Object.entries(PAGES)
        .filter(([page]) => mayOpen(page, may))
        .map(([page, component]) => (
          <Route key={page} path={BASE + page} component={component} />
        ))}
      <Route path={BASE} component={First} />
      <Route default component={Missing} />
    </Router>
  )
}

/** The first page that the person may see. */
function First() {
  const { route } = useLocation()
  const first = menuOf(may)[0]?.[0]
  useEffect(() => {
    if (first !== undefined) route(BASE + first.path, true)
  }, [first, route])
  return first === undefined ? (
    <Page title={t('menu.nothing')}>
      <Empty icon="lock" title={t('menu.nothing')} text={t('menu.nothingText')} />
    </Page>
  ) : null
}

function Missing() {
  return (
    <Page title={t('missing.title')}>
      <div class="panel">
        <Empty icon="search" title={t('missing.title')} text={t('missing.text')}>
          <a class="link" href={BASE}>
            {t('missing.back')}
          </a>
        </Empty>
      </div>
    </Page>
  )
}
