import { expect } from '@playwright/test'
import { visa } from '../support/card-form.ts'
import { type OldPage, shopPage } from './old-page.ts'

/** A number that Visa and MADA share the first digit of; the channel takes Visa. */
const { number } = visa

/** Old pages that use the card form alone. */
export const cardPages: readonly OldPage[] = [
  {
    row: 5,
    who: 'shops in Next.js, which wait until the form shows',
    body: ({ checkout }) => `<div id="root"></div><script>
      setTimeout(function () {
        window.wpwlOptions = {
          style: 'card', locale: 'es-EC', brandDetection: true,
          onReady: function () { note('ready') },
          onBeforeSubmitCard: function () { note('submit'); return true },
          onError: function (error) { note(error.name) }
        }
        document.getElementById('root').innerHTML =
          '<form action="/result" class="paymentWidgets" data-brands="VISA MASTER"></form>'
        var script = document.createElement('script')
        script.src = '${checkout.script}'
        script.async = true
        document.body.appendChild(script)
        var start = Date.now()
        var poll = setInterval(function () {
          if (document.querySelector('form.wpwl-form-card')) note('shown')
          else if (Date.now() - start < 20000) return
          clearInterval(poll)
        }, 50)
      }, 50)
    </script>`,
    async use({ form, noted, result }) {
      await form.fill()
      await form.pay()
      expect((await result()).result.code).toBe('000.100.110')
      expect([...noted()].sort()).toEqual(['ready', 'shown', 'submit'])
    },
  },
  {
    row: 6,
    who: 'a HyperPay plugin for WooCommerce',
    body: shopPage(
      `style: 'card', locale: 'ar', paymentTarget: '_top',
       registrations: { hideInitialPaymentForms: 'true', requireCvv: 'true' },
       onReady: function (e) {
         $('.wpwl-form-card').find('.wpwl-button-pay').css('direction', 'rtl')
         $('.wpwl-group').css('direction', 'ltr')
         note(e[0].containerKey)
       }`,
      { brands: 'VISA MASTER MADA' },
    ),
    async use({ form, noted, result }) {
      await expect(form.element).toHaveAttribute('dir', 'rtl')
      await expect(form.group('expiry')).toHaveCSS('direction', 'ltr')
      await form.fill()
      await form.pay()
      expect((await result()).result.code).toBe('000.100.110')
      expect(noted()).toEqual(['wpwl-container-card'])
    },
  },
  {
    row: 7,
    who: 'HyperPay shops in Vue and Nuxt, which move groups',
    head: '<style>.wpwl-control-iframe { height: 50px; background-color: #eef }</style>',
    body: shopPage(
      `style: 'plain', numberFormatting: false, locale: 'en',
       brandDetection: true, brandDetectionPriority: ['MADA', 'VISA', 'MASTER'],
       labels: { cardHolder: 'Name on card', cvv: 'Code' },
       errorMessages: { cardNumberError: 'Wrong number' },
       onReady: function () {
         $('.wpwl-group-expiry, .wpwl-group-cvv').wrapAll('<div class="short-fields"></div>')
       },
       onFocusIframeCommunication: function () { this.$iframe[0].classList.add('focused') },
       onBlurIframeCommunication: function () { this.$iframe[0].classList.remove('focused') },
       onChangeBrand: function (brand) { note('brand ' + brand) }`,
    ),
    async use({ page, form, noted, result }) {
      await expect(page.locator('.short-fields .wpwl-group-cvv iframe')).toHaveCSS('height', '50px')
      await form.number.fill('4200 0000 0000 0001')
      await expect(form.numberFrame).toHaveClass(/focused/)
      await form.holder.focus()
      await expect(form.numberFrame).not.toHaveClass(/focused/)
      await expect(form.hint('cardNumber')).toHaveText('Wrong number')
      await expect(form.group('cardHolder').locator('.wpwl-label')).toHaveText(/^Name on card/)
      await form.fill()
      await expect(form.number).toHaveValue(number)
      await form.pay()
      expect((await result()).paymentBrand).toBe('VISA')
      expect(noted()).toContain('brand VISA')
    },
  },
  {
    row: 8,
    who: 'HyperPay packages for Laravel',
    body: ({ checkout }) => `<script>
        var wpwlOptions = { style: 'plain', locale: 'en' }
      </script>
      <script async src="${checkout.script}"></script>
      <form action="/result" class="paymentWidgets">VISA MASTER</form>`,
    async use({ form, result }) {
      await form.fill()
      await form.pay()
      expect((await result()).result.code).toBe('000.100.110')
    },
  },
  {
    row: 9,
    who: 'a shop that checks for MADA cards',
    body: shopPage(
      `paymentTarget: '_top', browser: { threeDChallengeWindow: 5 },
       registrations: { requireCvv: true, hideInitialPaymentForms: true },
       onBlurCardNumber: function (isValid) {
         var form = this.$form
         var brand = form.find('.wpwl-control-brand').val()
         note(brand + ' ' + isValid)
         if (brand === 'MASTER') {
           form.find('.wpwl-wrapper-cardNumber').append('<div class="wpwl-hint wpwl-hint-mada">Use Visa</div>')
           form.find('.wpwl-button-pay').attr('disabled', 'disabled')
         } else {
           form.find('.wpwl-hint-mada').remove()
           form.find('.wpwl-button-pay').removeAttr('disabled')
         }
       }`,
      { brands: 'MASTER VISA' },
    ),
    async use({ page, form, noted, result }) {
      await form.number.fill('5454545454545454')
      await form.holder.focus()
      await expect(page.locator('.wpwl-hint-mada')).toHaveText('Use Visa')
      await expect(form.payButton).toBeDisabled()
      await form.element.locator('.wpwl-control-brand').selectOption('VISA')
      await form.number.fill(number)
      await form.holder.focus()
      await expect(form.payButton).toBeEnabled()
      await form.fill()
      await form.pay()
      expect((await result()).paymentBrand).toBe('VISA')
      expect(noted()).toContain('VISA true')
    },
  },
  {
    row: 10,
    who: 'Odoo, with the plain widget',
    body: ({ script }) => `<div class="o_hyperpay">${script}
      <form action="/result?tx=4711" class="paymentWidgets" data-brands="VISA MASTERCARD"></form></div>`,
    async use({ page, form, checkout, result }) {
      await form.fill()
      await form.pay()
      expect((await result()).result.code).toBe('000.100.110')
      expect(new URL(page.url()).search).toBe(
        `?tx=4711&id=${checkout.id}&resourcePath=${encodeURIComponent(`/v1/checkouts/${checkout.id}/payment`)}`,
      )
    },
  },
  {
    row: 11,
    who: 'the TotalProcessing plugin for WooCommerce',
    body: ({
      checkout,
    }) => `<div id="tp"><form action="/result" class="paymentWidgets" data-brands="VISA MASTER"></form></div>
      <iframe name="tp-result" title="Result"></iframe>
      <button id="place-order" type="button">Place order</button>
      <script>
        var wpwlOptions = {
          style: 'plain', showLabels: false, disableSubmitOnEnter: true,
          paymentTarget: 'tp-result', shopperResultTarget: 'tp-result',
          brandDetection: true, brandDetectionType: 'binlist', brandDetectionPriority: ['VISA', 'MASTER'],
          iframeStyles: { 'card-number-placeholder': { color: '#ff0000' }, 'cvv-placeholder': { color: '#ff0000' } },
          labels: { cardHolder: 'Holder' }, errorMessages: { cvvError: 'Code, please' },
          spinner: { className: 'tp-hidden' },
          onReady: function () {
            var form = document.querySelector('form.wpwl-form-card')
            ;['source=CIT', 'mode=INITIAL', 'type=UNSCHEDULED'].forEach(function (pair) {
              var input = document.createElement('input')
              input.type = 'hidden'
              input.name = 'standingInstruction.' + pair.split('=')[0]
              input.value = pair.split('=')[1]
              form.appendChild(input)
            })
            note('ready')
          }
        }
        function load() {
          var script = document.createElement('script')
          script.src = '${checkout.script}'
          document.body.appendChild(script)
        }
        function reload() {
          window.wpwl.unload()
          Array.prototype.forEach.call(document.querySelectorAll('script'), function (script) {
            if (script.src.indexOf('static.min.js') !== -1) script.remove()
          })
          delete window.wpwl
          document.getElementById('tp').innerHTML =
            '<form action="/result" class="paymentWidgets" data-brands="VISA MASTER"></form>'
          load()
        }
        document.getElementById('place-order').onclick = function () {
          window.wpwl.executePayment('wpwl-container-card')
        }
        load()
      </script>`,
    async use({ page, form, gateway, checkout, noted }) {
      await form.ready()
      await page.evaluate('reload()')
      await expect.poll(noted).toEqual(['ready', 'ready'])
      await expect(form.element).toHaveCount(1)
      await expect(form.element.locator('.wpwl-label')).toHaveCount(0)
      await form.fill({ ...visa, code: '' })
      await page.locator('#place-order').click()
      await expect(form.hint('cvv')).toHaveText('Code, please')
      await form.fill()
      await page.locator('#place-order').click()
      await expect(page.frameLocator('iframe[name="tp-result"]').locator('h1')).toHaveText(
        'Back in the shop',
      )
      expect((await gateway.status(checkout.id)).result.code).toBe('000.100.110')
    },
  },
  {
    row: 17,
    who: 'the Peach Payments plugin for WooCommerce',
    body: shopPage(
      `style: 'card', disableCardExpiryDateValidation: true,
       registrations: { requireCvv: true, hideInitialPaymentForms: false },
       onReady: function () { $('[data-action=show-initial-forms]').hide() },
       onBeforeSubmitCard: function () {
         var expiry = $('.wpwl-control-expiry')
         if (expiry.val() === '') {
           expiry.addClass('wpwl-has-error')
             .after('<div class="wpwl-hint wpwl-hint-expiryMonthError">Enter the expiry date</div>')
           return false
         }
         return true
       }`,
    ),
    async use({ form, result }) {
      await form.fill({ number, holder: visa.holder, code: visa.code })
      await form.pay()
      await expect(form.hint('expiry').first()).toBeVisible()
      await form.fill()
      await form.pay()
      expect((await result()).result.code).toBe('000.100.110')
    },
  },
  {
    row: 18,
    who: 'the AllSecure plugin, which shows brands of its own',
    body: shopPage(
      `style: 'card', locale: 'sr', showCVVHint: true, showPlaceholders: true, autofocus: 'card.holder',
       brandDetection: true, labels: { submit: 'Plati' }, errorMessages: { cardHolderError: 'Ime' },
       onReady: function () {
         var first = $('.wpwl-brand:first')
         ;['VISA', 'MASTER'].forEach(function (brand) {
           var image = first.clone()
           image.removeClass().addClass('wpwl-brand wpwl-brand-card wpwl-brand-custom wpwl-brand-' + brand)
           $('.wpwl-form-card').before(image)
         })
         $('.wpwl-group-submit').append('<button type="button" class="wpwl-button-cancel">Odustani</button>')
       },
       onChangeBrand: function (brand) {
         $('.wpwl-brand-custom').css('opacity', '0.3')
         $('.wpwl-brand-custom.wpwl-brand-' + brand).css('opacity', '1')
       },
       onBeforeSubmitCard: function () {
         if ($('.wpwl-control-cardHolder').val() !== '') return true
         $('.wpwl-control-cardHolder').addClass('wpwl-has-error')
         $('.wpwl-wrapper-cardHolder').append('<div class="wpwl-hint wpwl-hint-cardHolderError">Ime</div>')
         return false
       }`,
    ),
    async use({ page, form, result }) {
      await expect(form.payButton).toHaveText(/Plati/)
      await expect(form.holder).toBeFocused()
      await form.fill({ ...visa, holder: '' })
      await expect(page.locator('.wpwl-brand-custom.wpwl-brand-VISA')).toHaveCSS('opacity', '1')
      await expect(page.locator('.wpwl-brand-custom.wpwl-brand-MASTER')).toHaveCSS('opacity', '0.3')
      await expect(page.locator('.wpwl-button-cancel')).toBeVisible()
      await form.pay()
      await expect(form.hint('cardHolder')).toHaveText('Ime')
      await form.fill()
      await form.pay()
      expect((await result()).result.code).toBe('000.100.110')
    },
  },
]
