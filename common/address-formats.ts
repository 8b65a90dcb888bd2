/**
 * How addresses are written in each country, for the form of a billing address. Facts of the Universal
 * Postal Union (addressing systems of its members), of ISO 3166-1 and ISO 3166-2. Only rules that are
 * certain: a wrong one would keep a shopper from paying.
 */

/** A field of an address below its country. */
export type AddressPart = 'street1' | 'street2' | 'postcode' | 'city' | 'state'

export interface AddressFormat {
  /** In their order on the form. */
  readonly parts: readonly AddressPart[]
  /** Matches a postcode in capitals without blanks and hyphens. Absent: any is taken, or there are none. */
  readonly postcode?: RegExp
  /** Codes and names of the states, where a code is sent. Absent: a text. */
  readonly states?: readonly State[]
}

/** Code of ISO 3166-2 without the country (in the United States also of its armed forces), and the name there. */
export type State = readonly [code: string, name: string]

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/)

/** ISO 3166-1: the assigned codes of countries and territories, and Kosovo's. */
export const countryCodes = wordsOf(`
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV
  BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES
  ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE
  IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY
  MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU
  NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM
  SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE
  VG VI VN VU WF WS XK YE YT ZA ZM ZW`)

/** Countries without postcodes. */
const WITHOUT_POSTCODE = wordsOf(`
  AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GD GM GQ GY HK KI KM KP ML MO MR MW
  NR NU QA RW SB SC SL SR ST SX SY TD TG TK TO TV UG VU YE ZW`)

/** Countries whose postcodes are this many digits, perhaps after letters for the country (`LV-1010`). */
const DIGITS: Readonly<Record<number, readonly string[]>> = {
  3: wordsOf('FO IS'),
  4: wordsOf(`
    AL AM AT AU BD BE BG CC CH CX CY DK GE GL HU LI LU LV MD MK NF NO NZ PH SI SJ TN ZA`),
  5: wordsOf(`
    AX BA BL CU CZ DE DO DZ EE ES FI FR GF GP GR GT HR ID IT JO KR KW LT MA MC ME MF MQ MX MY NC NP PF PK
    PL PM RE SA SE SK SM TF TH TR UA UY VA WF XK YT`),
  6: wordsOf('BY CN IN KG RO RU SG'),
  7: wordsOf('JP PT'),
  8: wordsOf('BR'),
}

const US_ZIP = /^\d{5}(\d{4})?$/
const UK_POSTCODE = /^(GIR0AA|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2})$/

const POSTCODES: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    Object.entries(DIGITS).flatMap(([count, codes]) =>
      codes.map((code) => [code, new RegExp(`^([A-Z]{1,2})?\\d{${count}}$`)]),
    ),
  ),
  ...Object.fromEntries(wordsOf('AS FM GU MH MP PR PW US VI').map((code) => [code, US_ZIP])),
  ...Object.fromEntries(wordsOf('GB GG IM JE').map((code) => [code, UK_POSTCODE])),
  AD: /^(AD)?\d{3}$/,
  AR: /^(\d{4}|[A-Z]\d{4}[A-Z]{3})$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/,
  IE: /^[A-Z]\d[\dW][A-Z\d]{4}$/,
  IL: /^\d{5}(\d{2})?$/,
  MT: /^[A-Z]{3}\d{2,4}$/,
  NL: /^[1-9]\d{3}[A-Z]{2}$/,
  RS: /^\d{5,6}$/,
  TW: /^\d{3}(\d{2,3})?$/,
}

/** Where the city comes before the postcode. */
const CITY_FIRST = wordsOf(`
  AE AS AU BD BH BM BN BR CA CC CK CX FM GB GG GI GU HK ID IE IM IN IO JE JM JO KE KH KY LB LK MH MM MP MT
  NF NP NZ PH PK PR PW SA SG TH TT UM US VG VI VN ZA`)

/** Where an address begins with its largest part. */
const LARGEST_FIRST = wordsOf('CN JP KR TW')

/** Where many addresses name a state as a text. */
const STATE_AS_TEXT = wordsOf('AR CN CO EG ID JP KR MY NG PH TH TW VE')

/** Names may hold a blank, written `_`. */
const statesOf = (text: string): readonly State[] =>
  wordsOf(text).map((word) => {
    const [code = '', name = ''] = word.split(':')
    return [code, name.replaceAll('_', ' ')]
  })

const STATES: Readonly<Record<string, readonly State[]>> = {
  AE: statesOf(`
    AZ:Abu_Dhabi AJ:Ajman DU:Dubai FU:Fujairah RK:Ras_Al_Khaimah SH:Sharjah UQ:Umm_Al_Quwain`),
  AU: statesOf(`
    ACT:Australian_Capital_Territory NSW:New_South_Wales NT:Northern_Territory QLD:Queensland
    SA:South_Australia TAS:Tasmania VIC:Victoria WA:Western_Australia`),
  BR: statesOf(`
    AC:Acre AL:Alagoas AP:Amapá AM:Amazonas BA:Bahia CE:Ceará DF:Distrito_Federal ES:Espírito_Santo
    GO:Goiás MA:Maranhão MT:Mato_Grosso MS:Mato_Grosso_do_Sul MG:Minas_Gerais PA:Pará PB:Paraíba
    PR:Paraná PE:Pernambuco PI:Piauí RJ:Rio_de_Janeiro RN:Rio_Grande_do_Norte RS:Rio_Grande_do_Sul
    RO:Rondônia RR:Roraima SC:Santa_Catarina SP:São_Paulo SE:Sergipe TO:Tocantins`),
  CA: statesOf(`
    AB:Alberta BC:British_Columbia MB:Manitoba NB:New_Brunswick NL:Newfoundland_and_Labrador
    NT:Northwest_Territories NS:Nova_Scotia NU:Nunavut ON:Ontario PE:Prince_Edward_Island QC:Quebec
    SK:Saskatchewan YT:Yukon`),
  IN: statesOf(`
    AN:Andaman_and_Nicobar_Islands AP:Andhra_Pradesh AR:Arunachal_Pradesh AS:Assam BR:Bihar
    CH:Chandigarh CG:Chhattisgarh DH:Dadra_and_Nagar_Haveli_and_Daman_and_Diu DL:Delhi GA:Goa
    GJ:Gujarat HR:Haryana HP:Himachal_Pradesh JK:Jammu_and_Kashmir JH:Jharkhand KA:Karnataka KL:Kerala
    LA:Ladakh LD:Lakshadweep MP:Madhya_Pradesh MH:Maharashtra MN:Manipur ML:Meghalaya MZ:Mizoram
    NL:Nagaland OD:Odisha PY:Puducherry PB:Punjab RJ:Rajasthan SK:Sikkim TN:Tamil_Nadu TS:Telangana
    TR:Tripura UP:Uttar_Pradesh UK:Uttarakhand WB:West_Bengal`),
  MX: statesOf(`
    AGU:Aguascalientes BCN:Baja_California BCS:Baja_California_Sur CAM:Campeche CHP:Chiapas
    CHH:Chihuahua CMX:Ciudad_de_México COA:Coahuila COL:Colima DUR:Durango GUA:Guanajuato GRO:Guerrero
    HID:Hidalgo JAL:Jalisco MEX:México MIC:Michoacán MOR:Morelos NAY:Nayarit NLE:Nuevo_León OAX:Oaxaca
    PUE:Puebla QUE:Querétaro ROO:Quintana_Roo SLP:San_Luis_Potosí SIN:Sinaloa SON:Sonora TAB:Tabasco
    TAM:Tamaulipas TLA:Tlaxcala VER:Veracruz YUC:Yucatán ZAC:Zacatecas`),
  US: statesOf(`
    AL:Alabama AK:Alaska AZ:Arizona AR:Arkansas CA:California CO:Colorado CT:Connecticut DE:Delaware
    DC:District_of_Columbia FL:Florida GA:Georgia HI:Hawaii ID:Idaho IL:Illinois IN:Indiana IA:Iowa
    KS:Kansas KY:Kentucky LA:Louisiana ME:Maine MD:Maryland MA:Massachusetts MI:Michigan MN:Minnesota
    MS:Mississippi MO:Missouri MT:Montana NE:Nebraska NV:Nevada NH:New_Hampshire NJ:New_Jersey
    NM:New_Mexico NY:New_York NC:North_Carolina ND:North_Dakota OH:Ohio OK:Oklahoma OR:Oregon
    PA:Pennsylvania RI:Rhode_Island SC:South_Carolina SD:South_Dakota TN:Tennessee TX:Texas UT:Utah
    VT:Vermont VA:Virginia WA:Washington WV:West_Virginia WI:Wisconsin WY:Wyoming AS:American_Samoa
    GU:Guam MP:Northern_Mariana_Islands PR:Puerto_Rico VI:U.S._Virgin_Islands AA:Armed_Forces_Americas
    AE:Armed_Forces_Europe AP:Armed_Forces_Pacific`),
}

/** The format of a country; of an unknown or empty code what most countries have. */
export function addressFormat(country: string): AddressFormat {
  const postcode = POSTCODES[country]
  const states = STATES[country]
  const hasState = states !== undefined || STATE_AS_TEXT.includes(country)
  const isKnown = (part: AddressPart) =>
    part === 'state' ? hasState : part !== 'postcode' || !WITHOUT_POSTCODE.includes(country)
  return {
    parts: orderIn(country).filter(isKnown),
    ...(postcode && { postcode }),
    ...(states && { states }),
  }
}

function orderIn(country: string): readonly AddressPart[] {
  if (LARGEST_FIRST.includes(country)) return ['postcode', 'state', 'city', 'street1', 'street2']
  if (CITY_FIRST.includes(country)) return ['street1', 'street2', 'city', 'state', 'postcode']
  return ['street1', 'street2', 'postcode', 'city', 'state']
}
