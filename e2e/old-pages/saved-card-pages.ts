import { expect, type Locator, type Page } from '@playwright/test'
import { visa } from '../support/card-form.ts'
import { type OldPage, shopPage } from './old-page.ts'

const rowsOf = (page: Page): Locator => page.locator('#wpwl-registrations .wpwl-group-registration')

/** The code of the chosen saved card; pages ask for it by `registrations.requireCvv`. */
const codeOf = (row: Locator): Locator =>
  row.locator('iframe[name="card.cvv"]').contentFrame().locator('input')

/** What the Datafast plugins put into the form: two fields of the shop and a box to store the card. */
const datafast = `
  style: 'card', locale: 'es', maskCvv: true,
  labels: { cvv: 'CVV', cardHolder: 'Nombre (igual que en la tarjeta)' },
  brandDetection: true, brandDetectionPriority: ['VISA', 'MASTER'],
  registrations: { requireCvv: true, hideInitialPaymentForms: true },
  onReady: function () {
    $('form.wpwl-form-card').find('.wpwl-button').before(
      '<div class="customLabel">¿Guardar?</div><input type="checkbox" name="createRegistration" value="true">')
    $('form.wpwl-form-card').find('.wpwl-button').before(
      '<input type="hidden" name="customParameters[SHOPPER_VAL_BASE0]" value="0.00">')
    $('form.wpwl-form-registrations').find('.wpwl-button').before(
      '<input type="hidden" name="customParameters[SHOPPER_VAL_BASE0]" value="0.00">')
    note('ready')
  },
  onBeforeSubmitCard: function () {
    if ($('.wpwl-control-cardHolder').val() === '') {
      $('.wpwl-control-cardHolder').addClass('wpwl-has-error')
        .after('<div class="wpwl-hint wpwl-hint-cardHolderError">Campo requerido</div>')
      $('.wpwl-button-pay').addClass('wpwl-button-error').attr('disabled', 'disabled')
      return false
    }
    return true
  }`

/** Old pages with cards that the shopper has stored. */
export const savedCardPages: readonly OldPage[] = [
  {
    row: 1,
    who: 'the Datafast plugin for WooCommerce',
    body: shopPage(datafast),
    async use({ page, form, result }) {
      await form.fill({ ...visa, holder: '' })
      await form.pay()
      await expect(form.hint('cardHolder').first()).toHaveText('Campo requerido')
      await form.fill()
      await page.locator('[name=createRegistration]').check()
      await form.pay()
      const status = await result()
      expect(status.result.code).toBe('000.100.110')
      expect(status.customParameters).toMatchObject({ SHOPPER_VAL_BASE0: '0.00' })
      expect(status.registrationId).toMatch(/^[0-9a-f]{32}$/)
    },
  },
  {
    row: 2,
    who: 'the Datafast module for PrestaShop, with a button for each card',
    hasSavedCards: true,
    body: shopPage(
      `${datafast.replace("note('ready')", '').replace(
        'onReady: function () {',
        `onReady: function () {
          $('.wpwl-group-registration').each(function () {
            var id = $(this).find('input[name=registrationId]').val()
            $(this).find('.wpwl-wrapper-registration-details')
              .append('<button type="button" class="delete-card" data-id="' + id + '">Eliminar</button>')
          })`,
      )}`,
    ),
    async use({ page, form, result }) {
      await expect(rowsOf(page)).toHaveCount(2)
      await expect(page.locator('.delete-card')).toHaveCount(2)
      await expect(form.element).toBeHidden()
      await rowsOf(page)
        .nth(1)
        .click({ position: { x: 12, y: 12 } })
      await expect(rowsOf(page).nth(1)).toHaveClass(/wpwl-selected/)
      await codeOf(rowsOf(page).nth(1)).fill('123')
      await page.locator('.wpwl-form-registrations .wpwl-button-pay[type=submit]').click()
      const status = await result()
      expect(status.result.code).toBe('000.100.110')
      expect(status.customParameters).toMatchObject({ SHOPPER_VAL_BASE0: '0.00' })
    },
  },
  {
    row: 3,
    who: 'the Datafast module for Odoo, where the shopper takes another card',
    hasSavedCards: true,
    body: shopPage(datafast),
    async use({ page, form, result }) {
      await expect(form.element).toBeHidden()
      await page.locator('[data-action="show-initial-forms"]').click()
      await form.fill()
      await form.pay()
      expect((await result()).result.code).toBe('000.100.110')
    },
  },
  {
    row: 4,
    who: 'a Datafast component for React, which draws the rows again',
    hasSavedCards: true,
    body: shopPage(
      `style: 'plain', labels: { cvv: 'CVV' }, registrations: { requireCvv: false, hideInitialPaymentForms: true },
       onReady: function () {
         Array.prototype.forEach.call(document.querySelectorAll('.wpwl-group-registration'), function (group) {
           var text = function (name) {
             var found = group.querySelector('.wpwl-wrapper-registration-' + name)
             return found ? found.textContent.trim() : ''
           }
           note([text('number'), text('expiry'), text('holder')].join(' '))
           var card = document.createElement('div')
           card.className = 'card-row'
           card.textContent = '•••• ' + text('number').slice(-4)
           group.insertBefore(card, group.firstChild)
         })
       },
       onError: function (error) { note(error.name) }`,
    ),
    async use({ page, noted, result }) {
      await expect(page.locator('.card-row')).toHaveText(['•••• 0000', '•••• 5454'])
      expect(noted()[0]).toMatch(/^•••• 0000 05\s?\/\s?(20)?34 Jane Jones$/)
      await page.locator('.wpwl-form-registrations .wpwl-button-pay[type=submit]').click()
      expect((await result()).result.code).toBe('000.100.110')
    },
  },
  {
    row: 12,
    who: 'the Nochex plugin for WooCommerce',
    hasSavedCards: true,
    body: ({ checkout }) => `<script>
        var wpwlOptions = {
          style: 'plain', brandDetection: true, brandDetectionType: 'regex', iframeStyles: {},
          registrations: { requireCvv: false, hideInitialPaymentForms: false },
          onReadyIframeCommunication: function () {
            var wrapper = this.$iframe[0].parentNode
            if (this.$iframe.hasClass('wpwl-control-cardNumber')) wrapper.classList.add('nochex-number')
            note('frame')
          },
          onDetectBrand: function (brands) {
            if (brands.length > 0) note('image ' + brands[0].toLowerCase())
          },
          onReady: function () {
            $('.wpwl-wrapper-registration-brand').each(function () { note('saved') })
            $('#terms').prop('checked', true)
          },
          onError: function (error) {
            if (error.name === 'InvalidCheckoutIdError') location.reload()
          }
        }
      </script>
      <form action="/result" class="paymentWidgets" data-brands="VISA MASTER"></form>
      <label><input type="checkbox" id="terms"> Terms</label>
      <button type="button" id="place" onclick="wpwl.executePayment('wpwl-container-card')">Pay order</button>
      <script src="${checkout.script}"></script>`,
    async use({ page, form, noted, result }) {
      await expect(page.locator('.nochex-number')).toHaveCount(1)
      await form.open()
      await form.fill()
      await page.locator('#place').click()
      expect((await result()).paymentBrand).toBe('VISA')
      const notes = noted()
      expect(notes.filter((note) => note === 'saved')).toHaveLength(2)
      expect(notes).toContain('image visa')
    },
  },
  {
    row: 15,
    who: 'the VR pay plugins for PrestaShop and Shopware',
    hasSavedCards: true,
    body: shopPage(
      `style: 'card', locale: 'de', registrations: { requireCvv: false, hideInitialPaymentForms: true },
       onReady: function () {
         var shown = $('#wpwl-registrations')
         shown.find('.wpwl-container').wrap('<div class="vr-frame"></div>')
         $('form.wpwl-form').find('.wpwl-button').addClass('btn btn-primary')
         note('ready')
       },
       onBeforeSubmitOneClickCard: function () { note('one click'); return true },
       onBeforeSubmitCard: function () { note('card'); return true },
       onBeforeSubmitDirectDebit: function () { return true },
       onBeforeSubmitVirtualAccount: function () { return true },
       onAfterSubmit: function () { note('after') }`,
    ),
    async use({ page, result, noted }) {
      await expect(page.locator('.vr-frame .wpwl-form-registrations')).toBeVisible()
      await page.locator('.vr-frame .wpwl-button-pay[type=submit]').click()
      expect((await result()).result.code).toBe('000.100.110')
      expect(noted()).toEqual(['ready', 'one click', 'after'])
    },
  },
  {
    row: 22,
    who: 'a large fashion shop, which shows the data on a summary page',
    hasSavedCards: true,
    body: shopPage(
      `style: 'plain', maskCvv: true, useSummaryPage: true, brandDetection: true,
       onReadyIframeCommunication: function () { note('frame') },
       onReady: function () {
         $('.wpwl-group-registration').each(function () {
           var name = $(this).find('.wpwl-brand').attr('class').match(/wpwl-brand-([A-Z]+)/)
           note(name[1])
         })
       },
       onSaveTransactionData: function (data) { note('saved ' + (data !== undefined)) }`,
    ),
    async use({ form, noted, gateway, checkout }) {
      await form.open()
      await form.fill()
      await form.pay()
      await expect.poll(noted).toContain('saved true')
      expect(noted()).toEqual(expect.arrayContaining(['VISA', 'MASTER', 'frame']))
      expect((await gateway.status(checkout.id)).result.code).toMatch(/^000\.200/)
    },
  },
  {
    row: 24,
    who: 'the mobile SDKs, which show the widget in a web view',
    hasSavedCards: true,
    body: shopPage(
      `style: 'plain', enableSAQACompliance: true, requireCvv: true, brandDetection: true,
       brandDetectionType: 'binlist', brandDetectionPriority: ['VISA', 'MASTER'],
       registrations: { requireCvv: false, hideInitialPaymentForms: false },
       labels: { cardHolder: 'Holder' },
       onReady: function () {
         note(document.querySelectorAll('div.wpwl-container-card, div#wpwl-registrations').length)
       },
       onBeforeSubmitCard: function () { note('card'); return true }`,
    ),
    async use({ page, noted, result }) {
      await expect.poll(noted).toContain('2')
      await rowsOf(page)
        .nth(1)
        .click({ position: { x: 12, y: 12 } })
      await page.evaluate("wpwl.executePayment('wpwl-container-registration')")
      expect((await result()).paymentBrand).toBe('MASTER')
    },
  },
]
