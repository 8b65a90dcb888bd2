import { beforeAll, describe, expect, it } from 'vitest'
import german from '../../../locales/backoffice/de.json'
import { actorText } from './actors.ts'
import { useTexts } from './texts.ts'

beforeAll(() => useTexts('de', german))

describe('who has done something', () => {
  it.each([
    ['token Shop server', 'Token „Shop server“'],
    ['command (root)', 'Befehl (root)'],
    ['token@shop.example', 'token@shop.example'],
  ])('%s is shown as %s', (actor, shown) => {
    expect(actorText(actor)).toBe(shown)
  })
})
