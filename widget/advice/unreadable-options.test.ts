import { describe, expect, it } from 'vitest'
import { optionTable } from '../options/table.ts'
import { unreadableOptions } from './unreadable-options.ts'

describe('options whose value is of a wrong type', () => {
  it('are named, callbacks too; those of no option are not', () => {
    const given = {
      style: 'fancy',
      requireCvv: 'no',
      labels: 'Name',
      onReady: 'ready()',
      locale: undefined,
      maskCvv: 'true',
      isValidCardNumber: 7,
      onError() {},
    }
    expect(unreadableOptions(given, optionTable)).toEqual([
      'style',
      'requireCvv',
      'labels',
      'onReady',
    ])
  })
})
