import type { LocaleCode } from '../../common/locale-tags.ts'

/** A text of `locales/`, with the English one of its key. */
export interface LocaleText {
  readonly code: LocaleCode
  /** With its plural form. */
  readonly key: string
  readonly text: string
  readonly english: string
}

type Check = (text: LocaleText) => boolean

/** By language; languages without an entry have no rule. */
type ByLanguage<Value> = Readonly<Partial<Record<LocaleCode, Value>>>

/** A word among others: `\b` knows ASCII letters only. */
const word = (words: string, flags = 'iu') =>
  new RegExp(`(?<![\\p{L}’])(?:${words})(?![\\p{L}’])`, flags)

/** Quotation marks that open and close. */
const quotes: ByLanguage<string> = {
  ar: '«»',
  bg: '„“',
  cn: '“”',
  cz: '„“',
  de: '„“',
  dk: '»«',
  en: '“”',
  es: '«»',
  fi: '””',
  fr: '«»',
  gr: '«»',
  hu: '„”',
  it: '«»',
  ja: '「」',
  ko: '“”',
  nl: '‘’',
  no: '«»',
  pl: '„”',
  pt: '«»',
  'pt-br': '“”',
  ro: '„”',
  ru: '«»',
  se: '””',
  sk: '„“',
  sl: '„“',
  tr: '“”',
}

/** Languages in which a number is not parted from what it counts. */
const keepsNumbers: readonly LocaleCode[] = ['cz', 'fr', 'pl', 'ru', 'sk']

/** Languages that write a no-break space before the percent sign. */
const spacesPercent: readonly string[] = 'bg cz de dk es fi fr no ro ru se sk sl'.split(' ')

/** Words that depend on what follows, which is not known of a value. */
const articles: ByLanguage<string> = {
  de: 'der|die|das|dem|den|ein|eine|einem|einer|vom|beim|zum|zur',
  en: 'an?',
  es: 'el|la|un|una|del|al',
  fr: 'le|la|un|une|de|du|au',
  gr: 'ο|η|το|τον|την|του|της|στο|στον|στη|στην',
  hu: 'az?',
  it: 'il|lo|la|un|uno|una|del|dello|della|al|allo|alla|nel|nello|nella',
  nl: 'de|het|een',
  pt: 'o|um|uma|do|da|no|na|ao|à|pelo|pela',
  'pt-br': 'o|um|uma|do|da|no|na|ao|à|pelo|pela',
}

/** The form of address that a language does not use here. */
const otherAddress: ByLanguage<RegExp> = {
  bg: word('ти|теб|тво\\p{L}*'),
  cn: /你/,
  cz: word('ty|tebe|tobě|tě|tvůj|tvoj\\p{L}*|tv[áéouým]\\p{L}*'),
  de: word('du|dich|dir|dein|deine[mnrs]?'),
  dk: /(?<=[\p{L},] )(De|Dem|Deres)(?!\p{L})/u,
  es: word('tú|tus?|te|ti|contigo'),
  fi: word('te|teidän|teille|teiltä|teitä'),
  fr: word('tu|toi|te|ton|ta|tes'),
  gr: word('εσύ|εσένα|σου|δικό σου'),
  hu: word('te|téged|neked|tied|próbáld|add meg|ellenőrizd|válaszd|írd'),
  it: /(?<!\p{L})(su[oae]|suoi|scelga|controlli|inserisca|riprovi|verifichi)(?!\p{L})|\. Paghi/iu,
  ja: /あなた/,
  ko: /시겠어요|하세요|[해했돼]요/,
  nl: word('je|jij|jou|jouw|jullie'),
  no: /(?<=[\p{L},] )(De|Dem|Deres)(?!\p{L})/u,
  pl: word('pan|pani|pana|państwo|państwa|proszę|prosimy'),
  pt: word('tu|te|ti|teus?|tuas?|você'),
  'pt-br': word('tu|te|ti|teus?|tuas?'),
  // "Se anulează" is no request.
  ro: /(?<!\p{L})(?<!se )(tu|te|tine|ta|tău|tăi|tale|alege|anulează|aplică|aprobă|confirmă|continuă|introdu|salvează)(?!\p{L})/iu,
  ru: word('ты|тебя|тебе|тво[йяёеию]\\p{L}*'),
  se: word('ni|er|ert|era'),
  sk: word('ty|teba|tebe|ťa|tvoj\\p{L}*'),
  sl: word('ti|tebe|tebi|tvoj\\p{L}*'),
  tr: word('sen|senin|sana|seni'),
}

/** Words for which a language has another one here. */
const otherTerms: ByLanguage<RegExp> = {
  bg: /по желание|(?<!\p{L})(ви|вие|вас|ваш\p{L}*)(?!\p{L})/u,
  cn: /支付|PIN 码|已使用|已被使用/,
  dk: word('tjek'),
  en: /card ?holder|(?<!\p{L})tries/iu,
  es: word('seleccione'),
  gr: word('συμπληρώστε|γράψτε'),
  it: word('paese', 'u'),
  ko: /상점|선택 사항/,
  nl: word('check|bewaren'),
  no: word('kontroller|skriv inn'),
  pt: word('insira|telefone'),
  'pt-br': word('insira|digite'),
  ru: /ПИН|(?<=[\p{L},] )(Вы|Вас|Вам|Ваш)/u,
  se: word('kolla'),
}

/** Words with capital letters within an English sentence. */
const names = 'I|A|B|BIC|CVV|IBAN|JavaScript|MM|PIN|QR|SEPA|YY|ZIP'

/** Terms that are the same word in several languages, and the name of the code on all cards. */
const sameAsEnglish: Readonly<Record<string, readonly string[] | 'all'>> = {
  billingPostcode: ['nl'],
  billingProvince: ['fr'],
  card: ['ro'],
  cvv: 'all',
  expiryIncomplete: ['de', 'dk', 'no', 'pl', 'ro', 'se'],
  mmyy: ['ar'],
  optional: ['de'],
  transferIban: ['de'],
}

const placeholders = (text: string) => (text.match(/\{\{[^}]*\}\}/g) ?? []).sort().join()

/** A plural form for one number only, or for zero, may write that as a word. */
const mayNameCount = ({ code, key }: LocaleText) => code === 'ar' && /_(zero|one|two)$/.test(key)

/** What a machine can find in a text, by what is wrong with it. */
export const checks: Readonly<Record<string, Check>> = {
  'blanks at its ends or doubled': ({ text }) => /^\s|\s$|\s\s|[\t\n]|^$/.test(text),
  'a sign of markup, or a letter that is not composed': ({ text }) =>
    /[<>&`—]/.test(text) || text.normalize('NFC') !== text,
  'an invisible sign': ({ text }) => /[\u00ad\u200b-\u200f\u2060\ufeff]/.test(text),
  'a typewriter’s quote or ellipsis': ({ text }) => /["']|\.\.|\.…/.test(text),
  'quotes of another language': ({ code, text }) => {
    // Between letters it is an apostrophe.
    const found = text.replace(/(?<=\p{L})’(?=\p{L})/gu, '').match(/[“”„‚‘’«»‹›「」『』]/g) ?? []
    return found.some((sign) => !quotes[code]?.includes(sign))
  },
  'a full stop after one sentence, or none after several': ({ text }) => {
    if (/[.。](?=.)/.test(text)) return !/[.。…]$/.test(text)
    // Chinese joins two short sentences by a comma.
    return !text.includes('，') && /[.。]$/.test(text)
  },
  'a sign that can fall to the next line': ({ code, text }) =>
    code === 'fr'
      ? /(?<![\u00a0\u202f])[:;!?»]|«(?![\u00a0\u202f])/.test(text)
      : / [:;!?%»]|« |\u00a0[:;!?]/.test(text),
  'a percent sign that is set as in another language': ({ code, text }) =>
    spacesPercent.includes(code) ? /(?<!\u00a0)%/.test(text) : /\s%/.test(text),
  'a number that can be parted from what it counts': ({ code, text }) =>
    keepsNumbers.includes(code) && /(\d|\{\{count\}\}) \p{L}/u.test(text),
  'signs of another script': ({ code, text }) => {
    if (code === 'ar') return /[,;?]/.test(text)
    if (code === 'gr') return text.includes('?')
    if (code === 'es') return text.includes('?') !== text.includes('¿')
    if (code === 'ro') return /[şţŞŢ]/.test(text)
    if (code === 'cn' || code === 'ja')
      return /[\u3040-\u9fff] ?[,;:?!()]|[()] ?[\u3040-\u9fff]/.test(text)
    return /[\u0600-\u06ff\u3000-\u9fff\uff00-\uffef]/.test(text)
  },
  'a word of two scripts': ({ text }) =>
    /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u.test(
      text,
    ),
  'blanks around Latin words that the language does not have, or none that it has': ({
    code,
    text,
  }) => {
    if (code === 'ja') return /[\u3040-\u9fff] [A-Z0-9]|[A-Z0-9] [\u3040-\u9fff]/i.test(text)
    return code === 'cn' && /[\u4e00-\u9fff][A-Z0-9{]|[A-Z0-9}][\u4e00-\u9fff]/i.test(text)
  },
  'an article before a value': ({ code, key, text }) => {
    // The approved words of the mandate stay.
    if (key === 'debitMandate' && code !== 'hu') return false
    const found = articles[code]
    return (
      found !== undefined && new RegExp(`${word(found).source} ?(\\(z\\) )?\\{\\{`, 'iu').test(text)
    )
  },
  'a Hungarian article that does not fit': ({ code, text }) =>
    code === 'hu' && /(?<!\p{L})(az (?![aáeéiíoóöőuúüű])|a (?=[aáeéiíoóöőuúüű]))\p{L}/iu.test(text),
  'another form of address': ({ code, text }) => otherAddress[code]?.test(text) ?? false,
  'another term': ({ code, text }) => otherTerms[code]?.test(text) ?? false,
  'a capital letter within a sentence': ({ code, text }) => {
    if (code !== 'en') return false
    const rest = text.replace(word(names, 'gu'), '').replace(/(^|[.:?…] )\(?\p{Lu}/gu, '$1')
    return /\p{Lu}/u.test(rest)
  },
  'other values than English': (text) =>
    placeholders(text.text) !== placeholders(text.english) &&
    !(mayNameCount(text) && placeholders(text.text) === ''),
  'the English text': ({ code, key, text, english }) => {
    const same = sameAsEnglish[key] ?? []
    return code !== 'en' && text === english && same !== 'all' && !same.includes(code)
  },
}

/** What is wrong with a text. */
export function faultsOf(text: LocaleText): readonly string[] {
  return Object.entries(checks).flatMap(([name, isFaulty]) => (isFaulty(text) ? [name] : []))
}
