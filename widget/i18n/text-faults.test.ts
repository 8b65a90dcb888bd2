import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type LocaleCode, localeCodes } from '../../common/locale-tags.ts'
import { checks, faultsOf } from './text-faults.fixture.ts'

const locales = join(import.meta.dirname, '../../locales')
/** The texts of the widget's script, of the code that it fetches, and of hosted pages. */
const folders = ['.', 'fetched', 'authentication', 'issuer']

type Texts = Readonly<Record<string, string>>

const readTexts = (folder: string, code: LocaleCode): Texts =>
  JSON.parse(readFileSync(join(locales, folder, `${code}.json`), 'utf8'))

/** The English text of a key, in the form of its plural that English has. */
function englishOf(texts: Texts, key: string): string {
  return texts[key] ?? texts[key.replace(/_[a-z]+$/, '_other')] ?? ''
}

describe.each(folders)('the texts in %s', (folder) => {
  const english = readTexts(folder, 'en')

  test.each(localeCodes)('%s has no fault that a machine can find', (code) => {
    const found = Object.entries(readTexts(folder, code)).flatMap(([key, text]) => {
      const faults = faultsOf({ code, key, text, english: englishOf(english, key) })
      return faults.map((fault) => `${key} has ${fault}: ${text}`)
    })
    expect(found).toEqual([])
  })
})

/** A text with one fault, and the same without it. */
type Planted = readonly [
  fault: string,
  code: LocaleCode,
  wrong: string,
  right: string,
  english?: string,
]

const planted: readonly Planted[] = [
  ['blanks at its ends or doubled', 'de', 'Karte  prüfen', 'Karte prüfen'],
  ['blanks at its ends or doubled', 'fi', 'Korttia ei hyväksytä ', 'Korttia ei hyväksytä'],
  ['blanks at its ends or doubled', 'fr', 'Format \u00a0: 08', 'Format\u00a0: 08'],
  ['a sign of markup, or a letter that is not composed', 'en', 'Pay <b>now</b>', 'Pay now'],
  [
    'a sign of markup, or a letter that is not composed',
    'de',
    'Karte pru\u0308fen',
    'Karte prüfen',
  ],
  ['an invisible sign', 'ar', 'رقم\u200f البطاقة', 'رقم البطاقة'],
  ['a typewriter’s quote or ellipsis', 'en', "Your bank's page", 'Your bank’s page'],
  ['a typewriter’s quote or ellipsis', 'en', 'Please wait...', 'Please wait…'],
  ['quotes of another language', 'de', '“Weiter” drücken', '„Weiter“ drücken'],
  ['quotes of another language', 'fr', 'Touchez “Payer”', 'Touchez «\u00a0Payer\u00a0»'],
  ['a full stop after one sentence, or none after several', 'en', 'Card saved.', 'Card saved'],
  ['a full stop after one sentence, or none after several', 'pl', 'Brak. Wróć', 'Brak. Wróć.'],
  ['a sign that can fall to the next line', 'fr', 'Supprimer ?', 'Supprimer\u00a0?'],
  [
    'a sign that can fall to the next line',
    'fr',
    'Page fermée: retour',
    'Page fermée\u00a0: retour',
  ],
  ['a sign that can fall to the next line', 'es', 'Formato : 08', 'Formato: 08'],
  ['a percent sign that is set as in another language', 'de', 'Rabatt: 5%', 'Rabatt: 5\u00a0%'],
  ['a percent sign that is set as in another language', 'en', '5\u00a0% off', '5% off'],
  ['a number that can be parted from what it counts', 'cz', '3 číslice', '3\u00a0číslice'],
  ['signs of another script', 'ar', 'تعذر الحذف, يرجى الانتظار', 'تعذر الحذف، يرجى الانتظار'],
  ['signs of another script', 'gr', 'Διαγραφή?', 'Διαγραφή;'],
  ['signs of another script', 'es', 'Eliminar?', '¿Eliminar?'],
  ['signs of another script', 'ro', 'Plăţi', 'Plăți'],
  ['signs of another script', 'ja', '接続できません!', '接続できません'],
  ['a word of two scripts', 'ru', 'Kарта', 'Карта'],
  [
    'blanks around Latin words that the language does not have, or none that it has',
    'ja',
    'PIN をご確認ください',
    'PINをご確認ください',
  ],
  [
    'blanks around Latin words that the language does not have, or none that it has',
    'cn',
    '请检查PIN',
    '请检查 PIN',
  ],
  ['an article before a value', 'hu', 'A(z) {{brand}} oldalán', 'Itt: {{brand}}', '{{brand}}'],
  ['an article before a value', 'hu', 'Az {{brand}} oldalán', 'Itt: {{brand}}', '{{brand}}'],
  ['an article before a value', 'fr', 'La page de {{brand}}', 'La page {{brand}}', '{{brand}}'],
  ['a Hungarian article that does not fit', 'hu', 'Vissza az boltba', 'Vissza a boltba'],
  ['a Hungarian article that does not fit', 'hu', 'Adja meg a összeget', 'Adja meg az összeget'],
  ['another form of address', 'it', 'Troppi tentativi. Paghi in un altro modo.', 'Paghi dopo'],
  ['another form of address', 'de', 'Prüfe deine Karte', 'Prüfen Sie Ihre Karte'],
  ['another form of address', 'ro', 'Confirmă plata', 'Plata se confirmă'],
  ['another form of address', 'no', 'Bekreft i banken Deres', 'Bekreft i banken din'],
  ['another form of address', 'pl', 'Proszę czekać…', 'Poczekaj…'],
  ['another term', 'ko', '상점으로 돌아가기', '쇼핑몰로 돌아가기'],
  ['another term', 'ru', 'Подтвердите в приложении Вашего банка', 'Ваш банк ответил'],
  ['another term', 'en', 'Card holder', 'Name on card'],
  ['a capital letter within a sentence', 'en', 'Card Number', 'Card number'],
  ['other values than English', 'de', 'Noch {{amout}}', 'Noch {{amount}}', '{{amount}} left'],
  ['the English text', 'se', 'Save card', 'Spara kort', 'Save card'],
]

/** One of the other form of address, in each language that has two. */
const addressed: readonly (readonly [LocaleCode, string])[] = [
  ['bg', 'Проверете твоята карта'],
  ['cn', '请检查你的卡'],
  ['cz', 'Zkontrolujte tvou kartu'],
  ['de', 'Prüfe deine Karte'],
  ['dk', 'Bekræft i appen hos Deres bank'],
  ['es', 'Compruebe tu tarjeta'],
  ['fi', 'Tarkista teidän korttinne'],
  ['fr', 'Vérifier ta carte'],
  ['gr', 'Ελέγξτε την κάρτα σου'],
  ['hu', 'Add meg a kódot'],
  ['it', 'Controlla la sua carta'],
  ['ja', 'あなたのカード'],
  ['ko', '코드를 입력하세요'],
  ['nl', 'Controleer je kaart'],
  ['no', 'Bekreft i appen til Deres bank'],
  ['pl', 'Proszę podać kod'],
  ['pt', 'Verifique o teu cartão'],
  ['pt-br', 'Verifique teu cartão'],
  ['ro', 'Verificați cardul tău'],
  ['ru', 'Проверьте твою карту'],
  ['se', 'Kontrollera ert kort'],
  ['sk', 'Skontrolujte tvoju kartu'],
  ['sl', 'Preverite tvojo kartico'],
  ['tr', 'Senin kartın'],
]

describe('the checks', () => {
  test.each(planted.map((each) => [each[0], each[2], each] as const))(
    'find %s: %s',
    (_fault, _wrong, each) => {
      const [fault, code, wrong, right, english = ''] = each
      const faults = (text: string) => faultsOf({ code, key: 'submit', text, english })
      expect(faults(wrong)).toEqual([fault])
      expect(faults(right)).toEqual([])
    },
  )

  test.each(addressed)('find another form of address in %s: %s', (code, text) => {
    expect(faultsOf({ code, key: 'submit', text, english: '' })).toEqual([
      'another form of address',
    ])
  })

  test('know the form of address of every language but Arabic and English', () => {
    const known = [...addressed.map(([code]) => code), 'ar', 'en']
    expect(known.sort()).toEqual([...localeCodes].sort())
  })

  test('have all been seen to find something', () => {
    expect(new Set(planted.map(([fault]) => fault))).toEqual(new Set(Object.keys(checks)))
  })

  test.each([
    ['the mandate has the words that were approved', 'fr', 'debitMandate', 'de {{creditor}}'],
    ['one number may be written as a word', 'ar', 'cvvLength_one', 'رقم واحد'],
    ['a word is the same in both languages', 'nl', 'billingPostcode', 'Postcode'],
  ] as const)('leave an exception: %s', (_why, code, key, text) => {
    const english = { debitMandate: '{{creditor}}', cvvLength_one: '{{count}}' }[key as string]
    expect(faultsOf({ code, key, text, english: english ?? text })).toEqual([])
  })
})
