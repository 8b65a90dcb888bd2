/**
 * What requests to the gateway and its answers look like as JSON, for servers in TypeScript. Written
 * by `node scripts/wire-types.mjs` out of the tables that the gateway reads requests with.
 */

export interface ParameterError {
  /** The parameter, as it was sent. */
  readonly name: string
  /** Shortened and masked; empty when the parameter is missing. */
  readonly value: string
  /** The end of a sentence that begins with the name. */
  readonly message: string
}

export interface Result {
  /** A code of GET /v1/resultcodes: it decides, not the HTTP status. */
  readonly code: string
  readonly description: string
  /** Check of the address: F both match, A address only, Z postcode only, N neither, U not applicable. */
  readonly avsResponse?: 'A' | 'Z' | 'N' | 'U' | 'F'
  /** Check of the code: M match, N no match, P not processed, S should be there, U unsupported. */
  readonly cvvResponse?: 'M' | 'N' | 'P' | 'S' | 'U'
  /** Every fault of the request at once. */
  readonly parameterErrors?: readonly ParameterError[]
}

export interface CardSummary {
  /** The first six digits. */
  readonly bin?: string
  /** The last four digits. */
  readonly last4Digits?: string
  readonly holder?: string
  readonly expiryMonth?: string
  readonly expiryYear?: string
  /** The issuer of the card, if the acquirer names it. */
  readonly issuer?: {
    readonly bank?: string
    readonly phone?: string
    readonly website?: string
  }
  /** Such as CREDIT or DEBIT. */
  readonly type?: string
  /** Such as CLASSIC. */
  readonly level?: string
  /** Of the issuer, ISO 3166-1. */
  readonly country?: string
  /** Whether fees of the card are regulated. */
  readonly regulatedFlag?: string
}

/** Where the shopper has to go before the outcome is known; only while it is pending. */
export interface Redirect {
  readonly url: string
  /** How to go there; POST when absent. */
  readonly method?: 'GET' | 'POST'
  /** Fields of the form, or of the query, to send there. */
  readonly parameters: readonly {
    readonly name: string
    readonly value: string
  }[]
  /** What a page may post before it goes there (3-D Secure method call). If it does not, the page behind the address does. */
  readonly preconditions?: readonly {
    /** What to post from: a hidden frame. */
    readonly origin: string
    /** When to go on: once the frame has loaded. */
    readonly waitUntil: string
    readonly description: string
    /** How to go there. */
    readonly method: 'POST'
    /** Of the issuer. */
    readonly url: string
    /** Fields of the form to send there. */
    readonly parameters: readonly {
      readonly name: string
      readonly value: string
    }[]
  }[]
}

export interface ResultCode {
  /** The code. */
  readonly code: string
  readonly description: string
  /** What the code says about the payment; the groups of success are 200. */
  readonly group: string
}

export interface EchoedWalletA {
  readonly source?: string
  readonly cardNetwork?: string
  readonly cardType?: string
}

export interface EchoedWalletB {
  readonly source?: string
}

export interface EchoedWalletC {
  readonly source?: string
}

export interface EchoedApplePay {
  readonly source?: string
  readonly cardNetwork?: string
  readonly cardType?: string
}

export interface EchoedGooglePay {
  readonly source?: string
}

export interface EchoedSamsungPay {
  readonly source?: string
}

export interface EchoedVirtualAccount {
  readonly accountId?: string
}

export interface EchoedBankAccount {
  readonly holder?: string
  readonly bankName?: string
  readonly bankCode?: string
  readonly bic?: string
  readonly country?: string
  readonly mandate?: {
    readonly id?: string
    readonly dateOfSignature?: string
  }
  /** Masked. */
  readonly number?: string
  /** Masked. */
  readonly iban?: string
}

export interface EchoedTokenAccount {
  readonly type?: string
  readonly expiryMonth?: string
  readonly expiryYear?: string
}

export interface EchoedGiftCard {
  readonly holder?: string
  readonly message?: string
  readonly type?: string
}

export interface EchoedPos {
  readonly deviceId?: string
  readonly deviceType?: string
  readonly entryMode?: string
  readonly location?: {
    readonly accuracy?: string
    readonly latitude?: string
    readonly longitude?: string
  }
  readonly panSequenceNumber?: string
  readonly pinEntryCapability?: string
  readonly terminalId?: string
  readonly transactionSequenceNumber?: string
  readonly transactionSource?: string
  readonly clearing?: {
    readonly authorizationAcquirerCode?: string
    readonly authorizationIssuerCode?: string
    readonly identifier?: string
  }
  readonly merchantId?: string
  readonly iccDataResponse?: string
  readonly statusText?: string
  readonly timestamp?: string
}

export interface EchoedStandingInstruction {
  readonly type?: string
  readonly recurringType?: string
  readonly mode?: string
  readonly source?: string
  readonly initialTransactionId?: string
  readonly industryPractice?: string
  readonly expiry?: string
  readonly frequency?: string
  readonly numberOfInstallments?: string
  readonly agreementId?: string
}

export interface EchoedThreeDSecure {
  readonly amount?: string
  readonly currency?: string
  readonly merchant?: {
    readonly name?: string
    readonly url?: string
    readonly country?: string
  }
  readonly v2?: {
    readonly visa?: {
      readonly requestorId?: string
      readonly requestorName?: string
    }
    readonly mastercard?: {
      readonly requestorId?: string
      readonly requestorName?: string
    }
    readonly amex?: {
      readonly requestorId?: string
      readonly requestorName?: string
    }
    readonly diners?: {
      readonly requestorId?: string
      readonly requestorName?: string
    }
    readonly jcb?: {
      readonly requestorId?: string
      readonly requestorName?: string
    }
    readonly cartebancaire?: {
      readonly requestorId?: string
      readonly requestorName?: string
    }
  }
  readonly channel?: string
  readonly npa?: string
  readonly decoupled?: string
  readonly disable?: string
  readonly threeRIInd?: string
  readonly authenticationInd?: string
  readonly eci?: string
  readonly verificationId?: string
  readonly authenticationStatus?: string
  readonly dsTransactionId?: string
  readonly acsTransactionId?: string
  readonly challengeMandatedIndicator?: string
  readonly version?: string
  readonly authType?: string
  readonly transactionStatusReason?: string
  readonly challengeIndicator?: string
  readonly exemptionFlag?: string
  readonly schemeData?: {
    readonly 'CB-ITEMSNB'?: string
    readonly 'CB-SCORE_MERCHANT'?: string
    readonly 'CB-USECASE'?: string
  }
}

export interface EchoedRisk {
  readonly channelId?: string
  readonly serviceId?: string
  readonly amount?: string
  readonly orderTimestamp?: string
  readonly brand?: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly merchantWebsite?: string
  /** From -99999 to 99999. */
  readonly score?: string
}

export interface EchoedCustomer {
  readonly merchantCustomerId?: string
  readonly givenName?: string
  readonly middleName?: string
  readonly surname?: string
  readonly sex?: string
  readonly birthDate?: string
  readonly phone?: string
  readonly mobile?: string
  readonly workPhone?: string
  readonly email?: string
  readonly companyName?: string
  readonly identificationDocType?: string
  readonly identificationDocId?: string
  readonly ip?: string
  readonly merchantReference?: string
  readonly salutation?: string
  readonly language?: string
  readonly category?: string
  readonly status?: string
  readonly browserFingerprint?: {
    readonly id?: string
    readonly value?: string
  }
  readonly browser?: {
    readonly acceptHeader?: string
    readonly language?: string
    readonly screenHeight?: string
    readonly screenWidth?: string
    readonly timezone?: string
    readonly userAgent?: string
    readonly javaEnabled?: string
    readonly screenColorDepth?: string
    readonly challengeWindow?: string
    readonly deviceId?: string
  }
  readonly app?: {
    readonly deviceId?: string
  }
}

export interface EchoedBilling {
  readonly street1?: string
  readonly street2?: string
  readonly houseNumber1?: string
  readonly houseNumber2?: string
  readonly city?: string
  readonly state?: string
  readonly postcode?: string
  readonly country?: string
  readonly normalized?: string
  readonly validationStatus?: string
}

export interface EchoedShipping {
  readonly street1?: string
  readonly street2?: string
  readonly houseNumber1?: string
  readonly houseNumber2?: string
  readonly city?: string
  readonly state?: string
  readonly postcode?: string
  readonly country?: string
  readonly method?: string
  readonly cost?: string
  readonly comment?: string
  readonly expectedDate?: string
  readonly logisticsProvider?: string
  readonly trackingNumber?: string
  readonly returnTrackingNumber?: string
  readonly normalized?: string
  readonly validationStatus?: string
  readonly warehouse?: string
  readonly preference?: string
  readonly middleName?: string
  readonly companyName?: string
  readonly phone?: string
  readonly mobile?: string
  readonly workPhone?: string
  readonly email?: string
  readonly type?: string
  readonly customer?: {
    readonly merchantCustomerId?: string
    readonly givenName?: string
    readonly middleName?: string
    readonly surname?: string
    readonly sex?: string
    readonly birthDate?: string
    readonly phone?: string
    readonly mobile?: string
    readonly workPhone?: string
    readonly email?: string
    readonly companyName?: string
    readonly identificationDocType?: string
    readonly identificationDocId?: string
    readonly ip?: string
    readonly merchantReference?: string
    readonly salutation?: string
    readonly language?: string
    readonly category?: string
    readonly status?: string
    readonly browser?: {
      readonly acceptHeader?: string
      readonly language?: string
      readonly screenHeight?: string
      readonly screenWidth?: string
      readonly timezone?: string
      readonly userAgent?: string
      readonly javaEnabled?: string
      readonly screenColorDepth?: string
      readonly challengeWindow?: string
    }
  }
}

export interface EchoedForex {
  readonly amount?: string
  readonly currency?: string
  readonly tax?: string
}

export interface EchoedCorporate {
  readonly name?: string
  readonly suite?: string
  readonly street?: string
  readonly address?: string
  readonly description?: string
  readonly city?: string
  readonly state?: string
  readonly postCode?: string
  readonly postboxNumber?: string
  readonly purchase?: string
  readonly phone?: string
  readonly fax?: string
  readonly vatId?: string
}

export interface EchoedSender {
  readonly name?: string
  readonly givenName?: string
  readonly middleName?: string
  readonly surname?: string
  readonly birthDate?: string
  readonly phone?: string
  readonly street?: string
  readonly city?: string
  readonly state?: string
  readonly country?: string
  readonly postcode?: string
  readonly accountNumberType?: string
  readonly sourceOfFunds?: string
  readonly entityType?: string
  readonly occupation?: string
  readonly identificationType?: string
  readonly identificationValue?: string
  readonly nationality?: string
  readonly birthCountry?: string
  readonly identificationCountry?: string
}

export interface EchoedRecipient {
  readonly givenName?: string
  readonly middleName?: string
  readonly surname?: string
  readonly birthDate?: string
  readonly phone?: string
  readonly street?: string
  readonly city?: string
  readonly state?: string
  readonly country?: string
  readonly postcode?: string
  readonly accountNumberType?: string
  readonly nationality?: string
  readonly identificationType?: string
  readonly identificationValue?: string
  readonly entityType?: string
  readonly relationship?: string
  readonly occupation?: string
  readonly identificationCountry?: string
  readonly birthCountry?: string
}

export interface EchoedMerchant {
  readonly name?: string
  readonly street?: string
  readonly city?: string
  readonly serviceLocationCity?: string
  readonly submerchantId?: string
  readonly legalName?: string
  readonly state?: string
  readonly serviceLocationState?: string
  readonly geographicCoordinates?: string
  readonly serviceLocationGeographicCoordinates?: string
  readonly additionalContact?: string
  readonly url?: string
  readonly isoId?: string
  readonly payFacId?: string
  readonly payFacName?: string
  readonly marketplaceId?: string
  readonly app?: {
    readonly schemeUrl?: string
  }
  readonly partnerIdCode?: string
  readonly taxId?: string
  readonly phone?: string
  readonly customerContactPhone?: string
  readonly mcc?: string
  readonly countryCode?: string
  readonly country?: string
  readonly postcode?: string
  readonly serviceLocationCountryCode?: string
  readonly serviceLocationPostCode?: string
  readonly websiteId?: string
  readonly foreignRetailIndicator?: string
  readonly data?: Readonly<Record<string, string>>
  readonly billing?: {
    readonly street1?: string
    readonly street2?: string
    readonly houseNumber1?: string
    readonly houseNumber2?: string
    readonly city?: string
    readonly state?: string
    readonly postcode?: string
    readonly country?: string
    readonly normalized?: string
    readonly validationStatus?: string
    readonly givenName?: string
    readonly surname?: string
    readonly middleName?: string
    readonly companyName?: string
    readonly phone?: string
    readonly workPhone?: string
    readonly mobile?: string
    readonly email?: string
  }
  readonly shipping?: {
    readonly street1?: string
    readonly street2?: string
    readonly houseNumber1?: string
    readonly houseNumber2?: string
    readonly city?: string
    readonly state?: string
    readonly postcode?: string
    readonly country?: string
    readonly method?: string
    readonly cost?: string
    readonly comment?: string
    readonly expectedDate?: string
    readonly logisticsProvider?: string
    readonly trackingNumber?: string
    readonly returnTrackingNumber?: string
    readonly normalized?: string
    readonly validationStatus?: string
    readonly warehouse?: string
    readonly preference?: string
    readonly middleName?: string
    readonly companyName?: string
    readonly phone?: string
    readonly mobile?: string
    readonly workPhone?: string
    readonly email?: string
    readonly type?: string
  }
  readonly bankAccount?: {
    /** The account that a prepayment is transferred to. */
    readonly holder?: string
    /** IBAN for SEPA. */
    readonly number?: string
    readonly bic?: string
    readonly country?: string
  }
}

export interface EchoedCart {
  readonly items?: readonly {
    readonly name?: string
    readonly merchantItemId?: string
    readonly quantity?: string
    readonly type?: string
    readonly sku?: string
    readonly currency?: string
    readonly description?: string
    readonly commodityCode?: string
    readonly commodityDescription?: string
    readonly originalPrice?: string
    readonly price?: string
    readonly totalAmount?: string
    readonly taxAmount?: string
    readonly totalTaxAmount?: string
    readonly tax?: string
    readonly taxCategory?: string
    readonly shipping?: string
    readonly discount?: string
    readonly giftMessage?: string
    readonly shippingMethod?: string
    readonly shippingInstructions?: string
    readonly shippingTrackingNumber?: string
    readonly quantityUnit?: string
    readonly productUrl?: string
    readonly imageUrl?: string
    readonly totalDiscountAmount?: string
    readonly productCode?: string
    readonly partNumber?: string
    readonly vatReferenceNumber?: string
    readonly itemNumber?: string
    readonly sellerId?: string
    readonly deliveryDate?: string
    readonly recipient?: {
      readonly salutation?: string
      readonly firstName?: string
      readonly lastName?: string
      readonly middleName?: string
      readonly apartment?: string
      readonly street?: string
      readonly address?: string
      readonly city?: string
      readonly state?: string
      readonly postcode?: string
      readonly country?: string
      readonly phone?: string
      readonly email?: string
    }
  }[]
  readonly payments?: readonly {
    readonly name?: string
    readonly type?: string
    readonly amount?: string
    readonly currency?: string
    readonly status?: string
    readonly brand?: string
    readonly primary?: string
  }[]
}

export interface EchoedMarketPlace {
  readonly sellers?: readonly {
    readonly id?: string
    readonly amount?: string
  }[]
}

export interface EchoedAirline {
  readonly totalTaxAmount?: string
  readonly totalFeesAmount?: string
  readonly totalFareAmount?: string
  readonly passengers?: readonly {
    readonly legs?: readonly {
      readonly taxAmount?: string
      readonly feesAmount?: string
      readonly fareAmount?: string
      readonly departureTaxAmount?: string
      readonly departureDate?: string
      readonly arrivalDate?: string
      readonly ticketNumber?: string
      readonly stopOverAllowed?: string
      readonly restrictions?: string
      readonly flightNumber?: string
      readonly fareBasis?: string
      readonly exchangeTicketNum?: string
      readonly departureCountry?: string
      readonly departureAirport?: string
      readonly airlineName?: string
      readonly airlineCode?: string
      readonly departureTime?: string
      readonly arrivalCountry?: string
      readonly arrivalAirport?: string
      readonly arrivalTime?: string
      readonly couponNumber?: string
      readonly classOfService?: string
      readonly carrierCode?: string
      readonly timeToDeparture?: string
    }[]
    readonly type?: string
    readonly name?: string
    readonly ticketRestricted?: string
    readonly ticketNumber?: string
    readonly status?: string
    readonly phone?: string
    readonly frequentFlyerNumber?: string
    readonly email?: string
    readonly dob?: string
    readonly checkDigit?: string
    readonly residenceCountry?: string
  }[]
  readonly ticketIssueDate?: string
  readonly ticketIssueAddress?: string
  readonly thirdPartyBooking?: string
  readonly bookingtype?: string
  readonly ticketDeliveryMethod?: string
  readonly bookingRefNum?: string
  readonly agentName?: string
  readonly agentCode?: string
}

export type EchoedCustomParameters = Readonly<Record<string, string>>

/** A payment with the parameters that were sent, except secret ones. */
export interface PaymentAnswer {
  /** Names the payment in later requests. */
  readonly id: string
  /** The earlier payment that it refers to: of CP, RV, RF and RB, and of a PA that raises or renews a hold. */
  readonly referencedId?: string
  /** The stored payment details that it was paid with, or that it made. */
  readonly registrationId?: string
  /** The schedule whose run it is. */
  readonly scheduleId?: string
  /** Of a run of a schedule: as planned, or paid again after a decline. SCHEDULER also of the reversal that releases an expired hold. */
  readonly source?: 'SCHEDULER' | 'MACRETRY'
  /** PA, DB, CD; CP, RV, RF, RB; RI of a risk check. */
  readonly paymentType: string
  /** The brand that was charged, such as VISA. A risk check may have none. */
  readonly paymentBrand?: string
  /** The amount that was processed. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** What the acquirer said, such as AcquirerResponse. After an authentication also authenticationLiability, and cardholderInfo: a text of the issuer for the shopper, at most 128 characters. Show it as plain text. */
  readonly resultDetails?: Readonly<Record<string, string>>
  readonly card?: CardSummary
  /** The brand of the card number, when none was sent, or that of a wallet. */
  readonly brandResult?: string
  /** What createRegistration=true has stored; only after success. */
  readonly registration?: {
    readonly id: string
  }
  readonly redirect?: Redirect
  /** Of a PA that holds an amount: until when it may be captured, UTC. */
  readonly expiresAt?: string
  readonly taxAmount?: string
  readonly discountAmount?: string
  readonly descriptor?: string
  readonly merchantTransactionId?: string
  readonly merchantInvoiceId?: string
  readonly merchantMemo?: string
  readonly transactionCategory?: string
  readonly sequence?: string
  readonly numberOfCaptures?: string
  readonly promotionCode?: string
  readonly locale?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
  readonly referenceUuid?: string
  readonly transactionPurposeCode?: string
  readonly transactionPurposeAccount?: string
  readonly integrationType?: string
  readonly transactionBai?: string
  readonly transactionTti?: string
  readonly transactionProcessingCode?: string
  readonly walletA?: EchoedWalletA
  readonly walletB?: EchoedWalletB
  readonly walletC?: EchoedWalletC
  readonly applePay?: EchoedApplePay
  readonly googlePay?: EchoedGooglePay
  readonly samsungPay?: EchoedSamsungPay
  readonly virtualAccount?: EchoedVirtualAccount
  readonly bankAccount?: EchoedBankAccount
  readonly transactionDueDate?: string
  readonly tokenAccount?: EchoedTokenAccount
  readonly giftCard?: EchoedGiftCard
  readonly pos?: EchoedPos
  readonly standingInstruction?: EchoedStandingInstruction
  readonly threeDSecure?: EchoedThreeDSecure
  readonly risk?: EchoedRisk
  readonly customer?: EchoedCustomer
  readonly billing?: EchoedBilling
  readonly shipping?: EchoedShipping
  readonly forex?: EchoedForex
  readonly corporate?: EchoedCorporate
  readonly sender?: EchoedSender
  readonly recipient?: EchoedRecipient
  readonly merchant?: EchoedMerchant
  readonly cart?: EchoedCart
  readonly marketPlace?: EchoedMarketPlace
  readonly airline?: EchoedAirline
  readonly customParameters?: EchoedCustomParameters
  /** In test: a card number was sent that may be real, or the cart does not make the amount. */
  readonly warning?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A payment with its captures, reversals and refunds. */
export interface PaymentReadAnswer {
  /** Names the payment in later requests. */
  readonly id: string
  /** The earlier payment that it refers to: of CP, RV, RF and RB, and of a PA that raises or renews a hold. */
  readonly referencedId?: string
  /** The stored payment details that it was paid with, or that it made. */
  readonly registrationId?: string
  /** The schedule whose run it is. */
  readonly scheduleId?: string
  /** Of a run of a schedule: as planned, or paid again after a decline. SCHEDULER also of the reversal that releases an expired hold. */
  readonly source?: 'SCHEDULER' | 'MACRETRY'
  /** PA, DB, CD; CP, RV, RF, RB; RI of a risk check. */
  readonly paymentType: string
  /** The brand that was charged, such as VISA. A risk check may have none. */
  readonly paymentBrand?: string
  /** The amount that was processed. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** What the acquirer said, such as AcquirerResponse. After an authentication also authenticationLiability, and cardholderInfo: a text of the issuer for the shopper, at most 128 characters. Show it as plain text. */
  readonly resultDetails?: Readonly<Record<string, string>>
  readonly card?: CardSummary
  /** The brand of the card number, when none was sent, or that of a wallet. */
  readonly brandResult?: string
  /** What createRegistration=true has stored; only after success. */
  readonly registration?: {
    readonly id: string
  }
  readonly redirect?: Redirect
  /** Of a PA that holds an amount: until when it may be captured, UTC. */
  readonly expiresAt?: string
  readonly taxAmount?: string
  readonly discountAmount?: string
  readonly descriptor?: string
  readonly merchantTransactionId?: string
  readonly merchantInvoiceId?: string
  readonly merchantMemo?: string
  readonly transactionCategory?: string
  readonly sequence?: string
  readonly numberOfCaptures?: string
  readonly promotionCode?: string
  readonly locale?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
  readonly referenceUuid?: string
  readonly transactionPurposeCode?: string
  readonly transactionPurposeAccount?: string
  readonly integrationType?: string
  readonly transactionBai?: string
  readonly transactionTti?: string
  readonly transactionProcessingCode?: string
  readonly walletA?: EchoedWalletA
  readonly walletB?: EchoedWalletB
  readonly walletC?: EchoedWalletC
  readonly applePay?: EchoedApplePay
  readonly googlePay?: EchoedGooglePay
  readonly samsungPay?: EchoedSamsungPay
  readonly virtualAccount?: EchoedVirtualAccount
  readonly bankAccount?: EchoedBankAccount
  readonly transactionDueDate?: string
  readonly tokenAccount?: EchoedTokenAccount
  readonly giftCard?: EchoedGiftCard
  readonly pos?: EchoedPos
  readonly standingInstruction?: EchoedStandingInstruction
  readonly threeDSecure?: EchoedThreeDSecure
  readonly risk?: EchoedRisk
  readonly customer?: EchoedCustomer
  readonly billing?: EchoedBilling
  readonly shipping?: EchoedShipping
  readonly forex?: EchoedForex
  readonly corporate?: EchoedCorporate
  readonly sender?: EchoedSender
  readonly recipient?: EchoedRecipient
  readonly merchant?: EchoedMerchant
  readonly cart?: EchoedCart
  readonly marketPlace?: EchoedMarketPlace
  readonly airline?: EchoedAirline
  readonly customParameters?: EchoedCustomParameters
  /** In test: a card number was sent that may be real, or the cart does not make the amount. */
  readonly warning?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
  /** When the payment was made, UTC. */
  readonly requestTimestamp: string
  /** The money that was captured, reversed and refunded, including operations that are under way. Shown for a payment that has succeeded and can be referred to. */
  readonly amounts?: {
    /** Of a PA: what it holds or held, with what the hold was raised by. */
    readonly authorised?: string
    /** Of a PA: by its captures. Of a DB, CP and RB: its own amount. */
    readonly captured?: string
    /** Of a CD: its own amount. */
    readonly credited?: string
    /** Given back by reversals, or released at the end of a hold. */
    readonly reversed?: string
    /** Given back by refunds. Those of a PA refer to its captures. */
    readonly refunded?: string
    /** Taken back by the shopper’s bank; absent: nothing. */
    readonly chargedBack?: string
    /** Of a PA: may still be captured or reversed. Of the others: refunded. */
    readonly open?: string
  }
}

/** A risk check that stands alone. `risk.score` is from -99999 to 99999. */
export interface RiskAnswer {
  /** Names the payment in later requests. */
  readonly id: string
  /** The earlier payment that it refers to: of CP, RV, RF and RB, and of a PA that raises or renews a hold. */
  readonly referencedId?: string
  /** The stored payment details that it was paid with, or that it made. */
  readonly registrationId?: string
  /** The schedule whose run it is. */
  readonly scheduleId?: string
  /** Of a run of a schedule: as planned, or paid again after a decline. SCHEDULER also of the reversal that releases an expired hold. */
  readonly source?: 'SCHEDULER' | 'MACRETRY'
  /** PA, DB, CD; CP, RV, RF, RB; RI of a risk check. */
  readonly paymentType: string
  /** The brand that was charged, such as VISA. A risk check may have none. */
  readonly paymentBrand?: string
  /** The amount that was processed. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** What the acquirer said, such as AcquirerResponse. After an authentication also authenticationLiability, and cardholderInfo: a text of the issuer for the shopper, at most 128 characters. Show it as plain text. */
  readonly resultDetails?: Readonly<Record<string, string>>
  readonly card?: CardSummary
  /** The brand of the card number, when none was sent, or that of a wallet. */
  readonly brandResult?: string
  /** What createRegistration=true has stored; only after success. */
  readonly registration?: {
    readonly id: string
  }
  readonly redirect?: Redirect
  /** Of a PA that holds an amount: until when it may be captured, UTC. */
  readonly expiresAt?: string
  readonly taxAmount?: string
  readonly discountAmount?: string
  readonly descriptor?: string
  readonly merchantTransactionId?: string
  readonly merchantInvoiceId?: string
  readonly merchantMemo?: string
  readonly transactionCategory?: string
  readonly sequence?: string
  readonly numberOfCaptures?: string
  readonly promotionCode?: string
  readonly locale?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
  readonly referenceUuid?: string
  readonly transactionPurposeCode?: string
  readonly transactionPurposeAccount?: string
  readonly integrationType?: string
  readonly transactionBai?: string
  readonly transactionTti?: string
  readonly transactionProcessingCode?: string
  readonly walletA?: EchoedWalletA
  readonly walletB?: EchoedWalletB
  readonly walletC?: EchoedWalletC
  readonly applePay?: EchoedApplePay
  readonly googlePay?: EchoedGooglePay
  readonly samsungPay?: EchoedSamsungPay
  readonly virtualAccount?: EchoedVirtualAccount
  readonly bankAccount?: EchoedBankAccount
  readonly transactionDueDate?: string
  readonly tokenAccount?: EchoedTokenAccount
  readonly giftCard?: EchoedGiftCard
  readonly pos?: EchoedPos
  readonly standingInstruction?: EchoedStandingInstruction
  readonly threeDSecure?: EchoedThreeDSecure
  readonly risk?: EchoedRisk
  readonly customer?: EchoedCustomer
  readonly billing?: EchoedBilling
  readonly shipping?: EchoedShipping
  readonly forex?: EchoedForex
  readonly corporate?: EchoedCorporate
  readonly sender?: EchoedSender
  readonly recipient?: EchoedRecipient
  readonly merchant?: EchoedMerchant
  readonly cart?: EchoedCart
  readonly marketPlace?: EchoedMarketPlace
  readonly airline?: EchoedAirline
  readonly customParameters?: EchoedCustomParameters
  /** In test: a card number was sent that may be real, or the cart does not make the amount. */
  readonly warning?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

export interface StoredWalletA {
  readonly source?: string
  readonly cardNetwork?: string
  readonly cardType?: string
}

export interface StoredWalletB {
  readonly source?: string
}

export interface StoredWalletC {
  readonly source?: string
}

export interface StoredApplePay {
  readonly source?: string
  readonly cardNetwork?: string
  readonly cardType?: string
}

export interface StoredGooglePay {
  readonly source?: string
}

export interface StoredSamsungPay {
  readonly source?: string
}

export interface StoredVirtualAccount {
  readonly accountId?: string
}

export interface StoredBankAccount {
  readonly holder?: string
  readonly bankName?: string
  readonly bankCode?: string
  readonly bic?: string
  readonly country?: string
  readonly mandate?: {
    readonly id?: string
    readonly dateOfSignature?: string
  }
  /** Masked. */
  readonly number?: string
  /** Masked. */
  readonly iban?: string
}

export interface StoredTokenAccount {
  readonly type?: string
  readonly expiryMonth?: string
  readonly expiryYear?: string
}

export interface StoredCustomer {
  readonly merchantCustomerId?: string
  readonly givenName?: string
  readonly middleName?: string
  readonly surname?: string
  readonly sex?: string
  readonly birthDate?: string
  readonly phone?: string
  readonly mobile?: string
  readonly workPhone?: string
  readonly email?: string
  readonly companyName?: string
  readonly identificationDocType?: string
  readonly identificationDocId?: string
  readonly ip?: string
  readonly merchantReference?: string
  readonly salutation?: string
  readonly language?: string
  readonly category?: string
  readonly status?: string
  readonly browserFingerprint?: {
    readonly id?: string
    readonly value?: string
  }
  readonly browser?: {
    readonly acceptHeader?: string
    readonly language?: string
    readonly screenHeight?: string
    readonly screenWidth?: string
    readonly timezone?: string
    readonly userAgent?: string
    readonly javaEnabled?: string
    readonly screenColorDepth?: string
    readonly challengeWindow?: string
    readonly deviceId?: string
  }
  readonly app?: {
    readonly deviceId?: string
  }
}

export interface StoredBilling {
  readonly street1?: string
  readonly street2?: string
  readonly houseNumber1?: string
  readonly houseNumber2?: string
  readonly city?: string
  readonly state?: string
  readonly postcode?: string
  readonly country?: string
  readonly normalized?: string
  readonly validationStatus?: string
}

export interface StoredShipping {
  readonly street1?: string
  readonly street2?: string
  readonly houseNumber1?: string
  readonly houseNumber2?: string
  readonly city?: string
  readonly state?: string
  readonly postcode?: string
  readonly country?: string
  readonly method?: string
  readonly cost?: string
  readonly comment?: string
  readonly expectedDate?: string
  readonly logisticsProvider?: string
  readonly trackingNumber?: string
  readonly returnTrackingNumber?: string
  readonly normalized?: string
  readonly validationStatus?: string
  readonly warehouse?: string
  readonly preference?: string
  readonly middleName?: string
  readonly companyName?: string
  readonly phone?: string
  readonly mobile?: string
  readonly workPhone?: string
  readonly email?: string
  readonly type?: string
  readonly customer?: {
    readonly merchantCustomerId?: string
    readonly givenName?: string
    readonly middleName?: string
    readonly surname?: string
    readonly sex?: string
    readonly birthDate?: string
    readonly phone?: string
    readonly mobile?: string
    readonly workPhone?: string
    readonly email?: string
    readonly companyName?: string
    readonly identificationDocType?: string
    readonly identificationDocId?: string
    readonly ip?: string
    readonly merchantReference?: string
    readonly salutation?: string
    readonly language?: string
    readonly category?: string
    readonly status?: string
    readonly browser?: {
      readonly acceptHeader?: string
      readonly language?: string
      readonly screenHeight?: string
      readonly screenWidth?: string
      readonly timezone?: string
      readonly userAgent?: string
      readonly javaEnabled?: string
      readonly screenColorDepth?: string
      readonly challengeWindow?: string
    }
  }
}

export interface StoredThreeDSecure {
  readonly eci?: string
  readonly verificationId?: string
  readonly authenticationStatus?: string
  readonly dsTransactionId?: string
  readonly acsTransactionId?: string
  readonly challengeMandatedIndicator?: string
  readonly version?: string
  readonly authType?: string
  readonly transactionStatusReason?: string
  readonly challengeIndicator?: string
  readonly exemptionFlag?: string
  readonly schemeData?: {
    readonly 'CB-ITEMSNB'?: string
    readonly 'CB-SCORE_MERCHANT'?: string
    readonly 'CB-USECASE'?: string
  }
  readonly disable?: string
  readonly npa?: string
  readonly authenticationInd?: string
}

export interface StoredStandingInstruction {
  readonly type?: string
  readonly recurringType?: string
  readonly mode?: string
  readonly source?: string
  readonly initialTransactionId?: string
  readonly industryPractice?: string
  readonly expiry?: string
  readonly frequency?: string
  readonly numberOfInstallments?: string
  readonly agreementId?: string
}

export interface StoredRecurringMigration {
  readonly paymentType?: string
  readonly amount?: string
  readonly requestTimestamp?: string
  readonly connectorTxId1?: string
  readonly connectorTxId2?: string
  readonly connectorTxId3?: string
}

export type StoredCustomParameters = Readonly<Record<string, string>>

/** A payment or risk check that was looked for. */
export interface PaymentRecord {
  /** Names the payment in later requests. */
  readonly id: string
  /** The earlier payment that it refers to: of CP, RV, RF and RB, and of a PA that raises or renews a hold. */
  readonly referencedId?: string
  /** The stored payment details that it was paid with, or that it made. */
  readonly registrationId?: string
  /** The schedule whose run it is. */
  readonly scheduleId?: string
  /** Of a run of a schedule: as planned, or paid again after a decline. SCHEDULER also of the reversal that releases an expired hold. */
  readonly source?: 'SCHEDULER' | 'MACRETRY'
  /** PA, DB, CD; CP, RV, RF, RB; RI of a risk check. */
  readonly paymentType: string
  /** The brand that was charged, such as VISA. A risk check may have none. */
  readonly paymentBrand?: string
  /** The amount that was processed. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** What the acquirer said, such as AcquirerResponse. After an authentication also authenticationLiability, and cardholderInfo: a text of the issuer for the shopper, at most 128 characters. Show it as plain text. */
  readonly resultDetails?: Readonly<Record<string, string>>
  readonly card?: CardSummary
  /** The brand of the card number, when none was sent, or that of a wallet. */
  readonly brandResult?: string
  /** What createRegistration=true has stored; only after success. */
  readonly registration?: {
    readonly id: string
  }
  readonly redirect?: Redirect
  /** Of a PA that holds an amount: until when it may be captured, UTC. */
  readonly expiresAt?: string
  readonly taxAmount?: string
  readonly discountAmount?: string
  readonly descriptor?: string
  readonly merchantTransactionId?: string
  readonly merchantInvoiceId?: string
  readonly merchantMemo?: string
  readonly transactionCategory?: string
  readonly sequence?: string
  readonly numberOfCaptures?: string
  readonly promotionCode?: string
  readonly locale?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
  readonly referenceUuid?: string
  readonly transactionPurposeCode?: string
  readonly transactionPurposeAccount?: string
  readonly integrationType?: string
  readonly transactionBai?: string
  readonly transactionTti?: string
  readonly transactionProcessingCode?: string
  readonly walletA?: EchoedWalletA
  readonly walletB?: EchoedWalletB
  readonly walletC?: EchoedWalletC
  readonly applePay?: EchoedApplePay
  readonly googlePay?: EchoedGooglePay
  readonly samsungPay?: EchoedSamsungPay
  readonly virtualAccount?: EchoedVirtualAccount
  readonly bankAccount?: EchoedBankAccount
  readonly transactionDueDate?: string
  readonly tokenAccount?: EchoedTokenAccount
  readonly giftCard?: EchoedGiftCard
  readonly pos?: EchoedPos
  readonly standingInstruction?: EchoedStandingInstruction
  readonly threeDSecure?: EchoedThreeDSecure
  readonly risk?: EchoedRisk
  readonly customer?: EchoedCustomer
  readonly billing?: EchoedBilling
  readonly shipping?: EchoedShipping
  readonly forex?: EchoedForex
  readonly corporate?: EchoedCorporate
  readonly sender?: EchoedSender
  readonly recipient?: EchoedRecipient
  readonly merchant?: EchoedMerchant
  readonly cart?: EchoedCart
  readonly marketPlace?: EchoedMarketPlace
  readonly airline?: EchoedAirline
  readonly customParameters?: EchoedCustomParameters
  /** In test: a card number was sent that may be real, or the cart does not make the amount. */
  readonly warning?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
  /** When the payment was made, UTC. */
  readonly requestTimestamp: string
  /** The money that was captured, reversed and refunded, including operations that are under way. Shown for a payment that has succeeded and can be referred to. */
  readonly amounts?: {
    /** Of a PA: what it holds or held, with what the hold was raised by. */
    readonly authorised?: string
    /** Of a PA: by its captures. Of a DB, CP and RB: its own amount. */
    readonly captured?: string
    /** Of a CD: its own amount. */
    readonly credited?: string
    /** Given back by reversals, or released at the end of a hold. */
    readonly reversed?: string
    /** Given back by refunds. Those of a PA refer to its captures. */
    readonly refunded?: string
    /** Taken back by the shopper’s bank; absent: nothing. */
    readonly chargedBack?: string
    /** Of a PA: may still be captured or reversed. Of the others: refunded. */
    readonly open?: string
  }
  /** Names it on statements; queries look for it. */
  readonly shortId: string
}

/** The storing of payment details, or its deletion. */
export interface RegistrationRecord {
  /** The token: names the stored payment details. */
  readonly id: string
  /** RG stored, DR deleted, TE extended. */
  readonly paymentType: 'RG' | 'DR' | 'TE'
  /** The brand of what is stored. */
  readonly paymentBrand: string
  readonly card?: CardSummary
  /** The brand of the card number, when none was sent, or that of a wallet. */
  readonly brandResult?: string
  readonly redirect?: Redirect
  readonly walletA?: StoredWalletA
  readonly walletB?: StoredWalletB
  readonly walletC?: StoredWalletC
  readonly applePay?: StoredApplePay
  readonly googlePay?: StoredGooglePay
  readonly samsungPay?: StoredSamsungPay
  readonly virtualAccount?: StoredVirtualAccount
  readonly bankAccount?: StoredBankAccount
  readonly transactionDueDate?: string
  readonly tokenAccount?: StoredTokenAccount
  readonly customer?: StoredCustomer
  readonly billing?: StoredBilling
  readonly shipping?: StoredShipping
  readonly threeDSecure?: StoredThreeDSecure
  readonly standingInstruction?: StoredStandingInstruction
  readonly recurringMigration?: StoredRecurringMigration
  readonly customParameters?: StoredCustomParameters
  readonly merchantTransactionId?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
  /** In test: a card number was sent that may be real, or the cart does not make the amount. */
  readonly warning?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
  /** Names it on statements; queries look for it. */
  readonly shortId: string
}

/** A payment that was looked for by its id. */
export interface QueriedPayment {
  /** Names the payment in later requests. */
  readonly id: string
  /** The earlier payment that it refers to: of CP, RV, RF and RB, and of a PA that raises or renews a hold. */
  readonly referencedId?: string
  /** The stored payment details that it was paid with, or that it made. */
  readonly registrationId?: string
  /** The schedule whose run it is. */
  readonly scheduleId?: string
  /** Of a run of a schedule: as planned, or paid again after a decline. SCHEDULER also of the reversal that releases an expired hold. */
  readonly source?: 'SCHEDULER' | 'MACRETRY'
  /** PA, DB, CD; CP, RV, RF, RB; RI of a risk check. */
  readonly paymentType: string
  /** The brand that was charged, such as VISA. A risk check may have none. */
  readonly paymentBrand?: string
  /** The amount that was processed. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** What the acquirer said, such as AcquirerResponse. After an authentication also authenticationLiability, and cardholderInfo: a text of the issuer for the shopper, at most 128 characters. Show it as plain text. */
  readonly resultDetails?: Readonly<Record<string, string>>
  readonly card?: CardSummary
  /** The brand of the card number, when none was sent, or that of a wallet. */
  readonly brandResult?: string
  /** What createRegistration=true has stored; only after success. */
  readonly registration?: {
    readonly id: string
  }
  readonly redirect?: Redirect
  /** Of a PA that holds an amount: until when it may be captured, UTC. */
  readonly expiresAt?: string
  readonly taxAmount?: string
  readonly discountAmount?: string
  readonly descriptor?: string
  readonly merchantTransactionId?: string
  readonly merchantInvoiceId?: string
  readonly merchantMemo?: string
  readonly transactionCategory?: string
  readonly sequence?: string
  readonly numberOfCaptures?: string
  readonly promotionCode?: string
  readonly locale?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
  readonly referenceUuid?: string
  readonly transactionPurposeCode?: string
  readonly transactionPurposeAccount?: string
  readonly integrationType?: string
  readonly transactionBai?: string
  readonly transactionTti?: string
  readonly transactionProcessingCode?: string
  readonly walletA?: EchoedWalletA
  readonly walletB?: EchoedWalletB
  readonly walletC?: EchoedWalletC
  readonly applePay?: EchoedApplePay
  readonly googlePay?: EchoedGooglePay
  readonly samsungPay?: EchoedSamsungPay
  readonly virtualAccount?: EchoedVirtualAccount
  readonly bankAccount?: EchoedBankAccount
  readonly transactionDueDate?: string
  readonly tokenAccount?: EchoedTokenAccount
  readonly giftCard?: EchoedGiftCard
  readonly pos?: EchoedPos
  readonly standingInstruction?: EchoedStandingInstruction
  readonly threeDSecure?: EchoedThreeDSecure
  readonly risk?: EchoedRisk
  readonly customer?: EchoedCustomer
  readonly billing?: EchoedBilling
  readonly shipping?: EchoedShipping
  readonly forex?: EchoedForex
  readonly corporate?: EchoedCorporate
  readonly sender?: EchoedSender
  readonly recipient?: EchoedRecipient
  readonly merchant?: EchoedMerchant
  readonly cart?: EchoedCart
  readonly marketPlace?: EchoedMarketPlace
  readonly airline?: EchoedAirline
  readonly customParameters?: EchoedCustomParameters
  /** In test: a card number was sent that may be real, or the cart does not make the amount. */
  readonly warning?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
  /** When the payment was made, UTC. */
  readonly requestTimestamp: string
  /** The money that was captured, reversed and refunded, including operations that are under way. Shown for a payment that has succeeded and can be referred to. */
  readonly amounts?: {
    /** Of a PA: what it holds or held, with what the hold was raised by. */
    readonly authorised?: string
    /** Of a PA: by its captures. Of a DB, CP and RB: its own amount. */
    readonly captured?: string
    /** Of a CD: its own amount. */
    readonly credited?: string
    /** Given back by reversals, or released at the end of a hold. */
    readonly reversed?: string
    /** Given back by refunds. Those of a PA refer to its captures. */
    readonly refunded?: string
    /** Taken back by the shopper’s bank; absent: nothing. */
    readonly chargedBack?: string
    /** Of a PA: may still be captured or reversed. Of the others: refunded. */
    readonly open?: string
  }
  /** Names it on statements; queries look for it. */
  readonly shortId: string
  /** The payment and those linked to it of the asked types, where includeLinkedTransactions=true. */
  readonly payments?: readonly string[]
}

/** A registration, looked for by its id. */
export interface QueriedRegistration {
  /** The token: names the stored payment details. */
  readonly id: string
  /** RG stored, DR deleted, TE extended. */
  readonly paymentType: 'RG' | 'DR' | 'TE'
  /** The brand of what is stored. */
  readonly paymentBrand: string
  readonly card?: CardSummary
  /** The brand of the card number, when none was sent, or that of a wallet. */
  readonly brandResult?: string
  readonly redirect?: Redirect
  readonly walletA?: StoredWalletA
  readonly walletB?: StoredWalletB
  readonly walletC?: StoredWalletC
  readonly applePay?: StoredApplePay
  readonly googlePay?: StoredGooglePay
  readonly samsungPay?: StoredSamsungPay
  readonly virtualAccount?: StoredVirtualAccount
  readonly bankAccount?: StoredBankAccount
  readonly transactionDueDate?: string
  readonly tokenAccount?: StoredTokenAccount
  readonly customer?: StoredCustomer
  readonly billing?: StoredBilling
  readonly shipping?: StoredShipping
  readonly threeDSecure?: StoredThreeDSecure
  readonly standingInstruction?: StoredStandingInstruction
  readonly recurringMigration?: StoredRecurringMigration
  readonly customParameters?: StoredCustomParameters
  readonly merchantTransactionId?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
  /** In test: a card number was sent that may be real, or the cart does not make the amount. */
  readonly warning?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
  /** Names it on statements; queries look for it. */
  readonly shortId: string
  /** The payment and those linked to it of the asked types, where includeLinkedTransactions=true. */
  readonly payments?: readonly string[]
}

/** What was found. */
export interface QueryAnswer {
  readonly payments: readonly string[]
  /** Older ones may follow: send the same query with this cursor. Absent at the end of the list. */
  readonly cursor?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** One page of what was found. */
export interface QueryPageAnswer {
  readonly records: readonly string[]
  /** How many pages there are. Absent where the query has a cursor. */
  readonly pages?: number
  /** The number of this page. */
  readonly pageNo?: number
  /** Older ones may follow: send the same query with this cursor. Absent at the end of the list. */
  readonly cursor?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Stored payment details with the parameters that were sent, except secret ones. */
export interface RegistrationAnswer {
  /** The token: names the stored payment details. */
  readonly id: string
  /** RG stored, DR deleted, TE extended. */
  readonly paymentType: 'RG' | 'DR' | 'TE'
  /** The brand of what is stored. */
  readonly paymentBrand: string
  readonly card?: CardSummary
  /** The brand of the card number, when none was sent, or that of a wallet. */
  readonly brandResult?: string
  readonly redirect?: Redirect
  readonly walletA?: StoredWalletA
  readonly walletB?: StoredWalletB
  readonly walletC?: StoredWalletC
  readonly applePay?: StoredApplePay
  readonly googlePay?: StoredGooglePay
  readonly samsungPay?: StoredSamsungPay
  readonly virtualAccount?: StoredVirtualAccount
  readonly bankAccount?: StoredBankAccount
  readonly transactionDueDate?: string
  readonly tokenAccount?: StoredTokenAccount
  readonly customer?: StoredCustomer
  readonly billing?: StoredBilling
  readonly shipping?: StoredShipping
  readonly threeDSecure?: StoredThreeDSecure
  readonly standingInstruction?: StoredStandingInstruction
  readonly recurringMigration?: StoredRecurringMigration
  readonly customParameters?: StoredCustomParameters
  readonly merchantTransactionId?: string
  readonly transactionLinkId?: string
  readonly lifecycleId?: string
  /** In test: a card number was sent that may be real, or the cart does not make the amount. */
  readonly warning?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Why the request was not carried out. */
export interface RefusalAnswer {
  /** PA, DB, CD; CP, RV, RF, RB; RI of a risk check. */
  readonly paymentType?: string
  /** The brand that was charged, such as VISA. A risk check may have none. */
  readonly paymentBrand?: string
  /** The amount that was processed. */
  readonly amount?: string
  /** ISO 4217. */
  readonly currency?: string
  /** Of a checkout that has expired: the payment that it was paid by, or whose outcome was not known yet. Told to the access token alone. */
  readonly paymentId?: string
  /** The same for stored payment details. */
  readonly registrationId?: string
  /** The path at which it can be read. */
  readonly resourcePath?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

export interface ScheduledJob {
  readonly name?: string
  readonly year?: string
  readonly month?: string
  readonly dayOfMonth?: string
  readonly dayOfWeek?: string
  readonly hour?: string
  readonly minute?: string
  readonly second?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly noticeUnit?: string
  readonly noticeNumber?: string
  readonly noticeCallable?: string
  readonly durationUnit?: string
  readonly durationNumber?: string
  readonly expression?: string
  readonly timeZone?: string
}

export interface ScheduledStandingInstruction {
  readonly type?: string
  readonly recurringType?: string
  readonly mode?: string
  readonly source?: string
  readonly initialTransactionId?: string
  readonly industryPractice?: string
  readonly expiry?: string
  readonly frequency?: string
  readonly numberOfInstallments?: string
  readonly agreementId?: string
}

export type ScheduledCustomParameters = Readonly<Record<string, string>>

/** A checkout that was created, changed or deleted. */
export interface CheckoutAnswer {
  /** The checkout id: the credential of the widget, good for 30 minutes. */
  readonly id: string
  /** Hash of the script; only where it was asked for. */
  readonly integrity?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The hash of the script for fast checkout. */
export interface FastCheckoutIntegrity {
  /** Hash of the script that is loaded without a checkout id. */
  readonly integrity: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What happened to a payment. */
export interface HistoryAnswer {
  /** Of the payment. */
  readonly id: string
  readonly paymentType: string
  /** The first event first. */
  readonly history: readonly {
    /** A state that the payment got: intent, pending, authenticating, succeeded, failed. Or review: handed to a person; expired: its hold; accepted, rejected: the end of its review. */
    readonly event: string
    /** UTC. */
    readonly at: string
    /** The result code of the payment from then on. */
    readonly code?: string
    /** Who has decided, of what a person has decided. */
    readonly by?: string
    /** Why. */
    readonly reason?: string
    /** What proves an outcome that a person has found out. */
    readonly evidence?: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The checkout while nothing was tried in it. */
export interface CheckoutStatus {
  readonly id: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Every code that the gateway may answer. */
export interface ResultCodesAnswer {
  readonly resultCodes: readonly ResultCode[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** It answers. */
export interface HealthAnswer {
  readonly environment?: 'test' | 'live'
  readonly warnings?: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Why payments cannot be accepted. */
export interface NotReadyAnswer {
  readonly environment?: 'test' | 'live'
  readonly reasons: readonly {
    /** A reserved word. */
    readonly reason: string
    readonly description: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The clock of an entity. */
export interface TestClockAnswer {
  /** The entity that the clock belongs to. */
  readonly entityId: string
  /** The time of the clock, UTC. */
  readonly now: string
  /** How far the clock is ahead of that of the gateway. */
  readonly aheadOfServerSeconds: number
  /** The time that was asked for: only where there was too much due work on the way. */
  readonly stoppedBefore?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A token as a wallet would give it. */
export interface WalletTokenAnswer {
  /** Send it as the paymentToken of its wallet. */
  readonly paymentToken: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A webhook without its secret. */
export interface Webhook {
  /** Names the webhook. */
  readonly id: string
  /** Whose events are sent, with those of all entities below it. */
  readonly entityId: string
  /** Where they are sent. */
  readonly url: string
  /** How they are sent. */
  readonly format: 'signed' | 'encrypted'
  /** Of the encrypted format. */
  readonly wrapper?: 'none' | 'json'
  /** Which events are sent. */
  readonly types: readonly string[]
  /** Which changes of registrations are sent; absent: all. */
  readonly actions?: readonly string[]
  /** Events of which payments are sent; absent: all. */
  readonly paymentTypes?: readonly string[]
  /** Which members payloads have. */
  readonly fields: 'ALL' | 'NON_CUSTOMER_DATA'
  /** inactive until a test message is answered; disabled after an answer 410, or 30 days of failures. */
  readonly state: 'inactive' | 'active' | 'disabled' | 'deleted'
  /** Why it is not active, where that is known. */
  readonly stateReason?: string
  /** When the first of the calls failed that have all failed since, UTC. */
  readonly failingSince?: string
  /** When it was made, UTC. */
  readonly createdAt: string
  /** When it was last changed, UTC. */
  readonly updatedAt: string
}

/** A call and its attempts, oldest first. */
export interface WebhookDelivery {
  /** Names the delivery; replay takes it as deliveryId. */
  readonly id: string
  /** The header of the call; the same in all attempts. */
  readonly 'webhook-id': string
  /** What it is. */
  readonly kind: 'webhook' | 'test'
  /** The type of the event. */
  readonly type: string
  /** The change, where the event names one. */
  readonly action?: string
  /** Where it happened. */
  readonly entityId: string
  /** The payment, registration or schedule. */
  readonly subjectId: string
  /** waiting: it will be sent, or sent again. givenUp: it will not. */
  readonly state: 'waiting' | 'delivered' | 'givenUp'
  /** When the event happened, UTC. */
  readonly createdAt: string
  /** When it is sent next, UTC; only while it waits. */
  readonly nextAttemptAt?: string
  /** What is sent, before encryption. Absent before the first attempt. */
  readonly body?: string
  readonly attempts: readonly {
    readonly number: number
    /** When it began, UTC. */
    readonly at: string
    readonly durationMs: number
    /** The HTTP status of the answer, if there was one. */
    readonly status?: number
    /** Why it counts as failed. */
    readonly reason?: string
    /** The beginning of the answer. */
    readonly answer?: string
  }[]
}

/** A webhook without its secret. */
export interface WebhookAnswer {
  /** Names the webhook. */
  readonly id: string
  /** Whose events are sent, with those of all entities below it. */
  readonly entityId: string
  /** Where they are sent. */
  readonly url: string
  /** How they are sent. */
  readonly format: 'signed' | 'encrypted'
  /** Of the encrypted format. */
  readonly wrapper?: 'none' | 'json'
  /** Which events are sent. */
  readonly types: readonly string[]
  /** Which changes of registrations are sent; absent: all. */
  readonly actions?: readonly string[]
  /** Events of which payments are sent; absent: all. */
  readonly paymentTypes?: readonly string[]
  /** Which members payloads have. */
  readonly fields: 'ALL' | 'NON_CUSTOMER_DATA'
  /** inactive until a test message is answered; disabled after an answer 410, or 30 days of failures. */
  readonly state: 'inactive' | 'active' | 'disabled' | 'deleted'
  /** Why it is not active, where that is known. */
  readonly stateReason?: string
  /** When the first of the calls failed that have all failed since, UTC. */
  readonly failingSince?: string
  /** When it was made, UTC. */
  readonly createdAt: string
  /** When it was last changed, UTC. */
  readonly updatedAt: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A webhook with its new secret. */
export interface WebhookSecretAnswer {
  /** Names the webhook. */
  readonly id: string
  /** Whose events are sent, with those of all entities below it. */
  readonly entityId: string
  /** Where they are sent. */
  readonly url: string
  /** How they are sent. */
  readonly format: 'signed' | 'encrypted'
  /** Of the encrypted format. */
  readonly wrapper?: 'none' | 'json'
  /** Which events are sent. */
  readonly types: readonly string[]
  /** Which changes of registrations are sent; absent: all. */
  readonly actions?: readonly string[]
  /** Events of which payments are sent; absent: all. */
  readonly paymentTypes?: readonly string[]
  /** Which members payloads have. */
  readonly fields: 'ALL' | 'NON_CUSTOMER_DATA'
  /** inactive until a test message is answered; disabled after an answer 410, or 30 days of failures. */
  readonly state: 'inactive' | 'active' | 'disabled' | 'deleted'
  /** Why it is not active, where that is known. */
  readonly stateReason?: string
  /** When the first of the calls failed that have all failed since, UTC. */
  readonly failingSince?: string
  /** When it was made, UTC. */
  readonly createdAt: string
  /** When it was last changed, UTC. */
  readonly updatedAt: string
  /** whsec_ and base64 of 32 bytes. It is in this answer only. */
  readonly secret?: string
  /** Of the encrypted format: the same 32 bytes as 64 hex digits. */
  readonly encryptionKey?: string
  /** After a rotation: until when the older secret counts, UTC. */
  readonly olderSecretEndsAt?: string
  /** In an answer that repeats another one (`Idempotency-Key`): the members that only the first one has. */
  readonly alreadyShown?: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The webhooks of an entity, oldest first. */
export interface WebhookListAnswer {
  readonly webhooks: readonly Webhook[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What was sent to a webhook, newest first. */
export interface DeliveryListAnswer {
  readonly deliveries: readonly WebhookDelivery[]
  /** Older ones may follow: send the same request with this cursor. Absent at the end of the list. */
  readonly cursor?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The calls to the addresses that a payment or checkout has named, newest first. */
export interface CallListAnswer {
  readonly calls: readonly {
    /** Names the call. */
    readonly id: string
    /** The parameter that named the address. */
    readonly kind: 'notificationUrl' | 'resultUrl'
    /** Where it happened. */
    readonly entityId: string
    /** waiting: it will be sent, or sent again. givenUp: it will not. */
    readonly state: 'waiting' | 'delivered' | 'givenUp'
    /** When the event happened, UTC. */
    readonly createdAt: string
    /** When it is sent next, UTC; only while it waits. */
    readonly nextAttemptAt?: string
    /** What is sent, before encryption. Absent before the first attempt. */
    readonly body?: string
    readonly attempts: readonly {
      readonly number: number
      /** When it began, UTC. */
      readonly at: string
      readonly durationMs: number
      /** The HTTP status of the answer, if there was one. */
      readonly status?: number
      /** Why it counts as failed. */
      readonly reason?: string
      /** The beginning of the answer. */
      readonly answer?: string
    }[]
    /** The address, without the parameters that the call adds. */
    readonly url: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What is sent again. */
export interface ReplayAnswer {
  /** How many deliveries are sent again. */
  readonly replayed: number
  /** There may be more, older ones: send the same request with this cursor. Absent at the end. */
  readonly cursor?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A dispute with its history. */
export interface DisputeAnswer {
  /** Names the dispute. */
  readonly id: string
  /** The channel. */
  readonly entityId: string
  /** The payment that is disputed. */
  readonly paymentId: string
  /** Of the payment. */
  readonly paymentBrand: string
  /** How far it is. */
  readonly stage:
    | 'inquiry'
    | 'alert'
    | 'firstChargeback'
    | 'representment'
    | 'preArbitration'
    | 'arbitration'
  /** accepted and expired are lost. */
  readonly outcome: 'open' | 'won' | 'lost' | 'accepted' | 'expired'
  /** What the acquirer says, in its currency. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** Why, as a code of the catalogue. */
  readonly chargebackResultCode: string
  /** The same in words. */
  readonly chargebackReason: string
  /** The card network’s own reason. */
  readonly reasonCode?: string
  /** The acquirer’s number of the case. */
  readonly acquirerReference?: string
  /** The chargeback (CB) that stands. */
  readonly chargebackId?: string
  /** What a person should look at. */
  readonly flags?: readonly (
    | 'afterRefund'
    | 'abovePayment'
    | 'amountChanged'
    | 'paymentFailed'
    | 'inParts'
  )[]
  /** The last stage in which it was contested: once for each. */
  readonly contestedStage?: string
  /** Of the payment; in reads and lists. */
  readonly merchantTransactionId?: string
  /** Who has paid, as the payment has it; in reads and lists. */
  readonly holder?: string
  /** Of the payment; in reads and lists. */
  readonly customerEmail?: string
  /** When your answer must be there, UTC. */
  readonly respondBy?: string
  /** When it was first reported, UTC. */
  readonly openedAt: string
  /** When it was last changed, UTC. */
  readonly changedAt: string
  readonly history: readonly {
    /** What happened. */
    readonly kind:
      | 'opened'
      | 'advanced'
      | 'evidence'
      | 'removed'
      | 'filed'
      | 'submitted'
      | 'sent'
      | 'returned'
      | 'unsent'
      | 'accepted'
      | 'won'
      | 'lost'
      | 'expired'
    readonly stage: string
    /** Who said so: acquirer, simulator, merchant, timer, or a person. */
    readonly by: string
    readonly note?: string
    /** When, UTC. */
    readonly at: string
  }[]
  readonly documents: readonly {
    /** Names the document. */
    readonly id: string
    readonly fileName: string
    readonly mediaType: string
    /** In bytes. */
    readonly size: number
    /** It is part of a submission, and cannot be taken back. */
    readonly submitted: boolean
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A document of a dispute with its content. */
export interface DisputeDocument {
  /** Names the document. */
  readonly id: string
  readonly fileName: string
  readonly mediaType: string
  /** In bytes. */
  readonly size: number
  /** It is part of a submission, and cannot be taken back. */
  readonly submitted: boolean
  /** The dispute that it belongs to. */
  readonly disputeId: string
  /** The document in base64. */
  readonly content: string
  /** When it was sent, UTC. */
  readonly addedAt: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The disputes of a month against its sales. */
export interface DisputeRatios {
  /** Year and month, UTC. */
  readonly month: string
  readonly brands: readonly {
    readonly paymentBrand: string
    readonly sales: {
      readonly count: number
      readonly amounts: readonly {
        readonly currency: string
        readonly amount: string
      }[]
    }
    readonly disputes: {
      readonly count: number
      readonly amounts: readonly {
        readonly currency: string
        readonly amount: string
      }[]
    }
    readonly fraud: {
      readonly count: number
      readonly amounts: readonly {
        readonly currency: string
        readonly amount: string
      }[]
    }
    /** For each 10,000 sales; absent: there were none, or not all of them are known. */
    readonly disputeBasisPoints?: number
    /** For each 10,000 sales; absent: there were none, or not all of them are known. */
    readonly fraudBasisPoints?: number
  }[]
  readonly programs: readonly {
    /** Of a card network. */
    readonly program: 'VAMP' | 'ECM' | 'HECM' | 'EFM'
    /** What it counts: docs/disputes.md. */
    readonly count: number
    /** For each 10,000 sales; absent: there were none, or not all of them are known. */
    readonly basisPoints?: number
    readonly limits: {
      readonly basisPoints: number
      readonly count?: number
      /** In whole units of EUR or USD. */
      readonly amount?: number
      readonly sales?: number
    }
    /** All its limits are. */
    readonly isReached: boolean
  }[]
  /** Not all sales were looked at. */
  readonly isCut: boolean
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Disputes of an entity and all below it. */
export interface DisputeList {
  readonly disputes: readonly {
    /** Names the dispute. */
    readonly id: string
    /** The channel. */
    readonly entityId: string
    /** The payment that is disputed. */
    readonly paymentId: string
    /** Of the payment. */
    readonly paymentBrand: string
    /** How far it is. */
    readonly stage:
      | 'inquiry'
      | 'alert'
      | 'firstChargeback'
      | 'representment'
      | 'preArbitration'
      | 'arbitration'
    /** accepted and expired are lost. */
    readonly outcome: 'open' | 'won' | 'lost' | 'accepted' | 'expired'
    /** What the acquirer says, in its currency. */
    readonly amount: string
    /** ISO 4217. */
    readonly currency: string
    /** Why, as a code of the catalogue. */
    readonly chargebackResultCode: string
    /** The same in words. */
    readonly chargebackReason: string
    /** The card network’s own reason. */
    readonly reasonCode?: string
    /** The acquirer’s number of the case. */
    readonly acquirerReference?: string
    /** The chargeback (CB) that stands. */
    readonly chargebackId?: string
    /** What a person should look at. */
    readonly flags?: readonly (
      | 'afterRefund'
      | 'abovePayment'
      | 'amountChanged'
      | 'paymentFailed'
      | 'inParts'
    )[]
    /** The last stage in which it was contested: once for each. */
    readonly contestedStage?: string
    /** Of the payment; in reads and lists. */
    readonly merchantTransactionId?: string
    /** Who has paid, as the payment has it; in reads and lists. */
    readonly holder?: string
    /** Of the payment; in reads and lists. */
    readonly customerEmail?: string
    /** When your answer must be there, UTC. */
    readonly respondBy?: string
    /** When it was first reported, UTC. */
    readonly openedAt: string
    /** When it was last changed, UTC. */
    readonly changedAt: string
  }[]
  /** Send it for the next ones; absent: these were the last. */
  readonly cursor?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The settings of entities. */
export interface AdminSettingDescriptions {
  /** By their names. */
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly kind:
          | 'boolean'
          | 'number'
          | 'text'
          | 'amount'
          | 'currency'
          | 'brand'
          | 'channel'
          | 'choice'
          | 'list'
          | 'object'
          | 'map'
          | 'records'
          | 'oneOf'
          | 'constant'
        /** For people. */
        readonly name: string
        readonly help?: string
        /** What counts where nothing is set, in words. Absent: something has to be set. */
        readonly default?: string
        readonly choices?: readonly string[]
        /** What people read for each choice. */
        readonly choiceNames?: Readonly<Record<string, string>>
        readonly min?: number
        /** Of a number, or of the entries of records. */
        readonly max?: number
        readonly example?: string
        /** Of a list: it needs no entry. */
        readonly mayBeEmpty?: boolean
        /** Of an object: further members, which are always these. */
        readonly fixed?: Readonly<Record<string, string>>
        /** Of an object: its members, described in the same way. */
        readonly members?: Readonly<Record<string, string>>
        /** Of a map: what its names are, described in the same way. */
        readonly key?: Readonly<Record<string, string>>
        /** Of a map: its values, described in the same way. */
        readonly value?: Readonly<Record<string, string>>
        /** Of a list whose order counts: each entry, in the same way. */
        readonly record?: Readonly<Record<string, string>>
        /** Of a value of one of several shapes: each of them, by a name. */
        readonly options?: Readonly<Record<string, string>>
        /** Where translations of its parts are, if other fields share them. */
        readonly textsAt?: string
      }
    >
  >
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Checkouts, newest first. */
export interface AdminCheckoutList {
  readonly checkouts: readonly {
    /** The beginning of its id. */
    readonly shownId: string
    readonly state: 'open' | 'processing' | 'pending' | 'done' | 'expired' | 'deleted'
    /** UTC. */
    readonly createdAt: string
    /** UTC. */
    readonly expiresAt: string
    readonly entity: {
      /** Of the entity. */
      readonly id: string
      readonly name: string
      /** Where it stands. */
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    readonly amount?: string
    readonly currency?: string
    readonly paymentType?: string
    readonly merchantTransactionId?: string
    /** Of the latest attempt to pay. */
    readonly paymentId?: string
    /** Of the latest attempt to store. */
    readonly registrationId?: string
  }[]
  /** There are older ones: send it for them. */
  readonly before?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A card or customer that is blocked. */
export interface AdminBlockAnswer {
  readonly block: {
    /** Of the block. */
    readonly id: string
    readonly by: 'card' | 'email'
    /** First six and last four digits of the card, or the e-mail address. */
    readonly shown: string
    readonly reason: string
    /** The e-mail of a user, or the label of an access token. */
    readonly blockedBy: string
    /** UTC. */
    readonly blockedAt: string
    /** On whose page it was blocked. */
    readonly paymentId: string
    readonly entity: {
      /** Of the entity. */
      readonly id: string
      readonly name: string
      /** Where it stands. */
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    /** Of a list: an entity above blocks it. */
    readonly isInherited?: boolean
    /** Of a list: not a block of an entity above that of the one who asks. */
    readonly canRemove?: boolean
  }
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What is blocked, newest first. */
export interface AdminBlockList {
  readonly blocks: readonly {
    /** Of the block. */
    readonly id: string
    readonly by: 'card' | 'email'
    /** First six and last four digits of the card, or the e-mail address. */
    readonly shown: string
    readonly reason: string
    /** The e-mail of a user, or the label of an access token. */
    readonly blockedBy: string
    /** UTC. */
    readonly blockedAt: string
    /** On whose page it was blocked. */
    readonly paymentId: string
    readonly entity: {
      /** Of the entity. */
      readonly id: string
      readonly name: string
      /** Where it stands. */
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    /** Of a list: an entity above blocks it. */
    readonly isInherited?: boolean
    /** Of a list: not a block of an entity above that of the one who asks. */
    readonly canRemove?: boolean
  }[]
  /** Sent for what is older: there may be more. */
  readonly cursor?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Payments, newest first. */
export interface AdminPaymentList {
  readonly payments: readonly {
    /** Of the payment. */
    readonly id: string
    /** For the telephone. */
    readonly shortId: string
    /** UTC. */
    readonly createdAt: string
    readonly paymentType: string
    readonly paymentBrand: string
    readonly amount: string
    readonly currency: string
    /** How it stands, in one word. */
    readonly state:
      | 'succeeded'
      | 'authorised'
      | 'pending'
      | 'review'
      | 'rejected'
      | 'failed'
      | 'reversed'
      | 'refunded'
      | 'partlyRefunded'
      | 'chargedBack'
      | 'expired'
    /** Its result code. */
    readonly code: string
    /** What the code belongs to, such as reject_bank. */
    readonly codeGroup: string
    /** The same in words. */
    readonly description: string
    readonly entity: {
      /** Of the entity. */
      readonly id: string
      readonly name: string
      /** Where it stands. */
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    readonly merchantTransactionId?: string
    readonly customerEmail?: string
    /** Of the card, account or wallet. */
    readonly holder?: string
    /** The last four digits of the number. */
    readonly last4?: string
    /** Of its risk checks, where it was checked: more means more risk. */
    readonly riskScore?: number
  }[]
  /** Sent for what is older: there may be more. */
  readonly cursor?: string
  /** Where this request has looked so far. */
  readonly searchedTo?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A part of an export. */
export interface AdminExportPart {
  /** The first line of the file. */
  readonly header: string
  /** The next lines of the file. */
  readonly lines: readonly string[]
  /** Sent for what is older: there may be more. */
  readonly cursor?: string
  /** Where this request has looked so far. */
  readonly searchedTo?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Stored payment details, newest first. */
export interface AdminStoredList {
  readonly storedDetails: readonly {
    /** The token: names the stored payment details. */
    readonly id: string
    readonly state: 'active' | 'failed' | 'deleted' | 'expired'
    readonly paymentBrand: string
    /** UTC. */
    readonly createdAt: string
    /** When they end by themselves, UTC. */
    readonly endsAt: string
    readonly entity: {
      /** Of the entity. */
      readonly id: string
      readonly name: string
      /** Where it stands. */
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    readonly holder?: string
    /** The last four digits of the number. */
    readonly last4?: string
    /** Month and year. */
    readonly cardExpiry?: string
    readonly merchantTransactionId?: string
  }[]
  /** Sent for what is older: there may be more. */
  readonly cursor?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** All that is known of a payment. */
export interface AdminPaymentDetails {
  readonly payment: {
    /** Of the payment. */
    readonly id: string
    /** For the telephone. */
    readonly shortId: string
    /** UTC. */
    readonly createdAt: string
    readonly paymentType: string
    readonly paymentBrand: string
    readonly amount: string
    readonly currency: string
    /** How it stands, in one word. */
    readonly state:
      | 'succeeded'
      | 'authorised'
      | 'pending'
      | 'review'
      | 'rejected'
      | 'failed'
      | 'reversed'
      | 'refunded'
      | 'partlyRefunded'
      | 'chargedBack'
      | 'expired'
    /** Its result code. */
    readonly code: string
    /** What the code belongs to, such as reject_bank. */
    readonly codeGroup: string
    /** The same in words. */
    readonly description: string
    readonly entity: {
      /** Of the entity. */
      readonly id: string
      readonly name: string
      /** Where it stands. */
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    readonly merchantTransactionId?: string
    readonly customerEmail?: string
    /** Of the card, account or wallet. */
    readonly holder?: string
    /** The last four digits of the number. */
    readonly last4?: string
    /** Of its risk checks, where it was checked: more means more risk. */
    readonly riskScore?: number
  }
  readonly amounts: Readonly<Record<string, string>>
  /** UTC. */
  readonly expiresAt?: string
  /** What the rules allow now. */
  readonly operations: readonly {
    /** What it would refer to. */
    readonly paymentId: string
    /** CP capture, RV reversal, RF refund, RB rebill. */
    readonly paymentType: 'CP' | 'RV' | 'RF' | 'RB'
    /** What is open for it. */
    readonly mostAmount: string
    /** Only all of it. */
    readonly isWhole: boolean
    /** How the payment stands. Sent with the operation, nothing is done where it has changed meanwhile (409). */
    readonly seen: string
    /** Above it a second person has to agree. */
    readonly secondPersonAbove?: string
  }[]
  readonly canResolve: boolean
  /** What one person may decide of it in review; empty: it is in no review, or that is over. */
  readonly reviewDecisions: readonly ('accept' | 'reject')[]
  /** A rejection would give back more than one person may move: a second person has to approve of a refund or a reversal first. Absent: it would not. */
  readonly rejectionNeedsSecond?: boolean
  readonly family: readonly {
    /** Of the payment. */
    readonly id: string
    /** For the telephone. */
    readonly shortId: string
    /** UTC. */
    readonly createdAt: string
    readonly paymentType: string
    readonly paymentBrand: string
    readonly amount: string
    readonly currency: string
    /** How it stands, in one word. */
    readonly state:
      | 'succeeded'
      | 'authorised'
      | 'pending'
      | 'review'
      | 'rejected'
      | 'failed'
      | 'reversed'
      | 'refunded'
      | 'partlyRefunded'
      | 'chargedBack'
      | 'expired'
    /** Its result code. */
    readonly code: string
    /** What the code belongs to, such as reject_bank. */
    readonly codeGroup: string
    /** The same in words. */
    readonly description: string
    readonly entity: {
      /** Of the entity. */
      readonly id: string
      readonly name: string
      /** Where it stands. */
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    readonly merchantTransactionId?: string
    readonly customerEmail?: string
    /** Of the card, account or wallet. */
    readonly holder?: string
    /** The last four digits of the number. */
    readonly last4?: string
    /** Of its risk checks, where it was checked: more means more risk. */
    readonly riskScore?: number
    readonly referencedId?: string
  }[]
  /** Oldest first. */
  readonly timeline: readonly {
    /** UTC. */
    readonly at: string
    /** What it belongs to. */
    readonly kind:
      | 'request'
      | 'state'
      | 'authentication'
      | 'risk'
      | 'acquirer'
      | 'operation'
      | 'webhook'
      | 'dispute'
      | 'settlement'
      | 'person'
    /** What happened. */
    readonly what: string
    readonly by?: string
    readonly code?: string
    /** What the code belongs to, such as reject_bank. */
    readonly codeGroup?: string
    readonly text?: string
    /** Names with their values, in order. */
    readonly facts?: readonly (readonly [string, string])[]
    readonly paymentId?: string
    /** Of a call to a server of the merchant: the webhook that it is of. */
    readonly webhookId?: string
    /** Of such a call: the delivery, in the delivery log of the webhook. */
    readonly deliveryId?: string
  }[]
  readonly postings: readonly {
    /** Of the payment. */
    readonly paymentId: string
    readonly account: string
    /** With its sign. */
    readonly amount: string
    readonly currency: string
    /** UTC. */
    readonly at: string
  }[]
  /** Names with their values, in order. */
  readonly members: readonly (readonly [string, string])[]
  /** What people have asked for. */
  readonly requests: readonly {
    /** Of the request. */
    readonly id: string
    /** What it refers to. */
    readonly paymentId: string
    readonly paymentType: string
    readonly amount: string
    readonly currency: string
    /** Of a request to write down an outcome that nobody could find out: which. */
    readonly outcome?: 'succeeded' | 'failed'
    /** What proves that outcome. */
    readonly evidence?: string
    readonly reason: string
    readonly askedBy: string
    /** UTC. */
    readonly askedAt: string
    /** made: its payment exists, or it was rejected in review. */
    readonly state: 'waiting' | 'made' | 'rejected' | 'expired'
    readonly decidedBy?: string
    /** UTC. */
    readonly decidedAt?: string
    /** Why it was rejected. */
    readonly decisionReason?: string
    /** Why it can only be rejected. rejectedInReview: nothing more is captured or charged of a payment that was rejected in review. */
    readonly acceptRefused?: 'rejectedInReview'
    /** The payment that was made of it; none of a rejected review, or of an outcome. */
    readonly madeId?: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What waits for a second person. */
export interface AdminRequestList {
  readonly requests: readonly {
    /** Of the request. */
    readonly id: string
    /** What it refers to. */
    readonly paymentId: string
    readonly paymentType: string
    readonly amount: string
    readonly currency: string
    /** Of a request to write down an outcome that nobody could find out: which. */
    readonly outcome?: 'succeeded' | 'failed'
    /** What proves that outcome. */
    readonly evidence?: string
    readonly reason: string
    readonly askedBy: string
    /** UTC. */
    readonly askedAt: string
    /** made: its payment exists, or it was rejected in review. */
    readonly state: 'waiting' | 'made' | 'rejected' | 'expired'
    readonly decidedBy?: string
    /** UTC. */
    readonly decidedAt?: string
    /** Why it was rejected. */
    readonly decisionReason?: string
    /** Why it can only be rejected. rejectedInReview: nothing more is captured or charged of a payment that was rejected in review. */
    readonly acceptRefused?: 'rejectedInReview'
    /** The payment that was made of it; none of a rejected review, or of an outcome. */
    readonly madeId?: string
    readonly payment?: {
      /** For the telephone. */
      readonly shortId: string
      /** Of the card, account or wallet. */
      readonly holder?: string
      readonly customerEmail?: string
      readonly merchantTransactionId?: string
    }
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What was asked for. */
export interface AdminRequestAnswer {
  readonly request: {
    /** Of the request. */
    readonly id: string
    /** What it refers to. */
    readonly paymentId: string
    readonly paymentType: string
    readonly amount: string
    readonly currency: string
    /** Of a request to write down an outcome that nobody could find out: which. */
    readonly outcome?: 'succeeded' | 'failed'
    /** What proves that outcome. */
    readonly evidence?: string
    readonly reason: string
    readonly askedBy: string
    /** UTC. */
    readonly askedAt: string
    /** made: its payment exists, or it was rejected in review. */
    readonly state: 'waiting' | 'made' | 'rejected' | 'expired'
    readonly decidedBy?: string
    /** UTC. */
    readonly decidedAt?: string
    /** Why it was rejected. */
    readonly decisionReason?: string
    /** Why it can only be rejected. rejectedInReview: nothing more is captured or charged of a payment that was rejected in review. */
    readonly acceptRefused?: 'rejectedInReview'
    /** The payment that was made of it; none of a rejected review, or of an outcome. */
    readonly madeId?: string
  }
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A tree of entities. */
export interface AdminEntityList {
  /** A parent before its children. */
  readonly entities: readonly {
    /** Of the entity. */
    readonly id: string
    /** What it lies below. */
    readonly parentId?: string
    /** Where it stands. */
    readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    readonly name: string
    readonly active: boolean
    /** UTC. */
    readonly createdAt: string
  }[]
  /** There are more. */
  readonly isCut: boolean
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** An entity. */
export interface AdminEntityAnswer {
  readonly entity: {
    /** Of the entity. */
    readonly id: string
    /** What it lies below. */
    readonly parentId?: string
    /** Where it stands. */
    readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    readonly name: string
    readonly active: boolean
    /** UTC. */
    readonly createdAt: string
    /** Its own. */
    readonly settings: Readonly<Record<string, string>>
    /** With what it inherits. */
    readonly inForce?: Readonly<Record<string, string>>
    /** What counts for what it does not set itself. */
    readonly inherited?: Readonly<Record<string, string>>
    /** Which entity sets what is inherited, by the name of the setting, as far up as the caller may see. */
    readonly inheritedFrom?: Readonly<
      Record<
        string,
        {
          /** Of the entity. */
          readonly id: string
          readonly name: string
          /** Where it stands. */
          readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
        }
      >
    >
    /** Names of settings in force that no entity sets: their defaults. */
    readonly byDefault?: readonly string[]
    /** Limits of the second person that were raised or taken away, and count until then. */
    readonly earlierLimits?: readonly {
      readonly currency: string
      readonly amount: string
      /** UTC. */
      readonly until: string
    }[]
  }
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Access tokens of an entity. */
export interface AdminTokenList {
  readonly tokens: readonly {
    /** Its hash (SHA-256). */
    readonly id: string
    /** What it is bound to. */
    readonly entityId: string
    readonly label: string
    readonly tokenRole: 'merchant' | 'administrator'
    /** UTC. */
    readonly createdAt: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** An access token. */
export interface AdminTokenAnswer {
  readonly token: {
    /** Its hash (SHA-256). */
    readonly id: string
    /** What it is bound to. */
    readonly entityId: string
    readonly label: string
    readonly tokenRole: 'merchant' | 'administrator'
    /** UTC. */
    readonly createdAt: string
  }
  /** The token itself. */
  readonly accessToken?: string
  /** In an answer that repeats another one (`Idempotency-Key`): the members that only the first one has. */
  readonly alreadyShown?: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** How the gateway is. */
export interface AdminSystem {
  readonly build: string
  readonly environment: 'test' | 'live'
  readonly node: string
  /** UTC. */
  readonly startedAt: string
  readonly memoryMegabytes: number
  readonly loopLoadPercent: number
  readonly dueTimers: number
  readonly longestDueSeconds: number
  readonly dueQueues: number
  readonly warnings: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** How the payments of a time went. */
export interface AdminOverview {
  readonly currency: string
  /** Of the time, the most payments first. */
  readonly currencies: readonly string[]
  readonly step: 'hour' | 'day'
  readonly points: readonly {
    /** UTC. */
    readonly from: string
    readonly volume: string
    readonly refunded: string
    readonly chargedBack: string
    readonly succeeded: number
    readonly failed: number
    readonly pending: number
  }[]
  readonly declines: readonly {
    readonly code: string
    /** What the code belongs to, such as reject_bank. */
    readonly codeGroup: string
    readonly description: string
    readonly count: number
  }[]
  readonly brands: readonly {
    readonly brand: string
    readonly count: number
    readonly succeeded: number
    readonly volume: string
  }[]
  /** Payments with a 3-D Secure authentication, by its state. */
  readonly authentications: readonly {
    readonly outcome: string
    readonly count: number
    readonly succeeded: number
  }[]
  /** First chargebacks of the time, by brand, and for each 10,000 sales of the time. */
  readonly disputes: readonly {
    readonly brand: string
    readonly count: number
    readonly sales: number
    readonly amount: string
    readonly basisPoints?: number
  }[]
  /** All that had happened by then is in the sums. */
  readonly asOf: string
  /** Older payments that are not summed yet were not looked at. */
  readonly cutAt?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** It was done. */
export interface PeopleAnswer {
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Who is signed in. */
export interface AdminSession {
  readonly user: {
    /** Names the user. */
    readonly id: string
    readonly email: string
    readonly name: string
  }
  /** What may be done there. */
  readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
  /** What the role may do. */
  readonly rights: readonly string[]
  readonly entity: {
    /** Names the entity. */
    readonly id: string
    readonly name: string
    readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
  }
  /** Roles, each on an entity and on all below it; at most 100. */
  readonly grants: readonly {
    readonly entity: {
      /** Names the entity. */
      readonly id: string
      readonly name: string
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    /** What may be done there. */
    readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
  }[]
  /** Whether sign-in asks for a second factor. */
  readonly hasTotp: boolean
  /** An operator knows the password: nothing is allowed before another one is chosen. */
  readonly hasFirstPassword: boolean
  /** After so many minutes without a request the session ends. */
  readonly idleMinutes: number
  /** The end of the session at the latest, UTC. */
  readonly endsAt: string
  /** The time at the entity: where a test clock was moved, of the one that is furthest ahead. */
  readonly now: string
  readonly environment: 'test' | 'live'
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Sessions of a user. */
export interface AdminSessionList {
  readonly sessions: readonly {
    /** Names the session. */
    readonly id: string
    /** Whether it is the one of this request. */
    readonly isThis: boolean
    /** UTC. */
    readonly beganAt: string
    /** UTC, to the minute. */
    readonly lastSeenAt: string
    /** From where it began. */
    readonly address: string
    /** The beginning of what the browser calls itself. */
    readonly userAgent: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What an authenticator app is given. Its first code has to be confirmed. */
export interface TotpOffer {
  /** For an app without a camera: base32. */
  readonly secret?: string
  /** What the picture has. */
  readonly uri?: string
  /** A picture for the camera of the app: SVG. */
  readonly qrCode?: string
  /** In an answer that repeats another one (`Idempotency-Key`): the members that only the first one has. */
  readonly alreadyShown?: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Codes for the day on which the app is lost. */
export interface RecoveryCodes {
  /** Shown once; each counts once. */
  readonly recoveryCodes?: readonly string[]
  /** In an answer that repeats another one (`Idempotency-Key`): the members that only the first one has. */
  readonly alreadyShown?: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A user of the back office. */
export interface AdminUserAnswer {
  /** Names the user. */
  readonly id: string
  readonly email: string
  readonly name: string
  /** locked: too many wrong tries. blocked: by another person. */
  readonly state: 'active' | 'locked' | 'blocked'
  /** Whether sign-in asks for a second factor. */
  readonly hasTotp: boolean
  /** The last request of the latest session, UTC. */
  readonly lastSeenAt?: string
  /** Roles, each on an entity and on all below it; at most 100. */
  readonly grants: readonly {
    readonly entity: {
      /** Names the entity. */
      readonly id: string
      readonly name: string
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    /** What may be done there. */
    readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Users with a role on the entity or below it. */
export interface AdminUserList {
  readonly users: readonly {
    /** Names the user. */
    readonly id: string
    readonly email: string
    readonly name: string
    /** locked: too many wrong tries. blocked: by another person. */
    readonly state: 'active' | 'locked' | 'blocked'
    /** Whether sign-in asks for a second factor. */
    readonly hasTotp: boolean
    /** The last request of the latest session, UTC. */
    readonly lastSeenAt?: string
    /** Roles, each on an entity and on all below it; at most 100. */
    readonly grants: readonly {
      readonly entity: {
        /** Names the entity. */
        readonly id: string
        readonly name: string
        readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
      }
      /** What may be done there. */
      readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
    }[]
  }[]
  /** There are more: send it as after. */
  readonly next?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** An invitation that was made. */
export interface AdminInvitationAnswer {
  /** Names the invitation. */
  readonly id: string
  readonly email: string
  /** What may be done there. */
  readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
  readonly entity: {
    /** Names the entity. */
    readonly id: string
    readonly name: string
    readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
  }
  /** The e-mail of a user, or the label of an access token. */
  readonly invitedBy: string
  /** UTC. */
  readonly expiresAt: string
  /** For the one who is invited; in this answer only. */
  readonly link?: string
  /** In an answer that repeats another one (`Idempotency-Key`): the members that only the first one has. */
  readonly alreadyShown?: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What an invitation offers to who has its link. */
export interface AdminInvitationOffer {
  /** Names the invitation. */
  readonly id: string
  readonly email: string
  /** What may be done there. */
  readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
  readonly entity: {
    /** Names the entity. */
    readonly id: string
    readonly name: string
    readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
  }
  /** The e-mail of a user, or the label of an access token. */
  readonly invitedBy: string
  /** UTC. */
  readonly expiresAt: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Invitations that nobody has taken yet. */
export interface AdminInvitationList {
  readonly invitations: readonly {
    /** Names the invitation. */
    readonly id: string
    readonly email: string
    /** What may be done there. */
    readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
    readonly entity: {
      /** Names the entity. */
      readonly id: string
      readonly name: string
      readonly kind: 'psp' | 'division' | 'merchant' | 'channel'
    }
    /** The e-mail of a user, or the label of an access token. */
    readonly invitedBy: string
    /** UTC. */
    readonly expiresAt: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Entries of the audit log, newest first. */
export interface AuditList {
  readonly entries: readonly {
    /** Its place in the log of the whole tree. */
    readonly sequence: number
    /** UTC. */
    readonly at: string
    /** The e-mail of a user, a name of an access token, or a command. */
    readonly actor: string
    /** What was done, such as payments.resolve. */
    readonly action: string
    /** The route with its method, or the command. */
    readonly request: string
    /** The id of what it was done to. */
    readonly subject?: string
    /** The address of the client. */
    readonly from?: string
    /** A result code; asked: before it is done. An entry with the result follows it. */
    readonly result: string
    readonly facts?: readonly (readonly [string, string])[]
  }[]
  /** There may be more: send it as beforeSequence. */
  readonly next?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What was settled, by date. */
export interface AggregationsAnswer {
  readonly aggregations: readonly {
    /** Names it in later requests. */
    readonly id: string
    /** How many lines of the file it has. */
    readonly recordCount: number
    readonly settlement: {
      /** When it is paid out, otherwise the last settlement date of its records. */
      readonly date: string
      /** ISO 4217. */
      readonly currency: string
      /** The sum of its net amounts. */
      readonly amount: string
      /** The sum of its costs. */
      readonly fee: string
      /** Of the settlement file. */
      readonly format: string
    }
    readonly clearingInstitute: {
      /** The acquirer's number of the merchant. */
      readonly merchantId: string
      readonly name: string
    }
    readonly merchantAccount: {
      /** The merchant or channel of the account. */
      readonly id: string
    }
    /** Absent while the acquirer has named none. */
    readonly payout?: {
      /** The acquirer's number of the payout. */
      readonly id?: string
      /** What is paid out. */
      readonly amount?: string
      /** When it reaches the bank. */
      readonly date?: string
      /** As the bank statement shows it. */
      readonly bankReference?: string
    }
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What was settled together, with its records. */
export interface AggregationAnswer {
  /** Names it in later requests. */
  readonly id: string
  /** How many lines of the file it has. */
  readonly recordCount: number
  readonly settlement: {
    /** When it is paid out, otherwise the last settlement date of its records. */
    readonly date: string
    /** ISO 4217. */
    readonly currency: string
    /** The sum of its net amounts. */
    readonly amount: string
    /** The sum of its costs. */
    readonly fee: string
    /** Of the settlement file. */
    readonly format: string
  }
  readonly clearingInstitute: {
    /** The acquirer's number of the merchant. */
    readonly merchantId: string
    readonly name: string
  }
  readonly merchantAccount: {
    /** The merchant or channel of the account. */
    readonly id: string
  }
  /** Absent while the acquirer has named none. */
  readonly payout?: {
    /** The acquirer's number of the payout. */
    readonly id?: string
    /** What is paid out. */
    readonly amount?: string
    /** When it reaches the bank. */
    readonly date?: string
    /** As the bank statement shows it. */
    readonly bankReference?: string
  }
  readonly records: readonly {
    readonly recordType: 'SETTLED' | 'CHARGEBACK' | 'CHARGEBACK REVERSAL' | 'FEE'
    readonly transactionType: 'DEBIT' | 'CREDIT' | 'REFUND' | 'BATCH' | 'MONTHLY'
    readonly settlement: {
      readonly id?: string
      /** POS: the merchant gets it. NEG: he pays it. */
      readonly cashflow: 'POS' | 'NEG'
      /** Net, without its sign. */
      readonly amount: string
      readonly currency: string
      /** All costs together. */
      readonly fee?: string
      /** With two decimals. */
      readonly fxRate: string
      /** In the time zone of the acquirer. */
      readonly date: string
      readonly status: 'SUCCESS' | 'FAILED'
      readonly format: string
    }
    readonly clearingInstitute?: {
      readonly merchantId?: string
      readonly name?: string
      /** The acquirer's id of the payment. */
      readonly txId1?: string
      /** The acquirer's id of the operation. */
      readonly txId2?: string
      /** That of the payout. */
      readonly txId3?: string
    }
    readonly merchantAccount?: {
      readonly id?: string
      readonly name?: string
    }
    readonly pspEntityId?: string
    readonly divisionEntityId?: string
    readonly merchantEntityId?: string
    readonly payment?: {
      /** The payment that it is about. */
      readonly id?: string
    }
    readonly merchantTransactionId?: string
    readonly merchantInvoiceId?: string
    /** Gross, without its sign. */
    readonly amount: string
    readonly currency: string
    readonly paymentBrand?: string
    /** When it was ordered, UTC. */
    readonly presentmentDate?: string
    readonly descriptor?: string
    readonly card?: {
      readonly last4Digits?: string
      readonly holder?: string
    }
    readonly bankAccount?: {
      readonly last4Digits?: string
      readonly holder?: string
      readonly bankCode?: string
    }
    /** Why it was charged back. */
    readonly result?: {
      readonly code?: string
      readonly description?: string
    }
    readonly matchedTransactions?: {
      readonly status?: 'MATCHED' | 'MULTIPLE_MATCHES' | 'NOT_MATCHED'
      readonly payment?: readonly {
        readonly id: string
      }[]
    }
    readonly chargebackTransaction?: {
      readonly id?: string
    }
  }[]
  /** How many pages there are. */
  readonly pages?: number
  /** The number of this page. */
  readonly pageNo?: number
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A settlement file that is imported. */
export interface SettlementImportAnswer {
  /** Names the file. */
  readonly id: string
  /** The account at the acquirer: merchantId@connector. */
  readonly account: string
  /** As it was called. */
  readonly name: string
  readonly fileFormat: string
  /** importing: under way, or interrupted. removed: given up. */
  readonly state: 'importing' | 'imported' | 'removed'
  /** The first settlement date of its lines. */
  readonly settledFrom?: string
  /** The last one. */
  readonly settledTo?: string
  /** When it was last changed, UTC. */
  readonly importedAt: string
  readonly counts: {
    /** All lines. */
    readonly lines: number
    /** Lines that earlier files had. */
    readonly repeated: number
    /** New lines that matched one payment when it was imported. */
    readonly matched: number
    /** Several fitted equally well. */
    readonly severalMatches: number
    /** None. */
    readonly notMatched: number
    /** A person should look at them. */
    readonly flagged: number
  }
  /** It was imported before. */
  readonly repeated: boolean
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A part of the reconciliation file of a day. */
export interface ReconciliationPart {
  /** The first line of the file. */
  readonly header: string
  /** The next lines of the file. */
  readonly lines: readonly string[]
  /** There are more: send it for them. */
  readonly afterLine?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Why nothing of a settlement file was booked. */
export interface SettlementFaultsAnswer {
  /** The first 20. */
  readonly faults: readonly {
    /** Of the file; its header is line 1. */
    readonly line: number
    /** As the file names it. */
    readonly column?: string
    readonly message: string
  }[]
  /** All of them. */
  readonly faultCount: number
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The settlement files of an account, newest first. */
export interface SettlementFilesAnswer {
  readonly files: readonly {
    /** Names the file. */
    readonly id: string
    /** The account at the acquirer: merchantId@connector. */
    readonly account: string
    /** As it was called. */
    readonly name: string
    readonly fileFormat: string
    /** importing: under way, or interrupted. removed: given up. */
    readonly state: 'importing' | 'imported' | 'removed'
    /** The first settlement date of its lines. */
    readonly settledFrom?: string
    /** The last one. */
    readonly settledTo?: string
    /** When it was last changed, UTC. */
    readonly importedAt: string
    readonly counts: {
      /** All lines. */
      readonly lines: number
      /** Lines that earlier files had. */
      readonly repeated: number
      /** New lines that matched one payment when it was imported. */
      readonly matched: number
      /** Several fitted equally well. */
      readonly severalMatches: number
      /** None. */
      readonly notMatched: number
      /** A person should look at them. */
      readonly flagged: number
    }
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A settlement file with its payouts. */
export interface SettlementFileAnswer {
  /** Names the file. */
  readonly id: string
  /** The account at the acquirer: merchantId@connector. */
  readonly account: string
  /** As it was called. */
  readonly name: string
  readonly fileFormat: string
  /** importing: under way, or interrupted. removed: given up. */
  readonly state: 'importing' | 'imported' | 'removed'
  /** The first settlement date of its lines. */
  readonly settledFrom?: string
  /** The last one. */
  readonly settledTo?: string
  /** When it was last changed, UTC. */
  readonly importedAt: string
  readonly counts: {
    /** All lines. */
    readonly lines: number
    /** Lines that earlier files had. */
    readonly repeated: number
    /** New lines that matched one payment when it was imported. */
    readonly matched: number
    /** Several fitted equally well. */
    readonly severalMatches: number
    /** None. */
    readonly notMatched: number
    /** A person should look at them. */
    readonly flagged: number
  }
  readonly payouts: readonly {
    /** The acquirer’s number of the payout. */
    readonly reference?: string
    /** Of the payout, else the last settlement date of its lines. */
    readonly settledOn: string
    readonly currency: string
    /** What its new lines sum to, without costs. */
    readonly net: string
    /** Their costs. */
    readonly fees: string
    /** What is paid out; absent: nothing yet, or an earlier file tells it. */
    readonly paid?: string
    /** When it reaches the bank. */
    readonly paidOn?: string
    readonly bankReference?: string
    /** New lines of it. */
    readonly lines: number
    /** Its lines sum to something else. */
    readonly unbalanced: boolean
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Settlement lines that wait for a person. */
export interface OpenSettlementLinesAnswer {
  readonly lines: readonly {
    /** Its place: names the line. */
    readonly id: string
    /** Whether it matches a payment. */
    readonly state: 'NONE' | 'NOT_MATCHED' | 'MATCHED' | 'MULTIPLE_MATCHES'
    /** What a person should look at. */
    readonly flag?: string
    /** What it reports. */
    readonly type: string
    /** The acquirer’s word for it. */
    readonly acquirerType: string
    /** In the currency of the payment; with a minus sign: money that is taken. */
    readonly amount: string
    readonly currency: string
    /** In the acquirer’s time zone. */
    readonly settledOn: string
    readonly acquirerReference?: string
    readonly merchantReference?: string
    /** Payments that fit equally well. */
    readonly candidates: readonly string[]
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What settlement files say of a payment and its family. */
export interface PaymentSettlementAnswer {
  /** Oldest first. */
  readonly settlement: readonly {
    /** The place of the line. */
    readonly id: string
    /** The payment of the family that it is about. */
    readonly paymentId: string
    /** What it reports. */
    readonly type: string
    /** The acquirer’s word for it. */
    readonly acquirerType: string
    /** The payment’s part of it; with a minus sign: money that is taken. */
    readonly amount: string
    /** Of the payment. */
    readonly currency: string
    /** What the balance at the acquirer changes by: of the whole line. */
    readonly net: string
    /** Of net and costs. */
    readonly netCurrency: string
    /** What was kept, of the whole line. */
    readonly fees: readonly {
      /** markup: the acquirer’s own part, or all of it. */
      readonly kind: 'interchange' | 'scheme' | 'markup' | 'dispute' | 'monthly'
      /** With a minus sign: given back. */
      readonly amount: string
    }[]
    /** Net currency for one unit of the payment’s currency. */
    readonly rate?: string
    /** Payments that the line is about. */
    readonly payments: number
    /** In the acquirer’s time zone. */
    readonly settledOn: string
    /** merchantId@connector. */
    readonly account: string
    /** The name of the acquirer. */
    readonly acquirer: string
    /** The acquirer’s id of the payment. */
    readonly acquirerReference?: string
    /** The acquirer’s id of the operation on it. */
    readonly operationReference?: string
    /** The acquirer reference number: 23 digits, known to the shopper’s bank. */
    readonly arn?: string
    /** A file says that it was paid out. */
    readonly isPaidOut: boolean
    /** The acquirer’s number of the payout. */
    readonly payoutReference?: string
    /** When the payout reaches the bank. */
    readonly paidOn?: string
    readonly bankReference?: string
    /** Of the settlement file, for those who may read all of it. */
    readonly fileId?: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Accounts at acquirers. */
export interface AcquirerAccountsAnswer {
  readonly accounts: readonly {
    /** merchantId@connector. */
    readonly id: string
    /** The name of the acquirer. */
    readonly acquirer: string
    /** The entity that it belongs to. */
    readonly entityId: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What was captured, settled and paid out, and what is missing. */
export interface SettlementStatusAnswer {
  /** By day (UTC) and currency. */
  readonly days: readonly {
    /** UTC. */
    readonly day: string
    readonly currency: string
    readonly captured: {
      /** With a minus sign: more was paid back. */
      readonly amount: string
      /** Payments. */
      readonly count: number
    }
    readonly settled: {
      /** With a minus sign: more was paid back. */
      readonly amount: string
      /** Payments. */
      readonly count: number
    }
    readonly missing: {
      /** With a minus sign: more was paid back. */
      readonly amount: string
      /** Payments. */
      readonly count: number
    }
    /** The last day on which it is usual, UTC. */
    readonly expectedUntil: string
    /** That day is over: somebody should look for the money. */
    readonly late: boolean
    /** What was settled more than was booked, of payments with more. */
    readonly above: {
      /** With a minus sign: more was paid back. */
      readonly amount: string
      /** Payments. */
      readonly count: number
    }
    /** What was settled less than was booked, of payments with less. */
    readonly below: {
      /** With a minus sign: more was paid back. */
      readonly amount: string
      /** Payments. */
      readonly count: number
    }
    /** Of `captured`: payments that were made on earlier days and whose outcome was told on this one. */
    readonly ofEarlierDays: {
      /** With a minus sign: more was paid back. */
      readonly amount: string
      /** Payments. */
      readonly count: number
    }
    /** What was booked on this day and reversed on a later one. `captured` does not have it any more. */
    readonly reversedLater: {
      /** With a minus sign: more was paid back. */
      readonly amount: string
      /** Payments. */
      readonly count: number
    }
    /** When a payment of it was last reversed after the end of the day, or a line of a file about one was last matched after `expectedUntil`. Absent: never. */
    readonly changedAt?: string
  }[]
  /** When lines of the account were last matched anew, or unmatched, after their import, or its usual days were changed: any day may have changed then. Absent: never. */
  readonly matchedAnewAt?: string
  /** Settled in these days and not paid out. */
  readonly unpaid: readonly {
    readonly currency: string
    readonly amount: string
  }[]
  /** Payments that no payout holds, by channel, day and currency: the oldest 100. A payout that is not late may come still. */
  readonly missingPayouts: readonly {
    readonly channel: {
      /** Names the entity. */
      readonly id: string
      readonly name: string
    }
    /** On which the payments were booked, UTC. */
    readonly day: string
    readonly currency: string
    /** Bookings less refunds; with a minus sign: more was paid back. */
    readonly amount: string
    /** Payments. */
    readonly count: number
    /** Those of them that a file has settled, without a payout. */
    readonly settledCount: number
    /** The last day on which it is usual, UTC. */
    readonly expectedUntil: string
    /** That day is over: somebody should look for the money. */
    readonly late: boolean
    /** The oldest, at most 20. */
    readonly payments: readonly {
      /** Of the payment. */
      readonly paymentId: string
      readonly paymentType: string
      readonly amount: string
      readonly currency: string
      /** When it moved its amount, UTC. */
      readonly bookedAt: string
    }[]
  }[]
  /** All of them. */
  readonly missingPayoutCount: number
  /** The oldest payments that files should have settled and have not, at most 20. */
  readonly missing: readonly {
    /** Of the payment. */
    readonly paymentId: string
    readonly paymentType: string
    readonly amount: string
    readonly currency: string
    /** When it moved its amount, UTC. */
    readonly bookedAt: string
  }[]
  /** The oldest payments that files need not have settled yet, at most 20. */
  readonly expected: readonly {
    /** Of the payment. */
    readonly paymentId: string
    readonly paymentType: string
    readonly amount: string
    readonly currency: string
    /** When it moved its amount, UTC. */
    readonly bookedAt: string
  }[]
  /** The oldest payments that were settled with another amount, at most 20. */
  readonly different: readonly {
    /** Of the payment. */
    readonly paymentId: string
    readonly paymentType: string
    readonly amount: string
    readonly currency: string
    /** When it moved its amount, UTC. */
    readonly bookedAt: string
    /** What files have settled of it; negative: money went the other way. */
    readonly settled: string
  }[]
  /** The oldest chargebacks (CB) and reversals of them (CR) that stand in no file, at most 20. */
  readonly unfiled: readonly {
    /** Of the payment. */
    readonly paymentId: string
    readonly paymentType: string
    readonly amount: string
    readonly currency: string
    /** When it moved its amount, UTC. */
    readonly bookedAt: string
  }[]
  /** Chargebacks and reversals that stand in no file. */
  readonly unfiledCount: number
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Why a line was not matched: its amount is not that of its payments. `payments` is what no other line is about; without `difference` the currencies differ. */
export interface SettlementDifferenceAnswer {
  readonly line: {
    readonly currency: string
    readonly amount: string
  }
  readonly payments: {
    readonly currency: string
    readonly amount: string
  }
  readonly difference?: {
    readonly currency: string
    readonly amount: string
  }
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** What a settlement line is about. */
export interface SettlementMatchAnswer {
  /** The place of the line. */
  readonly id: string
  readonly state: 'NOT_MATCHED' | 'MATCHED'
  /** What it is about now. */
  readonly paymentIds: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A schedule. */
export interface ScheduleAnswer {
  readonly job?: ScheduledJob
  readonly standingInstruction?: ScheduledStandingInstruction
  readonly customParameters?: ScheduledCustomParameters
  readonly descriptor?: string
  readonly merchantTransactionId?: string
  /** Of the schedule; absent in a dry run. */
  readonly id?: string
  /** What it pays with. */
  readonly registrationId: string
  readonly paymentType: 'SD' | 'RS' | 'DS'
  readonly amount: string
  readonly currency: string
  readonly plan: {
    /** Whether further runs are paid. */
    readonly active: boolean
    /** pastDue: active, and a run was declined and nothing was paid since. */
    readonly state:
      | 'active'
      | 'pastDue'
      | 'paused'
      | 'replaced'
      | 'descheduled'
      | 'ended'
      | 'dryRun'
    /** When the first run was due that is not paid. */
    readonly pastDueSince?: string
    /** Why it is paused. */
    readonly pauseReason?: string
    /** Why it ended by itself. */
    readonly endReason?: string
    /** The first schedule of its chain. */
    readonly firstId?: string
    /** The schedule of its chain that is active or paused. */
    readonly replacedBy?: string
    /** The type of its payments. */
    readonly executes?: 'DB' | 'PA' | 'CD'
    /** How many runs there were. */
    readonly runs?: number
    /** No run is due after it. */
    readonly endsAt?: string
    /** When the latest run was due. */
    readonly lastRun?: string
    /** The latest payment of the latest run. */
    readonly lastPaymentId?: string
    /** When the latest run, which was declined, is paid again. */
    readonly retryAt?: string
    /** How often it was paid again. */
    readonly retries?: number
  }
  /** When it is due next, UTC: ten times at most. */
  readonly nextRuns: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The schedules of a registration, oldest first. */
export interface ScheduleList {
  readonly schedules: readonly {
    readonly job?: ScheduledJob
    readonly standingInstruction?: ScheduledStandingInstruction
    readonly customParameters?: ScheduledCustomParameters
    readonly descriptor?: string
    readonly merchantTransactionId?: string
    /** Of the schedule; absent in a dry run. */
    readonly id?: string
    /** What it pays with. */
    readonly registrationId: string
    readonly paymentType: 'SD' | 'RS' | 'DS'
    readonly amount: string
    readonly currency: string
    readonly plan: {
      /** Whether further runs are paid. */
      readonly active: boolean
      /** pastDue: active, and a run was declined and nothing was paid since. */
      readonly state:
        | 'active'
        | 'pastDue'
        | 'paused'
        | 'replaced'
        | 'descheduled'
        | 'ended'
        | 'dryRun'
      /** When the first run was due that is not paid. */
      readonly pastDueSince?: string
      /** Why it is paused. */
      readonly pauseReason?: string
      /** Why it ended by itself. */
      readonly endReason?: string
      /** The first schedule of its chain. */
      readonly firstId?: string
      /** The schedule of its chain that is active or paused. */
      readonly replacedBy?: string
      /** The type of its payments. */
      readonly executes?: 'DB' | 'PA' | 'CD'
      /** How many runs there were. */
      readonly runs?: number
      /** No run is due after it. */
      readonly endsAt?: string
      /** When the latest run was due. */
      readonly lastRun?: string
      /** The latest payment of the latest run. */
      readonly lastPaymentId?: string
      /** When the latest run, which was declined, is paid again. */
      readonly retryAt?: string
      /** How often it was paid again. */
      readonly retries?: number
    }
    /** When it is due next, UTC: ten times at most. */
    readonly nextRuns: readonly string[]
  }[]
  /** There are more: send it as afterId. */
  readonly next?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** Of what is shown, UTC: of a payment, when it last changed. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

export interface Card {
  /** In the simulator, a result code here declines with that code unless it begins with 000. Takes 3 to 128 characters. */
  readonly holder?: string
  /** Takes 8 to 32 digits. */
  readonly number?: string
  /** Takes a month, 01 to 12. */
  readonly expiryMonth?: string
  /** Takes a year, 19xx or 20xx. */
  readonly expiryYear?: string
  /** Never stored. Takes 3 to 4 digits. Required in some circumstances. */
  readonly cvv?: string
  /** DPAN: the number is a token of a device. Takes one of PAN, DPAN. */
  readonly numberType?: 'PAN' | 'DPAN'
}

export interface WalletA {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes one of web, app. Required in some circumstances. */
  readonly source?: 'web' | 'app'
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface WalletB {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes one of web, app. Required in some circumstances. */
  readonly source?: 'web' | 'app'
}

export interface WalletC {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes one of web, app. Required in some circumstances. */
  readonly source?: 'web' | 'app'
}

export interface ApplePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes one of web, app. Required in some circumstances. */
  readonly source?: 'web' | 'app'
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface GooglePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes one of web, app. Required in some circumstances. */
  readonly source?: 'web' | 'app'
}

export interface SamsungPay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes one of web, app. Required in some circumstances. */
  readonly source?: 'web' | 'app'
}

export interface VirtualAccount {
  /** Takes up to 100 characters. */
  readonly accountId?: string
}

export interface BankAccount {
  /** Takes 4 to 128 characters. */
  readonly holder?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly bankName?: string
  /** Of a country without IBAN, or as it is written there. Takes 3 to 64 letters and digits. Required in some circumstances. */
  readonly number?: string
  /** Takes an IBAN: two letters, two digits, then 11 to 27 letters and digits. Required in some circumstances. */
  readonly iban?: string
  /** Takes 1 to 12 letters and digits. Required in some circumstances. */
  readonly bankCode?: string
  /** Takes 8 or 11 letters and digits. Required in some circumstances. */
  readonly bic?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
  readonly mandate?: {
    /** The mandate of a direct debit. Takes up to 256 letters and hyphens. Required in some circumstances. */
    readonly id?: string
    /** Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
    readonly dateOfSignature?: string
  }
}

export interface TokenAccount {
  /** Takes 12 to 19 digits. */
  readonly number?: string
  /** EXTERNAL: a token of an acquirer or another provider. NETWORK: of the card network. Takes one of EXTERNAL, NETWORK. */
  readonly type?: 'EXTERNAL' | 'NETWORK'
  /** Takes a month, 01 to 12. */
  readonly expiryMonth?: string
  /** Takes a year, 19xx or 20xx. */
  readonly expiryYear?: string
  /** Takes 28 to 32 characters of base64. Required in some circumstances. */
  readonly cryptogram?: string
  /** Dynamic verification code of the token. Takes 3 to 4 digits. Required in some circumstances. */
  readonly dtvc?: string
}

export interface GiftCard {
  /** Pays with a gift card; the other members speak of one that is bought. Takes up to 255 characters. */
  readonly number?: string
  /** Takes up to 255 characters. */
  readonly pin?: string
  /** Takes 2 to 255 characters. */
  readonly holder?: string
  /** Takes 2 to 160 characters. */
  readonly message?: string
  /** Takes one of ANNIVERSARY, BIRTHDAY, CONGRATULATIONS, APRIL_FOOLS_DAY, EASTER, FATHERS_DAY, GRADUATION, HOLIDAY, SEASONS_GREETINGS, PASSOVER, KWANZAA, HALLOWEEN, MOTHERS_DAY, NEW_YEARS_DAY, BOSSES_DAY, ST_PATRICKS_DAY, SWEETEST_DAY, CHRISTMAS, BABY_SHOWER, THANKSGIVING, OTHER, VALENTINES_DAY, WEDDING, SECRETARYS_DAY, CHINESE_NEW_YEAR, HANUKKAH, CELEBRATE_FALL, GRANDPARENTS_DAY, INDEPENDENCE_DAY. */
  readonly type?:
    | 'ANNIVERSARY'
    | 'BIRTHDAY'
    | 'CONGRATULATIONS'
    | 'APRIL_FOOLS_DAY'
    | 'EASTER'
    | 'FATHERS_DAY'
    | 'GRADUATION'
    | 'HOLIDAY'
    | 'SEASONS_GREETINGS'
    | 'PASSOVER'
    | 'KWANZAA'
    | 'HALLOWEEN'
    | 'MOTHERS_DAY'
    | 'NEW_YEARS_DAY'
    | 'BOSSES_DAY'
    | 'ST_PATRICKS_DAY'
    | 'SWEETEST_DAY'
    | 'CHRISTMAS'
    | 'BABY_SHOWER'
    | 'THANKSGIVING'
    | 'OTHER'
    | 'VALENTINES_DAY'
    | 'WEDDING'
    | 'SECRETARYS_DAY'
    | 'CHINESE_NEW_YEAR'
    | 'HANUKKAH'
    | 'CELEBRATE_FALL'
    | 'GRANDPARENTS_DAY'
    | 'INDEPENDENCE_DAY'
}

export interface Pos {
  /** Takes 1 to 32 digits. */
  readonly deviceId?: string
  /** Takes 1 to 32 letters, digits and underscores. */
  readonly deviceType?: string
  readonly encryptedPin?: {
    /** Takes 1 to 2,048 letters and digits. */
    readonly data?: string
    /** Takes 1 to 2,048 letters and digits. */
    readonly ksn?: string
  }
  readonly encryptedSred?: {
    /** Takes 1 to 2,048 letters and digits. */
    readonly data?: string
    /** Takes 1 to 2,048 letters and digits. */
    readonly ksn?: string
  }
  /** Takes one of MANUAL, MAGSTRIPE, MAGSTRIPE_AS_FALLBACK, ICC, NFC_ICC, NFC_MAGSTRIPE. */
  readonly entryMode?:
    | 'MANUAL'
    | 'MAGSTRIPE'
    | 'MAGSTRIPE_AS_FALLBACK'
    | 'ICC'
    | 'NFC_ICC'
    | 'NFC_MAGSTRIPE'
  /** Takes 1 to 2,048 letters and digits. */
  readonly iccDataRequest?: string
  readonly location?: {
    /** Takes 1 to 32 digits. */
    readonly accuracy?: string
    /** Takes degrees with 1 to 8 decimals. */
    readonly latitude?: string
    /** Takes degrees with 1 to 8 decimals. */
    readonly longitude?: string
  }
  /** Takes 1 to 32 digits. */
  readonly panSequenceNumber?: string
  /** Takes one of PIN_ENTRY_AVAILABLE, PIN_ENTRY_UNAVAILABLE. */
  readonly pinEntryCapability?: 'PIN_ENTRY_AVAILABLE' | 'PIN_ENTRY_UNAVAILABLE'
  /** Assigned by the acquirer. Takes 1 to 32 digits. */
  readonly terminalId?: string
  /** Takes 1 to 32 digits. */
  readonly transactionSequenceNumber?: string
  /** Takes only POS. */
  readonly transactionSource?: 'POS'
}

export interface StandingInstruction {
  /** RECURRING: regular, without an end. INSTALLMENT: regular, with an end. UNSCHEDULED: when something calls for it. Takes one of RECURRING, INSTALLMENT, UNSCHEDULED. Required in some circumstances. */
  readonly type?: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  /** STANDING_ORDER: the amount varies. SUBSCRIPTION: it does not. Required for MASTER with type=RECURRING. Takes one of STANDING_ORDER, SUBSCRIPTION. Required in some circumstances. */
  readonly recurringType?: 'STANDING_ORDER' | 'SUBSCRIPTION'
  /** INITIAL: the first of a series. REPEATED: a later one. Takes one of INITIAL, REPEATED. Required in some circumstances. */
  readonly mode?: 'INITIAL' | 'REPEATED'
  /** Who starts it: CIT the cardholder, MIT the merchant. Takes one of CIT, MIT. Required in some circumstances. */
  readonly source?: 'CIT' | 'MIT'
  /** Of the first payment of the series, as its answer gave it. Takes up to 255 characters. Required in some circumstances. */
  readonly initialTransactionId?: string
  /** Why a merchant charges again. INCREMENTAL_AUTH raises and REAUTHORIZATION renews the hold of an earlier PA: that is named in the path or by referenceUuid. Takes one of INCREMENTAL_AUTH, RESUBMISSION, REAUTHORIZATION, DELAYED_CHARGES, NO_SHOW. Required in some circumstances. */
  readonly industryPractice?:
    | 'INCREMENTAL_AUTH'
    | 'RESUBMISSION'
    | 'REAUTHORIZATION'
    | 'DELAYED_CHARGES'
    | 'NO_SHOW'
  /** Last day of the series. For MASTER 9999-12-31 when absent. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly expiry?: string
  /** Least days between two payments. For MASTER 0001 when absent. Takes 1 to 4 digits. Required in some circumstances. */
  readonly frequency?: string
  /** Takes 1 to 3 digits. Required in some circumstances. */
  readonly numberOfInstallments?: string
  /** Takes up to 35 characters. */
  readonly agreementId?: string
}

export interface ThreeDSecure {
  /** Takes an amount: up to 9 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** Takes up to 64,000 characters. Required in some circumstances. */
  readonly deviceInfo?: string
  readonly merchant?: {
    /** Takes up to 100 characters. */
    readonly name?: string
    /** Takes up to 2,048 characters. */
    readonly url?: string
    /** Takes a country code of ISO 3166-1 alpha-3. */
    readonly country?: string
  }
  readonly v2?: {
    readonly visa?: {
      /** Takes up to 100 characters. */
      readonly requestorId?: string
      /** Takes up to 100 characters. */
      readonly requestorName?: string
    }
    readonly mastercard?: {
      /** Takes up to 100 characters. */
      readonly requestorId?: string
      /** Takes up to 100 characters. */
      readonly requestorName?: string
    }
    readonly amex?: {
      /** Takes up to 100 characters. */
      readonly requestorId?: string
      /** Takes up to 100 characters. */
      readonly requestorName?: string
    }
    readonly diners?: {
      /** Takes up to 100 characters. */
      readonly requestorId?: string
      /** Takes up to 100 characters. */
      readonly requestorName?: string
    }
    readonly jcb?: {
      /** Takes up to 100 characters. */
      readonly requestorId?: string
      /** Takes up to 100 characters. */
      readonly requestorName?: string
    }
    readonly cartebancaire?: {
      /** Takes up to 100 characters. */
      readonly requestorId?: string
      /** Takes up to 100 characters. */
      readonly requestorName?: string
    }
  }
  /** Takes a whole number from 1 to 99. */
  readonly channel?: string | number
  /** Takes true or false. */
  readonly npa?: 'true' | 'false' | true | false
  /** Takes true or false. */
  readonly decoupled?: 'true' | 'false' | true | false
  /** true bypasses the built-in 3-D Secure. Takes true or false. */
  readonly disable?: 'true' | 'false' | true | false
  /** Takes one of RECURRING, SPLIT_SHIPMENT, DELAYED_SHIPMENT. */
  readonly threeRIInd?: 'RECURRING' | 'SPLIT_SHIPMENT' | 'DELAYED_SHIPMENT'
  /** Takes one of PAYMENT, RECURRING, INSTALLMENT, ADD_CARD, MAINTAIN_CARD, EMV_ID, BILLING_AGREEMENT, SPLIT_SHIPMENT, _DELAYED_SHIPMENT, SPLIT_PAYMENT. */
  readonly authenticationInd?:
    | 'PAYMENT'
    | 'RECURRING'
    | 'INSTALLMENT'
    | 'ADD_CARD'
    | 'MAINTAIN_CARD'
    | 'EMV_ID'
    | 'BILLING_AGREEMENT'
    | 'SPLIT_SHIPMENT'
    | '_DELAYED_SHIPMENT'
    | 'SPLIT_PAYMENT'
  /** Takes 01 to 08, also without the zero. Required in some circumstances. */
  readonly eci?: string
  /** CAVV or AAV of an external server: passed on unchanged. Takes 28 to 28 characters. Required in some circumstances. */
  readonly verificationId?: string
  /** Takes one of Y, A, U, N. Required in some circumstances. */
  readonly authenticationStatus?: 'Y' | 'A' | 'U' | 'N'
  /** Takes 36 to 36 characters. */
  readonly dsTransactionId?: string
  /** Takes 36 to 36 characters. */
  readonly acsTransactionId?: string
  /** Takes one of Y, N. */
  readonly challengeMandatedIndicator?: 'Y' | 'N'
  /** Takes a version of EMV 3-D Secure. */
  readonly version?: string
  /** Takes 01 to 04. */
  readonly authType?: string
  /** Takes 1 to 2 digits. */
  readonly transactionStatusReason?: string
  /** Takes 01 to 09. */
  readonly challengeIndicator?: string
  /** Takes 01 to 04. */
  readonly exemptionFlag?: string
  readonly schemeData?: {
    /** Takes 1 to 2 digits. Required in some circumstances. */
    readonly 'CB-ITEMSNB'?: string
    /** Takes up to 20 characters. Required in some circumstances. */
    readonly 'CB-SCORE_MERCHANT'?: string
    /** Takes 1 to 2 digits. Required in some circumstances. */
    readonly 'CB-USECASE'?: string
  }
}

export interface Risk {
  /** Takes up to 255 characters. */
  readonly channelId?: string
  /** Takes up to 255 characters. */
  readonly serviceId?: string
  /** The amount that is screened, where that is another one. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes a time, yyyy-MM-dd HH:mm:ss. */
  readonly orderTimestamp?: string
  /** paymentBrand when absent. Takes up to 255 characters. */
  readonly brand?: string
  readonly parameters?: Readonly<Record<string, string>>
  /** Takes up to 60 characters. */
  readonly merchantWebsite?: string
  /** Takes up to 64 characters. */
  readonly accountToken?: string
}

export interface Customer {
  /** The shopper in your system. Takes up to 255 characters. */
  readonly merchantCustomerId?: string
  /** Takes up to 50 characters. Required in some circumstances. */
  readonly givenName?: string
  /** Takes 2 to 50 characters. */
  readonly middleName?: string
  /** Takes up to 50 characters. Required in some circumstances. */
  readonly surname?: string
  /** Takes one of M, F. */
  readonly sex?: 'M' | 'F'
  /** Takes a day of the calendar, yyyy-MM-dd. */
  readonly birthDate?: string
  /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly phone?: string
  /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly mobile?: string
  /** Takes up to 25 characters. */
  readonly workPhone?: string
  /** Takes 6 to 128 characters. */
  readonly email?: string
  /** Takes up to 60 characters. */
  readonly companyName?: string
  /** Takes one of IDCARD, PASSPORT, TAXSTATEMENT. Required in some circumstances. */
  readonly identificationDocType?: 'IDCARD' | 'PASSPORT' | 'TAXSTATEMENT'
  /** Takes 8 to 64 characters. Required in some circumstances. */
  readonly identificationDocId?: string
  /** Takes up to 255 characters. */
  readonly ip?: string
  /** Reference of the payer, passed on to the payee. Takes up to 255 characters. */
  readonly merchantReference?: string
  /** Takes one of MR, MRS, MS, MX. */
  readonly salutation?: 'MR' | 'MRS' | 'MS' | 'MX'
  /** Takes 2 capital letters. */
  readonly language?: string
  /** Takes one of INDIVIDUAL, COMPANY. */
  readonly category?: 'INDIVIDUAL' | 'COMPANY'
  /** Takes one of NEW, EXISTING. */
  readonly status?: 'NEW' | 'EXISTING'
  readonly browserFingerprint?: {
    /** Takes up to 255 characters. */
    readonly id?: string
    /** Takes up to 4,096 characters. */
    readonly value?: string
  }
  readonly browser?: {
    /** Takes up to 2,048 characters. Required in some circumstances. */
    readonly acceptHeader?: string
    /** Language tag of the browser, BCP 47. Takes up to 8 characters. Required in some circumstances. */
    readonly language?: string
    /** Takes up to 6 characters. Required in some circumstances. */
    readonly screenHeight?: string
    /** Takes up to 6 characters. Required in some circumstances. */
    readonly screenWidth?: string
    /** Minutes between UTC and local time, positive where local time is behind UTC. Takes up to 5 characters. Required in some circumstances. */
    readonly timezone?: string
    /** Takes up to 2,048 characters. Required in some circumstances. */
    readonly userAgent?: string
    /** Takes true or false. Required in some circumstances. */
    readonly javaEnabled?: 'true' | 'false' | true | false
    /** Bits per pixel. Takes 1 to 2 digits. */
    readonly screenColorDepth?: string
    /** Code of the preconfigured size of the challenge window. Takes 1 digits. */
    readonly challengeWindow?: string
    /** Takes up to 32 characters. */
    readonly deviceId?: string
  }
  readonly app?: {
    /** Takes up to 40 characters. */
    readonly deviceId?: string
  }
}

export interface Billing {
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street1?: string
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street2?: string
  /** When sent, street1 is the name of the street only. Takes up to 100 characters. */
  readonly houseNumber1?: string
  /** Takes up to 100 characters. */
  readonly houseNumber2?: string
  /** Takes up to 80 characters. Required in some circumstances. */
  readonly city?: string
  /** Takes 1 to 50 letters, digits and dots. Required in some circumstances. */
  readonly state?: string
  /** Takes 1 to 16 letters, digits, blanks and hyphens. Required in some circumstances. */
  readonly postcode?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
  /** Takes up to 255 characters. */
  readonly normalized?: string
  /** Whether the address was checked and its normalised form confirmed by the shopper. Takes up to 255 characters. */
  readonly validationStatus?: string
}

export interface Shipping {
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street1?: string
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street2?: string
  /** When sent, street1 is the name of the street only. Takes up to 100 characters. */
  readonly houseNumber1?: string
  /** Takes up to 100 characters. */
  readonly houseNumber2?: string
  /** Takes 1 to 80 letters, blanks and . , ' ’ ( ) / -. Required in some circumstances. */
  readonly city?: string
  /** Takes 1 to 50 letters, digits and dots. Required in some circumstances. */
  readonly state?: string
  /** Takes 1 to 16 letters, digits, blanks and hyphens. Required in some circumstances. */
  readonly postcode?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
  /** Takes one of CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, EXPEDITED, GROUND, INTERNATIONAL, LOWEST_COST, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, POINT_PICKUP, PUDO, SAME_DAY_SERVICE, STORE_PICKUP, THREE_DAY_SERVICE, TWO_DAY_SERVICE. Required in some circumstances. */
  readonly method?:
    | 'CARRIER_DESIGNATED_BY_CUSTOMER'
    | 'ELECTRONIC_DELIVERY'
    | 'EXPEDITED'
    | 'GROUND'
    | 'INTERNATIONAL'
    | 'LOWEST_COST'
    | 'MILITARY'
    | 'NEXT_DAY_OVERNIGHT'
    | 'OTHER'
    | 'POINT_PICKUP'
    | 'PUDO'
    | 'SAME_DAY_SERVICE'
    | 'STORE_PICKUP'
    | 'THREE_DAY_SERVICE'
    | 'TWO_DAY_SERVICE'
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly cost?: string | number
  /** Takes up to 160 characters. Required in some circumstances. */
  readonly comment?: string
  /** Takes a day of the calendar, yyyy-MM-dd. */
  readonly expectedDate?: string
  /** Takes up to 255 characters. */
  readonly logisticsProvider?: string
  /** Takes up to 255 characters. */
  readonly trackingNumber?: string
  /** Takes up to 255 characters. */
  readonly returnTrackingNumber?: string
  /** Takes up to 255 characters. */
  readonly normalized?: string
  /** Whether the address was checked and its normalised form confirmed by the shopper. Takes up to 255 characters. */
  readonly validationStatus?: string
  /** Takes up to 100 characters. */
  readonly warehouse?: string
  /** GET_FROM_FILE takes the address from the acquirer, NO_SHIPPING is for digital goods, SET_PROVIDED_ADDRESS fixes yours. Takes one of GET_FROM_FILE, NO_SHIPPING, SET_PROVIDED_ADDRESS. GET_FROM_FILE when absent. */
  readonly preference?: 'GET_FROM_FILE' | 'NO_SHIPPING' | 'SET_PROVIDED_ADDRESS'
  /** Takes up to 255 characters. */
  readonly middleName?: string
  /** Takes up to 60 characters. */
  readonly companyName?: string
  /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly phone?: string
  /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly mobile?: string
  /** Takes up to 25 characters. */
  readonly workPhone?: string
  /** Takes 6 to 128 characters. */
  readonly email?: string
  /** Takes one of RETURN, SHIPMENT. */
  readonly type?: 'RETURN' | 'SHIPMENT'
  readonly customer?: {
    /** The shopper in your system. Takes up to 255 characters. */
    readonly merchantCustomerId?: string
    /** Takes up to 50 characters. */
    readonly givenName?: string
    /** Takes 2 to 50 characters. */
    readonly middleName?: string
    /** Takes up to 50 characters. */
    readonly surname?: string
    /** Takes one of M, F. */
    readonly sex?: 'M' | 'F'
    /** Takes a day of the calendar, yyyy-MM-dd. */
    readonly birthDate?: string
    /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly phone?: string
    /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly mobile?: string
    /** Takes up to 25 characters. */
    readonly workPhone?: string
    /** Takes 6 to 128 characters. */
    readonly email?: string
    /** Takes up to 60 characters. */
    readonly companyName?: string
    /** Takes one of IDCARD, PASSPORT, TAXSTATEMENT. */
    readonly identificationDocType?: 'IDCARD' | 'PASSPORT' | 'TAXSTATEMENT'
    /** Takes 8 to 64 characters. */
    readonly identificationDocId?: string
    /** Takes up to 255 characters. */
    readonly ip?: string
    /** Reference of the payer, passed on to the payee. Takes up to 255 characters. */
    readonly merchantReference?: string
    /** Takes one of MR, MRS, MS, MX. */
    readonly salutation?: 'MR' | 'MRS' | 'MS' | 'MX'
    /** Takes 2 capital letters. */
    readonly language?: string
    /** Takes one of INDIVIDUAL, COMPANY. */
    readonly category?: 'INDIVIDUAL' | 'COMPANY'
    /** Takes one of NEW, EXISTING. */
    readonly status?: 'NEW' | 'EXISTING'
    readonly browser?: {
      /** Takes up to 2,048 characters. */
      readonly acceptHeader?: string
      /** Language tag of the browser, BCP 47. Takes up to 8 characters. */
      readonly language?: string
      /** Takes up to 6 characters. */
      readonly screenHeight?: string
      /** Takes up to 6 characters. */
      readonly screenWidth?: string
      /** Minutes between UTC and local time, positive where local time is behind UTC. Takes up to 5 characters. */
      readonly timezone?: string
      /** Takes up to 2,048 characters. */
      readonly userAgent?: string
      /** Takes true or false. */
      readonly javaEnabled?: 'true' | 'false' | true | false
      /** Bits per pixel. Takes 1 to 2 digits. */
      readonly screenColorDepth?: string
      /** Code of the preconfigured size of the challenge window. Takes 1 digits. */
      readonly challengeWindow?: string
    }
  }
}

export interface Forex {
  /** Charged when a currency conversion takes place. Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly amount?: string | number
  /** Takes a currency code of ISO 4217. Required in some circumstances. */
  readonly currency?: string
  /** Markup fee of a cross-border conversion. Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly tax?: string | number
}

export interface Corporate {
  /** Takes up to 30 characters. */
  readonly name?: string
  /** Takes up to 30 characters. */
  readonly suite?: string
  /** Takes up to 100 characters. */
  readonly street?: string
  /** Second line of the address. Takes up to 100 characters. */
  readonly address?: string
  /** Takes up to 160 characters. */
  readonly description?: string
  /** Takes up to 80 characters. */
  readonly city?: string
  /** Takes up to 50 characters. */
  readonly state?: string
  /** Takes up to 16 characters. */
  readonly postCode?: string
  /** Takes up to 15 characters. */
  readonly postboxNumber?: string
  /** Takes one of Y, N. */
  readonly purchase?: 'Y' | 'N'
  /** Takes 1 to 25 digits. */
  readonly phone?: string
  /** Takes 1 to 25 digits. */
  readonly fax?: string
  /** Takes up to 255 characters. */
  readonly vatId?: string
}

export interface Sender {
  /** Takes 1 to 100 letters, digits and blanks. */
  readonly name?: string
  /** Takes 1 to 50 letters, digits and blanks. */
  readonly givenName?: string
  /** Takes 1 to 50 letters, digits and blanks. */
  readonly middleName?: string
  /** Takes 1 to 50 letters, digits and blanks. */
  readonly surname?: string
  /** Takes a day of the calendar, yyyy-MM-dd. */
  readonly birthDate?: string
  /** Takes a phone number of 7 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly phone?: string
  /** Takes up to 32 characters. */
  readonly accountNumber?: string
  /** Takes up to 100 characters. */
  readonly street?: string
  /** Takes up to 50 characters. */
  readonly city?: string
  /** Takes up to 50 characters. */
  readonly state?: string
  /** Takes a country code of ISO 3166-1 alpha-3. */
  readonly country?: string
  /** Takes up to 30 characters. */
  readonly postcode?: string
  /** Takes one of OTHER, RTN_AND_BANK_ACCOUNT, IBAN, IBAN_AND_BIC, CARD_ACCOUNT, BAN_AND_BIC. */
  readonly accountNumberType?:
    | 'OTHER'
    | 'RTN_AND_BANK_ACCOUNT'
    | 'IBAN'
    | 'IBAN_AND_BIC'
    | 'CARD_ACCOUNT'
    | 'BAN_AND_BIC'
  /** 01 credit, 02 debit, 03 prepaid, 04 cash, 05 other debit or deposit access account, 06 other credit account, 07 deposit account, 08 mobile money account, 09 other. Takes one of 01, 02, 03, 04, 05, 06, 07, 08, 09. */
  readonly sourceOfFunds?: '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09'
  /** Takes up to 50 characters. */
  readonly entityType?: string
  /** Takes up to 50 characters. */
  readonly occupation?: string
  /** Takes up to 50 characters. */
  readonly identificationType?: string
  /** Takes up to 50 characters. */
  readonly identificationValue?: string
  /** Takes 1 to 50 letters and blanks. */
  readonly nationality?: string
  /** Takes up to 3 characters. */
  readonly birthCountry?: string
  /** Takes up to 3 characters. */
  readonly identificationCountry?: string
}

export interface Recipient {
  /** Takes 1 to 48 letters, digits and blanks. */
  readonly givenName?: string
  /** Takes 1 to 48 letters, digits and blanks. */
  readonly middleName?: string
  /** Takes 1 to 48 letters, digits and blanks. */
  readonly surname?: string
  /** Takes a day of the calendar, yyyy-MM-dd. */
  readonly birthDate?: string
  /** Takes a phone number of 7 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly phone?: string
  /** Takes up to 32 characters. */
  readonly accountNumber?: string
  /** Takes up to 100 characters. */
  readonly street?: string
  /** Takes up to 50 characters. */
  readonly city?: string
  /** Takes up to 50 characters. */
  readonly state?: string
  /** Takes a country code of ISO 3166-1 alpha-3. */
  readonly country?: string
  /** Takes up to 30 characters. */
  readonly postcode?: string
  /** Takes one of OTHER, RTN_AND_BANK_ACCOUNT, IBAN, PHONE_NUMBER, BAN_AND_BIC, WALLET_ID, SOCIAL_NETWORK_ID, CARD_ACCOUNT, EMAIL. */
  readonly accountNumberType?:
    | 'OTHER'
    | 'RTN_AND_BANK_ACCOUNT'
    | 'IBAN'
    | 'PHONE_NUMBER'
    | 'BAN_AND_BIC'
    | 'WALLET_ID'
    | 'SOCIAL_NETWORK_ID'
    | 'CARD_ACCOUNT'
    | 'EMAIL'
  /** Takes up to 50 characters. */
  readonly nationality?: string
  /** Takes up to 50 characters. */
  readonly identificationType?: string
  /** Takes up to 50 characters. */
  readonly identificationValue?: string
  /** Takes up to 50 characters. */
  readonly entityType?: string
  /** Takes up to 50 characters. */
  readonly relationship?: string
  /** Takes up to 50 characters. */
  readonly occupation?: string
  /** Takes up to 3 characters. */
  readonly identificationCountry?: string
  /** Takes up to 3 characters. */
  readonly birthCountry?: string
}

export interface Merchant {
  /** Overrides the first line of the statement; usually trading name, asterisk, description. Takes up to 100 characters. */
  readonly name?: string
  /** Takes up to 100 characters. */
  readonly street?: string
  /** Second line of the statement: city, phone, e-mail or address. Takes up to 100 characters. */
  readonly city?: string
  /** Where the service was received, if elsewhere. Takes up to 100 characters. */
  readonly serviceLocationCity?: string
  /** Of payment facilitators of one card network. Takes up to 100 characters. */
  readonly submerchantId?: string
  /** Takes up to 100 characters. */
  readonly legalName?: string
  /** Takes up to 50 characters. */
  readonly state?: string
  /** Takes up to 50 characters. */
  readonly serviceLocationState?: string
  /** Latitude and longitude with a comma between them. Takes up to 20 characters. */
  readonly geographicCoordinates?: string
  /** Takes up to 20 characters. */
  readonly serviceLocationGeographicCoordinates?: string
  /** Takes up to 255 characters. */
  readonly additionalContact?: string
  /** Takes up to 255 characters. */
  readonly url?: string
  /** Takes up to 255 characters. */
  readonly isoId?: string
  /** Takes up to 255 characters. */
  readonly payFacId?: string
  /** Takes up to 255 characters. */
  readonly payFacName?: string
  /** Takes up to 255 characters. */
  readonly marketplaceId?: string
  readonly app?: {
    /** Address scheme that opens your app. Takes up to 255 characters. */
    readonly schemeUrl?: string
  }
  /** Takes up to 60 characters. */
  readonly partnerIdCode?: string
  /** Takes up to 60 characters. */
  readonly taxId?: string
  /** Takes up to 25 characters. */
  readonly phone?: string
  /** Takes up to 25 characters. */
  readonly customerContactPhone?: string
  /** Category code. Takes up to 4 characters. */
  readonly mcc?: string
  /** Takes a country code of ISO 3166-1 numeric. */
  readonly countryCode?: string
  /** Takes a country code of ISO 3166-1 alpha-2. */
  readonly country?: string
  /** Takes 1 to 16 letters, digits, blanks and hyphens. */
  readonly postcode?: string
  /** Takes up to 3 characters. */
  readonly serviceLocationCountryCode?: string
  /** Takes up to 16 characters. */
  readonly serviceLocationPostCode?: string
  /** Takes up to 255 characters. */
  readonly websiteId?: string
  /** Takes up to 25 characters. */
  readonly foreignRetailIndicator?: string
  readonly data?: Readonly<Record<string, string>>
  readonly billing?: {
    /** Takes up to 100 characters. */
    readonly street1?: string
    /** Takes up to 100 characters. */
    readonly street2?: string
    /** When sent, street1 is the name of the street only. Takes up to 100 characters. */
    readonly houseNumber1?: string
    /** Takes up to 100 characters. */
    readonly houseNumber2?: string
    /** Takes up to 80 characters. */
    readonly city?: string
    /** Takes 1 to 50 letters, digits and dots. */
    readonly state?: string
    /** Takes 1 to 16 letters, digits, blanks and hyphens. */
    readonly postcode?: string
    /** Takes a country code of ISO 3166-1 alpha-2. */
    readonly country?: string
    /** Takes up to 255 characters. */
    readonly normalized?: string
    /** Whether the address was checked and its normalised form confirmed by the shopper. Takes up to 255 characters. */
    readonly validationStatus?: string
    /** Takes up to 255 characters. */
    readonly givenName?: string
    /** Takes up to 255 characters. */
    readonly surname?: string
    /** Takes up to 255 characters. */
    readonly middleName?: string
    /** Takes up to 60 characters. */
    readonly companyName?: string
    /** Takes up to 25 characters. */
    readonly phone?: string
    /** Takes up to 25 characters. */
    readonly workPhone?: string
    /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly mobile?: string
    /** Takes 6 to 128 characters. */
    readonly email?: string
  }
  readonly shipping?: {
    /** Takes up to 100 characters. */
    readonly street1?: string
    /** Takes up to 100 characters. */
    readonly street2?: string
    /** When sent, street1 is the name of the street only. Takes up to 100 characters. */
    readonly houseNumber1?: string
    /** Takes up to 100 characters. */
    readonly houseNumber2?: string
    /** Takes 1 to 80 letters, blanks and . , ' ’ ( ) / -. */
    readonly city?: string
    /** Takes 1 to 50 letters, digits and dots. */
    readonly state?: string
    /** Takes 1 to 16 letters, digits, blanks and hyphens. */
    readonly postcode?: string
    /** Takes a country code of ISO 3166-1 alpha-2. */
    readonly country?: string
    /** Takes one of CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, EXPEDITED, GROUND, INTERNATIONAL, LOWEST_COST, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, POINT_PICKUP, PUDO, SAME_DAY_SERVICE, STORE_PICKUP, THREE_DAY_SERVICE, TWO_DAY_SERVICE. */
    readonly method?:
      | 'CARRIER_DESIGNATED_BY_CUSTOMER'
      | 'ELECTRONIC_DELIVERY'
      | 'EXPEDITED'
      | 'GROUND'
      | 'INTERNATIONAL'
      | 'LOWEST_COST'
      | 'MILITARY'
      | 'NEXT_DAY_OVERNIGHT'
      | 'OTHER'
      | 'POINT_PICKUP'
      | 'PUDO'
      | 'SAME_DAY_SERVICE'
      | 'STORE_PICKUP'
      | 'THREE_DAY_SERVICE'
      | 'TWO_DAY_SERVICE'
    /** Takes an amount: up to 10 digits, then a dot and two more, or neither. */
    readonly cost?: string | number
    /** Takes up to 160 characters. */
    readonly comment?: string
    /** Takes a day of the calendar, yyyy-MM-dd. */
    readonly expectedDate?: string
    /** Takes up to 255 characters. */
    readonly logisticsProvider?: string
    /** Takes up to 255 characters. */
    readonly trackingNumber?: string
    /** Takes up to 255 characters. */
    readonly returnTrackingNumber?: string
    /** Takes up to 255 characters. */
    readonly normalized?: string
    /** Whether the address was checked and its normalised form confirmed by the shopper. Takes up to 255 characters. */
    readonly validationStatus?: string
    /** Takes up to 100 characters. */
    readonly warehouse?: string
    /** GET_FROM_FILE takes the address from the acquirer, NO_SHIPPING is for digital goods, SET_PROVIDED_ADDRESS fixes yours. Takes one of GET_FROM_FILE, NO_SHIPPING, SET_PROVIDED_ADDRESS. GET_FROM_FILE when absent. */
    readonly preference?: 'GET_FROM_FILE' | 'NO_SHIPPING' | 'SET_PROVIDED_ADDRESS'
    /** Takes up to 255 characters. */
    readonly middleName?: string
    /** Takes up to 60 characters. */
    readonly companyName?: string
    /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly phone?: string
    /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly mobile?: string
    /** Takes up to 25 characters. */
    readonly workPhone?: string
    /** Takes 6 to 128 characters. */
    readonly email?: string
    /** Takes one of RETURN, SHIPMENT. */
    readonly type?: 'RETURN' | 'SHIPMENT'
  }
}

export interface Cart {
  readonly items?: readonly {
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly name?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly merchantItemId?: string
    /** Takes a number of up to 12 digits with up to three decimals. Required in some circumstances. */
    readonly quantity?: string
    /** Takes one of PHYSICAL, DIGITAL, MIXED, ANONYMOUS_DONATION, AUTHORITIES_PAYMENT. Required in some circumstances. */
    readonly type?: 'PHYSICAL' | 'DIGITAL' | 'MIXED' | 'ANONYMOUS_DONATION' | 'AUTHORITIES_PAYMENT'
    /** Takes up to 255 characters. */
    readonly sku?: string
    /** Takes a currency code of ISO 4217. Required in some circumstances. */
    readonly currency?: string
    /** Takes up to 2,048 characters. Required in some circumstances. */
    readonly description?: string
    /** UNSPSC code. Takes 1 to 8 digits. */
    readonly commodityCode?: string
    /** Takes up to 50 characters. */
    readonly commodityDescription?: string
    /** One unit, without tax and discount. Takes up to 255 characters. */
    readonly originalPrice?: string
    /** One unit, with tax and discount. Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
    readonly price?: string | number
    /** All units. Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
    readonly totalAmount?: string | number
    /** One unit. Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
    readonly taxAmount?: string | number
    /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
    readonly totalTaxAmount?: string | number
    /** Percentage. Takes a percentage from 0 to 100 with up to two decimals. Required in some circumstances. */
    readonly tax?: string
    /** Takes one of AA, S, E, Z. Required in some circumstances. */
    readonly taxCategory?: 'AA' | 'S' | 'E' | 'Z'
    /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
    readonly shipping?: string | number
    /** Percentage. Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
    readonly discount?: string | number
    /** Takes up to 255 characters. */
    readonly giftMessage?: string
    /** Takes up to 255 characters. */
    readonly shippingMethod?: string
    /** Takes up to 255 characters. */
    readonly shippingInstructions?: string
    /** Takes up to 255 characters. */
    readonly shippingTrackingNumber?: string
    /** Takes one of M, CM, KG, G, COUNT. COUNT when absent. */
    readonly quantityUnit?: 'M' | 'CM' | 'KG' | 'G' | 'COUNT'
    /** Takes an absolute address of 1 to 2,048 characters. */
    readonly productUrl?: string
    /** Takes an absolute address of 1 to 2,048 characters. */
    readonly imageUrl?: string
    /** Takes an amount: up to 10 digits, then a dot and two more, or neither. */
    readonly totalDiscountAmount?: string | number
    /** Takes up to 30 characters. */
    readonly productCode?: string
    /** Takes up to 30 characters. */
    readonly partNumber?: string
    /** Takes up to 30 characters. */
    readonly vatReferenceNumber?: string
    /** Takes a whole number from 1 to 999. */
    readonly itemNumber?: string | number
    /** The seller in marketPlace.sellers whose item it is. Takes up to 255 characters. */
    readonly sellerId?: string
    /** Takes a day of the calendar, yyyy-MM-dd. */
    readonly deliveryDate?: string
    readonly recipient?: {
      /** Takes up to 5 characters. */
      readonly salutation?: string
      /** Takes up to 48 characters. */
      readonly firstName?: string
      /** Takes up to 48 characters. */
      readonly lastName?: string
      /** Takes up to 50 characters. */
      readonly middleName?: string
      /** Takes up to 100 characters. */
      readonly apartment?: string
      /** Takes up to 100 characters. */
      readonly street?: string
      /** Takes up to 100 characters. */
      readonly address?: string
      /** Takes up to 80 characters. */
      readonly city?: string
      /** Takes up to 50 characters. */
      readonly state?: string
      /** Takes up to 16 characters. */
      readonly postcode?: string
      /** Takes a country code of ISO 3166-1 alpha-2 or numeric. */
      readonly country?: string
      /** Takes 1 to 25 digits. */
      readonly phone?: string
      /** Takes up to 128 characters. */
      readonly email?: string
    }
  }[]
  readonly payments?: readonly {
    /** What the cart was paid with already. Takes up to 255 characters. */
    readonly name?: string
    /** Takes one of GIFTCARD, PROMOTION. */
    readonly type?: 'GIFTCARD' | 'PROMOTION'
    /** Takes an amount: up to 10 digits, then a dot and two more, or neither. */
    readonly amount?: string | number
    /** Takes a currency code of ISO 4217. */
    readonly currency?: string
    /** Takes one of pending, authorized, captured. */
    readonly status?: 'pending' | 'authorized' | 'captured'
    /** Takes up to 255 characters. */
    readonly brand?: string
    /** Takes true or false. */
    readonly primary?: 'true' | 'false' | true | false
  }[]
}

export interface MarketPlace {
  readonly sellers?: readonly {
    /** Takes up to 255 characters. */
    readonly id?: string
    /** Takes an amount: up to 10 digits, then a dot and two more, or neither. */
    readonly amount?: string | number
  }[]
}

export interface Airline {
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly totalTaxAmount?: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly totalFeesAmount?: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly totalFareAmount?: string | number
  readonly passengers?: readonly {
    readonly legs?: readonly {
      /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
      readonly taxAmount?: string | number
      /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
      readonly feesAmount?: string | number
      /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
      readonly fareAmount?: string | number
      /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
      readonly departureTaxAmount?: string | number
      /** Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
      readonly departureDate?: string
      /** Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
      readonly arrivalDate?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly ticketNumber?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly stopOverAllowed?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly restrictions?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly flightNumber?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly fareBasis?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly exchangeTicketNum?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly departureCountry?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly departureAirport?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly airlineName?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly airlineCode?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly departureTime?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly arrivalCountry?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly arrivalAirport?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly arrivalTime?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly couponNumber?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly classOfService?: string
      /** Takes up to 255 characters. Required in some circumstances. */
      readonly carrierCode?: string
      /** Days. Takes up to 10 characters. Required in some circumstances. */
      readonly timeToDeparture?: string
    }[]
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly type?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly name?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly ticketRestricted?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly ticketNumber?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly status?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly phone?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly frequentFlyerNumber?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly email?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly dob?: string
    /** Takes up to 255 characters. Required in some circumstances. */
    readonly checkDigit?: string
    /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
    readonly residenceCountry?: string
  }[]
  /** Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly ticketIssueDate?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly ticketIssueAddress?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly thirdPartyBooking?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly bookingtype?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly ticketDeliveryMethod?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly bookingRefNum?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly agentName?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly agentCode?: string
}

export type CustomParameters = Readonly<Record<string, string>>

/**
 * card.number, card.expiryMonth and card.expiryYear must be sent, unless a paymentBrand that needs no card is, or something of registrationId, applePay.*, googlePay.*, samsungPay.*, walletA.*, walletB.*, walletC.*, virtualAccount.*, bankAccount.*, tokenAccount.*, giftCard.number, pos.*, referenceUuid.
 *
 * paymentType must be PA together with referenceUuid.
 *
 * standingInstruction.industryPractice must be INCREMENTAL_AUTH or REAUTHORIZATION together with referenceUuid.
 *
 * referenceUuid must be sent together with standingInstruction.industryPractice=INCREMENTAL_AUTH or REAUTHORIZATION.
 *
 * registrationId, card.number, applePay.paymentToken, googlePay.paymentToken, samsungPay.paymentToken, walletA.paymentToken, walletB.paymentToken, walletC.paymentToken, virtualAccount.accountId, bankAccount.number, bankAccount.iban, tokenAccount.number, giftCard.number and pos.terminalId must not be sent together with referenceUuid.
 *
 * numberOfCaptures and createRegistration must not be sent together with referenceUuid.
 *
 * registrationId must be sent together with overrideHolder=true.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent when any other card.* parameter is, unless registrationId is sent.
 *
 * virtualAccount.accountId must be sent when any other virtualAccount.* parameter is.
 *
 * bankAccount.holder must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * tokenAccount.number and tokenAccount.type must be sent when any other tokenAccount.* parameter is.
 *
 * pos.entryMode and pos.terminalId must be sent when any other pos.* parameter is.
 *
 * taxAmount must not be above amount.
 *
 * discountAmount must not be above amount.
 *
 * taxAmount and discountAmount must have no more decimals than currency has.
 *
 * numberOfCaptures must not be sent together with paymentType=DB or CD.
 *
 * Either walletA.paymentToken or walletA.source must be sent when any other walletA.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletA.source, unless walletA.paymentToken is sent.
 *
 * Either walletB.paymentToken or walletB.source must be sent when any other walletB.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletB.source, unless walletB.paymentToken is sent.
 *
 * Either walletC.paymentToken or walletC.source must be sent when any other walletC.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletC.source, unless walletC.paymentToken is sent.
 *
 * Either applePay.paymentToken or applePay.source must be sent when any other applePay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with applePay.source, unless applePay.paymentToken is sent.
 *
 * Either googlePay.paymentToken or googlePay.source must be sent when any other googlePay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with googlePay.source, unless googlePay.paymentToken is sent.
 *
 * Either samsungPay.paymentToken or samsungPay.source must be sent when any other samsungPay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with samsungPay.source, unless samsungPay.paymentToken is sent.
 *
 * Either bankAccount.number or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * Either bankAccount.bankCode or bankAccount.bic or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * Either card.cvv or threeDSecure.verificationId must be sent together with standingInstruction.mode=INITIAL, for a payment by card.
 *
 * card.cvv, threeDSecure.eci, threeDSecure.verificationId, threeDSecure.authenticationStatus and threeDSecure.dsTransactionId must not be sent together with standingInstruction.mode=REPEATED.
 *
 * card.cvv must not be sent together with standingInstruction.source=MIT.
 *
 * Either standingInstruction.initialTransactionId or standingInstruction.agreementId or referenceUuid or registrationId must be sent together with standingInstruction.source=MIT.
 *
 * standingInstruction.source must be MIT together with standingInstruction.industryPractice.
 *
 * threeDSecure.amount must have no more decimals than threeDSecure.currency has.
 *
 * risk.amount must have no more decimals than currency has.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * forex.currency must be sent together with forex.amount.
 *
 * forex.amount and forex.tax must have no more decimals than forex.currency has.
 *
 * sender.birthDate must not lie in the future.
 *
 * recipient.birthDate must not lie in the future.
 *
 * merchant.shipping.cost must have no more decimals than currency has.
 *
 * cart.items[n].price, cart.items[n].totalAmount, cart.items[n].taxAmount, cart.items[n].totalTaxAmount, cart.items[n].shipping and cart.items[n].totalDiscountAmount must have no more decimals than cart.items[n].currency has. The legacy profile does without.
 *
 * cart.payments[n].amount must have no more decimals than cart.payments[n].currency has.
 *
 * All marketPlace.sellers[n].amount together must not be above amount.
 *
 * marketPlace.sellers[n].amount must have no more decimals than currency has.
 *
 * airline.totalTaxAmount, airline.totalFeesAmount, airline.totalFareAmount, airline.passengers[n].legs[n].taxAmount, airline.passengers[n].legs[n].feesAmount, airline.passengers[n].legs[n].fareAmount and airline.passengers[n].legs[n].departureTaxAmount must have no more decimals than currency has. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface PaymentRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of PA, DB, CD. */
  readonly paymentType: 'PA' | 'DB' | 'CD'
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Your invoice; it should be unique. Takes 8 to 255 characters. */
  readonly merchantInvoiceId?: string
  /** Appears in reports only. Takes 8 to 255 characters. */
  readonly merchantMemo?: string
  /** EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order. Takes one of EC, MO, TO, PO, PM, MOTO. */
  readonly transactionCategory?: 'EC' | 'MO' | 'TO' | 'PO' | 'PM' | 'MOTO'
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released. Takes up to 255 characters. */
  readonly sequence?: string
  /** The most partial captures that this preauthorisation allows. Takes a whole number from 1 to 98. */
  readonly numberOfCaptures?: string | number
  /** One per order. Takes up to 15 letters and digits. */
  readonly promotionCode?: string
  /** Language of the shopper. Takes up to 10 characters. */
  readonly locale?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** The earlier PA whose hold is raised or renewed, as standingInstruction.industryPractice says. Takes up to 32 characters. */
  readonly referenceUuid?: string
  /** Of account-funding and original-credit transactions. Takes up to 12 characters. */
  readonly transactionPurposeCode?: string
  /** Purpose of an account-funding payment, such as PAYROLL. Takes up to 255 characters. */
  readonly transactionPurposeAccount?: string
  /** Takes up to 10 characters. */
  readonly integrationType?: string
  /** Business application id of a direct-send transaction. Takes up to 2 characters. */
  readonly transactionBai?: string
  /** Transaction type identifier of a send transaction. Takes up to 3 characters. */
  readonly transactionTti?: string
  /** Takes one of PURCHASE, FUNDING, PAYMENT. PURCHASE when absent. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** true stores what is paid with, once the payment succeeds; the answer says how it is called. Takes true or false. */
  readonly createRegistration?: 'true' | 'false' | true | false
  /** Lets a holder override the empty one of a stored registration, for this payment only. Takes true or false. */
  readonly overrideHolder?: 'true' | 'false' | true | false
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly card?: Card
  readonly walletA?: WalletA
  readonly walletB?: WalletB
  readonly walletC?: WalletC
  readonly applePay?: ApplePay
  readonly googlePay?: GooglePay
  readonly samsungPay?: SamsungPay
  readonly virtualAccount?: VirtualAccount
  readonly bankAccount?: BankAccount
  /** When a direct debit is due. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly transactionDueDate?: string
  readonly tokenAccount?: TokenAccount
  readonly giftCard?: GiftCard
  readonly pos?: Pos
  readonly standingInstruction?: StandingInstruction
  readonly threeDSecure?: ThreeDSecure
  readonly risk?: Risk
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly forex?: Forex
  readonly corporate?: Corporate
  readonly sender?: Sender
  readonly recipient?: Recipient
  readonly merchant?: Merchant
  readonly cart?: Cart
  readonly marketPlace?: MarketPlace
  readonly airline?: Airline
  readonly customParameters?: CustomParameters
  /** Stored payment details to pay with. Takes 32 letters and digits. */
  readonly registrationId?: string
}

/**
 * amount and currency must be sent together with paymentType=RF or RB.
 *
 * currency must be sent together with amount.
 *
 * taxAmount must not be above amount.
 *
 * discountAmount must not be above amount.
 *
 * taxAmount and discountAmount must have no more decimals than currency has.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * forex.currency must be sent together with forex.amount.
 *
 * forex.amount and forex.tax must have no more decimals than forex.currency has.
 *
 * sender.birthDate must not lie in the future.
 *
 * recipient.birthDate must not lie in the future.
 *
 * merchant.shipping.cost must have no more decimals than currency has.
 *
 * cart.items[n].price, cart.items[n].totalAmount, cart.items[n].taxAmount, cart.items[n].totalTaxAmount, cart.items[n].shipping and cart.items[n].totalDiscountAmount must have no more decimals than cart.items[n].currency has. The legacy profile does without.
 *
 * cart.payments[n].amount must have no more decimals than cart.payments[n].currency has.
 *
 * All marketPlace.sellers[n].amount together must not be above amount.
 *
 * marketPlace.sellers[n].amount must have no more decimals than currency has.
 *
 * airline.totalTaxAmount, airline.totalFeesAmount, airline.totalFareAmount, airline.passengers[n].legs[n].taxAmount, airline.passengers[n].legs[n].feesAmount, airline.passengers[n].legs[n].fareAmount and airline.passengers[n].legs[n].departureTaxAmount must have no more decimals than currency has. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface ReferenceRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of CP, RV, RF, RB. */
  readonly paymentType: 'CP' | 'RV' | 'RF' | 'RB'
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Your invoice; it should be unique. Takes 8 to 255 characters. */
  readonly merchantInvoiceId?: string
  /** Appears in reports only. Takes 8 to 255 characters. */
  readonly merchantMemo?: string
  /** EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order. Takes one of EC, MO, TO, PO, PM, MOTO. */
  readonly transactionCategory?: 'EC' | 'MO' | 'TO' | 'PO' | 'PM' | 'MOTO'
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released. Takes up to 255 characters. */
  readonly sequence?: string
  /** One per order. Takes up to 15 letters and digits. */
  readonly promotionCode?: string
  /** Language of the shopper. Takes up to 10 characters. */
  readonly locale?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** Of account-funding and original-credit transactions. Takes up to 12 characters. */
  readonly transactionPurposeCode?: string
  /** Purpose of an account-funding payment, such as PAYROLL. Takes up to 255 characters. */
  readonly transactionPurposeAccount?: string
  /** Takes up to 10 characters. */
  readonly integrationType?: string
  /** Business application id of a direct-send transaction. Takes up to 2 characters. */
  readonly transactionBai?: string
  /** Transaction type identifier of a send transaction. Takes up to 3 characters. */
  readonly transactionTti?: string
  /** Takes one of PURCHASE, FUNDING, PAYMENT. PURCHASE when absent. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly forex?: Forex
  readonly corporate?: Corporate
  readonly sender?: Sender
  readonly recipient?: Recipient
  readonly merchant?: Merchant
  readonly cart?: Cart
  readonly marketPlace?: MarketPlace
  readonly airline?: Airline
  readonly customParameters?: CustomParameters
}

export interface HoldChangeRequestStandingInstruction {
  /** RECURRING: regular, without an end. INSTALLMENT: regular, with an end. UNSCHEDULED: when something calls for it. Takes one of RECURRING, INSTALLMENT, UNSCHEDULED. Required in some circumstances. */
  readonly type?: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  /** STANDING_ORDER: the amount varies. SUBSCRIPTION: it does not. Required for MASTER with type=RECURRING. Takes one of STANDING_ORDER, SUBSCRIPTION. Required in some circumstances. */
  readonly recurringType?: 'STANDING_ORDER' | 'SUBSCRIPTION'
  /** INITIAL: the first of a series. REPEATED: a later one. Takes one of INITIAL, REPEATED. Required in some circumstances. */
  readonly mode?: 'INITIAL' | 'REPEATED'
  /** Who starts it: CIT the cardholder, MIT the merchant. Takes one of CIT, MIT. Required in some circumstances. */
  readonly source?: 'CIT' | 'MIT'
  /** Of the first payment of the series, as its answer gave it. Takes up to 255 characters. Required in some circumstances. */
  readonly initialTransactionId?: string
  /** Why a merchant charges again. INCREMENTAL_AUTH raises and REAUTHORIZATION renews the hold of an earlier PA: that is named in the path or by referenceUuid. Takes one of INCREMENTAL_AUTH, REAUTHORIZATION. */
  readonly industryPractice: 'INCREMENTAL_AUTH' | 'REAUTHORIZATION'
  /** Last day of the series. For MASTER 9999-12-31 when absent. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly expiry?: string
  /** Least days between two payments. For MASTER 0001 when absent. Takes 1 to 4 digits. Required in some circumstances. */
  readonly frequency?: string
  /** Takes 1 to 3 digits. Required in some circumstances. */
  readonly numberOfInstallments?: string
  /** Takes up to 35 characters. */
  readonly agreementId?: string
}

export interface HoldChangeRequestThreeDSecure {
  /** Takes 01 to 08, also without the zero. Required in some circumstances. */
  readonly eci?: string
  /** CAVV or AAV of an external server: passed on unchanged. Takes 28 to 28 characters. Required in some circumstances. */
  readonly verificationId?: string
  /** Takes one of Y, A, U, N. Required in some circumstances. */
  readonly authenticationStatus?: 'Y' | 'A' | 'U' | 'N'
  /** Takes 36 to 36 characters. */
  readonly dsTransactionId?: string
  /** Takes 36 to 36 characters. */
  readonly acsTransactionId?: string
  /** Takes one of Y, N. */
  readonly challengeMandatedIndicator?: 'Y' | 'N'
  /** Takes a version of EMV 3-D Secure. */
  readonly version?: string
  /** Takes 01 to 04. */
  readonly authType?: string
  /** Takes 1 to 2 digits. */
  readonly transactionStatusReason?: string
  /** Takes 01 to 09. */
  readonly challengeIndicator?: string
  /** Takes 01 to 04. */
  readonly exemptionFlag?: string
  readonly schemeData?: {
    /** Takes 1 to 2 digits. Required in some circumstances. */
    readonly 'CB-ITEMSNB'?: string
    /** Takes up to 20 characters. Required in some circumstances. */
    readonly 'CB-SCORE_MERCHANT'?: string
    /** Takes 1 to 2 digits. Required in some circumstances. */
    readonly 'CB-USECASE'?: string
  }
  /** true bypasses the built-in 3-D Secure. Takes true or false. */
  readonly disable?: 'true' | 'false' | true | false
}

/**
 * taxAmount must not be above amount.
 *
 * discountAmount must not be above amount.
 *
 * taxAmount and discountAmount must have no more decimals than currency has.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * threeDSecure.verificationId must be sent together with standingInstruction.mode=INITIAL, for a payment by card.
 *
 * threeDSecure.eci, threeDSecure.verificationId, threeDSecure.authenticationStatus and threeDSecure.dsTransactionId must not be sent together with standingInstruction.mode=REPEATED.
 *
 * standingInstruction.source must be MIT together with standingInstruction.industryPractice.
 *
 * risk.amount must have no more decimals than currency has.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * forex.currency must be sent together with forex.amount.
 *
 * forex.amount and forex.tax must have no more decimals than forex.currency has.
 *
 * sender.birthDate must not lie in the future.
 *
 * recipient.birthDate must not lie in the future.
 *
 * merchant.shipping.cost must have no more decimals than currency has.
 *
 * cart.items[n].price, cart.items[n].totalAmount, cart.items[n].taxAmount, cart.items[n].totalTaxAmount, cart.items[n].shipping and cart.items[n].totalDiscountAmount must have no more decimals than cart.items[n].currency has. The legacy profile does without.
 *
 * cart.payments[n].amount must have no more decimals than cart.payments[n].currency has.
 *
 * All marketPlace.sellers[n].amount together must not be above amount.
 *
 * marketPlace.sellers[n].amount must have no more decimals than currency has.
 *
 * airline.totalTaxAmount, airline.totalFeesAmount, airline.totalFareAmount, airline.passengers[n].legs[n].taxAmount, airline.passengers[n].legs[n].feesAmount, airline.passengers[n].legs[n].fareAmount and airline.passengers[n].legs[n].departureTaxAmount must have no more decimals than currency has. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface HoldChangeRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes only PA. */
  readonly paymentType: 'PA'
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Your invoice; it should be unique. Takes 8 to 255 characters. */
  readonly merchantInvoiceId?: string
  /** Appears in reports only. Takes 8 to 255 characters. */
  readonly merchantMemo?: string
  /** EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order. Takes one of EC, MO, TO, PO, PM, MOTO. */
  readonly transactionCategory?: 'EC' | 'MO' | 'TO' | 'PO' | 'PM' | 'MOTO'
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released. Takes up to 255 characters. */
  readonly sequence?: string
  /** One per order. Takes up to 15 letters and digits. */
  readonly promotionCode?: string
  /** Language of the shopper. Takes up to 10 characters. */
  readonly locale?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** Of account-funding and original-credit transactions. Takes up to 12 characters. */
  readonly transactionPurposeCode?: string
  /** Purpose of an account-funding payment, such as PAYROLL. Takes up to 255 characters. */
  readonly transactionPurposeAccount?: string
  /** Takes up to 10 characters. */
  readonly integrationType?: string
  /** Business application id of a direct-send transaction. Takes up to 2 characters. */
  readonly transactionBai?: string
  /** Transaction type identifier of a send transaction. Takes up to 3 characters. */
  readonly transactionTti?: string
  /** Takes one of PURCHASE, FUNDING, PAYMENT. PURCHASE when absent. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly standingInstruction: HoldChangeRequestStandingInstruction
  readonly threeDSecure?: HoldChangeRequestThreeDSecure
  readonly risk?: Risk
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly forex?: Forex
  readonly corporate?: Corporate
  readonly sender?: Sender
  readonly recipient?: Recipient
  readonly merchant?: Merchant
  readonly cart?: Cart
  readonly marketPlace?: MarketPlace
  readonly airline?: Airline
  readonly customParameters?: CustomParameters
}

export type OverridePaymentType = Readonly<Record<string, 'PA' | 'DB' | 'CD'>>

export interface CheckoutRequestWalletA {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface CheckoutRequestWalletB {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutRequestWalletC {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutRequestApplePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface CheckoutRequestGooglePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutRequestSamsungPay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutRequestStandingInstruction {
  /** RECURRING: regular, without an end. INSTALLMENT: regular, with an end. UNSCHEDULED: when something calls for it. Takes one of RECURRING, INSTALLMENT, UNSCHEDULED. Required in some circumstances. */
  readonly type?: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  /** STANDING_ORDER: the amount varies. SUBSCRIPTION: it does not. Required for MASTER with type=RECURRING. Takes one of STANDING_ORDER, SUBSCRIPTION. Required in some circumstances. */
  readonly recurringType?: 'STANDING_ORDER' | 'SUBSCRIPTION'
  /** INITIAL: the first of a series. REPEATED: a later one. Takes one of INITIAL, REPEATED. Required in some circumstances. */
  readonly mode?: 'INITIAL' | 'REPEATED'
  /** Who starts it: CIT the cardholder, MIT the merchant. Takes one of CIT, MIT. Required in some circumstances. */
  readonly source?: 'CIT' | 'MIT'
  /** Of the first payment of the series, as its answer gave it. Takes up to 255 characters. Required in some circumstances. */
  readonly initialTransactionId?: string
  /** Why a merchant charges again. INCREMENTAL_AUTH raises and REAUTHORIZATION renews the hold of an earlier PA: that is named in the path or by referenceUuid. Takes one of RESUBMISSION, DELAYED_CHARGES, NO_SHOW. Required in some circumstances. */
  readonly industryPractice?: 'RESUBMISSION' | 'DELAYED_CHARGES' | 'NO_SHOW'
  /** Last day of the series. For MASTER 9999-12-31 when absent. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly expiry?: string
  /** Least days between two payments. For MASTER 0001 when absent. Takes 1 to 4 digits. Required in some circumstances. */
  readonly frequency?: string
  /** Takes 1 to 3 digits. Required in some circumstances. */
  readonly numberOfInstallments?: string
  /** Takes up to 35 characters. */
  readonly agreementId?: string
}

/**
 * amount, currency and paymentType must be sent, unless createRegistration=true is.
 *
 * amount and currency must be sent together with paymentType.
 *
 * currency must be sent together with amount.
 *
 * standingInstruction.source must be CIT together with standingInstruction.mode=INITIAL.
 *
 * virtualAccount.accountId must be sent when any other virtualAccount.* parameter is.
 *
 * tokenAccount.number and tokenAccount.type must be sent when any other tokenAccount.* parameter is.
 *
 * pos.entryMode and pos.terminalId must be sent when any other pos.* parameter is.
 *
 * taxAmount must not be above amount.
 *
 * discountAmount must not be above amount.
 *
 * taxAmount and discountAmount must have no more decimals than currency has.
 *
 * walletA.paymentToken must be sent when any other walletA.* parameter is.
 *
 * walletB.paymentToken must be sent when any other walletB.* parameter is.
 *
 * walletC.paymentToken must be sent when any other walletC.* parameter is.
 *
 * applePay.paymentToken must be sent when any other applePay.* parameter is.
 *
 * googlePay.paymentToken must be sent when any other googlePay.* parameter is.
 *
 * samsungPay.paymentToken must be sent when any other samsungPay.* parameter is.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * threeDSecure.eci, threeDSecure.verificationId, threeDSecure.authenticationStatus and threeDSecure.dsTransactionId must not be sent together with standingInstruction.mode=REPEATED.
 *
 * Either standingInstruction.initialTransactionId or standingInstruction.agreementId must be sent together with standingInstruction.source=MIT.
 *
 * standingInstruction.source must be MIT together with standingInstruction.industryPractice.
 *
 * threeDSecure.amount must have no more decimals than threeDSecure.currency has.
 *
 * risk.amount must have no more decimals than currency has.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * forex.currency must be sent together with forex.amount.
 *
 * forex.amount and forex.tax must have no more decimals than forex.currency has.
 *
 * sender.birthDate must not lie in the future.
 *
 * recipient.birthDate must not lie in the future.
 *
 * merchant.shipping.cost must have no more decimals than currency has.
 *
 * cart.items[n].price, cart.items[n].totalAmount, cart.items[n].taxAmount, cart.items[n].totalTaxAmount, cart.items[n].shipping and cart.items[n].totalDiscountAmount must have no more decimals than cart.items[n].currency has. The legacy profile does without.
 *
 * cart.payments[n].amount must have no more decimals than cart.payments[n].currency has.
 *
 * All marketPlace.sellers[n].amount together must not be above amount.
 *
 * marketPlace.sellers[n].amount must have no more decimals than currency has.
 *
 * airline.totalTaxAmount, airline.totalFeesAmount, airline.totalFareAmount, airline.passengers[n].legs[n].taxAmount, airline.passengers[n].legs[n].feesAmount, airline.passengers[n].legs[n].fareAmount and airline.passengers[n].legs[n].departureTaxAmount must have no more decimals than currency has. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface CheckoutRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of PA, DB, CD. */
  readonly paymentType?: 'PA' | 'DB' | 'CD'
  /** Whether to answer the hash of the script that this checkout will get. Takes true or false. */
  readonly integrity?: 'true' | 'false' | true | false
  readonly overridePaymentType?: OverridePaymentType
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Your invoice; it should be unique. Takes 8 to 255 characters. */
  readonly merchantInvoiceId?: string
  /** Appears in reports only. Takes 8 to 255 characters. */
  readonly merchantMemo?: string
  /** EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order. Takes one of EC, MO, TO, PO, PM, MOTO. */
  readonly transactionCategory?: 'EC' | 'MO' | 'TO' | 'PO' | 'PM' | 'MOTO'
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released. Takes up to 255 characters. */
  readonly sequence?: string
  /** The most partial captures that this preauthorisation allows. Takes a whole number from 1 to 98. */
  readonly numberOfCaptures?: string | number
  /** One per order. Takes up to 15 letters and digits. */
  readonly promotionCode?: string
  /** Language of the shopper. Takes up to 10 characters. */
  readonly locale?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** Of account-funding and original-credit transactions. Takes up to 12 characters. */
  readonly transactionPurposeCode?: string
  /** Purpose of an account-funding payment, such as PAYROLL. Takes up to 255 characters. */
  readonly transactionPurposeAccount?: string
  /** Takes up to 10 characters. */
  readonly integrationType?: string
  /** Business application id of a direct-send transaction. Takes up to 2 characters. */
  readonly transactionBai?: string
  /** Transaction type identifier of a send transaction. Takes up to 3 characters. */
  readonly transactionTti?: string
  /** Takes one of PURCHASE, FUNDING, PAYMENT. PURCHASE when absent. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** true stores what is paid with, once the payment succeeds; the answer says how it is called. Takes true or false. */
  readonly createRegistration?: 'true' | 'false' | true | false
  /** Lets a holder override the empty one of a stored registration, for this payment only. Takes true or false. */
  readonly overrideHolder?: 'true' | 'false' | true | false
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly walletA?: CheckoutRequestWalletA
  readonly walletB?: CheckoutRequestWalletB
  readonly walletC?: CheckoutRequestWalletC
  readonly applePay?: CheckoutRequestApplePay
  readonly googlePay?: CheckoutRequestGooglePay
  readonly samsungPay?: CheckoutRequestSamsungPay
  readonly virtualAccount?: VirtualAccount
  readonly tokenAccount?: TokenAccount
  readonly giftCard?: GiftCard
  readonly pos?: Pos
  readonly standingInstruction?: CheckoutRequestStandingInstruction
  readonly threeDSecure?: ThreeDSecure
  readonly risk?: Risk
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly forex?: Forex
  readonly corporate?: Corporate
  readonly sender?: Sender
  readonly recipient?: Recipient
  readonly merchant?: Merchant
  readonly cart?: Cart
  readonly marketPlace?: MarketPlace
  readonly airline?: Airline
  readonly customParameters?: CustomParameters
  readonly registrations?: readonly {
    /** Stored payment details that the shopper may pay with: the submit names one as registrationId. The widget shows them as saved cards and accounts. Takes 32 letters and digits. */
    readonly id?: string
  }[]
  readonly bankAccount?: BankAccount
  /** When a direct debit is due. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly transactionDueDate?: string
}

export interface CheckoutUpdateWalletA {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface CheckoutUpdateWalletB {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutUpdateWalletC {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutUpdateApplePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface CheckoutUpdateGooglePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutUpdateSamsungPay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutUpdateStandingInstruction {
  /** RECURRING: regular, without an end. INSTALLMENT: regular, with an end. UNSCHEDULED: when something calls for it. Takes one of RECURRING, INSTALLMENT, UNSCHEDULED. Required in some circumstances. */
  readonly type?: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  /** STANDING_ORDER: the amount varies. SUBSCRIPTION: it does not. Required for MASTER with type=RECURRING. Takes one of STANDING_ORDER, SUBSCRIPTION. Required in some circumstances. */
  readonly recurringType?: 'STANDING_ORDER' | 'SUBSCRIPTION'
  /** INITIAL: the first of a series. REPEATED: a later one. Takes one of INITIAL, REPEATED. Required in some circumstances. */
  readonly mode?: 'INITIAL' | 'REPEATED'
  /** Who starts it: CIT the cardholder, MIT the merchant. Takes one of CIT, MIT. Required in some circumstances. */
  readonly source?: 'CIT' | 'MIT'
  /** Of the first payment of the series, as its answer gave it. Takes up to 255 characters. Required in some circumstances. */
  readonly initialTransactionId?: string
  /** Why a merchant charges again. INCREMENTAL_AUTH raises and REAUTHORIZATION renews the hold of an earlier PA: that is named in the path or by referenceUuid. Takes one of RESUBMISSION, DELAYED_CHARGES, NO_SHOW. Required in some circumstances. */
  readonly industryPractice?: 'RESUBMISSION' | 'DELAYED_CHARGES' | 'NO_SHOW'
  /** Last day of the series. For MASTER 9999-12-31 when absent. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly expiry?: string
  /** Least days between two payments. For MASTER 0001 when absent. Takes 1 to 4 digits. Required in some circumstances. */
  readonly frequency?: string
  /** Takes 1 to 3 digits. Required in some circumstances. */
  readonly numberOfInstallments?: string
  /** Takes up to 35 characters. */
  readonly agreementId?: string
}

/**
 * amount, currency and paymentType must be sent, unless createRegistration=true is.
 *
 * amount and currency must be sent together with paymentType.
 *
 * currency must be sent together with amount.
 *
 * standingInstruction.source must be CIT together with standingInstruction.mode=INITIAL.
 *
 * virtualAccount.accountId must be sent when any other virtualAccount.* parameter is.
 *
 * tokenAccount.number and tokenAccount.type must be sent when any other tokenAccount.* parameter is.
 *
 * pos.entryMode and pos.terminalId must be sent when any other pos.* parameter is.
 *
 * taxAmount must not be above amount.
 *
 * discountAmount must not be above amount.
 *
 * taxAmount and discountAmount must have no more decimals than currency has.
 *
 * walletA.paymentToken must be sent when any other walletA.* parameter is.
 *
 * walletB.paymentToken must be sent when any other walletB.* parameter is.
 *
 * walletC.paymentToken must be sent when any other walletC.* parameter is.
 *
 * applePay.paymentToken must be sent when any other applePay.* parameter is.
 *
 * googlePay.paymentToken must be sent when any other googlePay.* parameter is.
 *
 * samsungPay.paymentToken must be sent when any other samsungPay.* parameter is.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * threeDSecure.eci, threeDSecure.verificationId, threeDSecure.authenticationStatus and threeDSecure.dsTransactionId must not be sent together with standingInstruction.mode=REPEATED.
 *
 * Either standingInstruction.initialTransactionId or standingInstruction.agreementId must be sent together with standingInstruction.source=MIT.
 *
 * standingInstruction.source must be MIT together with standingInstruction.industryPractice.
 *
 * threeDSecure.amount must have no more decimals than threeDSecure.currency has.
 *
 * risk.amount must have no more decimals than currency has.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * forex.currency must be sent together with forex.amount.
 *
 * forex.amount and forex.tax must have no more decimals than forex.currency has.
 *
 * sender.birthDate must not lie in the future.
 *
 * recipient.birthDate must not lie in the future.
 *
 * merchant.shipping.cost must have no more decimals than currency has.
 *
 * cart.items[n].price, cart.items[n].totalAmount, cart.items[n].taxAmount, cart.items[n].totalTaxAmount, cart.items[n].shipping and cart.items[n].totalDiscountAmount must have no more decimals than cart.items[n].currency has. The legacy profile does without.
 *
 * cart.payments[n].amount must have no more decimals than cart.payments[n].currency has.
 *
 * All marketPlace.sellers[n].amount together must not be above amount.
 *
 * marketPlace.sellers[n].amount must have no more decimals than currency has.
 *
 * airline.totalTaxAmount, airline.totalFeesAmount, airline.totalFareAmount, airline.passengers[n].legs[n].taxAmount, airline.passengers[n].legs[n].feesAmount, airline.passengers[n].legs[n].fareAmount and airline.passengers[n].legs[n].departureTaxAmount must have no more decimals than currency has. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface CheckoutUpdate {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of PA, DB, CD. */
  readonly paymentType?: 'PA' | 'DB' | 'CD'
  /** Whether to answer the hash of the script that this checkout will get. Takes true or false. */
  readonly integrity?: 'true' | 'false' | true | false
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Your invoice; it should be unique. Takes 8 to 255 characters. */
  readonly merchantInvoiceId?: string
  /** Appears in reports only. Takes 8 to 255 characters. */
  readonly merchantMemo?: string
  /** EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order. Takes one of EC, MO, TO, PO, PM, MOTO. */
  readonly transactionCategory?: 'EC' | 'MO' | 'TO' | 'PO' | 'PM' | 'MOTO'
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released. Takes up to 255 characters. */
  readonly sequence?: string
  /** The most partial captures that this preauthorisation allows. Takes a whole number from 1 to 98. */
  readonly numberOfCaptures?: string | number
  /** One per order. Takes up to 15 letters and digits. */
  readonly promotionCode?: string
  /** Language of the shopper. Takes up to 10 characters. */
  readonly locale?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** Of account-funding and original-credit transactions. Takes up to 12 characters. */
  readonly transactionPurposeCode?: string
  /** Purpose of an account-funding payment, such as PAYROLL. Takes up to 255 characters. */
  readonly transactionPurposeAccount?: string
  /** Takes up to 10 characters. */
  readonly integrationType?: string
  /** Business application id of a direct-send transaction. Takes up to 2 characters. */
  readonly transactionBai?: string
  /** Transaction type identifier of a send transaction. Takes up to 3 characters. */
  readonly transactionTti?: string
  /** Takes one of PURCHASE, FUNDING, PAYMENT. PURCHASE when absent. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** true stores what is paid with, once the payment succeeds; the answer says how it is called. Takes true or false. */
  readonly createRegistration?: 'true' | 'false' | true | false
  /** Lets a holder override the empty one of a stored registration, for this payment only. Takes true or false. */
  readonly overrideHolder?: 'true' | 'false' | true | false
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly walletA?: CheckoutUpdateWalletA
  readonly walletB?: CheckoutUpdateWalletB
  readonly walletC?: CheckoutUpdateWalletC
  readonly applePay?: CheckoutUpdateApplePay
  readonly googlePay?: CheckoutUpdateGooglePay
  readonly samsungPay?: CheckoutUpdateSamsungPay
  readonly virtualAccount?: VirtualAccount
  readonly tokenAccount?: TokenAccount
  readonly giftCard?: GiftCard
  readonly pos?: Pos
  readonly standingInstruction?: CheckoutUpdateStandingInstruction
  readonly threeDSecure?: ThreeDSecure
  readonly risk?: Risk
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly forex?: Forex
  readonly corporate?: Corporate
  readonly sender?: Sender
  readonly recipient?: Recipient
  readonly merchant?: Merchant
  readonly cart?: Cart
  readonly marketPlace?: MarketPlace
  readonly airline?: Airline
  readonly customParameters?: CustomParameters
  readonly registrations?: readonly {
    /** Stored payment details that the shopper may pay with: the submit names one as registrationId. The widget shows them as saved cards and accounts. Takes 32 letters and digits. */
    readonly id?: string
  }[]
  readonly bankAccount?: BankAccount
  /** When a direct debit is due. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly transactionDueDate?: string
}

export interface CheckoutSubmitCard {
  /** In the simulator, a result code here declines with that code unless it begins with 000. Takes 3 to 128 characters. */
  readonly holder?: string
  /** Takes 8 to 32 digits. */
  readonly number?: string
  /** Takes a month, 01 to 12. */
  readonly expiryMonth?: string
  /** Takes a year, 19xx or 20xx. */
  readonly expiryYear?: string
  /** Never stored. Takes 3 to 4 digits. Required in some circumstances. */
  readonly cvv?: string
}

export interface CheckoutSubmitWalletA {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface CheckoutSubmitWalletB {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutSubmitWalletC {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutSubmitApplePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface CheckoutSubmitGooglePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutSubmitSamsungPay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutSubmitBankAccount {
  /** Takes 4 to 128 characters. */
  readonly holder?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly bankName?: string
  /** Of a country without IBAN, or as it is written there. Takes 3 to 64 letters and digits. Required in some circumstances. */
  readonly number?: string
  /** Takes an IBAN: two letters, two digits, then 11 to 27 letters and digits. Required in some circumstances. */
  readonly iban?: string
  /** Takes 1 to 12 letters and digits. Required in some circumstances. */
  readonly bankCode?: string
  /** Takes 8 or 11 letters and digits. Required in some circumstances. */
  readonly bic?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
}

export interface CheckoutSubmitCustomer {
  /** Takes up to 50 characters. Required in some circumstances. */
  readonly givenName?: string
  /** Takes 2 to 50 characters. */
  readonly middleName?: string
  /** Takes up to 50 characters. Required in some circumstances. */
  readonly surname?: string
  /** Takes one of M, F. */
  readonly sex?: 'M' | 'F'
  /** Takes a day of the calendar, yyyy-MM-dd. */
  readonly birthDate?: string
  /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly phone?: string
  /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly mobile?: string
  /** Takes up to 25 characters. */
  readonly workPhone?: string
  /** Takes 6 to 128 characters. */
  readonly email?: string
  /** Takes up to 60 characters. */
  readonly companyName?: string
  /** Takes one of IDCARD, PASSPORT, TAXSTATEMENT. Required in some circumstances. */
  readonly identificationDocType?: 'IDCARD' | 'PASSPORT' | 'TAXSTATEMENT'
  /** Takes 8 to 64 characters. Required in some circumstances. */
  readonly identificationDocId?: string
  /** Reference of the payer, passed on to the payee. Takes up to 255 characters. */
  readonly merchantReference?: string
  /** Takes one of MR, MRS, MS, MX. */
  readonly salutation?: 'MR' | 'MRS' | 'MS' | 'MX'
  /** Takes 2 capital letters. */
  readonly language?: string
  /** Takes one of INDIVIDUAL, COMPANY. */
  readonly category?: 'INDIVIDUAL' | 'COMPANY'
  readonly browserFingerprint?: {
    /** Takes up to 255 characters. */
    readonly id?: string
    /** Takes up to 4,096 characters. */
    readonly value?: string
  }
  readonly browser?: {
    /** Takes up to 2,048 characters. Required in some circumstances. */
    readonly acceptHeader?: string
    /** Language tag of the browser, BCP 47. Takes up to 8 characters. Required in some circumstances. */
    readonly language?: string
    /** Takes up to 6 characters. Required in some circumstances. */
    readonly screenHeight?: string
    /** Takes up to 6 characters. Required in some circumstances. */
    readonly screenWidth?: string
    /** Minutes between UTC and local time, positive where local time is behind UTC. Takes up to 5 characters. Required in some circumstances. */
    readonly timezone?: string
    /** Takes up to 2,048 characters. Required in some circumstances. */
    readonly userAgent?: string
    /** Takes true or false. Required in some circumstances. */
    readonly javaEnabled?: 'true' | 'false' | true | false
    /** Bits per pixel. Takes 1 to 2 digits. */
    readonly screenColorDepth?: string
    /** Code of the preconfigured size of the challenge window. Takes 1 digits. */
    readonly challengeWindow?: string
    /** Takes up to 32 characters. */
    readonly deviceId?: string
  }
  readonly app?: {
    /** Takes up to 40 characters. */
    readonly deviceId?: string
  }
}

export interface CheckoutSubmitBilling {
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street1?: string
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street2?: string
  /** When sent, street1 is the name of the street only. Takes up to 100 characters. */
  readonly houseNumber1?: string
  /** Takes up to 100 characters. */
  readonly houseNumber2?: string
  /** Takes up to 80 characters. Required in some circumstances. */
  readonly city?: string
  /** Takes 1 to 50 letters, digits and dots. Required in some circumstances. */
  readonly state?: string
  /** Takes 1 to 16 letters, digits, blanks and hyphens. Required in some circumstances. */
  readonly postcode?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
}

export interface CheckoutSubmitShipping {
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street1?: string
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street2?: string
  /** When sent, street1 is the name of the street only. Takes up to 100 characters. */
  readonly houseNumber1?: string
  /** Takes up to 100 characters. */
  readonly houseNumber2?: string
  /** Takes 1 to 80 letters, blanks and . , ' ’ ( ) / -. Required in some circumstances. */
  readonly city?: string
  /** Takes 1 to 50 letters, digits and dots. Required in some circumstances. */
  readonly state?: string
  /** Takes 1 to 16 letters, digits, blanks and hyphens. Required in some circumstances. */
  readonly postcode?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
  /** Takes one of CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, EXPEDITED, GROUND, INTERNATIONAL, LOWEST_COST, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, POINT_PICKUP, PUDO, SAME_DAY_SERVICE, STORE_PICKUP, THREE_DAY_SERVICE, TWO_DAY_SERVICE. Required in some circumstances. */
  readonly method?:
    | 'CARRIER_DESIGNATED_BY_CUSTOMER'
    | 'ELECTRONIC_DELIVERY'
    | 'EXPEDITED'
    | 'GROUND'
    | 'INTERNATIONAL'
    | 'LOWEST_COST'
    | 'MILITARY'
    | 'NEXT_DAY_OVERNIGHT'
    | 'OTHER'
    | 'POINT_PICKUP'
    | 'PUDO'
    | 'SAME_DAY_SERVICE'
    | 'STORE_PICKUP'
    | 'THREE_DAY_SERVICE'
    | 'TWO_DAY_SERVICE'
  /** Takes up to 160 characters. Required in some circumstances. */
  readonly comment?: string
  /** Takes a day of the calendar, yyyy-MM-dd. */
  readonly expectedDate?: string
  /** Takes up to 255 characters. */
  readonly logisticsProvider?: string
  /** Takes up to 255 characters. */
  readonly trackingNumber?: string
  /** Takes up to 255 characters. */
  readonly returnTrackingNumber?: string
  /** Takes up to 100 characters. */
  readonly warehouse?: string
  /** GET_FROM_FILE takes the address from the acquirer, NO_SHIPPING is for digital goods, SET_PROVIDED_ADDRESS fixes yours. Takes one of GET_FROM_FILE, NO_SHIPPING, SET_PROVIDED_ADDRESS. GET_FROM_FILE when absent. */
  readonly preference?: 'GET_FROM_FILE' | 'NO_SHIPPING' | 'SET_PROVIDED_ADDRESS'
  /** Takes up to 255 characters. */
  readonly middleName?: string
  /** Takes up to 60 characters. */
  readonly companyName?: string
  /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly phone?: string
  /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly mobile?: string
  /** Takes up to 25 characters. */
  readonly workPhone?: string
  /** Takes 6 to 128 characters. */
  readonly email?: string
  /** Takes one of RETURN, SHIPMENT. */
  readonly type?: 'RETURN' | 'SHIPMENT'
  readonly customer?: {
    /** Takes up to 50 characters. */
    readonly givenName?: string
    /** Takes 2 to 50 characters. */
    readonly middleName?: string
    /** Takes up to 50 characters. */
    readonly surname?: string
    /** Takes one of M, F. */
    readonly sex?: 'M' | 'F'
    /** Takes a day of the calendar, yyyy-MM-dd. */
    readonly birthDate?: string
    /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly phone?: string
    /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly mobile?: string
    /** Takes up to 25 characters. */
    readonly workPhone?: string
    /** Takes 6 to 128 characters. */
    readonly email?: string
    /** Takes up to 60 characters. */
    readonly companyName?: string
    /** Takes one of IDCARD, PASSPORT, TAXSTATEMENT. */
    readonly identificationDocType?: 'IDCARD' | 'PASSPORT' | 'TAXSTATEMENT'
    /** Takes 8 to 64 characters. */
    readonly identificationDocId?: string
    /** Reference of the payer, passed on to the payee. Takes up to 255 characters. */
    readonly merchantReference?: string
    /** Takes one of MR, MRS, MS, MX. */
    readonly salutation?: 'MR' | 'MRS' | 'MS' | 'MX'
    /** Takes 2 capital letters. */
    readonly language?: string
    /** Takes one of INDIVIDUAL, COMPANY. */
    readonly category?: 'INDIVIDUAL' | 'COMPANY'
    readonly browser?: {
      /** Takes up to 2,048 characters. */
      readonly acceptHeader?: string
      /** Language tag of the browser, BCP 47. Takes up to 8 characters. */
      readonly language?: string
      /** Takes up to 6 characters. */
      readonly screenHeight?: string
      /** Takes up to 6 characters. */
      readonly screenWidth?: string
      /** Minutes between UTC and local time, positive where local time is behind UTC. Takes up to 5 characters. */
      readonly timezone?: string
      /** Takes up to 2,048 characters. */
      readonly userAgent?: string
      /** Takes true or false. */
      readonly javaEnabled?: 'true' | 'false' | true | false
      /** Bits per pixel. Takes 1 to 2 digits. */
      readonly screenColorDepth?: string
      /** Code of the preconfigured size of the challenge window. Takes 1 digits. */
      readonly challengeWindow?: string
    }
  }
}

export type CheckoutSubmitCustomParameters = Readonly<Record<string, string>>

export interface GiftCards {
  /** What the page shows as left to pay beside gift cards; another amount is refused. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly restAmount?: string | number
}

export interface Shown {
  /** What the page shows as the amount to pay: the submit is refused where the checkout asks for another one now. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** The currency of that amount. Takes a currency code of ISO 4217. */
  readonly currency?: string
}

export interface CheckoutSubmitStandingInstruction {
  /** RECURRING: regular, without an end. INSTALLMENT: regular, with an end. UNSCHEDULED: when something calls for it. Takes one of RECURRING, INSTALLMENT, UNSCHEDULED. Required in some circumstances. */
  readonly type?: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  /** INITIAL: the first of a series. REPEATED: a later one. Takes only INITIAL. Required in some circumstances. */
  readonly mode?: 'INITIAL'
  /** Who starts it: CIT the cardholder, MIT the merchant. Takes only CIT. Required in some circumstances. */
  readonly source?: 'CIT'
  /** STANDING_ORDER: the amount varies. SUBSCRIPTION: it does not. Required for MASTER with type=RECURRING. Takes one of STANDING_ORDER, SUBSCRIPTION. Required in some circumstances. */
  readonly recurringType?: 'STANDING_ORDER' | 'SUBSCRIPTION'
  /** Last day of the series. For MASTER 9999-12-31 when absent. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly expiry?: string
  /** Least days between two payments. For MASTER 0001 when absent. Takes 1 to 4 digits. Required in some circumstances. */
  readonly frequency?: string
  /** Takes 1 to 3 digits. Required in some circumstances. */
  readonly numberOfInstallments?: string
}

/**
 * card.number, card.expiryMonth and card.expiryYear must be sent, unless a paymentBrand that needs no card is, or something of registrationId, applePay.*, googlePay.*, samsungPay.*, walletA.*, walletB.*, walletC.*, virtualAccount.*, bankAccount.*, tokenAccount.*, giftCard.number, pos.*, registrationId, applePay.paymentToken, googlePay.paymentToken, samsungPay.paymentToken, walletA.paymentToken, walletB.paymentToken, walletC.paymentToken, virtualAccount.accountId, bankAccount.number, bankAccount.iban, tokenAccount.number, giftCard.number, pos.iccDataRequest, pos.encryptedSred.data.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * card.cvv must be sent together with standingInstruction.mode=INITIAL, for a payment by card.
 *
 * registrationId must be sent together with standingInstruction.source=MIT.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent when any other card.* parameter is, unless registrationId is sent.
 *
 * virtualAccount.accountId must be sent when any other virtualAccount.* parameter is.
 *
 * bankAccount.holder must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * walletA.paymentToken must be sent when any other walletA.* parameter is.
 *
 * walletB.paymentToken must be sent when any other walletB.* parameter is.
 *
 * walletC.paymentToken must be sent when any other walletC.* parameter is.
 *
 * applePay.paymentToken must be sent when any other applePay.* parameter is.
 *
 * googlePay.paymentToken must be sent when any other googlePay.* parameter is.
 *
 * samsungPay.paymentToken must be sent when any other samsungPay.* parameter is.
 *
 * Either bankAccount.number or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * Either bankAccount.bankCode or bankAccount.bic or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is (customer.browser.* does not count). The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface CheckoutSubmit {
  readonly card?: CheckoutSubmitCard
  readonly walletA?: CheckoutSubmitWalletA
  readonly walletB?: CheckoutSubmitWalletB
  readonly walletC?: CheckoutSubmitWalletC
  readonly applePay?: CheckoutSubmitApplePay
  readonly googlePay?: CheckoutSubmitGooglePay
  readonly samsungPay?: CheckoutSubmitSamsungPay
  readonly virtualAccount?: VirtualAccount
  readonly bankAccount?: CheckoutSubmitBankAccount
  readonly customer?: CheckoutSubmitCustomer
  readonly billing?: CheckoutSubmitBilling
  readonly shipping?: CheckoutSubmitShipping
  readonly customParameters?: CheckoutSubmitCustomParameters
  /** Origins of the page that submits and of all pages around it, joined by blanks: only they may show the gateway’s own pages of this payment in a frame, where the channel names no others. Takes up to 2,200 characters. */
  readonly pageOrigins?: string
  readonly giftCard?: GiftCard
  readonly giftCards?: GiftCards
  readonly shown?: Shown
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** true stores what is paid with, once the payment succeeds; the answer says how it is called. Takes true, false or on. */
  readonly createRegistration?: 'true' | 'false' | 'on' | true | false
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Stored payment details to pay with. Takes 32 letters and digits. */
  readonly registrationId?: string
  readonly standingInstruction?: CheckoutSubmitStandingInstruction
  /** Ignored. */
  readonly forceUtf8?: string
  /** Ignored. */
  readonly shopOrigin?: string
}

export interface CheckoutRegistrationCard {
  /** In the simulator, a result code here declines with that code unless it begins with 000. Takes 3 to 128 characters. */
  readonly holder?: string
  /** Takes 8 to 32 digits. */
  readonly number?: string
  /** Takes a month, 01 to 12. */
  readonly expiryMonth?: string
  /** Takes a year, 19xx or 20xx. */
  readonly expiryYear?: string
  /** Never stored. Takes 3 to 4 digits. Required in some circumstances. */
  readonly cvv?: string
}

export interface CheckoutRegistrationWalletA {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface CheckoutRegistrationWalletB {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutRegistrationWalletC {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutRegistrationApplePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
  /** Takes up to 255 characters. */
  readonly cardNetwork?: string
  /** Takes up to 255 characters. */
  readonly cardType?: string
}

export interface CheckoutRegistrationGooglePay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutRegistrationSamsungPay {
  /** Takes up to 32,768 characters. Required in some circumstances. */
  readonly paymentToken?: string
}

export interface CheckoutRegistrationBankAccount {
  /** Takes 4 to 128 characters. */
  readonly holder?: string
  /** Takes up to 255 characters. Required in some circumstances. */
  readonly bankName?: string
  /** Of a country without IBAN, or as it is written there. Takes 3 to 64 letters and digits. Required in some circumstances. */
  readonly number?: string
  /** Takes an IBAN: two letters, two digits, then 11 to 27 letters and digits. Required in some circumstances. */
  readonly iban?: string
  /** Takes 1 to 12 letters and digits. Required in some circumstances. */
  readonly bankCode?: string
  /** Takes 8 or 11 letters and digits. Required in some circumstances. */
  readonly bic?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
}

export interface CheckoutRegistrationCustomer {
  /** Takes up to 50 characters. Required in some circumstances. */
  readonly givenName?: string
  /** Takes 2 to 50 characters. */
  readonly middleName?: string
  /** Takes up to 50 characters. Required in some circumstances. */
  readonly surname?: string
  /** Takes one of M, F. */
  readonly sex?: 'M' | 'F'
  /** Takes a day of the calendar, yyyy-MM-dd. */
  readonly birthDate?: string
  /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly phone?: string
  /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly mobile?: string
  /** Takes up to 25 characters. */
  readonly workPhone?: string
  /** Takes 6 to 128 characters. */
  readonly email?: string
  /** Takes up to 60 characters. */
  readonly companyName?: string
  /** Takes one of IDCARD, PASSPORT, TAXSTATEMENT. Required in some circumstances. */
  readonly identificationDocType?: 'IDCARD' | 'PASSPORT' | 'TAXSTATEMENT'
  /** Takes 8 to 64 characters. Required in some circumstances. */
  readonly identificationDocId?: string
  /** Reference of the payer, passed on to the payee. Takes up to 255 characters. */
  readonly merchantReference?: string
  /** Takes one of MR, MRS, MS, MX. */
  readonly salutation?: 'MR' | 'MRS' | 'MS' | 'MX'
  /** Takes 2 capital letters. */
  readonly language?: string
  /** Takes one of INDIVIDUAL, COMPANY. */
  readonly category?: 'INDIVIDUAL' | 'COMPANY'
  readonly browserFingerprint?: {
    /** Takes up to 255 characters. */
    readonly id?: string
    /** Takes up to 4,096 characters. */
    readonly value?: string
  }
  readonly browser?: {
    /** Takes up to 2,048 characters. Required in some circumstances. */
    readonly acceptHeader?: string
    /** Language tag of the browser, BCP 47. Takes up to 8 characters. Required in some circumstances. */
    readonly language?: string
    /** Takes up to 6 characters. Required in some circumstances. */
    readonly screenHeight?: string
    /** Takes up to 6 characters. Required in some circumstances. */
    readonly screenWidth?: string
    /** Minutes between UTC and local time, positive where local time is behind UTC. Takes up to 5 characters. Required in some circumstances. */
    readonly timezone?: string
    /** Takes up to 2,048 characters. Required in some circumstances. */
    readonly userAgent?: string
    /** Takes true or false. Required in some circumstances. */
    readonly javaEnabled?: 'true' | 'false' | true | false
    /** Bits per pixel. Takes 1 to 2 digits. */
    readonly screenColorDepth?: string
    /** Code of the preconfigured size of the challenge window. Takes 1 digits. */
    readonly challengeWindow?: string
    /** Takes up to 32 characters. */
    readonly deviceId?: string
  }
  readonly app?: {
    /** Takes up to 40 characters. */
    readonly deviceId?: string
  }
}

export interface CheckoutRegistrationBilling {
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street1?: string
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street2?: string
  /** When sent, street1 is the name of the street only. Takes up to 100 characters. */
  readonly houseNumber1?: string
  /** Takes up to 100 characters. */
  readonly houseNumber2?: string
  /** Takes up to 80 characters. Required in some circumstances. */
  readonly city?: string
  /** Takes 1 to 50 letters, digits and dots. Required in some circumstances. */
  readonly state?: string
  /** Takes 1 to 16 letters, digits, blanks and hyphens. Required in some circumstances. */
  readonly postcode?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
}

export interface CheckoutRegistrationShipping {
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street1?: string
  /** Takes up to 100 characters. Required in some circumstances. */
  readonly street2?: string
  /** When sent, street1 is the name of the street only. Takes up to 100 characters. */
  readonly houseNumber1?: string
  /** Takes up to 100 characters. */
  readonly houseNumber2?: string
  /** Takes 1 to 80 letters, blanks and . , ' ’ ( ) / -. Required in some circumstances. */
  readonly city?: string
  /** Takes 1 to 50 letters, digits and dots. Required in some circumstances. */
  readonly state?: string
  /** Takes 1 to 16 letters, digits, blanks and hyphens. Required in some circumstances. */
  readonly postcode?: string
  /** Takes a country code of ISO 3166-1 alpha-2. Required in some circumstances. */
  readonly country?: string
  /** Takes one of CARRIER_DESIGNATED_BY_CUSTOMER, ELECTRONIC_DELIVERY, EXPEDITED, GROUND, INTERNATIONAL, LOWEST_COST, MILITARY, NEXT_DAY_OVERNIGHT, OTHER, POINT_PICKUP, PUDO, SAME_DAY_SERVICE, STORE_PICKUP, THREE_DAY_SERVICE, TWO_DAY_SERVICE. Required in some circumstances. */
  readonly method?:
    | 'CARRIER_DESIGNATED_BY_CUSTOMER'
    | 'ELECTRONIC_DELIVERY'
    | 'EXPEDITED'
    | 'GROUND'
    | 'INTERNATIONAL'
    | 'LOWEST_COST'
    | 'MILITARY'
    | 'NEXT_DAY_OVERNIGHT'
    | 'OTHER'
    | 'POINT_PICKUP'
    | 'PUDO'
    | 'SAME_DAY_SERVICE'
    | 'STORE_PICKUP'
    | 'THREE_DAY_SERVICE'
    | 'TWO_DAY_SERVICE'
  /** Takes up to 160 characters. Required in some circumstances. */
  readonly comment?: string
  /** Takes a day of the calendar, yyyy-MM-dd. */
  readonly expectedDate?: string
  /** Takes up to 255 characters. */
  readonly logisticsProvider?: string
  /** Takes up to 255 characters. */
  readonly trackingNumber?: string
  /** Takes up to 255 characters. */
  readonly returnTrackingNumber?: string
  /** Takes up to 100 characters. */
  readonly warehouse?: string
  /** GET_FROM_FILE takes the address from the acquirer, NO_SHIPPING is for digital goods, SET_PROVIDED_ADDRESS fixes yours. Takes one of GET_FROM_FILE, NO_SHIPPING, SET_PROVIDED_ADDRESS. GET_FROM_FILE when absent. */
  readonly preference?: 'GET_FROM_FILE' | 'NO_SHIPPING' | 'SET_PROVIDED_ADDRESS'
  /** Takes up to 255 characters. */
  readonly middleName?: string
  /** Takes up to 60 characters. */
  readonly companyName?: string
  /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly phone?: string
  /** Takes a phone number of 6 to 26 characters: + or a digit, then digits, blanks and . ( ) / -. */
  readonly mobile?: string
  /** Takes up to 25 characters. */
  readonly workPhone?: string
  /** Takes 6 to 128 characters. */
  readonly email?: string
  /** Takes one of RETURN, SHIPMENT. */
  readonly type?: 'RETURN' | 'SHIPMENT'
  readonly customer?: {
    /** Takes up to 50 characters. */
    readonly givenName?: string
    /** Takes 2 to 50 characters. */
    readonly middleName?: string
    /** Takes up to 50 characters. */
    readonly surname?: string
    /** Takes one of M, F. */
    readonly sex?: 'M' | 'F'
    /** Takes a day of the calendar, yyyy-MM-dd. */
    readonly birthDate?: string
    /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly phone?: string
    /** Takes a phone number of 1 to 25 characters: + or a digit, then digits, blanks and . ( ) / -. */
    readonly mobile?: string
    /** Takes up to 25 characters. */
    readonly workPhone?: string
    /** Takes 6 to 128 characters. */
    readonly email?: string
    /** Takes up to 60 characters. */
    readonly companyName?: string
    /** Takes one of IDCARD, PASSPORT, TAXSTATEMENT. */
    readonly identificationDocType?: 'IDCARD' | 'PASSPORT' | 'TAXSTATEMENT'
    /** Takes 8 to 64 characters. */
    readonly identificationDocId?: string
    /** Reference of the payer, passed on to the payee. Takes up to 255 characters. */
    readonly merchantReference?: string
    /** Takes one of MR, MRS, MS, MX. */
    readonly salutation?: 'MR' | 'MRS' | 'MS' | 'MX'
    /** Takes 2 capital letters. */
    readonly language?: string
    /** Takes one of INDIVIDUAL, COMPANY. */
    readonly category?: 'INDIVIDUAL' | 'COMPANY'
    readonly browser?: {
      /** Takes up to 2,048 characters. */
      readonly acceptHeader?: string
      /** Language tag of the browser, BCP 47. Takes up to 8 characters. */
      readonly language?: string
      /** Takes up to 6 characters. */
      readonly screenHeight?: string
      /** Takes up to 6 characters. */
      readonly screenWidth?: string
      /** Minutes between UTC and local time, positive where local time is behind UTC. Takes up to 5 characters. */
      readonly timezone?: string
      /** Takes up to 2,048 characters. */
      readonly userAgent?: string
      /** Takes true or false. */
      readonly javaEnabled?: 'true' | 'false' | true | false
      /** Bits per pixel. Takes 1 to 2 digits. */
      readonly screenColorDepth?: string
      /** Code of the preconfigured size of the challenge window. Takes 1 digits. */
      readonly challengeWindow?: string
    }
  }
}

export type CheckoutRegistrationCustomParameters = Readonly<Record<string, string>>

/**
 * card.number, card.expiryMonth and card.expiryYear must be sent, unless a paymentBrand that needs no card is, or something of registrationId, applePay.*, googlePay.*, samsungPay.*, walletA.*, walletB.*, walletC.*, virtualAccount.*, bankAccount.*, tokenAccount.*, giftCard.number, pos.*, registrationId, applePay.paymentToken, googlePay.paymentToken, samsungPay.paymentToken, walletA.paymentToken, walletB.paymentToken, walletC.paymentToken, virtualAccount.accountId, bankAccount.number, bankAccount.iban, tokenAccount.number, giftCard.number, pos.iccDataRequest, pos.encryptedSred.data.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent when any other card.* parameter is, unless registrationId is sent.
 *
 * virtualAccount.accountId must be sent when any other virtualAccount.* parameter is.
 *
 * bankAccount.holder must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * walletA.paymentToken must be sent when any other walletA.* parameter is.
 *
 * walletB.paymentToken must be sent when any other walletB.* parameter is.
 *
 * walletC.paymentToken must be sent when any other walletC.* parameter is.
 *
 * applePay.paymentToken must be sent when any other applePay.* parameter is.
 *
 * googlePay.paymentToken must be sent when any other googlePay.* parameter is.
 *
 * samsungPay.paymentToken must be sent when any other samsungPay.* parameter is.
 *
 * Either bankAccount.number or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * Either bankAccount.bankCode or bankAccount.bic or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is (customer.browser.* does not count). The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface CheckoutRegistration {
  readonly card?: CheckoutRegistrationCard
  readonly walletA?: CheckoutRegistrationWalletA
  readonly walletB?: CheckoutRegistrationWalletB
  readonly walletC?: CheckoutRegistrationWalletC
  readonly applePay?: CheckoutRegistrationApplePay
  readonly googlePay?: CheckoutRegistrationGooglePay
  readonly samsungPay?: CheckoutRegistrationSamsungPay
  readonly virtualAccount?: VirtualAccount
  readonly bankAccount?: CheckoutRegistrationBankAccount
  readonly customer?: CheckoutRegistrationCustomer
  readonly billing?: CheckoutRegistrationBilling
  readonly shipping?: CheckoutRegistrationShipping
  readonly customParameters?: CheckoutRegistrationCustomParameters
  /** Origins of the page that submits and of all pages around it, joined by blanks: only they may show the gateway’s own pages of this payment in a frame, where the channel names no others. Takes up to 2,200 characters. */
  readonly pageOrigins?: string
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** true stores what is paid with, once the payment succeeds; the answer says how it is called. Takes true, false or on. */
  readonly createRegistration?: 'true' | 'false' | 'on' | true | false
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Ignored. */
  readonly forceUtf8?: string
  /** Ignored. */
  readonly shopOrigin?: string
}

export interface RegistrationRequestThreeDSecure {
  /** Takes 01 to 08, also without the zero. Required in some circumstances. */
  readonly eci?: string
  /** CAVV or AAV of an external server: passed on unchanged. Takes 28 to 28 characters. Required in some circumstances. */
  readonly verificationId?: string
  /** Takes one of Y, A, U, N. Required in some circumstances. */
  readonly authenticationStatus?: 'Y' | 'A' | 'U' | 'N'
  /** Takes 36 to 36 characters. */
  readonly dsTransactionId?: string
  /** Takes 36 to 36 characters. */
  readonly acsTransactionId?: string
  /** Takes one of Y, N. */
  readonly challengeMandatedIndicator?: 'Y' | 'N'
  /** Takes a version of EMV 3-D Secure. */
  readonly version?: string
  /** Takes 01 to 04. */
  readonly authType?: string
  /** Takes 1 to 2 digits. */
  readonly transactionStatusReason?: string
  /** Takes 01 to 09. */
  readonly challengeIndicator?: string
  /** Takes 01 to 04. */
  readonly exemptionFlag?: string
  readonly schemeData?: {
    /** Takes 1 to 2 digits. Required in some circumstances. */
    readonly 'CB-ITEMSNB'?: string
    /** Takes up to 20 characters. Required in some circumstances. */
    readonly 'CB-SCORE_MERCHANT'?: string
    /** Takes 1 to 2 digits. Required in some circumstances. */
    readonly 'CB-USECASE'?: string
  }
  /** true bypasses the built-in 3-D Secure. Takes true or false. */
  readonly disable?: 'true' | 'false' | true | false
  /** Takes true or false. */
  readonly npa?: 'true' | 'false' | true | false
  /** Takes only ADD_CARD. */
  readonly authenticationInd?: 'ADD_CARD'
}

export interface RecurringMigration {
  /** Of the first payment, made elsewhere. Deprecated. Takes one of DB, CD, PA. */
  readonly paymentType?: 'DB' | 'CD' | 'PA'
  /** Takes an amount: up to 8 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes a time, yyyy-MM-dd HH:mm:ss, with an offset such as +0000. Required in some circumstances. */
  readonly requestTimestamp?: string
  /** Takes up to 128 characters. Required in some circumstances. */
  readonly connectorTxId1?: string
  /** Takes up to 128 characters. Required in some circumstances. */
  readonly connectorTxId2?: string
  /** Takes up to 128 characters. Required in some circumstances. */
  readonly connectorTxId3?: string
}

/**
 * card.number, card.expiryMonth and card.expiryYear must be sent, unless a paymentBrand that needs no card is, or something of registrationId, applePay.*, googlePay.*, samsungPay.*, walletA.*, walletB.*, walletC.*, virtualAccount.*, bankAccount.*, tokenAccount.*, giftCard.number, pos.*.
 *
 * currency must be sent together with amount.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent when any other card.* parameter is, unless registrationId is sent.
 *
 * virtualAccount.accountId must be sent when any other virtualAccount.* parameter is.
 *
 * bankAccount.holder must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * tokenAccount.number and tokenAccount.type must be sent when any other tokenAccount.* parameter is.
 *
 * recurringMigration.paymentType must be sent when any other recurringMigration.* parameter is.
 *
 * Either walletA.paymentToken or walletA.source must be sent when any other walletA.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletA.source, unless walletA.paymentToken is sent.
 *
 * Either walletB.paymentToken or walletB.source must be sent when any other walletB.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletB.source, unless walletB.paymentToken is sent.
 *
 * Either walletC.paymentToken or walletC.source must be sent when any other walletC.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletC.source, unless walletC.paymentToken is sent.
 *
 * Either applePay.paymentToken or applePay.source must be sent when any other applePay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with applePay.source, unless applePay.paymentToken is sent.
 *
 * Either googlePay.paymentToken or googlePay.source must be sent when any other googlePay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with googlePay.source, unless googlePay.paymentToken is sent.
 *
 * Either samsungPay.paymentToken or samsungPay.source must be sent when any other samsungPay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with samsungPay.source, unless samsungPay.paymentToken is sent.
 *
 * Either bankAccount.number or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * Either bankAccount.bankCode or bankAccount.bic or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * Either card.cvv or threeDSecure.verificationId must be sent together with standingInstruction.mode=INITIAL, for a payment by card.
 *
 * card.cvv, threeDSecure.eci, threeDSecure.verificationId, threeDSecure.authenticationStatus and threeDSecure.dsTransactionId must not be sent together with standingInstruction.mode=REPEATED.
 *
 * card.cvv must not be sent together with standingInstruction.source=MIT.
 *
 * Either standingInstruction.initialTransactionId or standingInstruction.agreementId must be sent together with standingInstruction.source=MIT.
 *
 * standingInstruction.source must be MIT together with standingInstruction.industryPractice.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface RegistrationRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  readonly card?: Card
  readonly walletA?: WalletA
  readonly walletB?: WalletB
  readonly walletC?: WalletC
  readonly applePay?: ApplePay
  readonly googlePay?: GooglePay
  readonly samsungPay?: SamsungPay
  readonly virtualAccount?: VirtualAccount
  readonly bankAccount?: BankAccount
  /** When a direct debit is due. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly transactionDueDate?: string
  readonly tokenAccount?: TokenAccount
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly threeDSecure?: RegistrationRequestThreeDSecure
  readonly standingInstruction?: StandingInstruction
  readonly recurringMigration?: RecurringMigration
  readonly customParameters?: CustomParameters
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes 0.00, because storing payment details charges nothing: to charge as well, send createRegistration=true to POST /v1/payments. */
  readonly amount?: string
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
}

export interface RegistrationPaymentStandingInstruction {
  /** RECURRING: regular, without an end. INSTALLMENT: regular, with an end. UNSCHEDULED: when something calls for it. Takes one of RECURRING, INSTALLMENT, UNSCHEDULED. Required in some circumstances. */
  readonly type?: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  /** STANDING_ORDER: the amount varies. SUBSCRIPTION: it does not. Required for MASTER with type=RECURRING. Takes one of STANDING_ORDER, SUBSCRIPTION. Required in some circumstances. */
  readonly recurringType?: 'STANDING_ORDER' | 'SUBSCRIPTION'
  /** INITIAL: the first of a series. REPEATED: a later one. Takes one of INITIAL, REPEATED. Required in some circumstances. */
  readonly mode?: 'INITIAL' | 'REPEATED'
  /** Who starts it: CIT the cardholder, MIT the merchant. Takes one of CIT, MIT. Required in some circumstances. */
  readonly source?: 'CIT' | 'MIT'
  /** Of the first payment of the series, as its answer gave it. Takes up to 255 characters. Required in some circumstances. */
  readonly initialTransactionId?: string
  /** Why a merchant charges again. INCREMENTAL_AUTH raises and REAUTHORIZATION renews the hold of an earlier PA: that is named in the path or by referenceUuid. Takes one of RESUBMISSION, DELAYED_CHARGES, NO_SHOW. Required in some circumstances. */
  readonly industryPractice?: 'RESUBMISSION' | 'DELAYED_CHARGES' | 'NO_SHOW'
  /** Last day of the series. For MASTER 9999-12-31 when absent. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly expiry?: string
  /** Least days between two payments. For MASTER 0001 when absent. Takes 1 to 4 digits. Required in some circumstances. */
  readonly frequency?: string
  /** Takes 1 to 3 digits. Required in some circumstances. */
  readonly numberOfInstallments?: string
  /** Takes up to 35 characters. */
  readonly agreementId?: string
}

export interface RegistrationPaymentCard {
  /** Never stored. Takes 3 to 4 digits. Required in some circumstances. */
  readonly cvv?: string
  /** In the simulator, a result code here declines with that code unless it begins with 000. Takes 3 to 128 characters. */
  readonly holder?: string
}

export interface RegistrationPaymentBankAccount {
  /** Takes 4 to 128 characters. */
  readonly holder?: string
}

/**
 * taxAmount must not be above amount.
 *
 * discountAmount must not be above amount.
 *
 * taxAmount and discountAmount must have no more decimals than currency has.
 *
 * numberOfCaptures must not be sent together with paymentType=DB or CD.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * forex.currency must be sent together with forex.amount.
 *
 * forex.amount and forex.tax must have no more decimals than forex.currency has.
 *
 * sender.birthDate must not lie in the future.
 *
 * recipient.birthDate must not lie in the future.
 *
 * merchant.shipping.cost must have no more decimals than currency has.
 *
 * cart.items[n].price, cart.items[n].totalAmount, cart.items[n].taxAmount, cart.items[n].totalTaxAmount, cart.items[n].shipping and cart.items[n].totalDiscountAmount must have no more decimals than cart.items[n].currency has. The legacy profile does without.
 *
 * cart.payments[n].amount must have no more decimals than cart.payments[n].currency has.
 *
 * All marketPlace.sellers[n].amount together must not be above amount.
 *
 * marketPlace.sellers[n].amount must have no more decimals than currency has.
 *
 * airline.totalTaxAmount, airline.totalFeesAmount, airline.totalFareAmount, airline.passengers[n].legs[n].taxAmount, airline.passengers[n].legs[n].feesAmount, airline.passengers[n].legs[n].fareAmount and airline.passengers[n].legs[n].departureTaxAmount must have no more decimals than currency has. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 *
 * threeDSecure.amount must have no more decimals than threeDSecure.currency has.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * card.cvv, threeDSecure.eci, threeDSecure.verificationId, threeDSecure.authenticationStatus and threeDSecure.dsTransactionId must not be sent together with standingInstruction.mode=REPEATED.
 *
 * card.cvv must not be sent together with standingInstruction.source=MIT.
 *
 * standingInstruction.source must be MIT together with standingInstruction.industryPractice.
 *
 * risk.amount must have no more decimals than currency has.
 */
export interface RegistrationPayment {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of PA, DB, CD. */
  readonly paymentType: 'PA' | 'DB' | 'CD'
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Your invoice; it should be unique. Takes 8 to 255 characters. */
  readonly merchantInvoiceId?: string
  /** Appears in reports only. Takes 8 to 255 characters. */
  readonly merchantMemo?: string
  /** EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order. Takes one of EC, MO, TO, PO, PM, MOTO. */
  readonly transactionCategory?: 'EC' | 'MO' | 'TO' | 'PO' | 'PM' | 'MOTO'
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released. Takes up to 255 characters. */
  readonly sequence?: string
  /** The most partial captures that this preauthorisation allows. Takes a whole number from 1 to 98. */
  readonly numberOfCaptures?: string | number
  /** One per order. Takes up to 15 letters and digits. */
  readonly promotionCode?: string
  /** Language of the shopper. Takes up to 10 characters. */
  readonly locale?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** Of account-funding and original-credit transactions. Takes up to 12 characters. */
  readonly transactionPurposeCode?: string
  /** Purpose of an account-funding payment, such as PAYROLL. Takes up to 255 characters. */
  readonly transactionPurposeAccount?: string
  /** Takes up to 10 characters. */
  readonly integrationType?: string
  /** Business application id of a direct-send transaction. Takes up to 2 characters. */
  readonly transactionBai?: string
  /** Transaction type identifier of a send transaction. Takes up to 3 characters. */
  readonly transactionTti?: string
  /** Takes one of PURCHASE, FUNDING, PAYMENT. PURCHASE when absent. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Lets a holder override the empty one of a stored registration, for this payment only. Takes true or false. */
  readonly overrideHolder?: 'true' | 'false' | true | false
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly forex?: Forex
  readonly corporate?: Corporate
  readonly sender?: Sender
  readonly recipient?: Recipient
  readonly merchant?: Merchant
  readonly cart?: Cart
  readonly marketPlace?: MarketPlace
  readonly airline?: Airline
  readonly customParameters?: CustomParameters
  readonly threeDSecure?: ThreeDSecure
  readonly standingInstruction?: RegistrationPaymentStandingInstruction
  readonly risk?: Risk
  readonly card?: RegistrationPaymentCard
  readonly bankAccount?: RegistrationPaymentBankAccount
  /** When a direct debit is due. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly transactionDueDate?: string
}

export interface RegistrationExtension {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes only TE. */
  readonly paymentType?: 'TE'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
}

export interface AuthenticationRequestCard {
  /** In the simulator, a result code here declines with that code unless it begins with 000. Takes 3 to 128 characters. */
  readonly holder?: string
  /** Takes 8 to 32 digits. */
  readonly number: string
  /** Takes a month, 01 to 12. */
  readonly expiryMonth: string
  /** Takes a year, 19xx or 20xx. */
  readonly expiryYear: string
  /** Never stored. Takes 3 to 4 digits. Required in some circumstances. */
  readonly cvv?: string
  /** DPAN: the number is a token of a device. Takes one of PAN, DPAN. */
  readonly numberType?: 'PAN' | 'DPAN'
}

/**
 * taxAmount must not be above amount.
 *
 * discountAmount must not be above amount.
 *
 * taxAmount and discountAmount must have no more decimals than currency has.
 *
 * numberOfCaptures must not be sent together with paymentType=DB or CD.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * forex.currency must be sent together with forex.amount.
 *
 * forex.amount and forex.tax must have no more decimals than forex.currency has.
 *
 * sender.birthDate must not lie in the future.
 *
 * recipient.birthDate must not lie in the future.
 *
 * merchant.shipping.cost must have no more decimals than currency has.
 *
 * cart.items[n].price, cart.items[n].totalAmount, cart.items[n].taxAmount, cart.items[n].totalTaxAmount, cart.items[n].shipping and cart.items[n].totalDiscountAmount must have no more decimals than cart.items[n].currency has. The legacy profile does without.
 *
 * cart.payments[n].amount must have no more decimals than cart.payments[n].currency has.
 *
 * All marketPlace.sellers[n].amount together must not be above amount.
 *
 * marketPlace.sellers[n].amount must have no more decimals than currency has.
 *
 * airline.totalTaxAmount, airline.totalFeesAmount, airline.totalFareAmount, airline.passengers[n].legs[n].taxAmount, airline.passengers[n].legs[n].feesAmount, airline.passengers[n].legs[n].fareAmount and airline.passengers[n].legs[n].departureTaxAmount must have no more decimals than currency has. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 *
 * threeDSecure.amount must have no more decimals than threeDSecure.currency has.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * card.cvv, threeDSecure.eci, threeDSecure.verificationId, threeDSecure.authenticationStatus and threeDSecure.dsTransactionId must not be sent together with standingInstruction.mode=REPEATED.
 *
 * card.cvv must not be sent together with standingInstruction.source=MIT.
 *
 * Either standingInstruction.initialTransactionId or standingInstruction.agreementId must be sent together with standingInstruction.source=MIT.
 *
 * standingInstruction.source must be MIT together with standingInstruction.industryPractice.
 */
export interface AuthenticationRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of 3D, PA, DB, CD. */
  readonly paymentType?: '3D' | 'PA' | 'DB' | 'CD'
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Your invoice; it should be unique. Takes 8 to 255 characters. */
  readonly merchantInvoiceId?: string
  /** Appears in reports only. Takes 8 to 255 characters. */
  readonly merchantMemo?: string
  /** EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order. Takes one of EC, MO, TO, PO, PM, MOTO. */
  readonly transactionCategory?: 'EC' | 'MO' | 'TO' | 'PO' | 'PM' | 'MOTO'
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released. Takes up to 255 characters. */
  readonly sequence?: string
  /** The most partial captures that this preauthorisation allows. Takes a whole number from 1 to 98. */
  readonly numberOfCaptures?: string | number
  /** One per order. Takes up to 15 letters and digits. */
  readonly promotionCode?: string
  /** Language of the shopper. Takes up to 10 characters. */
  readonly locale?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** Of account-funding and original-credit transactions. Takes up to 12 characters. */
  readonly transactionPurposeCode?: string
  /** Purpose of an account-funding payment, such as PAYROLL. Takes up to 255 characters. */
  readonly transactionPurposeAccount?: string
  /** Takes up to 10 characters. */
  readonly integrationType?: string
  /** Business application id of a direct-send transaction. Takes up to 2 characters. */
  readonly transactionBai?: string
  /** Transaction type identifier of a send transaction. Takes up to 3 characters. */
  readonly transactionTti?: string
  /** Takes one of PURCHASE, FUNDING, PAYMENT. PURCHASE when absent. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly card: AuthenticationRequestCard
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly forex?: Forex
  readonly corporate?: Corporate
  readonly sender?: Sender
  readonly recipient?: Recipient
  readonly merchant?: Merchant
  readonly cart?: Cart
  readonly marketPlace?: MarketPlace
  readonly airline?: Airline
  readonly customParameters?: CustomParameters
  readonly threeDSecure?: ThreeDSecure
  readonly standingInstruction?: StandingInstruction
}

export interface Job {
  /** Takes up to 64 characters. */
  readonly name?: string
  /** Takes a comma list of 1970-2099, *, ranges with - and steps with /. * when absent. */
  readonly year?: string
  /** Takes a comma list of 1-12, *, ranges with - and steps with /. 1 when absent. */
  readonly month?: string
  /** Takes a comma list of 1-31, *, ranges with - and steps with /, or ? L W. 1 when absent. */
  readonly dayOfMonth?: string
  /** Takes a comma list of 1-7 or SUN-SAT, *, ranges with - and steps with /, or ? L #. 1 when absent. */
  readonly dayOfWeek?: string
  /** Takes a comma list of 0-23, *, ranges with - and steps with /. 0 when absent. */
  readonly hour?: string
  /** Takes a whole number from 0 to 59. 0 when absent. */
  readonly minute?: string | number
  /** Takes a comma list of 0-59, *, ranges with - and steps with /. 0 when absent. */
  readonly second?: string
  /** Takes a time, yyyy-MM-dd HH:mm:ss. */
  readonly startDate?: string
  /** Takes a time, yyyy-MM-dd HH:mm:ss. */
  readonly endDate?: string
  /** Takes one of YEAR, MONTH, WEEK, DAY, HOUR, MINUTE, SECOND. */
  readonly noticeUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND'
  /** Takes 1 to 16 digits. */
  readonly noticeNumber?: string
  /** Takes one of ANYTIME, DURATION_END. */
  readonly noticeCallable?: 'ANYTIME' | 'DURATION_END'
  /** Takes one of YEAR, MONTH, WEEK, DAY, HOUR, MINUTE, SECOND. */
  readonly durationUnit?: 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND'
  /** Takes 1 to 16 digits. */
  readonly durationNumber?: string
  /** Takes up to 256 characters. */
  readonly expression?: string
  /** A name of the IANA list: the zone of all times of the schedule. Takes a time zone of the IANA list, such as Europe/Berlin or UTC. UTC when absent. */
  readonly timeZone?: string
}

export interface ScheduleRequestStandingInstruction {
  /** RECURRING: regular, without an end. INSTALLMENT: regular, with an end. UNSCHEDULED: when something calls for it. Takes one of RECURRING, INSTALLMENT, UNSCHEDULED. Required in some circumstances. */
  readonly type?: 'RECURRING' | 'INSTALLMENT' | 'UNSCHEDULED'
  /** STANDING_ORDER: the amount varies. SUBSCRIPTION: it does not. Required for MASTER with type=RECURRING. Takes one of STANDING_ORDER, SUBSCRIPTION. Required in some circumstances. */
  readonly recurringType?: 'STANDING_ORDER' | 'SUBSCRIPTION'
  /** INITIAL: the first of a series. REPEATED: a later one. Takes one of INITIAL, REPEATED. Required in some circumstances. */
  readonly mode?: 'INITIAL' | 'REPEATED'
  /** Who starts it: CIT the cardholder, MIT the merchant. Takes one of CIT, MIT. Required in some circumstances. */
  readonly source?: 'CIT' | 'MIT'
  /** Of the first payment of the series, as its answer gave it. Takes up to 255 characters. Required in some circumstances. */
  readonly initialTransactionId?: string
  /** Why a merchant charges again. INCREMENTAL_AUTH raises and REAUTHORIZATION renews the hold of an earlier PA: that is named in the path or by referenceUuid. Takes one of RESUBMISSION, DELAYED_CHARGES, NO_SHOW. Required in some circumstances. */
  readonly industryPractice?: 'RESUBMISSION' | 'DELAYED_CHARGES' | 'NO_SHOW'
  /** Last day of the series. For MASTER 9999-12-31 when absent. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly expiry?: string
  /** Least days between two payments. For MASTER 0001 when absent. Takes 1 to 4 digits. Required in some circumstances. */
  readonly frequency?: string
  /** Takes 1 to 3 digits. Required in some circumstances. */
  readonly numberOfInstallments?: string
  /** Takes up to 35 characters. */
  readonly agreementId?: string
}

/**
 * Of job.dayOfWeek and job.dayOfMonth one must be ?, unless job.expression is sent.
 *
 * standingInstruction.source, standingInstruction.mode and standingInstruction.type must be sent when any other standingInstruction.* parameter is.
 *
 * standingInstruction.source must be MIT together with standingInstruction.industryPractice.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 */
export interface ScheduleRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  readonly job?: Job
  /** Nothing is stored: the answer shows the next ten run times. Takes true or false. false when absent. */
  readonly dryRun?: 'true' | 'false' | true | false
  readonly standingInstruction?: ScheduleRequestStandingInstruction
  readonly customParameters?: CustomParameters
  /** Stored payment details to pay with. Takes 32 letters and digits. */
  readonly registrationId: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of SD, DB, PA, CD. */
  readonly paymentType: 'SD' | 'DB' | 'PA' | 'CD'
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
}

export interface ScheduleChangeStandingInstruction {
  /** Of the first payment of the series, as its answer gave it. Takes up to 255 characters. Required in some circumstances. */
  readonly initialTransactionId?: string
  /** Takes up to 35 characters. */
  readonly agreementId?: string
}

/**
 * currency must be sent together with amount.
 *
 * Of job.dayOfWeek and job.dayOfMonth one must be ?, unless job.expression is sent.
 */
export interface ScheduleChange {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  readonly job?: Job
  /** Nothing is stored: the answer shows the next ten run times. Takes true or false. false when absent. */
  readonly dryRun?: 'true' | 'false' | true | false
  /** Stored payment details to pay with. Takes 32 letters and digits. */
  readonly registrationId?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes only RS. */
  readonly paymentType?: 'RS'
  readonly standingInstruction?: ScheduleChangeStandingInstruction
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
}

export interface ScheduleStop {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes only DS. */
  readonly paymentType?: 'DS'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
}

export interface SchedulePause {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
}

export interface ScheduleResume {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
}

/**
 * card.number, card.expiryMonth and card.expiryYear must be sent when any other card.* parameter is, unless registrationId is sent.
 *
 * virtualAccount.accountId must be sent when any other virtualAccount.* parameter is.
 *
 * bankAccount.holder must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * tokenAccount.number and tokenAccount.type must be sent when any other tokenAccount.* parameter is.
 *
 * pos.entryMode and pos.terminalId must be sent when any other pos.* parameter is.
 *
 * taxAmount must not be above amount.
 *
 * discountAmount must not be above amount.
 *
 * taxAmount and discountAmount must have no more decimals than currency has.
 *
 * numberOfCaptures must not be sent together with paymentType=DB or CD.
 *
 * Either walletA.paymentToken or walletA.source must be sent when any other walletA.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletA.source, unless walletA.paymentToken is sent.
 *
 * Either walletB.paymentToken or walletB.source must be sent when any other walletB.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletB.source, unless walletB.paymentToken is sent.
 *
 * Either walletC.paymentToken or walletC.source must be sent when any other walletC.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with walletC.source, unless walletC.paymentToken is sent.
 *
 * Either applePay.paymentToken or applePay.source must be sent when any other applePay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with applePay.source, unless applePay.paymentToken is sent.
 *
 * Either googlePay.paymentToken or googlePay.source must be sent when any other googlePay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with googlePay.source, unless googlePay.paymentToken is sent.
 *
 * Either samsungPay.paymentToken or samsungPay.source must be sent when any other samsungPay.* parameter is.
 *
 * card.number, card.expiryMonth and card.expiryYear must be sent together with samsungPay.source, unless samsungPay.paymentToken is sent.
 *
 * Either bankAccount.number or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * Either bankAccount.bankCode or bankAccount.bic or bankAccount.iban must be sent when any other bankAccount.* parameter is, unless registrationId is sent, but for brands that are paid on another page.
 *
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
 *
 * customer.browser.screenHeight and customer.browser.screenWidth must be a number of pixels, such as 1080. The legacy profile does without.
 *
 * customer.browser.timezone must be a number of minutes, such as -60. The legacy profile does without.
 *
 * customer.browser.challengeWindow must be the code of a window size, 1 to 5. The legacy profile does without.
 *
 * customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * customer.birthDate must not lie in the future.
 *
 * customer.identificationDocId must be sent together with customer.identificationDocType.
 *
 * customer.identificationDocType must be sent together with customer.identificationDocId.
 *
 * billing.houseNumber1 must be sent together with billing.houseNumber2.
 *
 * billing.street2 is ignored when billing.houseNumber1 is sent.
 *
 * billing.street1 and billing.street2 together must not consist of digits only.
 *
 * shipping.houseNumber1 must be sent together with shipping.houseNumber2.
 *
 * shipping.street2 is ignored when shipping.houseNumber1 is sent.
 *
 * shipping.cost must not be above amount.
 *
 * shipping.cost must have no more decimals than currency has.
 *
 * shipping.customer.birthDate must not lie in the future.
 *
 * shipping.customer.ip must be the IP address of the shopper, such as 192.0.2.7 or 2001:db8::7; several, as proxies hand them on, have commas between them. The legacy profile does without.
 *
 * forex.currency must be sent together with forex.amount.
 *
 * forex.amount and forex.tax must have no more decimals than forex.currency has.
 *
 * sender.birthDate must not lie in the future.
 *
 * recipient.birthDate must not lie in the future.
 *
 * merchant.shipping.cost must have no more decimals than currency has.
 *
 * cart.items[n].price, cart.items[n].totalAmount, cart.items[n].taxAmount, cart.items[n].totalTaxAmount, cart.items[n].shipping and cart.items[n].totalDiscountAmount must have no more decimals than cart.items[n].currency has. The legacy profile does without.
 *
 * cart.payments[n].amount must have no more decimals than cart.payments[n].currency has.
 *
 * All marketPlace.sellers[n].amount together must not be above amount.
 *
 * marketPlace.sellers[n].amount must have no more decimals than currency has.
 *
 * airline.totalTaxAmount, airline.totalFeesAmount, airline.totalFareAmount, airline.passengers[n].legs[n].taxAmount, airline.passengers[n].legs[n].feesAmount, airline.passengers[n].legs[n].fareAmount and airline.passengers[n].legs[n].departureTaxAmount must have no more decimals than currency has. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_enrolled] must be one of true, false. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_flow] must be one of challenge, frictionless. The legacy profile does without.
 *
 * In the test environment customParameters[3DS2_scenario] must be one of frictionless, attempt, challenge, unavailable, notAuthenticated, rejected, informational, decoupled, decoupledDeclined, decoupledNever, error, timeout, outOfBand, challengeTimeout, resultLate, resultNever, notEnrolled, declinedWithText. The legacy profile does without.
 *
 * risk.amount must have no more decimals than currency has.
 */
export interface RiskRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
  /** What the shopper pays with: a name of x-brands in the OpenAPI document, which /docs/brands lists, such as VISA, PAYPAL or IDEAL. Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of RI, PA, DB, CD. */
  readonly paymentType?: 'RI' | 'PA' | 'DB' | 'CD'
  /** Part of the statement; merchant.name may override it. Takes up to 127 characters. */
  readonly descriptor?: string
  /** Your reference; it should be unique. Takes 8 to 255 characters. Required in some circumstances. */
  readonly merchantTransactionId?: string
  /** Your invoice; it should be unique. Takes 8 to 255 characters. */
  readonly merchantInvoiceId?: string
  /** Appears in reports only. Takes 8 to 255 characters. */
  readonly merchantMemo?: string
  /** EC e-commerce, MO mail order, TO telephone order, PO at a terminal, PM at a mobile terminal, MOTO mail or telephone order. Takes one of EC, MO, TO, PO, PM, MOTO. */
  readonly transactionCategory?: 'EC' | 'MO' | 'TO' | 'PO' | 'PM' | 'MOTO'
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment, and what a capture leaves of its hold is released. Takes up to 255 characters. */
  readonly sequence?: string
  /** The most partial captures that this preauthorisation allows. Takes a whole number from 1 to 98. */
  readonly numberOfCaptures?: string | number
  /** One per order. Takes up to 15 letters and digits. */
  readonly promotionCode?: string
  /** Language of the shopper. Takes up to 10 characters. */
  readonly locale?: string
  /** Identifier of the card network that links later activity. Takes up to 35 characters. */
  readonly transactionLinkId?: string
  /** Links an authorisation with its increments, reversals and captures. Takes up to 35 characters. */
  readonly lifecycleId?: string
  /** Of account-funding and original-credit transactions. Takes up to 12 characters. */
  readonly transactionPurposeCode?: string
  /** Purpose of an account-funding payment, such as PAYROLL. Takes up to 255 characters. */
  readonly transactionPurposeAccount?: string
  /** Takes up to 10 characters. */
  readonly integrationType?: string
  /** Business application id of a direct-send transaction. Takes up to 2 characters. */
  readonly transactionBai?: string
  /** Transaction type identifier of a send transaction. Takes up to 3 characters. */
  readonly transactionTti?: string
  /** Takes one of PURCHASE, FUNDING, PAYMENT. PURCHASE when absent. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator, EXTERNAL to the server of TILLGATE_EXTERNAL_URL; without one it is refused. Takes one of EXTERNAL, INTERNAL. In the test environment only. INTERNAL when absent. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Where the shopper comes back to after a redirect. Takes a URL-encoded absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Receives the outcome of a payment that was answered as pending. Deprecated: use webhooks. Takes a URL-encoded absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly card?: Card
  readonly walletA?: WalletA
  readonly walletB?: WalletB
  readonly walletC?: WalletC
  readonly applePay?: ApplePay
  readonly googlePay?: GooglePay
  readonly samsungPay?: SamsungPay
  readonly virtualAccount?: VirtualAccount
  readonly bankAccount?: BankAccount
  /** When a direct debit is due. Takes a day of the calendar, yyyy-MM-dd. Required in some circumstances. */
  readonly transactionDueDate?: string
  readonly tokenAccount?: TokenAccount
  readonly giftCard?: GiftCard
  readonly pos?: Pos
  readonly customer?: Customer
  readonly billing?: Billing
  readonly shipping?: Shipping
  readonly forex?: Forex
  readonly corporate?: Corporate
  readonly sender?: Sender
  readonly recipient?: Recipient
  readonly merchant?: Merchant
  readonly cart?: Cart
  readonly marketPlace?: MarketPlace
  readonly airline?: Airline
  readonly customParameters?: CustomParameters
  readonly risk?: Risk
  /** Stored payment details to pay with. Takes 32 letters and digits. */
  readonly registrationId?: string
}

export interface BlockRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** card: the number that it was paid with. customer: the e-mail address (`customer.email`). Takes one of card, customer. */
  readonly blockBy: 'card' | 'customer'
  /** Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log. Takes 3 to 500 characters. */
  readonly reason: string
}

export interface EvidenceRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** As the document is to be called. Takes 1 to 128 characters on one line, none of them hidden. */
  readonly fileName: string
  /** What the document is. Takes one of application/pdf, image/jpeg, image/png, text/plain. */
  readonly mediaType: 'application/pdf' | 'image/jpeg' | 'image/png' | 'text/plain'
  /** The document in base64, up to 750,000 bytes. Takes the document in base64, up to 750,000 bytes of it. */
  readonly content: string
}

export interface DisputeAnswerRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** What you say about it, for the history of the dispute. Takes up to 500 characters. */
  readonly note?: string
}

/** format must be encrypted together with wrapper. */
export interface WebhookRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** Where notifications are sent. In live https only; ports 80, 443 and above 1023. Takes an absolute address of 6 to 2,048 characters. */
  readonly url: string
  /** signed (when absent): JSON with the headers of Standard Webhooks. encrypted: AES-256-GCM. Takes one of signed, encrypted. */
  readonly format?: 'signed' | 'encrypted'
  /** Of the encrypted format: json puts the hex text into {"encryptedBody"}; none when absent. Takes one of none, json. */
  readonly wrapper?: 'none' | 'json'
  /** Which events are sent; all when absent. Takes some of PAYMENT, REGISTRATION, SCHEDULE, RISK, WEBHOOK, HOLD, DISPUTE, with commas between them. */
  readonly types?: string
  /** Which changes of registrations are sent; all when absent. Takes some of CREATED, UPDATED, DELETED, with commas between them. */
  readonly actions?: string
  /** NON_CUSTOMER_DATA leaves out what says who the customer is, and bank accounts; ALL when absent. Takes one of ALL, NON_CUSTOMER_DATA. */
  readonly fields?: 'ALL' | 'NON_CUSTOMER_DATA'
  /** Takes some of CB, CD, CR, DB, CP, IV, PA, RB, RC, RF, RL, RV, AD, IN, FI, CL, CF, DR, RG, RR, TE, CT, DS, RS, SD, AC, MD, EA, RI, 3D, SA, EN, ID, IC, DP, CG, TG, SF, IS, VD, DV, AF, GK, RD, TM, FT, KT, AR, AL, PL, FN, FZ, RE, RX, FO, CS, EX, SE, AU, TK, TF, ER, with commas between them. */
  readonly paymentTypes?: string
  /** Your own secret in place of a new one: then the receiver can know it before the first call. Takes whsec_ and base64 of 32 bytes, or 64 hex digits; absent: a new one is made. */
  readonly secret?: string
}

export interface WebhookChange {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** Where notifications are sent. In live https only; ports 80, 443 and above 1023. Takes an absolute address of 6 to 2,048 characters. */
  readonly url?: string
  /** signed (when absent): JSON with the headers of Standard Webhooks. encrypted: AES-256-GCM. Takes one of signed, encrypted. */
  readonly format?: 'signed' | 'encrypted'
  /** Of the encrypted format: json puts the hex text into {"encryptedBody"}; none when absent. Takes one of none, json. */
  readonly wrapper?: 'none' | 'json'
  /** Which events are sent; all when absent. Takes some of PAYMENT, REGISTRATION, SCHEDULE, RISK, WEBHOOK, HOLD, DISPUTE, with commas between them. */
  readonly types?: string
  /** Which changes of registrations are sent; all when absent. Takes some of CREATED, UPDATED, DELETED, with commas between them. */
  readonly actions?: string
  /** NON_CUSTOMER_DATA leaves out what says who the customer is, and bank accounts; ALL when absent. Takes one of ALL, NON_CUSTOMER_DATA. */
  readonly fields?: 'ALL' | 'NON_CUSTOMER_DATA'
  /** Takes some of CB, CD, CR, DB, CP, IV, PA, RB, RC, RF, RL, RV, AD, IN, FI, CL, CF, DR, RG, RR, TE, CT, DS, RS, SD, AC, MD, EA, RI, 3D, SA, EN, ID, IC, DP, CG, TG, SF, IS, VD, DV, AF, GK, RD, TM, FT, KT, AR, AL, PL, FN, FZ, RE, RX, FO, CS, EX, SE, AU, TK, TF, ER, with commas between them. */
  readonly paymentTypes?: string
}

export interface WebhookTest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
}

export interface WebhookRotation {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** Your own secret in place of a new one: then the receiver can know it before the first call. Takes whsec_ and base64 of 32 bytes, or 64 hex digits; absent: a new one is made. */
  readonly secret?: string
  /** How long the secret that is replaced still counts. Takes a whole number from 0 to 168. 24 when absent. */
  readonly olderSecretHours?: string | number
}

export interface Date {
  /** Takes a time, yyyy-MM-dd HH:mm:ss. */
  readonly from?: string
  /** Takes a time, yyyy-MM-dd HH:mm:ss. */
  readonly to?: string
}

/**
 * date.from must be sent, unless deliveryId is.
 *
 * date.from must be sent together with date.to.
 *
 * date.from, date.to, state and cursor must not be sent together with deliveryId.
 *
 * date.from must not lie after date.to.
 */
export interface WebhookReplay {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** The one to send again; absent: all of the time frame. Takes 32 hex digits in lower case. */
  readonly deliveryId?: string
  /** waiting: it will be sent, or sent again. givenUp: it will not. Takes one of waiting, delivered, givenUp. */
  readonly state?: 'waiting' | 'delivered' | 'givenUp'
  readonly date?: Date
  /** The cursor of an answer goes on where it ended, until one has none. A query in parts begins with start. Takes the cursor of an answer as it was given. */
  readonly cursor?: string
}

/** currency must be sent together with amount. */
export interface DisputeEntry {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** inquiry and alert: before money moves. firstChargeback: the bank has it. representment: you contest it. preArbitration, arbitration: the bank contests that, the card network decides. Takes one of inquiry, alert, firstChargeback, representment, preArbitration, arbitration. */
  readonly stage:
    | 'inquiry'
    | 'alert'
    | 'firstChargeback'
    | 'representment'
    | 'preArbitration'
    | 'arbitration'
  /** How it has ended. In a report: won or lost; absent: the dispute goes on. In a list: which are shown; absent: all. Takes one of won, lost. */
  readonly disputeOutcome?: 'won' | 'lost'
  /** The acquirer’s number of the case: one dispute for each. Takes up to 64 characters. */
  readonly acquirerReference: string
  /** Why, as a code of the catalogue: 000.100.2xx. Takes a chargeback code, 000.100.2xx. */
  readonly disputeCode?: string
  /** The card network’s own reason, such as 10.4 (Visa) or 4837 (Mastercard). Takes up to 64 characters. */
  readonly disputeReason?: string
  /** The last day (UTC) on which your answer counts; absent: nothing is to be done. Takes a day of the calendar, yyyy-MM-dd. */
  readonly respondBy?: string
  /** Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log. Takes 3 to 500 characters. */
  readonly reason: string
  /** Who decides; the label of the access token when absent. Takes up to 100 characters. */
  readonly by?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
}

/** outcome must be failed together with code. */
export interface Resolution {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** What has become of the payment. Takes one of succeeded, failed. */
  readonly outcome: 'succeeded' | 'failed'
  /** The result code of a failure; 800.100.100 when absent. Takes a result code. */
  readonly code?: string
  /** What proves the outcome: where it was found, and when. Kept in the history. Takes 3 to 2,000 characters. */
  readonly evidence: string
  /** Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log. Takes 3 to 500 characters. */
  readonly reason: string
  /** Who decides; the label of the access token when absent. Takes up to 100 characters. */
  readonly by?: string
}

export interface Review {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** accept: it is a success. reject: it is taken back. Takes one of accept, reject. */
  readonly decision: 'accept' | 'reject'
  /** Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log. Takes 3 to 500 characters. */
  readonly reason: string
  /** Who decides; the label of the access token when absent. Takes up to 100 characters. */
  readonly by?: string
}

/** currency must be sent together with amount. */
export interface AdminOperation {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log. Takes 3 to 500 characters. */
  readonly reason: string
  /** What the operation had as seen: nothing is done where the payment has changed since (409). Takes what the operation has as seen. */
  readonly seen?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund, RB rebill of an earlier payment. Takes one of CP, RV, RF, RB. */
  readonly paymentType: 'CP' | 'RV' | 'RF' | 'RB'
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
}

/** decision must be reject together with reason. */
export interface AdminDecision {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** accept: it is a success. reject: it is taken back. Takes one of accept, reject. */
  readonly decision: 'accept' | 'reject'
  /** Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log. Takes 3 to 500 characters. */
  readonly reason?: string
}

export interface NewEntity {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** A division lies below a PSP, a merchant below a division or a PSP, a channel below a merchant. Takes one of division, merchant, channel. */
  readonly kind: 'division' | 'merchant' | 'channel'
  /** What the entity is called. Takes 1 to 100 characters on one line, none of them hidden. */
  readonly entityName: string
}

export interface EntityChange {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** What the entity is called. Takes 1 to 100 characters on one line, none of them hidden. */
  readonly entityName?: string
  /** false switches it off, with all below it: nothing new is paid there. Takes true or false. */
  readonly active?: 'true' | 'false' | true | false
  /** JSON with the settings to change, each whole. What is not named stays; null makes one inherited again. Takes 2 to 1,000,000 characters. */
  readonly settings?: string
  /** JSON with the named settings as they were read, without those that were inherited: refused with 409 where one of them has changed since. Takes 2 to 1,000,000 characters. */
  readonly settingsBefore?: string
}

export interface TokenRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** What it is called; another one for each of an entity. Takes 1 to 100 characters on one line, none of them hidden. */
  readonly label: string
  /** merchant, or administrator: it may do all that /admin/v1 can do. Takes one of merchant, administrator. */
  readonly tokenRole?: 'merchant' | 'administrator'
}

export interface TokenSecretRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
}

/**
 * paymentIds must be sent, unless unmatch is.
 *
 * paymentIds, acceptDifference and acceptCurrency must not be sent together with unmatch.
 */
export interface SettlementMatchRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** The payments that the line is about, with a comma between their ids. Takes ids of payments with a comma between them, at most 100. */
  readonly paymentIds?: string
  /** The line is about no payment that is known, in the place of `paymentIds`. Takes only true. */
  readonly unmatch?: 'true'
  /** What the line has more than its payments, with a minus sign: less. Named by the refusal of a match whose amounts differ, to send it again with. Takes an amount, with a minus sign where the line has less than its payments. */
  readonly acceptDifference?: string
  /** The currency of the line, where its payments have another one: their amounts are not compared then. Takes a currency code of ISO 4217. */
  readonly acceptCurrency?: string
  /** Why it is decided so. Kept in the history of the payment; of a settlement line in the audit log. Takes 3 to 500 characters. */
  readonly reason: string
  /** Who decides; the label of the access token when absent. Takes up to 100 characters. */
  readonly by?: string
}

export interface SignIn {
  /** Of the user, who signs in with it. Takes an e-mail address of up to 128 characters. */
  readonly email: string
  /** Of the user. Takes up to 1,000 characters. */
  readonly password: string
  /** The result code of a failure; 800.100.100 when absent. Takes 6 to 64 characters. */
  readonly code?: string
}

export interface EntityChoice {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. */
  readonly entityId: string
}

export interface PasswordChange {
  /** Of the user. Takes up to 1,000 characters. */
  readonly password: string
  /** 12 to 128 characters with letters and digits; not one of the last four, nor one of the commonest. Takes up to 1,000 characters. */
  readonly newPassword: string
}

export interface TotpBegin {
  /** Of the user. Takes up to 1,000 characters. */
  readonly password: string
  /** The result code of a failure; 800.100.100 when absent. Takes 6 to 64 characters. */
  readonly code?: string
}

export interface TotpConfirmation {
  /** The result code of a failure; 800.100.100 when absent. Takes 6 to 64 characters. */
  readonly code: string
}

export interface TotpRemoval {
  /** Of the user. Takes up to 1,000 characters. */
  readonly password: string
  /** The result code of a failure; 800.100.100 when absent. Takes 6 to 64 characters. */
  readonly code?: string
}

export interface RoleChange {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** owner: everything. administrator: all but people. finance, support, reader: see the guide. Takes one of owner, administrator, finance, support, reader. */
  readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
}

export interface InvitationRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** owner: everything. administrator: all but people. finance, support, reader: see the guide. Takes one of owner, administrator, finance, support, reader. */
  readonly role: 'owner' | 'administrator' | 'finance' | 'support' | 'reader'
  /** Of the user, who signs in with it. Takes an e-mail address of up to 128 characters. */
  readonly email: string
}

export interface InvitationLink {
  /** Of the invitation: the end of its link. Takes the 43 characters at the end of the link. */
  readonly token: string
}

export interface Acceptance {
  /** Of the invitation: the end of its link. Takes the 43 characters at the end of the link. */
  readonly token: string
  /** Of the person, as others see it. Takes 1 to 100 characters on one line, none of them hidden. */
  readonly name?: string
  /** Of the user. Takes up to 1,000 characters. */
  readonly password: string
  /** The result code of a failure; 800.100.100 when absent. Takes 6 to 64 characters. */
  readonly code?: string
}

export interface WalletTokenRequestCard {
  /** In the simulator, a result code here declines with that code unless it begins with 000. Takes 3 to 128 characters. */
  readonly holder?: string
  /** Takes 8 to 32 digits. */
  readonly number: string
  /** Takes a month, 01 to 12. */
  readonly expiryMonth: string
  /** Takes a year, 19xx or 20xx. */
  readonly expiryYear: string
  /** DPAN: the number is a token of a device. Takes one of PAN, DPAN. */
  readonly numberType?: 'PAN' | 'DPAN'
}

export interface WalletTokenRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  /** Takes one of applePay, googlePay, samsungPay. */
  readonly wallet: 'applePay' | 'googlePay' | 'samsungPay'
  readonly card: WalletTokenRequestCard
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
}

/** advance must be sent, unless to is. */
export interface TestClockRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** Takes a duration of ISO 8601, such as PT29M, P1D or P1Y. Required in some circumstances. */
  readonly advance?: string
  /** Takes a moment in UTC, such as 2026-11-21T10:00:00Z or 2026-11-21 10:00:00. Required in some circumstances. */
  readonly to?: string
}

/** currency must be sent together with amount. */
export interface DisputeReportRequest {
  /** The channel that the request is made for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** Takes the id of the payment that is disputed. */
  readonly paymentId: string
  /** inquiry and alert: before money moves. firstChargeback: the bank has it. representment: you contest it. preArbitration, arbitration: the bank contests that, the card network decides. Takes one of inquiry, alert, firstChargeback, representment, preArbitration, arbitration. */
  readonly stage:
    | 'inquiry'
    | 'alert'
    | 'firstChargeback'
    | 'representment'
    | 'preArbitration'
    | 'arbitration'
  /** How it has ended. In a report: won or lost; absent: the dispute goes on. In a list: which are shown; absent: all. Takes one of won, lost. */
  readonly disputeOutcome?: 'won' | 'lost'
  /** The acquirer’s number of the case: one dispute for each. Takes up to 64 characters. */
  readonly acquirerReference?: string
  /** Why, as a code of the catalogue: 000.100.2xx. Takes a chargeback code, 000.100.2xx. */
  readonly disputeCode?: string
  /** The card network’s own reason, such as 10.4 (Visa) or 4837 (Mastercard). Takes up to 64 characters. */
  readonly disputeReason?: string
  /** In how many days your answer must be there; absent: nothing is to be done. Takes a number of days, 0 to 999. */
  readonly respondByDays?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. A capture or reversal without it takes all that is open; a refund or rebill needs it. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** What you say about it, for the history of the dispute. Takes up to 500 characters. */
  readonly note?: string
}
