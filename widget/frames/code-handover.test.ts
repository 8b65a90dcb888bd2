import { describe, expect, it } from 'vitest'
import { codeAsker, codeGiver, type HandoverMessage } from './code-handover.ts'

const INSTANCE = 'a'.repeat(32)

/** Both frames, with everything between them in the open. */
function twoFrames(options: { deliver?: boolean; reachable?: boolean } = {}) {
  const { deliver = true, reachable = true } = options
  const said: HandoverMessage[] = []
  const due: (() => void)[] = []
  let typed = '123'
  let requests = 0
  const wipe = () => {
    typed = ''
  }
  const giver = codeGiver(INSTANCE, { read: () => typed, wipe })
  const asker = codeAsker({
    instance: INSTANCE,
    send(message) {
      said.push(message)
      const answer = deliver ? giver(message) : undefined
      if (answer !== undefined) {
        said.push(answer)
        asker.receive(answer)
      }
      return reachable
    },
    newRequest: () => String(requests++).padStart(32, '0'),
    later: (run) => due.push(run),
  })
  const type = (code: string) => {
    typed = code
  }
  const timeOut = () => {
    for (const run of due) run()
  }
  return { asker, giver, said, type, timeOut, typed: () => typed }
}

describe('handing the code over', () => {
  it('sends the code that is in the field at that moment', async () => {
    const { asker, type } = twoFrames()
    expect(await asker.ask()).toBe('123')
    type('4567')
    expect(await asker.ask()).toBe('4567')
    type('')
    expect(await asker.ask()).toBe('')
  })

  it('ends without a code when the code frame is silent', async () => {
    const { asker, timeOut } = twoFrames({ deliver: false })
    const answer = asker.ask()
    timeOut()
    expect(await answer).toBeUndefined()
  })

  it('ends at once when there is not exactly one code frame', async () => {
    const { asker } = twoFrames({ deliver: false, reachable: false })
    expect(await asker.ask()).toBeUndefined()
  })

  it('makes the code frame delete a code that was used', async () => {
    const { asker, typed } = twoFrames()
    await asker.ask()
    asker.spend()
    expect(typed()).toBe('')
  })
})

describe('what the frames ignore', () => {
  const wanted = {
    tillgate: 'codeWanted',
    instance: INSTANCE,
    request: 'f'.repeat(32),
    code: '',
  } as const

  it('a request that was answered before', () => {
    const { giver } = twoFrames()
    expect(giver(wanted)).toEqual({ ...wanted, tillgate: 'code', code: '123' })
    expect(giver(wanted)).toBeUndefined()
  })

  it('a request of another instance, or a malformed one', () => {
    const { giver } = twoFrames()
    expect(giver({ ...wanted, instance: 'b'.repeat(32) })).toBeUndefined()
    expect(giver({ ...wanted, request: '1' })).toBeUndefined()
    expect(giver({ ...wanted, request: undefined })).toBeUndefined()
    expect(giver({ ...wanted, tillgate: 'hello' })).toBeUndefined()
    for (const value of [null, 'codeWanted', 7, [wanted]]) expect(giver(value)).toBeUndefined()
  })

  it('an answer to another request, a second answer, and one that is not digits', async () => {
    const { asker, said, timeOut } = twoFrames({ deliver: false })
    const answer = asker.ask()
    const open = { ...wanted, request: said[0]?.request ?? '', tillgate: 'code' } as const
    asker.receive({ ...open, request: 'e'.repeat(32), code: '999' })
    asker.receive({ ...open, code: '12a' })
    asker.receive({ ...open, code: '12345' })
    asker.receive({ ...open, code: 123456 })
    asker.receive({ ...open, code: '321' })
    asker.receive({ ...open, code: '999' })
    timeOut()
    expect(await answer).toBe('321')
  })

  it('an old answer to a new request', async () => {
    const { asker, said, timeOut } = twoFrames({ deliver: false })
    void asker.ask()
    const first = said[0]?.request ?? ''
    const second = asker.ask()
    asker.receive({ ...wanted, tillgate: 'code', request: first, code: '999' })
    timeOut()
    expect(await second).toBeUndefined()
  })

  it('the order to delete a code that was never sent', () => {
    const { giver, typed } = twoFrames()
    giver({ ...wanted, tillgate: 'codeSpent' })
    expect(typed()).toBe('123')
  })
})
