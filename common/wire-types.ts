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
}

export interface ResultCode {
  /** The code. */
  readonly code: string
  readonly description: string
  /** What the code says about the payment; the groups of success are 200. */
  readonly group: string
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

/** A payment with what was sent of it, but for what is secret. */
export interface PaymentAnswer {
  /** Names the payment in later requests. */
  readonly id: string
  /** PA, DB, CD, CP, RV or RF. */
  readonly paymentType: string
  /** The brand that was charged, such as VISA. */
  readonly paymentBrand: string
  /** The amount that was processed. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** What the acquirer said, such as AcquirerResponse. */
  readonly resultDetails?: Readonly<Record<string, string>>
  readonly card?: CardSummary
  /** The brand that the card number told, when none was sent. */
  readonly brandResult?: string
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
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** UTC. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Why the request was not carried out. */
export interface RefusalAnswer {
  /** PA, DB, CD, CP, RV or RF. */
  readonly paymentType?: string
  /** The brand that was charged, such as VISA. */
  readonly paymentBrand?: string
  /** The amount that was processed. */
  readonly amount?: string
  /** ISO 4217. */
  readonly currency?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** UTC. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** A checkout that was created, changed or deleted. */
export interface CheckoutAnswer {
  /** The checkout id: the credential of the widget, good for 30 minutes. */
  readonly id: string
  /** Hash of the script; only where it was asked for. */
  readonly integrity?: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** UTC. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** The checkout while nobody has paid. */
export interface CheckoutStatus {
  readonly id: string
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** UTC. */
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
  /** UTC. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** It answers. */
export interface HealthAnswer {
  readonly warnings?: readonly string[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** UTC. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

/** Why payments cannot be accepted. */
export interface NotReadyAnswer {
  readonly reasons: readonly {
    /** A word that is kept. */
    readonly reason: string
    readonly description: string
  }[]
  readonly result: Result
  /** Names the build of the gateway, for support. */
  readonly buildNumber: string
  /** UTC. */
  readonly timestamp: string
  /** Names this request; give it to support. */
  readonly ndc: string
}

export interface Card {
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
    /** Minutes between UTC and local time, positive when local time is behind UTC. Takes up to 5 characters. Required in some circumstances. */
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
  /** GET_FROM_FILE takes the address from the acquirer, NO_SHIPPING is for digital goods, SET_PROVIDED_ADDRESS fixes yours. Takes one of GET_FROM_FILE, NO_SHIPPING, SET_PROVIDED_ADDRESS. */
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
      /** Minutes between UTC and local time, positive when local time is behind UTC. Takes up to 5 characters. */
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
    /** GET_FROM_FILE takes the address from the acquirer, NO_SHIPPING is for digital goods, SET_PROVIDED_ADDRESS fixes yours. Takes one of GET_FROM_FILE, NO_SHIPPING, SET_PROVIDED_ADDRESS. */
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
    /** Takes text that matches `^[0-9]{1,12}(\.[0-9]{1,3})?$`. Required in some circumstances. */
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
    /** Percentage. Takes text that matches `^(100(\.0{1,2})?|[0-9]{1,2}(\.[0-9]{1,2})?)$`. Required in some circumstances. */
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
    /** Takes one of M, CM, KG, G, COUNT. */
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
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
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
 */
export interface PaymentRequest {
  /** The channel that the request speaks for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  /** The only amount that is processed; tax, shipping and the like are inside it. In a reference it is all that is open when absent. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
  /** Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund of an earlier payment. Takes one of PA, DB, CD. */
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
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment. Takes up to 255 characters. */
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
  /** For incremental and renewed authorisations, which are not offered yet: refused as matching nothing. Takes up to 32 characters. */
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
  /** Takes one of PURCHASE, FUNDING, PAYMENT. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator; EXTERNAL is refused while no connector is configured for it. Takes one of EXTERNAL, INTERNAL. In the test environment only. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Storing payment details is not offered yet: true is refused. Takes true or false. */
  readonly createRegistration?: 'true' | 'false' | true | false
  /** Where the shopper comes back to after a redirect. Takes an absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Deprecated. Takes an absolute address of 6 to 2,048 characters. */
  readonly notificationUrl?: string
  readonly card: Card
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

/**
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
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
 * currency must be sent together with amount.
 */
export interface ReferenceRequest {
  /** The channel that the request speaks for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. In a reference it is all that is open when absent. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund of an earlier payment. Takes one of CP, RV, RF. */
  readonly paymentType: 'CP' | 'RV' | 'RF'
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
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment. Takes up to 255 characters. */
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
  /** Takes one of PURCHASE, FUNDING, PAYMENT. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator; EXTERNAL is refused while no connector is configured for it. Takes one of EXTERNAL, INTERNAL. In the test environment only. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Where the shopper comes back to after a redirect. Takes an absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Deprecated. Takes an absolute address of 6 to 2,048 characters. */
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

export type OverridePaymentType = Readonly<Record<string, 'PA' | 'DB' | 'CD'>>

/**
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
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
 */
export interface CheckoutRequest {
  /** The channel that the request speaks for. Takes 32 hex digits in lower case. */
  readonly entityId: string
  /** The only amount that is processed; tax, shipping and the like are inside it. In a reference it is all that is open when absent. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency: string
  /** Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund of an earlier payment. Takes one of PA, DB, CD. */
  readonly paymentType: 'PA' | 'DB' | 'CD'
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
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment. Takes up to 255 characters. */
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
  /** Takes one of PURCHASE, FUNDING, PAYMENT. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator; EXTERNAL is refused while no connector is configured for it. Takes one of EXTERNAL, INTERNAL. In the test environment only. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Storing payment details is not offered yet: true is refused. Takes true or false. */
  readonly createRegistration?: 'true' | 'false' | true | false
  /** Lets a holder override the empty one of a stored registration. Takes true or false. */
  readonly overrideHolder?: 'true' | 'false' | true | false
  /** Where the shopper comes back to after a redirect. Takes an absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Deprecated. Takes an absolute address of 6 to 2,048 characters. */
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

/**
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is. The legacy profile does without.
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
 */
export interface CheckoutUpdate {
  /** The channel that the request speaks for. Takes 32 hex digits in lower case. Required in some circumstances. */
  readonly entityId?: string
  /** The only amount that is processed; tax, shipping and the like are inside it. In a reference it is all that is open when absent. Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly amount?: string | number
  /** Takes an amount: up to 10 digits, then a dot and two more, or neither. Required in some circumstances. */
  readonly taxAmount?: string | number
  /** Discount of the whole invoice (level-3 card data). Takes an amount: up to 10 digits, then a dot and two more, or neither. */
  readonly discountAmount?: string | number
  /** Takes a currency code of ISO 4217. */
  readonly currency?: string
  /** Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** PA preauthorisation, DB debit, CD credit; CP capture, RV reversal, RF refund of an earlier payment. Takes one of PA, DB, CD. */
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
  /** FINAL marks the last capture, reversal or refund: none may follow on the same payment. Takes up to 255 characters. */
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
  /** Takes one of PURCHASE, FUNDING, PAYMENT. */
  readonly transactionProcessingCode?: 'PURCHASE' | 'FUNDING' | 'PAYMENT'
  /** INTERNAL goes to the simulator; EXTERNAL is refused while no connector is configured for it. Takes one of EXTERNAL, INTERNAL. In the test environment only. */
  readonly testMode?: 'EXTERNAL' | 'INTERNAL'
  /** Storing payment details is not offered yet: true is refused. Takes true or false. */
  readonly createRegistration?: 'true' | 'false' | true | false
  /** Lets a holder override the empty one of a stored registration. Takes true or false. */
  readonly overrideHolder?: 'true' | 'false' | true | false
  /** Where the shopper comes back to after a redirect. Takes an absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Deprecated. Takes an absolute address of 6 to 2,048 characters. */
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

export interface CheckoutSubmitCustomer {
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
    /** Minutes between UTC and local time, positive when local time is behind UTC. Takes up to 5 characters. Required in some circumstances. */
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
  /** GET_FROM_FILE takes the address from the acquirer, NO_SHIPPING is for digital goods, SET_PROVIDED_ADDRESS fixes yours. Takes one of GET_FROM_FILE, NO_SHIPPING, SET_PROVIDED_ADDRESS. */
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
      /** Minutes between UTC and local time, positive when local time is behind UTC. Takes up to 5 characters. */
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

/**
 * customer.givenName and customer.surname must be sent when any other customer.* parameter is (customer.browser.* does not count). The legacy profile does without.
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
 */
export interface CheckoutSubmit {
  readonly card: Card
  readonly customer?: CheckoutSubmitCustomer
  readonly billing?: CheckoutSubmitBilling
  readonly shipping?: CheckoutSubmitShipping
  readonly customParameters?: CheckoutSubmitCustomParameters
  /** Detected from the card number when absent. Takes 1 to 32 letters, digits and underscores. Required in some circumstances. */
  readonly paymentBrand?: string
  /** Storing payment details is not offered yet: true is refused. Takes true, false or on. */
  readonly createRegistration?: 'true' | 'false' | 'on' | true | false
  /** Where the shopper comes back to after a redirect. Takes an absolute address of 6 to 2,048 characters. Required in some circumstances. */
  readonly shopperResultUrl?: string
  /** Ignored. */
  readonly forceUtf8?: string
  /** Ignored. */
  readonly shopOrigin?: string
}
