import { type LocaleCode, localeCodes } from '../../common/locale-tags.ts'

/** How a picture is taken. */
export interface Variant {
  readonly language: LocaleCode
  readonly theme: 'light' | 'dark'
  /** Of the page, in CSS pixels. */
  readonly width: number
}

const DEFAULTS = { languages: 'en,de,ar', themes: 'light,dark', widths: '320,1200' }

/** The variants that the environment asks for (scripts/gallery.mjs sets it). */
export function variantsOf(env: NodeJS.ProcessEnv): readonly Variant[] {
  const list = (name: keyof typeof DEFAULTS) =>
    (env[`GALLERY_${name.toUpperCase()}`] ?? DEFAULTS[name]).split(',')
  const languages = localeCodes.filter((code) => list('languages').includes(code))
  return languages.flatMap((language) =>
    list('themes').flatMap((theme) =>
      list('widths').map((width) => ({
        language,
        theme: theme === 'dark' ? ('dark' as const) : ('light' as const),
        width: Number(width),
      })),
    ),
  )
}

/** The forms that the environment asks for; all when absent. */
export function wantedForms(env: NodeJS.ProcessEnv): ReadonlySet<string> | undefined {
  return env.GALLERY_FORMS === undefined ? undefined : new Set(env.GALLERY_FORMS.split(','))
}
