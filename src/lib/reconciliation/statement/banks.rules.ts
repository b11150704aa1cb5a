/* Codes and short names of banks in narrations. They stand where another bank writes the payer's name. */

export const BANK_CODES: ReadonlySet<string> = new Set(
  (
    'HDFC HDFCBANK ICIC ICICI SBIN SBI UTIB AXIS KKBK KOTAK PUNB PNB BARB BOB YESB YES INDB INDUSIND IDFB IDFC FDRL FEDERAL UBIN UNION CNRB CANARA BKID IOBA IDIB ' +
    'CBIN UCBA MAHB PSIB RATN RBL AUBL BDBL BANDHAN DCBL KARB KARNATAKA KVBL CIUB SIBL TMBL PYTM PAYTM AIRP JAKA DBSS SCBL HSBC CITI ESFB ESMF UJVN JIOP FINO NSDL'
  ).split(' '),
);

/** Words that only make up the name of a bank with one of those. */
const FORMS: ReadonlySet<string> = new Set('BANK BANKS OF INDIA LTD LIMITED FIRST SMALL FINANCE PAYMENTS'.split(' '));

/** Short names of banks that alone may be somebody's name. */
const NAMES_TOO: ReadonlySet<string> = new Set('BOB YES UNION FEDERAL CANARA KARNATAKA CITI FINO JAKA KARB'.split(' '));

/** Whether a text in the place of the payer's bank can be one: then the name is before it. */
export const maybeBank = (text: string): boolean => isBankName(text) || /(?:^| )BANK(?: |$)/i.test(text.trim());

/** Whether a text names a bank and nobody else, as in `HDFC BANK LTD`. */
export function isBankName(text: string): boolean {
  const upper = text.toUpperCase();
  const rest = withoutBankNames(`/${upper.trim()}/`);
  if (rest.length < upper.trim().length && (rest.match(/[A-Z]+/g) ?? []).every((word) => FORMS.has(word))) return true;
  const tokens = upper.match(/[A-Z0-9]+/g) ?? [];
  return (
    tokens.every((word) => BANK_CODES.has(word) || FORMS.has(word)) &&
    tokens.some((word) => word === 'BANK' || (BANK_CODES.has(word) && !NAMES_TOO.has(word)))
  );
}

/** Names of banks of several words, of which one alone may be somebody's name. */
const NAMES =
  /(?<!\p{L})(?:KOTAK MAHINDRA|STATE BANK|PUNJAB (?:NATIONAL|AND SIND|& SIND)|CENTRAL BANK|SOUTH INDIAN|INDIAN (?:OVERSEAS )?BANK|CITY UNION|KARUR VYSYA|TAMILNAD MERCANTILE|STANDARD CHARTERED|(?:DHANLAXMI|UJJIVAN|EQUITAS)(?: SMALL(?: FINANCE)?)? BANK|CATHOLIC SYRIAN|INDIA POST|AIRTEL PAYMENTS|BANK OF (?:INDIA|BARODA|MAHARASHTRA|AMERICA|CEYLON|I(?:NDI?)?|BAR?|MAHA))(?!\p{L})/gu;
/** A field of a narration that is a bank: `SARASWAT BANK`, `CO OP BANK LTD`. */
const FIELD =
  /(?<=[/*:|,-] ?)(?:[A-Z&.']{2,20} ){1,4}(?<!\b(?:BLOOD|FOOD|EYE|BOOK|SEED|MILK|CLOTH|TOY|GRAIN|WATER) )BANK(?: (?:LTD|LIMITED))?(?= ?(?:[/*:|,-]|$))/g;

/** A narration without the names of banks. @param text in upper case */
export const withoutBankNames = (text: string): string => text.replace(FIELD, ' ').replace(NAMES, ' ');
