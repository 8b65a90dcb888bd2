/** What one mail goes to: one address, of which no part can end a line or begin another address. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.)*[\p{L}\p{N}][\p{L}\p{N}-]{0,62}$/u

/** Whether a mail can be sent to a text: one address without a name, quotes, blanks or control characters. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text)
}
