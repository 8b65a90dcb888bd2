import { expect, test } from 'vitest'
import { markdownTable, replaceSection } from './markdown.mjs'

test('a table has a head, a rule and a line per row', () => {
  expect(markdownTable(['Name', 'Meaning'], [['a', 'first']])).toBe(
    '| Name | Meaning |\n| --- | --- |\n| a | first |',
  )
})

test('a bar or a line end in a cell does not break the table', () => {
  expect(markdownTable(['Name'], [['this | or\nthat']])).toContain('| this \\| or that |')
})

test('only the text between the marks is replaced, also when it is repeated', () => {
  const document = 'before\n<!-- t:begin -->old<!-- t:end -->\nafter'
  const replaced = replaceSection(document, 't', 'new')
  expect(replaced).toBe('before\n<!-- t:begin -->\n\nnew\n\n<!-- t:end -->\nafter')
  expect(replaceSection(replaced ?? '', 't', 'new')).toBe(replaced)
})

test('a document without the marks is refused', () => {
  expect(replaceSection('no marks', 't', 'new')).toBeUndefined()
  expect(replaceSection('<!-- t:begin --> no end', 't', 'new')).toBeUndefined()
})
