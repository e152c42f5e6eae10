// The currencies of prices: those of the server, which a test compares with this list.

const CODES = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
  CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ
  GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP
  LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR
  PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
  SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF
  YER ZAR ZMW ZWG
`;

const names = new Intl.DisplayNames('en-US', { type: 'currency' });

/** Every code with its English name, by code. */
export const currencies: readonly { code: string; name: string }[] = CODES.trim()
  .split(/\s+/)
  .map((code) => ({ code, name: names.of(code) ?? code }));

/** The currencies for a list to choose from: "EUR · Euro". */
export const currencyOptions = currencies.map(({ code, name }) => ({
  value: code,
  label: `${code} · ${name}`,
}));

/** Regions with their currencies. */
const REGIONS = new Map(
  `
  AE-AED AR-ARS AT-EUR AU-AUD BE-EUR BG-EUR BR-BRL CA-CAD CH-CHF CL-CLP CO-COP CY-EUR CZ-CZK DE-EUR DK-DKK
  EE-EUR ES-EUR FI-EUR FR-EUR GB-GBP GR-EUR HK-HKD HR-EUR HU-HUF ID-IDR IE-EUR IL-ILS IN-INR IT-EUR JP-JPY
  KE-KES KR-KRW LI-CHF LT-EUR LU-EUR LV-EUR MT-EUR MX-MXN MY-MYR NG-NGN NL-EUR NO-NOK NZ-NZD PE-PEN PH-PHP
  PL-PLN PT-EUR RO-RON SE-SEK SG-SGD SI-EUR SK-EUR TH-THB TR-TRY UA-UAH UY-UYU VN-VND ZA-ZAR
`
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 2), pair.slice(3)] as const),
);

/** The likely currency of a person whose browser has this language; US dollars where its region tells nothing. */
export function currencyOfLanguage(language: string): string {
  const region = new Intl.Locale(language === '' ? 'en-US' : language).maximize().region ?? '';
  return REGIONS.get(region) ?? 'USD';
}
