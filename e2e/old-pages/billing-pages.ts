import { expect } from '@playwright/test'
import { type OldPage, shopPage } from './old-page.ts'

/** Old pages that ask for the billing address. */
export const billingPages: readonly OldPage[] = [
  {
    row: 19,
    who: 'the MONEI widget for React, which moves the billing address',
    body: shopPage(
      `style: 'plain', locale: 'en', useSummaryPage: true, brandDetection: true, showCVVHint: true,
       spinner: { color: '#ff0000', lines: 8 }, threeDIframeSize: { width: '100%', height: '500px' },
       forceCardHolderEqualsBillingName: true,
       billingAddress: { country: 'ES', city: 'Málaga', postcode: '29001' },
       onReady: function () {
         var submit = document.querySelector('.wpwl-group-submit')
         submit.parentNode.insertBefore(document.querySelector('.wpwl-group-billing'), submit)
         note('ready')
       },
       onSaveTransactionData: function (data) { note('saved ' + (data !== undefined)) }`,
      {
        after: `<button id="close" type="button" onclick="wpwl.unload()">Close</button>
          <script>setInterval(function () {
            if (document.querySelectorAll('.wpwl-has-error').length > 2) document.body.dataset.faulty = 'yes'
          }, 50)</script>`,
      },
    ),
    async use({ page, form, noted, gateway, checkout }) {
      const control = (name: string) => form.element.locator(`.wpwl-control-${name}`)
      await expect.poll(noted).toEqual(['ready'])
      await form.pay()
      await expect(page.locator('body')).toHaveAttribute('data-faulty', 'yes')
      await form.fill({ number: '4200000000000000', expiry: '05 / 34', code: '123' })
      await control('givenName').fill('Jane')
      await control('surname').fill('Jones')
      await control('street1').fill('Calle Larios 7')
      await form.pay()
      await expect.poll(noted).toContain('saved true')
      expect((await gateway.status(checkout.id)).result.code).toMatch(/^000\.200/)
      await page.locator('#close').click()
      await expect(form.element).toHaveCount(0)
    },
  },
  {
    row: 25,
    who: 'a bank in Mexico, with the fields of an address that must be filled in',
    body: shopPage(
      `style: 'card', locale: 'es',
       billingAddress: {},
       mandatoryBillingFields: {
         country: true, state: true, city: true, postcode: true, street1: true, street2: false
       },
       onReady: function () { $('.wpwl-button-pay').on('click', function () { note('click') }) }`,
    ),
    async use({ form, noted, result }) {
      const control = (name: string) => form.element.locator(`.wpwl-control-${name}`)
      await control('country').selectOption('MX')
      await form.fill()
      await form.pay()
      await expect(form.element.locator('.wpwl-group-billing .wpwl-hint')).toHaveCount(4)
      await control('street1').fill('Av. Juárez 7')
      await control('postcode').fill('06050')
      await control('city').fill('Cuauhtémoc')
      await control('stateSelect').selectOption({ label: 'Ciudad de México' })
      await form.pay()
      expect(await result()).toMatchObject({
        result: { code: '000.100.110' },
        billing: { country: 'MX', state: 'CMX', city: 'Cuauhtémoc', street1: 'Av. Juárez 7' },
      })
      expect(noted()).toEqual(['click', 'click'])
    },
  },
]
