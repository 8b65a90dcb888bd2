import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { withOwnLoops } from './own-loops.mjs'

const parse = (code: string) => parseSync('script.js', code).program

/** What a script answers in a page that has given every object one more member. */
function answerOf(code: string): unknown {
  const run = new Function(
    `Object.prototype.clone = 1; try { ${code} } finally { delete Object.prototype.clone }`,
  )
  return run()
}

const LOOPS = `function f() { const seen = []
for (const name in { a: 1, b: { c: 2 } }) seen.push(name)
for (var at in (() => { for (let deeper in { z: 1 }) seen.push(deeper); return ['x', 'y'] })()) seen.push(at)
let left; for (left in null) seen.push(left); for (left in undefined) seen.push(left)
for (left in 0, seen.length > 9 ? {} : { last: 1 }) seen.push(left)
return seen.join() }
return f()`

it('goes through own members alone, also of arrays and of nothing', () => {
  const [declared = '', call = ''] = LOOPS.split(/\n(?=return f)/)
  expect(answerOf(LOOPS)).toContain('clone')
  expect(answerOf(`${withOwnLoops(declared, parse)}\n${call}`)).toBe('a,b,z,0,1,last')
})
