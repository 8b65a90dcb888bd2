import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import germanTexts from '../../../../locales/backoffice/settings/de.json'
import { settingDescriptions } from '../../../../server/entities/setting-schema.ts'
import { placedFields, type SettingTexts, translated } from './setting-texts.ts'

const folder = join(import.meta.dirname, '../../../../locales/backoffice/settings')

/** What people read of a field, without its choices. */
const readOf = ({ name, help, default: otherwise }: SettingTexts[string] = { name: '' }) => ({
  name,
  help,
  otherwise,
})

const READ = /^\S(.*\S)?$/

describe.each(readdirSync(folder))('the texts of settings in %s', (file) => {
  const texts: SettingTexts = JSON.parse(readFileSync(join(folder, file), 'utf8'))

  /** Every field of every form, with the place of its texts. */
  const described = placedFields(settingDescriptions).map(({ field, places }) => ({
    path: places[0] ?? '',
    place: places.find((one) => one in texts),
    field,
  }))

  it('are there for exactly the fields that there are', () => {
    expect(described.filter(({ place }) => place === undefined)).toEqual([])
    const used = new Set(described.map(({ place }) => place))
    expect(Object.keys(texts).filter((place) => !used.has(place))).toEqual([])
  })

  it.each(described)('say the same as in English: $path', ({ place = '', field }) => {
    const [english, own] = [readOf(field), readOf(texts[place])]
    const written = (one: object) => Object.keys(JSON.parse(JSON.stringify(one)))
    expect(written(own)).toEqual(written(english))
    for (const text of Object.values({ ...own, ...english })) {
      if (text !== undefined) expect(text).toMatch(READ)
    }
    if (english.help !== undefined) expect(own.help).not.toBe(english.help)
  })

  it('name each choice', () => {
    const named = described.flatMap(({ place = '', field }) =>
      field.kind === 'choice' ? [{ place, english: field.choiceNames }] : [],
    )
    expect(named.length).toBeGreaterThan(3)
    for (const { place, english } of named) {
      const own = texts[place]?.choiceNames ?? {}
      expect(Object.keys(own), place).toEqual(Object.keys(english))
    }
  })

  it('have no name twice in one form', () => {
    const names = described.map(({ path, place = '' }) =>
      JSON.stringify([path.split('.').slice(0, -1), texts[place]?.name]),
    )
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('the texts of a language', () => {
  it('take the place of the English ones, and leave the rest', () => {
    const { threeDSecure, brands, risk } = translated(settingDescriptions, germanTexts)
    expect(brands).toMatchObject({ name: 'Zahlungsmarken', kind: 'list', default: 'alle' })
    expect(threeDSecure).toMatchObject({
      name: '3-D Secure',
      members: { policy: { name: 'Regel', kind: 'choice', choices: expect.any(Array) } },
    })
    expect(risk).toMatchObject({
      members: {
        rules: { record: { options: { holder: { members: { name: { name: 'Name' } } } } } },
      },
    })
  })
})
