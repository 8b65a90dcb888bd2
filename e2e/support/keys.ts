import { expect, type Locator } from '@playwright/test'

/**
 * Waits until keys arrive at `field`. An element may have the focus in its document a moment before
 * the browser sends its keys there; a key that is pressed in that moment is lost.
 */
export async function expectKeysIn(field: Locator): Promise<void> {
  await expect(field).toBeFocused()
  await expect
    .poll(() => field.evaluate(({ ownerDocument }) => ownerDocument.hasFocus()))
    .toBe(true)
}
