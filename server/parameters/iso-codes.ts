/** ISO 3166-1: the 249 officially assigned codes, as alpha-2, alpha-3 and numeric. */
const ASSIGNED = `
AD:AND:020 AE:ARE:784 AF:AFG:004 AG:ATG:028 AI:AIA:660 AL:ALB:008 AM:ARM:051 AO:AGO:024 AQ:ATA:010
AR:ARG:032 AS:ASM:016 AT:AUT:040 AU:AUS:036 AW:ABW:533 AX:ALA:248 AZ:AZE:031
BA:BIH:070 BB:BRB:052 BD:BGD:050 BE:BEL:056 BF:BFA:854 BG:BGR:100 BH:BHR:048 BI:BDI:108 BJ:BEN:204
BL:BLM:652 BM:BMU:060 BN:BRN:096 BO:BOL:068 BQ:BES:535 BR:BRA:076 BS:BHS:044 BT:BTN:064 BV:BVT:074
BW:BWA:072 BY:BLR:112 BZ:BLZ:084
CA:CAN:124 CC:CCK:166 CD:COD:180 CF:CAF:140 CG:COG:178 CH:CHE:756 CI:CIV:384 CK:COK:184 CL:CHL:152
CM:CMR:120 CN:CHN:156 CO:COL:170 CR:CRI:188 CU:CUB:192 CV:CPV:132 CW:CUW:531 CX:CXR:162 CY:CYP:196
CZ:CZE:203
DE:DEU:276 DJ:DJI:262 DK:DNK:208 DM:DMA:212 DO:DOM:214 DZ:DZA:012
EC:ECU:218 EE:EST:233 EG:EGY:818 EH:ESH:732 ER:ERI:232 ES:ESP:724 ET:ETH:231
FI:FIN:246 FJ:FJI:242 FK:FLK:238 FM:FSM:583 FO:FRO:234 FR:FRA:250
GA:GAB:266 GB:GBR:826 GD:GRD:308 GE:GEO:268 GF:GUF:254 GG:GGY:831 GH:GHA:288 GI:GIB:292 GL:GRL:304
GM:GMB:270 GN:GIN:324 GP:GLP:312 GQ:GNQ:226 GR:GRC:300 GS:SGS:239 GT:GTM:320 GU:GUM:316 GW:GNB:624
GY:GUY:328
HK:HKG:344 HM:HMD:334 HN:HND:340 HR:HRV:191 HT:HTI:332 HU:HUN:348
ID:IDN:360 IE:IRL:372 IL:ISR:376 IM:IMN:833 IN:IND:356 IO:IOT:086 IQ:IRQ:368 IR:IRN:364 IS:ISL:352
IT:ITA:380
JE:JEY:832 JM:JAM:388 JO:JOR:400 JP:JPN:392
KE:KEN:404 KG:KGZ:417 KH:KHM:116 KI:KIR:296 KM:COM:174 KN:KNA:659 KP:PRK:408 KR:KOR:410 KW:KWT:414
KY:CYM:136 KZ:KAZ:398
LA:LAO:418 LB:LBN:422 LC:LCA:662 LI:LIE:438 LK:LKA:144 LR:LBR:430 LS:LSO:426 LT:LTU:440 LU:LUX:442
LV:LVA:428 LY:LBY:434
MA:MAR:504 MC:MCO:492 MD:MDA:498 ME:MNE:499 MF:MAF:663 MG:MDG:450 MH:MHL:584 MK:MKD:807 ML:MLI:466
MM:MMR:104 MN:MNG:496 MO:MAC:446 MP:MNP:580 MQ:MTQ:474 MR:MRT:478 MS:MSR:500 MT:MLT:470 MU:MUS:480
MV:MDV:462 MW:MWI:454 MX:MEX:484 MY:MYS:458 MZ:MOZ:508
NA:NAM:516 NC:NCL:540 NE:NER:562 NF:NFK:574 NG:NGA:566 NI:NIC:558 NL:NLD:528 NO:NOR:578 NP:NPL:524
NR:NRU:520 NU:NIU:570 NZ:NZL:554
OM:OMN:512
PA:PAN:591 PE:PER:604 PF:PYF:258 PG:PNG:598 PH:PHL:608 PK:PAK:586 PL:POL:616 PM:SPM:666 PN:PCN:612
PR:PRI:630 PS:PSE:275 PT:PRT:620 PW:PLW:585 PY:PRY:600
QA:QAT:634
RE:REU:638 RO:ROU:642 RS:SRB:688 RU:RUS:643 RW:RWA:646
SA:SAU:682 SB:SLB:090 SC:SYC:690 SD:SDN:729 SE:SWE:752 SG:SGP:702 SH:SHN:654 SI:SVN:705 SJ:SJM:744
SK:SVK:703 SL:SLE:694 SM:SMR:674 SN:SEN:686 SO:SOM:706 SR:SUR:740 SS:SSD:728 ST:STP:678 SV:SLV:222
SX:SXM:534 SY:SYR:760 SZ:SWZ:748
TC:TCA:796 TD:TCD:148 TF:ATF:260 TG:TGO:768 TH:THA:764 TJ:TJK:762 TK:TKL:772 TL:TLS:626 TM:TKM:795
TN:TUN:788 TO:TON:776 TR:TUR:792 TT:TTO:780 TV:TUV:798 TW:TWN:158 TZ:TZA:834
UA:UKR:804 UG:UGA:800 UM:UMI:581 US:USA:840 UY:URY:858 UZ:UZB:860
VA:VAT:336 VC:VCT:670 VE:VEN:862 VG:VGB:092 VI:VIR:850 VN:VNM:704 VU:VUT:548
WF:WLF:876 WS:WSM:882
YE:YEM:887 YT:MYT:175
ZA:ZAF:710 ZM:ZMB:894 ZW:ZWE:716
`

const countries = ASSIGNED.trim()
  .split(/\s+/)
  .map((codes) => codes.split(':'))

/**
 * Kosovo is in no list of ISO 3166-1, whose users have given it these codes: IBANs, SWIFT, card networks and
 * shops name it so. It has no number that they agree on.
 */
const KOSOVO = { two: 'XK', three: 'XKX' }

const alpha2 = new Set([...codesAt(0), KOSOVO.two])
const alpha3 = new Set([...codesAt(1), KOSOVO.three])
const numeric = codesAt(2)

const numericByLetters: ReadonlyMap<string, string> = new Map(
  countries.flatMap(([two = '', three = '', digits = '']) => [
    [two, digits],
    [three, digits],
  ]),
)

/** Whether the two uppercase letters are assigned to a country or territory, or are Kosovo's. */
export function isCountryCode(code: string): boolean {
  return alpha2.has(code)
}

/** Whether the three uppercase letters are assigned to a country or territory, or are Kosovo's. */
export function isAlpha3CountryCode(code: string): boolean {
  return alpha3.has(code)
}

/** Whether the three digits are assigned to a country or territory. */
export function isNumericCountryCode(code: string): boolean {
  return numeric.has(code)
}

/** The three digits of a country or territory, by its two or three uppercase letters. */
export function numericCountryOf(code: string): string | undefined {
  return numericByLetters.get(code)
}

function codesAt(position: number): ReadonlySet<string> {
  return new Set(countries.map((codes) => codes[position] ?? ''))
}

/**
 * ISO 4217 list one: the number of each active code, by which tokens of applePay and messages of EMV
 * 3-D Secure name currencies.
 */
const numbers: ReadonlyMap<string, string> = new Map(
  `
  AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BHD048
  BIF108 BMD060 BND096 BOB068 BOV984 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976
  CHE947 CHF756 CHW948 CLF990 CLP152 CNY156 COP170 COU970 CRC188 CUP192 CVE132 CZK203 DJF262
  DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292
  GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364
  ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398
  LAK418 LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446
  MRU929 MUR480 MVR462 MWK454 MXN484 MXV979 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524
  NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941 RUB643
  RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SOS706 SRD968 SSP728 STN930
  SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980
  UGX800 USD840 USN997 UYI940 UYU858 UYW927 UZS860 VED926 VES928 VND704 VUV548 WST882 XAD396
  XAF950 XCD951 XCG532 XOF952 XPF953 YER886 ZAR710 ZMW967 ZWG924
  `
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 3), entry.slice(3)] as const),
)

const codes: ReadonlyMap<string, string> = new Map(
  [...numbers].map(([code, number]) => [number, code] as const),
)

/** The currency of three digits; `undefined` for those that are in the list no more, or never were. */
export function currencyOfNumber(number: string): string | undefined {
  return codes.get(number)
}

/** The three digits of a currency. Throws for one that is not in the list: a bug, amounts are read. */
export function currencyNumber(code: string): string {
  const number = numbers.get(code)
  if (number === undefined) throw new Error(`No such currency: ${code}`)
  return number
}
