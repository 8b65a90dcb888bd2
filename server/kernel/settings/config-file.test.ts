import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfigFile } from './config-file.ts'

const valuesOf = (text: string) => Object.fromEntries(readConfigFile(text).values)

describe('a configuration file', () => {
  it('has a setting in each line, and comments and empty lines between them', () => {
    const text = '\uFEFF# of the shop\r\nTILLGATE_PORT=9000\r\n\n  TILLGATE_HOST = 0.0.0.0 \n'
    expect(valuesOf(text)).toEqual({ TILLGATE_PORT: '9000', TILLGATE_HOST: '0.0.0.0' })
  })

  it('is taken as systemd and shells write it: with quotes, and with export', () => {
    expect(valuesOf(`export A="a # b"\nB='"c"'\nC=d=e\nD=\nE=""`)).toEqual({
      A: 'a # b',
      B: '"c"',
      C: 'd=e',
      D: '',
      E: '',
    })
  })

  it('names each line that says nothing, and not what it holds', () => {
    const { faults } = readConfigFile('A=1\nsecret text\nB="half\nC=1\nC=2\nlower=1')
    expect(faults).toEqual([
      'line 2 is not NAME=value',
      'line 3 (B) has a quote without its pair',
      'line 5 sets C again',
      'line 6 is not NAME=value',
    ])
  })

  it('gives back whatever a quoted value was', () => {
    const value = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text))
    fc.assert(
      fc.property(value, (text) => {
        expect(valuesOf(`A="${text}"`)).toEqual({ A: text })
      }),
    )
  })
})
