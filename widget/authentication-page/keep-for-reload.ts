import { RESUMED_KEY } from '../../common/authentication-wire.ts'

/**
 * The page came by a form, which a browser would ask the shopper to send again after a reload, or on the
 * way back. So the entry of the history becomes one without a form: what answers it there (GET) posts what
 * is kept here. Not in the address, which logs and other pages may see. With the entry, as a tab may have
 * entries of several payments; and in the tab, for browsers that forget what is kept with an entry when its
 * reload fails.
 */
export function keepForReload({
  id,
  token,
}: {
  readonly id: string
  readonly token: string
}): void {
  const { lang } = document.documentElement
  const kept = { id, token, lang }
  try {
    sessionStorage.setItem(RESUMED_KEY, JSON.stringify(kept))
    history.replaceState(kept, '', location.href)
  } catch {
    // Without storage the browser asks, and the form is sent again.
  }
}
