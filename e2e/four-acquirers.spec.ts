import { type Account, type House, openHouse } from '../scripts/sell/house.ts'
import { compareLedgers } from '../scripts/sell/ledgers.ts'
import { TEST_CARDS } from '../scripts/sell/steps.ts'
import { visa } from './support/card-form.ts'
import { gatewayClient } from './support/gateway-client.ts'
import { test as base, expect } from './support/test.ts'

/** A gateway whose channel sells through one acquirer after the other: simulator, gateway, Stripe and Adyen. */
const test = base.extend<object, { readonly house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it
    async ({}, use) => {
      const house = await openHouse()
      await use(house)
      await house.close()
    },
    { scope: 'worker' },
  ],
  server: [async ({ house }, use) => use(house.gateway.server), { scope: 'worker' }],
  gateway: [
    async ({ house }, use) => use(gatewayClient(house.gateway.server, house.channelId)),
    { scope: 'worker' },
  ],
})

/** What both sides say was captured, in minor units; the simulator has no book of its own. */
async function captured(house: House, account: Account) {
  const [euros] = await compareLedgers(house, account, [])
  return account.name === 'simulator'
    ? [euros?.here.captured]
    : [euros?.here, euros?.there].map((one) => one?.captured)
}

const numberOf = ({ 'card.number': number = '' }: Readonly<Record<string, string>>) => ({ number })

test('the same page pays through four acquirers, one of which asks the cardholder in it', async ({
  merchantPage,
  house,
}) => {
  const { page } = merchantPage
  for (const account of house.accounts) {
    const { approved, asks } = TEST_CARDS[account.name]
    const isAsked = account.name === 'stripe'
    await house.sellThrough(account)
    const checkout = await merchantPage.open()
    await merchantPage.form.fill({ ...visa, ...numberOf(isAsked ? asks : approved) })
    await merchantPage.form.pay()
    if (isAsked) {
      // The page of the acquirer, in the frame of ours, in the frame of the widget.
      const theirs = page
        .frameLocator('iframe.wpwl-target')
        .frameLocator('iframe:not([aria-hidden])')
      await theirs.getByRole('button', { name: 'Authorise' }).click()
    }
    await merchantPage.result()
    const isOwn = account.name === 'simulator'
    await merchantPage.expectStatus(checkout, isOwn ? '000.100.110' : '000.100.112')
    const sums = await captured(house, account)
    expect(sums, account.name).toEqual(isOwn ? [9_200] : [9_200, 9_200])
  }
})
