import { flagOf, isMeant } from './flag.ts'

/** How one option of `wpwlOptions` is read. A value that cannot be read counts as not given. */
interface OptionRule<Value> {
  readonly fallback: Value
  readonly read: (given: unknown) => Value | undefined
}

type TextMap = Readonly<Record<string, string>>
type StyleMaps = Readonly<Record<string, TextMap>>

/**
 * Every option that the card form knows: name, type and default (reference behaviour §3.3). Callbacks
 * are not here: they are looked up when they are due (`callbacks.ts`).
 */
export const optionTable = {
  style: oneOf(['card', 'plain', 'logos', 'none'], 'card'),
  layout: oneOf(['', 'list', 'tabs', 'stacked'], ''),
  openFirst: flag(true),
  express: flag(true),
  locale: text(''),
  numberFormatting: flag(true),
  labels: texts(),
  errorMessages: texts(),
  showLabels: flag(true),
  showPlaceholders: flag(true),
  iframeStyles: styles(),
  spinner: texts(),
  autofocus: text(''),
  requireCvv: flag(true),
  allowEmptyCvv: flag(false),
  maskCvv: flag(false),
  showCVVHint: flag(false),
  allowEmptyCardHolderName: flag(true),
  showCardHolder: flag(true),
  /** Ours: the plain way to make the holder a must. */
  requireCardHolder: flag(false),
  disableCardExpiryDateValidation: flag(false),
  validation: flag(true),
  declined: oneOf(['leave', 'stay'], 'leave'),
  disableSubmitOnEnter: flag(false),
  registrations: flags(),
  showOneClickWidget: flag(true),
  hideOtherPaymentButton: flag(false),
  brandDetection: flag(false),
  brandDetectionType: oneOf(['regex', 'binlist'], 'regex'),
  brandDetectionPriority: list(),
  useSummaryPage: meant(),
  enableSAQACompliance: meant(),
  checkout: texts(),
  shopperResultUrl: text(''),
  /** A frame of the page, or `_top`, for the cardholder's authentication; else a frame of the form. */
  paymentTarget: text(''),
  /** A frame for the result, where `paymentTarget` is set too. */
  shopperResultTarget: text(''),
  /** `width` and `height` of the form's own frame. */
  threeDIframeSize: texts(),
  /** `threeDChallengeWindow`: 1 to 5. */
  browser: texts(),
} satisfies Record<string, OptionRule<unknown>>

type OptionTable = typeof optionTable

export type WidgetOptions = { readonly [Name in keyof OptionTable]: OptionTable[Name]['fallback'] }

/**
 * What a page could mean as on counts: else money would move against its will, or card data come into a
 * page that must not see it.
 */
function meant(): OptionRule<boolean> {
  return { fallback: false, read: isMeant }
}

function flag(fallback: boolean): OptionRule<boolean> {
  return { fallback, read: flagOf }
}

/** A map of flags. */
function flags(): OptionRule<Readonly<Record<string, boolean>>> {
  return { fallback: {}, read: (given) => mapOf(given, flagOf) }
}

function text(fallback: string): OptionRule<string> {
  return { fallback, read: textOf }
}

function oneOf<const Name extends string>(
  names: readonly Name[],
  fallback: NoInfer<Name>,
): OptionRule<Name> {
  return { fallback, read: (given) => names.find((name) => name === given) }
}

function list(): OptionRule<readonly string[]> {
  return {
    fallback: [],
    read: (given) =>
      Array.isArray(given) ? given.filter((item) => typeof item === 'string') : undefined,
  }
}

function texts(): OptionRule<TextMap> {
  return { fallback: {}, read: textMapOf }
}

function styles(): OptionRule<StyleMaps> {
  return {
    fallback: {},
    read: (given) => mapOf(given, textMapOf),
  }
}

function textMapOf(given: unknown): TextMap | undefined {
  return mapOf(given, textOf)
}

function mapOf<Value>(
  given: unknown,
  read: (value: unknown) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const entries = Object.entries(given).flatMap(([key, value]) => {
    const known = read(value)
    return known === undefined ? [] : [[key, known] as const]
  })
  return Object.fromEntries(entries)
}

function textOf(given: unknown): string | undefined {
  if (typeof given === 'number') return String(given)
  return typeof given === 'string' ? given : undefined
}
