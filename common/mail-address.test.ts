import { expect, it } from 'vitest'
import { isMailAddress } from './mail-address.ts'

it.each([
  'jane@shop.example',
  "jane.o'neil+shop@mail.shop.example",
  'root@localhost',
  'info@müller.example',
])('takes %s', (text) => expect(isMailAddress(text)).toBe(true))

it.each([
  '',
  'jane',
  'jane@',
  '@shop.example',
  'jane@shop..example',
  'jane@-shop.example',
  'a@b.example,c@d.example',
  'Jane <jane@shop.example>',
  '"a b"@shop.example',
  'jane@shop.example\r\nBcc: eve@evil.example',
  'jane@shop.example\n',
  `${'a'.repeat(65)}@shop.example`,
  `jane@${'a.'.repeat(130)}example`,
])('refuses %j', (text) => expect(isMailAddress(text)).toBe(false))
