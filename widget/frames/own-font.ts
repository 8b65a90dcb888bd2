import { widthsIn } from './look.ts'
import { isHelloTo, readToFrame } from './read-message.ts'

/** What the page's style names the file by: an absolute address, alone or in `url(…)`. */
const FILE = '--tillgate-font-file'
const ADDRESS = /^\s*(?:url\(\s*)?["']?(https?:\/\/[^\s"'()\\]+)["']?\s*\)?\s*$/
/** A file that comes later is not used: the field would change under the shopper's hands. */
const LOADED_WITHIN_MS = 3000
/** A page that names ever other files gets no more. */
const MAX_FILES = 4
const FAMILY = 'tillgate-own'
const DIGITS = [...'0123456789']
/** What stands beside digits in a field: the blank between groups, and what hides them. */
const BESIDE = [' ', '•']
/** So often each pair stands in the sample: a difference of a hundredth of a pixel is seen. */
const MEASURED = 20
/** Substitutions and positions that shapers apply unasked (OpenType, HarfBuzz): they could widen some digits. */
const FEATURES =
  'abvm blwm calt ccmp clig curs dist frac kern liga locl mark mkmk rand rclt rlig rvrn'.split(' ')

/**
 * Draws a secured field in the font of the page, which the page's style names by its file. Runs in documents
 * of channels that list origins of fonts alone (setting `checkouts.fontOrigins`), and hears what the page says
 * besides the field's own code. The file is loaded as a whole and at once, so no request depends on what is
 * typed. A font is used only while all digits are equally wide in it; else the field keeps the one it has.
 */
export function drawInOwnFont(place: Window): void {
  const query = new URLSearchParams(location.search)
  const instance = query.get('instance') ?? ''
  const parents = document.querySelector('p')?.dataset.parent?.split(' ') ?? []
  const input = document.querySelector('input')
  if (input === null) return
  const draw = ownFont(input)
  place.addEventListener('message', ({ source, origin, data, ports: [port] }) => {
    if (source !== parent || !parents.includes(origin) || !isHelloTo(instance, data)) return
    port?.addEventListener('message', (event) => {
      const message = readToFrame(event.data)
      // After the field has taken the rest of the look.
      if (message?.kind === 'look') setTimeout(draw, 0, message.look.style[FILE] ?? '')
    })
  })
}

/** Returns what draws the field in the font of a file; what is no address of one ends that. */
function ownFont(input: HTMLInputElement): (file: string) => void {
  const files = new Map<string, Promise<FontFace | undefined>>()
  const sheet = new CSSStyleSheet()
  sheet.insertRule('input,p{}')
  sheet.insertRule('input{}')
  const [drawn, shaped] = [...sheet.cssRules] as [CSSStyleRule, CSSStyleRule]
  const off = FEATURES.map((name) => `"${name}" 0`).join()
  let wanted = ''
  let face: FontFace | undefined
  let isRefused = false

  const families = () => `${FAMILY},${input.style.fontFamily || 'sans-serif'}`

  function keepOut(): void {
    drawn.style.removeProperty('font-family')
    shaped.style.removeProperty('font-feature-settings')
  }

  /** In each size, weight and style anew: these choose other faces and widths. */
  function check(): void {
    keepOut()
    if (face === undefined || isRefused || input.clientWidth === 0) return
    shaped.style.setProperty('font-feature-settings', off, 'important')
    if (hasEvenPairs(input, families())) {
      drawn.style.setProperty('font-family', families(), 'important')
    } else {
      refuse()
    }
  }

  function refuse(): void {
    keepOut()
    isRefused = true
    console.warn(`${wanted} is not used in the secured field: its digits are not equally wide`)
  }

  /** What no pair has shown: a font may look at more than two digits. Before it is painted. */
  function checkTyped(): void {
    if (!drawn.style.fontFamily) return
    const texts = [input.value, input.value.replace(/\d/g, '0')]
    if (new Set(widthsIn(input, families(), texts)).size > 1) refuse()
  }

  function use(loaded: FontFace | undefined): void {
    if (face !== undefined) document.fonts.delete(face)
    face = loaded
    isRefused = false
    if (face !== undefined) document.fonts.add(face)
    check()
  }

  input.addEventListener('input', checkTyped)
  new ResizeObserver(check).observe(input)
  return (given) => {
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
    const file = ADDRESS.exec(given)?.[1] ?? ''
    if (file === wanted) return check()
    wanted = file
    use(undefined)
    if (file === '' || (!files.has(file) && files.size === MAX_FILES)) return
    const loading = files.get(file) ?? load(file)
    files.set(file, loading)
    void loading.then((loaded) => {
      if (wanted === file && loaded) use(loaded)
    })
  }
}

/** The font of a file; `undefined`, and a line in the console, where it may not be loaded or does not come in time. */
async function load(file: string): Promise<FontFace | undefined> {
  let reason = 'it cannot be loaded as a woff2 font of another origin (CORS)'
  const see = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective !== 'font-src') return
    reason = `its channel does not list ${new URL(file).origin} in the setting checkouts.fontOrigins`
  }
  document.addEventListener('securitypolicyviolation', see)
  try {
    // All weights and widths out of this file: nothing is drawn bolder by the browser.
    const descriptors = { weight: '1 1000', stretch: '50% 200%' }
    const face = new FontFace(FAMILY, `url("${file}") format("woff2")`, descriptors)
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, LOADED_WITHIN_MS))
    const loaded = await Promise.race([face.load(), late])
    if (loaded !== undefined) return loaded
    reason = `it did not come within ${LOADED_WITHIN_MS / 1000} seconds`
  } catch {
    // The event of a refusal comes in a task of its own.
    await new Promise((resolve) => setTimeout(resolve))
  } finally {
    document.removeEventListener('securitypolicyviolation', see)
  }
  console.warn(`${file} is not used in the secured field: ${reason}`)
  return undefined
}

/** Whether each digit is as wide as any other, beside each digit, blank and mask. */
function hasEvenPairs(input: HTMLInputElement, families: string): boolean {
  const groups = [
    DIGITS.flatMap((one) => DIGITS.map((other) => (one + other).repeat(MEASURED))),
    ...BESIDE.map((beside) => DIGITS.map((digit) => (digit + beside).repeat(MEASURED))),
  ]
  const widths = widthsIn(input, families, groups.flat())
  return groups.every((group) => {
    const ofGroup = new Set(widths.splice(0, group.length))
    return ofGroup.size === 1 && !ofGroup.has(0)
  })
}
