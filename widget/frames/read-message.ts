import { MAX_FRAME_STYLES, MAX_FRAME_TEXT } from '../../common/frame-limits.ts'
import { isJsonObject } from '../../common/json-object.ts'
import type { FrameHello, ToFrame } from '../../common/widget-wire.ts'

/** What comes in from the page may be anything: a message is used only if its whole shape fits. */
type Check = (value: unknown) => boolean

const is =
  (type: string): Check =>
  (value) =>
    typeof value === type
/** Whether a value is a text of this pattern; a text it is not made. */
export const matches =
  (pattern: RegExp): Check =>
  (value) =>
    isText(value) && pattern.test(value as string)
const having =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isJsonObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]))

const isText = is('string')
const isShown: Check = (value) => isText(value) && (value as string).length <= MAX_FRAME_TEXT
const isFlag = is('boolean')
const isTexts: Check = (value) => isJsonObject(value) && Object.values(value).every(isText)
const isStyle: Check = (value) =>
  isJsonObject(value) &&
  Object.keys(value).length <= MAX_FRAME_STYLES &&
  Object.values(value).every(isShown)
/** No brand has a code of another length; a page must not make codes shorter or longer. */
const isCodeLengths: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((length) => length === 3 || length === 4)
const isLook = having({
  style: isStyle,
  placeholderStyle: isStyle,
  placeholder: isShown,
  label: isShown,
  description: isShown,
  lang: matches(/^[\w-]{2,35}$/),
  colorScheme: matches(/^(?:light|dark)$/),
})

const shapes: Readonly<Record<ToFrame['kind'], Check>> = {
  look: having({ look: isLook }),
  focus: isJsonObject,
  grouping: having({ grouped: isFlag }),
  binList: having({ isAsked: isFlag }),
  codeRules: having({ lengths: isCodeLengths, required: isFlag, mask: isFlag }),
  fault: having({ message: (value) => value === null || isShown(value) }),
  disabled: having({ disabled: isFlag }),
  submit: having({
    path: matches(/^\/v1\/checkouts\/\w[\w.-]{0,47}\/(?:payment|registration|summary)$/),
    fields: isTexts,
    withCode: isFlag,
    length: (value) => value === undefined || is('number')(value),
  }),
}

/** The page's message, or undefined if it is none that a frame understands. */
export function readToFrame(data: unknown): ToFrame | undefined {
  const kind = isJsonObject(data) ? data.kind : ''
  // Not `String(kind)`: an object of the page's may refuse to become a text.
  const known = typeof kind === 'string' && Object.hasOwn(shapes, kind)
  return known && shapes[kind as ToFrame['kind']](data) ? (data as ToFrame) : undefined
}

/** Whether this is the page's first message to the frame of this instance. */
export function isHelloTo(instance: string, data: unknown): data is FrameHello {
  return isJsonObject(data) && data.tillgate === 'hello' && data.instance === instance
}
