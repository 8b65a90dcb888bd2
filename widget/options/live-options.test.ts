import { computed } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { liveOptions } from './live-options.ts'
import type { PageOptions } from './page-options.ts'

describe('options that a page changes while it loads', () => {
  it('update what was computed from them when they are read again', () => {
    let page: PageOptions = {}
    const { options, refresh } = liveOptions(() => page)
    const style = computed(() => options.style)
    expect(style.value).toBe('card')
    page = { style: 'plain' }
    expect(style.value).toBe('card')
    refresh()
    expect(style.value).toBe('plain')
    expect(options.style).toBe('plain')
  })

  it('cause no update when they are read again unchanged', () => {
    const { options, refresh } = liveOptions(() => ({ labels: { cvv: 'CVC' } }))
    let computations = 0
    const label = computed(() => {
      computations++
      return options.labels.cvv
    })
    expect(label.value).toBe('CVC')
    refresh()
    expect(label.value).toBe('CVC')
    expect(computations).toBe(1)
  })
})
