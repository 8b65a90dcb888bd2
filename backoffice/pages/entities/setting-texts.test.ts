import { describe, expect, it } from 'vitest'
import germanTexts from '../../../locales/backoffice/settings/de.json'
import { settingDescriptions } from '../../../server/entities/setting-descriptions.ts'
import { type SettingTexts, translated } from './setting-texts.ts'

/** Every setting and every member of one, with its English texts. */
const described = Object.entries(settingDescriptions).flatMap(([name, setting]) => [
  { path: name, texts: setting },
  ...(setting.kind === 'object'
    ? Object.entries(setting.members).map(([member, texts]) => ({
        path: `${name}.${member}`,
        texts,
      }))
    : []),
])

const texts: SettingTexts = germanTexts

describe('the texts of settings', () => {
  it('are there in German for exactly the settings that there are', () => {
    expect(Object.keys(texts).toSorted()).toEqual(described.map(({ path }) => path).toSorted())
  })

  it.each(described)(
    'have a name, a purpose and a default in both languages: $path',
    ({ path, texts: english }) => {
      const names = Object.keys(english).filter((name) =>
        ['name', 'help', 'default'].includes(name),
      )
      const { choiceNames: _, ...german } = texts[path] ?? { name: '', help: '' }
      expect(Object.keys(german).toSorted()).toEqual(names.toSorted())
      for (const text of [...Object.values(german), english.name, english.help]) {
        expect(text.trim()).toMatch(/^\S.*\S$/)
      }
      expect(texts[path]?.help).not.toBe(english.help)
    },
  )

  it('name each choice in both languages', () => {
    const named = described.flatMap(({ path, texts: english }) =>
      'choiceNames' in english ? [{ path, english: english.choiceNames ?? {} }] : [],
    )
    expect(named.length).toBeGreaterThan(3)
    for (const { path, english } of named) {
      const names = texts[path]?.choiceNames ?? {}
      expect(Object.keys(names), path).toEqual(Object.keys(english))
      for (const [value, name] of Object.entries(names)) expect(name).not.toBe(english[value])
    }
  })

  it('have no name twice in one form', () => {
    const nameOf = (path: string) => [path.split('.').slice(0, -1).join('.'), texts[path]?.name]
    const names = described.map(({ path }) => JSON.stringify(nameOf(path)))
    expect(new Set(names).size).toBe(names.length)
  })

  it('take the place of the English ones, and leave the rest', () => {
    const { threeDSecure, brands } = translated(settingDescriptions, texts)
    expect(brands).toMatchObject({ name: 'Zahlungsmarken', kind: 'list', default: 'alle' })
    expect(threeDSecure).toMatchObject({
      name: '3-D Secure',
      members: { policy: { name: 'Regel', kind: 'choice', choices: expect.any(Array) } },
    })
  })
})
