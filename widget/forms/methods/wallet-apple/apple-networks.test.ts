import { describe, expect, test } from 'vitest'
import { knownNetworks, versionFor } from './apple-networks.ts'

/** A system whose newest version of Apple Pay is this one. */
const system = (newest: number) => ({ supportsVersion: (version: number) => version <= newest })

const ALL = ['visa', 'maestro', 'mir', 'dankort', 'bancontact']

describe('the networks of a request', () => {
  test.each([
    [3, ['visa'], 3],
    [4, ['visa', 'maestro'], 4],
    [11, ['visa', 'maestro', 'mir'], 11],
    [13, ['visa', 'maestro', 'mir', 'dankort'], 13],
    [16, ALL, 14],
  ])('are those that version %d knows, and need no later one', (newest, networks, version) => {
    const supportedNetworks = knownNetworks(ALL, system(newest))
    expect(supportedNetworks).toEqual(networks)
    expect(versionFor({}, { supportedNetworks })).toBe(version)
  })

  test('raise the version that the page names, and do not lower it', () => {
    expect(versionFor({ version: 6 }, { supportedNetworks: ['visa'] })).toBe(6)
    expect(versionFor({ version: 6 }, { supportedNetworks: ['mir'] })).toBe(11)
  })
})
