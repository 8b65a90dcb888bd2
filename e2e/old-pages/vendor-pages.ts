import { expect } from '@playwright/test'
import { visa } from '../support/card-form.ts'
import { type OldPage, shopPage } from './old-page.ts'

/** Old pages of payment companies, with wallets, transfers and summary pages. */
export const vendorPages: readonly OldPage[] = [
  {
    row: 13,
    who: 'the ACI plugin for WooCommerce, which makes the checkout when the shopper pays',
    body: ({ checkout }) => `<script>
        var wpwlOptions = {
          style: 'card', checkout: { amount: '92.00' },
          createCheckout: function (given) {
            note('create ' + (given && given.brand))
            var made = $.Deferred()
            setTimeout(function () { made.resolve('${checkout.id}') })
            return made.promise()
          },
          onReady: function () { $('button.wpwl-button:submit').parents('div.wpwl-container').addClass('aci') },
          onBeforeSubmitCard: function () { note('check'); return true },
          onBeforeSubmitOneClickCard: function () { return true },
          onBeforeSubmitOnlineTransfer: function () { return true },
          onBeforeSubmitVirtualAccount: function () { return true },
          onError: function (error) { note(error.name + ' ' + error.message) }
        }
        function place() { wpwl.executePayment('wpwl-container.wpwl-container-card') }
      </script>
      <form action="/result" class="paymentWidgets" data-brands="VISA MASTER"></form>
      <script src="${checkout.script.split('?')[0]}"></script>`,
    async use({ page, form, noted, result }) {
      await expect(page.locator('.aci.wpwl-container-card')).toBeVisible()
      await form.framesReady()
      await form.fill()
      await page.evaluate('place()')
      expect((await result()).result.code).toBe('000.100.110')
      expect([...noted()].sort()).toEqual(['check', expect.stringMatching(/^create /)])
    },
  },
  {
    row: 14,
    who: 'the ACI extension for Magento, which answers checks by promises',
    body: shopPage(
      `style: 'card', locale: 'en',
       onBeforeSubmitCard: function () {
         return new Promise(function (resolve) {
           setTimeout(function () { resolve(document.getElementById('agree').checked) })
         })
       }`,
      { after: '<label><input type="checkbox" id="agree"> I agree</label>' },
    ),
    async use({ page, form, result, gateway, checkout }) {
      await form.fill()
      await form.pay()
      await expect(form.element).toHaveAttribute('data-phase', 'open')
      expect((await gateway.status(checkout.id)).result.code).toBe('000.200.000')
      await page.locator('#agree').check()
      await form.pay()
      expect((await result()).result.code).toBe('000.100.110')
    },
  },
  {
    row: 16,
    who: 'the plugins of SIBS, PayUnity and hobex, which fold transfers',
    body: ({ script }) => `<script>var wpwlOptions = {
        style: 'card', locale: 'de', registrations: { requireCvv: true, hideInitialPaymentForms: true },
        onReady: function () {
          $('.wpwl-form-onlineTransfer-EPS .wpwl-group').hide()
          $('.wpwl-container-onlineTransfer-EPS').before('<button id="open" type="button">EPS</button>')
          $('#open').click(function () {
            $('.wpwl-form-onlineTransfer-EPS .wpwl-group').slideToggle(0)
          })
        }
      }</script>${script}
      <form action="/result" class="paymentWidgets" data-brands="EPS"></form>`,
    async use({ page }) {
      const form = page.locator('.wpwl-form-onlineTransfer-EPS')
      await expect(page.locator('#open')).toBeVisible()
      await expect(form.locator('.wpwl-group-bankName')).toBeHidden()
      await page.locator('#open').click()
      await form.locator('.wpwl-group-bankName select').selectOption({ index: 1 })
      await form.locator('.wpwl-button-pay').click()
      await page.getByRole('button', { name: /^Approve/ }).click()
      await page.waitForURL(/resourcePath/)
    },
  },
  {
    row: 20,
    who: 'the connector of Sana Commerce, with a row to store the card',
    body: shopPage(
      `style: 'plain', useSummaryPage: true, iframeStyles: { 'card-number-placeholder': { color: '#999999' } },
       onChangeBrand: function (brand) { note('brand ' + brand) },
       onReady: function () {
         $('.wpwl-group-submit').before('<label><input type="checkbox" name="createRegistration"> Store</label>')
       },
       onBeforeSubmitCard: function () {
         note([$('.wpwl-control-brand').val(), $('.wpwl-control-expiry').val(), $('.wpwl-control-cardHolder').val()].join('|'))
         return true
       },
       onBeforeSubmitDirectDebit: function () { return true },
       onSaveTransactionData: function () { note('saved') },
       onError: function (error) { note(error.name) }`,
    ),
    async use({ page, form, noted }) {
      await form.fill()
      await page.locator('[name=createRegistration]').check()
      await form.pay()
      await expect.poll(noted).toContain('saved')
      expect(noted()).toContain(`VISA|${visa.expiry}|${visa.holder}`)
    },
  },
  {
    row: 21,
    who: 'the Riverty shop in Next.js, which has a button of its own',
    body: shopPage(
      `style: 'plain', showCVVHint: true, disableSubmitOnEnter: true,
       applePay: { version: 14, displayName: 'Shop', total: { label: 'Shop' }, onCancel: function () { note('cancel') } },
       onReady: function () {
         var form = document.querySelector('.wpwl-form-card')
         form.insertBefore(form.querySelector('.wpwl-group-cardHolder'), form.querySelector('.wpwl-group-cardNumber'))
         form.querySelector('.wpwl-button-pay').textContent = 'Order and pay'
         note(window.wpwl.checkout.id.length >= 32)
       }`,
      {
        after: `<button id="own" type="button" onclick="wpwl.executePayment('wpwl-container-card')">Buy</button>`,
      },
    ),
    async use({ page, form, noted, result }) {
      await expect.poll(noted).toEqual(['true'])
      await expect(form.payButton).toHaveText('Order and pay')
      await form.framesReady()
      await form.fill()
      await form.holder.press('Enter')
      await expect(form.element).toHaveAttribute('data-phase', 'open')
      await page.locator('#own').click()
      expect((await result()).result.code).toBe('000.100.110')
    },
  },
  {
    row: 23,
    who: 'the Nomupay demo shop, with wallets above the card',
    body: ({ script }) => `<script>var wpwlOptions = {
        enableSAQACompliance: true, brandDetection: true,
        googlePay: { gatewayMerchantId: '8a8294174b7ecb28014b9699220015ca', allowedCardNetworks: ['VISA', 'MASTERCARD'] },
        applePay: { displayName: 'Shop', total: { label: 'Shop' } },
        onReady: function () {
          var wallet = document.querySelector('.wpwl-container-virtualAccount-PAYPAL')
          var card = document.querySelector('.wpwl-container-card')
          card.parentNode.insertBefore(wallet, card)
          note('ready')
        }
      }</script>${script}
      <form action="/result" class="paymentWidgets" data-brands="VISA MASTER PAYPAL"></form>
      <button id="own" type="button" onclick="wpwl.executePayment('wpwl-container-virtualAccount-PAYPAL')">Pay</button>`,
    async use({ page, noted }) {
      await expect.poll(noted).toEqual(['ready'])
      await page.locator('#own').click()
      await page.getByRole('button', { name: /^Approve/ }).click()
      await page.waitForURL(/resourcePath/)
    },
  },
]
