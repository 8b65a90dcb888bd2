/** What a format must take, its longest values among them, and what it must refuse. */
export interface Samples {
  readonly taken: readonly string[]
  readonly refused: readonly string[]
}

const formats: readonly [RegExp, (...parts: string[]) => Samples][] = [
  [
    /^len (\d+)-(\d+)$/,
    (min, max) => ofLength('ä😀 ', Number(min), Number(max), ['a\0b'.repeat(3)]),
  ],
  [
    /^digits (\d+)-(\d+)$/,
    (min, max) => ofLength('7', Number(min), Number(max), ['٣', '1e3', 'x']),
  ],
  [/^word (\d+)-(\d+)$/, (min, max) => ofLength('A_z9', Number(min), Number(max), ['A B', 'Ä'])],
  [/^uppercase (\d+)-(\d+)$/, (min, max) => ofLength('D', Number(min), Number(max), ['de', '12'])],
  [
    /^letters (\d+)-(\d+)$/,
    (min, max) => ofLength('São ', Number(min), Number(max), ['Paris 15', '<b>']),
  ],
  [
    /^letters\/digits (\d+)-(\d+)$/,
    (min, max) => ofLength('A9', Number(min), Number(max), ['A.9', 'Ä']),
  ],
  [
    /^letters\/digits\/dot (\d+)-(\d+)$/,
    (min, max) => ofLength('B.Y9', Number(min), Number(max), ['A B', 'A-B']),
  ],
  [
    /^phone (\d+)-(\d+)$/,
    (min, max) =>
      ofLength('9 .()/-', Number(min), Number(max), ['(030) 12', '-030 123', '+49x123']),
  ],
  [/^url (\d+)-(\d+)$/, (min, max) => urls(Number(min), Number(max))],
  [/^number (\d+)-(\d+)$/, (min, max) => numbers(Number(min), Number(max))],
  [/^one of (.*)$/, (values) => choices(values?.split(' ') ?? [])],
  [
    /^letters\/digits\/space (\d+)-(\d+)$/,
    (min, max) => ofLength('Ada Ž9 ', Number(min), Number(max), ['Jean-Luc', "O'Brien", 'A.B.']),
  ],
  [
    /^letters\/space (\d+)-(\d+)$/,
    (min, max) => ofLength('Côte d ', Number(min), Number(max), ['A9', 'A-B']),
  ],
  [
    /^letters\/digits\/hyphen (\d+)-(\d+)$/,
    (min, max) => ofLength('A9-', Number(min), Number(max), ['A.9', 'Ä']),
  ],
  [
    /^letters and hyphens (\d+)-(\d+)$/,
    (min, max) => ofLength('aB-', Number(min), Number(max), ['A9', 'A B', 'Ä']),
  ],
  [
    /^base64 (\d+)-(\d+)$/,
    (min, max) =>
      ofLength('aB9/+', Number(min), Number(max), [
        `${'A'.repeat(26)}===`,
        'a'.repeat(27).concat('-'),
      ]),
  ],
  [/^from (\d\d) to (\d\d)$/, (first, last) => twoDigits(Number(first), Number(last))],
  [
    /^from (\d\d) to (\d\d), with or without the zero$/,
    (first, last) => {
      const { taken, refused } = twoDigits(Number(first), Number(last))
      // Taken, and read as two digits.
      return { taken, refused: refused.filter((value) => value !== `${Number(last)}`) }
    },
  ],
  [/^some of (.*)$/, (values) => lists(values?.split(' ') ?? [])],
  [/^N(\d+)\.N2$/, (integerDigits) => amounts(Number(integerDigits))],
  [/^cron (\d+)-(\d+)( .*)?$/, (first, last, more) => cronFields(`${first}`, `${last}`, more)],
  [
    /^iban$/,
    () => ({
      taken: [`DE89${'A1'.repeat(13)}X`, 'NO9386011117947'],
      refused: [
        `DE89${'1'.repeat(28)}`,
        `DE89${'1'.repeat(10)}`,
        'D189370400440532',
        'DEX9370400440532013000',
        'DE89 3704 0044 0532',
      ],
    }),
  ],
  [
    /^bic$/,
    () => ({
      taken: ['COBADEFFXXX', 'COBADEFF'],
      refused: ['COBADEFFX', 'COBADEFFXX', 'COBADEF', 'COBADEFFXXXX', 'COBA-DEF'],
    }),
  ],
  [
    /^version$/,
    () => ({ taken: ['2.2.0', '1.0.2'], refused: ['3.0.0', '2.2', '2.10.0', '2,2,0'] }),
  ],
  [
    /^coordinate$/,
    () => ({
      taken: ['-179.12345678', '+52.5', '0.0'],
      refused: ['52', '52.', '1.123456789', '52,5', 'N52.5', '1234.5'],
    }),
  ],
  [
    /^chargeback code$/,
    () => ({
      taken: ['000.100.200', '000.100.299'],
      refused: ['000.100.300', '000.100.2', '000.100.2000', '000-100-200'],
    }),
  ],
  [
    /^date of 19xx\/20xx$/,
    () => ({
      taken: ['1900-01-01', '2099-12-31'],
      refused: ['1899-12-31', '2100-01-01', '2027-02-29'],
    }),
  ],
  [/^timestamp$/, () => timestamps([])],
  [
    /^timestamp with offset$/,
    () => timestamps(['2018-07-09 15:53:26+0000', '2018-07-09 15:53:26-05:30']),
  ],
  [
    /^alpha-3$/,
    () => ({ taken: ['DEU', 'USA'], refused: ['deu', 'DE', 'GER', 'ZZZ', '276', 'DEUT'] }),
  ],
  [/^country number$/, () => ({ taken: ['276', '004'], refused: ['27', '999', 'DEU', '2760'] })],
  [
    /^quantity$/,
    () => ({
      taken: [`${'9'.repeat(12)}.999`, '1', '1.5'],
      refused: ['1'.repeat(13), '1.2345', '-1', '1.'],
    }),
  ],
  [
    /^percentage$/,
    () => ({
      taken: ['0', '19', '19.5', '99.99', '100.00'],
      refused: ['100.01', '101', '019', '1.234', '-1'],
    }),
  ],
  [/^month$/, () => ({ taken: ['01', '12'], refused: ['1', '00', '13', '012'] })],
  [/^year$/, () => ({ taken: ['1999', '2034'], refused: ['34', '1899', '2100', '20340'] })],
  [
    /^date$/,
    () => ({
      taken: ['2028-02-29', '1970-01-01'],
      refused: ['2027-02-29', '2027-13-01', '27-01-01', '2027-1-1', '01.02.2027', '2027-04-31'],
    }),
  ],
  [
    /^currency$/,
    () => ({ taken: ['EUR', 'JPY', 'KWD'], refused: ['eur', 'EU', 'EURO', 'XXX', 'ZZZ', '978'] }),
  ],
  [/^country$/, () => ({ taken: ['DE', 'BQ'], refused: ['de', 'DEU', 'UK', 'ZZ', '276'] })],
  [
    /^country or number$/,
    () => ({ taken: ['DE', '276'], refused: ['de', 'DEU', 'ZZ', '27', '2760'] }),
  ],
]

function ofLength(alphabet: string, min: number, max: number, foreign: readonly string[]): Samples {
  const characters = (count: number) =>
    Array.from({ length: count }, (_, at) => [...alphabet][at % [...alphabet].length]).join('')
  const tooShort = min > 1 ? [characters(min - 1)] : []
  return {
    taken: [characters(max), characters(min)],
    refused: [characters(max + 1), ...tooShort, ...foreign],
  }
}

function urls(min: number, max: number): Samples {
  const address = (length: number) => 'https://a.example/'.padEnd(length, 'x')
  return {
    taken: [
      address(max),
      'https://x.io/',
      'com.shop.app://result',
      'http://127.0.0.1:8081/r?a=b&c=%20',
    ],
    refused: [
      address(max + 1),
      '/result',
      'shop.example',
      'javascript://x/%0aalert(1)',
      'data://text',
      'https://',
      'https://a b/',
      'x'.repeat(min - 1),
    ],
  }
}

function amounts(integerDigits: number): Samples {
  return {
    taken: ['0', '92', '92.00', `${'9'.repeat(integerDigits)}.99`],
    refused: [
      '1'.repeat(integerDigits + 1),
      '1.234',
      '1.',
      '.10',
      '-1',
      '+1',
      '1,00',
      '1e2',
      '1 000',
      '0x1',
      '١',
    ],
  }
}

function twoDigits(first: number, last: number): Samples {
  const written = (number: number) => `${number}`.padStart(2, '0')
  return {
    taken: [written(first), written(last)],
    refused: [written(first - 1), written(last + 1), `${last}`, `0${written(last)}`, 'AA'],
  }
}

function timestamps(further: readonly string[]): Samples {
  return {
    taken: ['2028-02-29 00:00:00', '1970-01-01 23:59:59', ...further],
    refused: [
      '2027-02-29 00:00:00',
      '2027-01-01',
      '2027-01-01T00:00:00',
      '2027-01-01 24:00:00',
      '2027-01-01 00:60:00',
      '2027-01-01 00:00:00 UTC',
      ...(further.length === 0 ? ['2027-01-01 00:00:00+0000'] : []),
    ],
  }
}

function lists(values: readonly string[]): Samples {
  const [first = '', second = ''] = values
  return {
    taken: [values.join(','), first, `${second},${first}`],
    refused: [`${first},OTHERWISE`, first.toLowerCase(), `${first};${second}`, `${first},`],
  }
}

function cronFields(first: string, last: string, more = ''): Samples {
  const specials = more.split(' ').filter((value) => value !== '')
  const foreign = ['?', 'L', '15W', '2#1', 'SUN'].filter((value) => !specials.includes(value))
  return {
    taken: ['*', first, last, `${first},${last}`, `${first}-${last}`, '*/2', ...specials],
    refused: [`${Number(last) + 1}`, '', '-1', `${first},`, 'x', '1 2', '* * *', ...foreign],
  }
}

function numbers(min: number, max: number): Samples {
  return {
    taken: [`${min}`, `${max}`],
    refused: [`${min - 1}`, `${max + 1}`, '-1', '1.0', 'x', '٣'],
  }
}

function choices(values: readonly string[]): Samples {
  return {
    taken: values,
    refused: [
      'OTHERWISE',
      values[0]?.toLowerCase().replace(/^true$/, 'TRUE') ?? '',
      `${values[0]}X`,
      values.join(','),
    ].filter((value) => !values.includes(value)),
  }
}

/** Samples of a format in the words of the interface document. */
export function samplesOf(format: string): Samples {
  for (const [shape, make] of formats) {
    const match = shape.exec(format)
    if (match !== null) return make(...match.slice(1))
  }
  throw new Error(`No samples for ${format}`)
}
