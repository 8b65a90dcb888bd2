import type { SecuredField, WidgetBoot } from '../../common/widget-wire.ts'
import { requestedForms } from '../forms/registry.ts'
import { isOff } from '../options/flag.ts'
import { hasPageOptions, pageOptions } from '../options/page-options.ts'
import {
  frameAddress,
  framePermissions,
  type PageWithPolicy,
  randomName,
} from '../secured/frame-address.ts'
import type { EarlyForm } from './early-form.ts'
import { formHeight } from './form-height.ts'
import { fontSample } from './page-font.ts'
import { brandsOf } from './take-placeholders.ts'

/**
 * The secured fields of the page's first card form, which take longest: they load while the main code is
 * still on its way.
 */
export interface EarlyFrames {
  /** Begins to load them, once, if there is a placeholder for a card form and its options are known. */
  begin(waiting: Iterable<HTMLFormElement>): void
  /** The container for the form of a placeholder, with the fields in it. It is given away once. */
  give(place: Element): EarlyForm | undefined
  /** Removes what nobody has taken. */
  drop(): void
}

export function createEarlyFrames(boot: WidgetBoot): EarlyFrames {
  let early: (EarlyForm & { readonly place: Element }) | undefined
  /** The policy of the page forbids the frames. Each further try would be blocked as well, without an end. */
  let isBlocked = false
  const spoken = new Set<MessageEventSource | null>()
  const loaded = new Set<EventTarget>()

  function hear({ origin, source, data }: MessageEvent): void {
    if (origin === boot.base && data?.tillgate === 'here') spoken.add(source)
  }

  /** The main code tries it once more, and tells the page why it fails. */
  function takeBack({ blockedURI }: SecurityPolicyViolationEvent): void {
    if (!blockedURI.startsWith(boot.base)) return
    isBlocked = true
    drop()
  }

  function end(): void {
    early = undefined
    removeEventListener('message', hear)
    document.removeEventListener('securitypolicyviolation', takeBack)
  }

  function drop(): void {
    early?.container.remove()
    end()
  }

  function begin(waiting: Iterable<HTMLFormElement>): void {
    const isCard = (place: HTMLFormElement) => requestedForms(brandsOf(place))[0]?.kind === 'card'
    const place = [...waiting].find(isCard)
    // A script further down may declare options. With this one the frames are others; the text `false`
    // only costs time.
    if (
      early ||
      isBlocked ||
      pageOptions().enableSAQACompliance ||
      !place ||
      (document.readyState === 'loading' && !hasPageOptions())
    )
      return
    const instance = randomName()
    const container = createContainer(boot, place, instance, loaded)
    addEventListener('message', hear)
    document.addEventListener('securitypolicyviolation', takeBack)
    place.before(container)
    early = { place, container, instance, spoken, loaded }
  }

  return {
    begin,
    give(place) {
      const form = early
      if (form?.place !== place) return undefined
      end()
      // The sample of the font: Preact leaves it where it is.
      form.container.lastChild?.remove()
      if (form.container.nextSibling === place) return form
      form.container.remove()
      return undefined
    },
    drop,
  }
}

/**
 * With the secured fields in it. They begin to load when it is put into the page.
 *
 * @param loaded gets the frames whose document is loaded
 */
function createContainer(
  boot: WidgetBoot,
  place: HTMLFormElement,
  instance: string,
  loaded: Set<EventTarget>,
): HTMLElement {
  const { requireCvv, showLabels } = pageOptions()
  const container = document.createElement('div')
  container.style.minHeight = `${formHeight(place, boot)}px`
  // What stands in it later is perhaps lower: it must not count as moved.
  container.style.visibility = 'hidden'
  const form = container.appendChild(document.createElement('form'))
  // Laid out, so that the fields inside can measure their letters.
  form.style.cssText = 'position:fixed;top:0;left:0;visibility:hidden'
  const add = (field: SecuredField, rest?: { besideNumberIn: Element }) => {
    const group = form.appendChild(document.createElement('div'))
    if (!isOff(showLabels)) group.append(document.createElement('div'))
    const frame = document.createElement('iframe')
    frame.addEventListener('load', () => loaded.add(frame), { once: true })
    frame.name = field
    const allow = framePermissions(document as PageWithPolicy)
    if (allow) frame.allow = allow
    frame.src = frameAddress(boot, { field, instance, ...rest })
    group.appendChild(document.createElement('div')).append(frame)
  }
  add('card.number')
  if (!isOff(requireCvv)) add('card.cvv', { besideNumberIn: form })
  container.append(fontSample(place))
  return container
}
