import type { FrameLook } from '../../common/widget-wire.ts'
import { kebabCase } from '../options/element-list.ts'

/** What the inner input takes over from the frame element outside: how text looks, and the space around it. */
const PROPERTIES = [
  'color',
  'caret-color',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'text-align',
  'text-indent',
  'text-shadow',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  // The file of the page's own font: see `own-font.ts` of the frames.
  '--tillgate-font-file',
]

/** What is read from the page for one frame. */
export type PageLook = Pick<FrameLook, 'style' | 'placeholderStyle' | 'colorScheme'>

/** Texts and styles that the page chooses for one frame. */
export interface LookTexts {
  readonly label: string
  readonly description: string
  readonly placeholder: string
  readonly lang: string
  /** Of option `iframeStyles`. */
  readonly placeholderStyle: Readonly<Record<string, string>>
}

/**
 * Reads how the input inside should look from the computed style of the frame element, so that a
 * shop's rules for `.wpwl-control` reach inside (reference behaviour §3.6).
 *
 * All padding moves inside: a click on the padding of the frame element would not reach the input.
 * All frames are read before anything is written, or the browser would compute styles once per frame.
 */
export function readLooks(
  frames: readonly HTMLIFrameElement[],
  model: Element | null,
): readonly PageLook[] {
  for (const frame of frames) frame.style.removeProperty('padding')
  const placeholderStyle = placeholderModel(model)
  const looks = frames.map((frame) => ({ ...frameStyle(frame), placeholderStyle }))
  for (const frame of frames) frame.style.setProperty('padding', '0', 'important')
  return looks
}

/** The look that is sent to a frame: the page's, with the texts and styles of the options. */
export function frameLook(page: PageLook, texts: LookTexts): FrameLook {
  const { placeholderStyle: given, ...spoken } = texts
  const own = Object.entries(given).map(([name, value]) => [kebabCase(name), value])
  return {
    ...page,
    ...spoken,
    placeholderStyle: { ...page.placeholderStyle, ...Object.fromEntries(own) },
  }
}

function frameStyle(frame: HTMLIFrameElement): Pick<FrameLook, 'style' | 'colorScheme'> {
  const computed = getComputedStyle(frame)
  const style = Object.fromEntries(
    PROPERTIES.map((name) => [name, computed.getPropertyValue(name)] as const),
  )
  // A translucent background would be seen twice; the frame element's own is enough then.
  const background = computed.backgroundColor
  if (/^rgb\(/.test(background)) style['background-color'] = background
  return { style, colorScheme: usedColorScheme(computed) }
}

/** The placeholder of the page's own field beside it: they must not differ. */
function placeholderModel(model: Element | null): Record<string, string> {
  if (model === null) return {}
  const { color, opacity } = getComputedStyle(model, '::placeholder')
  // WebKit answers with the look of the field itself: a placeholder must not look like a value.
  const isValue = opacity === '1' && color === getComputedStyle(model).color
  return { color, opacity: isValue ? '0.6' : opacity }
}

/**
 * A frame's canvas stays transparent only while inside and outside use the same scheme. A page may
 * choose its scheme by property or by a meta element; only a colour that differs between
 * the schemes shows which one is used: `base.css` gives frames such a colour.
 */
function usedColorScheme({ columnRuleColor }: CSSStyleDeclaration): FrameLook['colorScheme'] {
  return columnRuleColor === 'rgb(255, 255, 255)' ? 'dark' : 'light'
}
