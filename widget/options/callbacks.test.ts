import { describe, expect, it } from 'vitest'
import { createCall, threw } from './callbacks.ts'

const known = () => undefined

describe('a callback of the page', () => {
  it('gets `this` and arguments', () => {
    const seen: unknown[] = []
    const call = createCall(
      () => ({
        onChangeBrand(this: unknown, ...given: unknown[]) {
          seen.push(this, ...given)
        },
      }),
      known,
    )
    const self = {}
    call('onChangeBrand', self, 'VISA')
    expect(seen).toEqual([self, 'VISA'])
  })

  it('is found when the page sets it after the form was built', () => {
    let options: Record<string, unknown> = {}
    const call = createCall(() => options, known)
    expect(call('onBeforeSubmitCard', undefined)).toBeUndefined()
    options = { onBeforeSubmitCard: () => 'asked' }
    expect(call('onBeforeSubmitCard', undefined)).toBe('asked')
  })

  it('is called only when the page could set callbacks, in the order of the calls', async () => {
    let options: Record<string, unknown> = {}
    let wait: Promise<void> | undefined
    let settle = () => {}
    wait = new Promise<void>((resolve) => {
      settle = resolve
    })
    const heard: unknown[] = []
    const call = createCall(
      () => options,
      () => wait,
    )
    call('onReadyIframeCommunication', undefined)
    call('onError', undefined, 'refused')
    options = {
      onReadyIframeCommunication: () => heard.push('frame'),
      onError: (error: unknown) => heard.push(error),
    }
    wait = undefined
    settle()
    await Promise.resolve()
    expect(heard).toEqual(['frame', 'refused'])
  })

  it('that throws is reported as an error of the page', () => {
    const reported: unknown[] = []
    const bug = new Error('$ is not defined')
    const options = {
      onReady() {
        throw bug
      },
    }
    const call = createCall(
      () => options,
      known,
      (error) => reported.push(error),
    )
    expect(call('onReady', undefined)).toBe(threw)
    expect(reported).toEqual([bug])
  })
})
