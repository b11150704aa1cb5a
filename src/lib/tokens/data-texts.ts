/** The names and descriptions of the tokens. */
export interface TokenTexts {
  readonly name: string;
  /** One sentence on the sign-in screen. */
  readonly title: string;
  readonly description: string;
  readonly keywords: string;
}

function keywords(name: string, symbol: string, ...more: string[]): string {
  return [name, symbol, `${name} token`, `buy ${symbol}`, 'pre-launch token', 'INR', ...more].join(', ');
}

export const TOKEN_TEXTS = {
  MASP: {
    name: 'Maspera',
    title: 'Four corners, one market.',
    description: 'Maspera (MASP) before its launch: buy in rupees, follow every order and see your stock in one place.',
    keywords: keywords('Maspera', 'MASP', 'marketplace token'),
  },
  NTCN: {
    name: 'Naturecoin',
    title: 'Planted early, grown together.',
    description: 'Naturecoin (NTCN) before its launch: buy in rupees, follow every order and see your stock grow.',
    keywords: keywords('Naturecoin', 'NTCN', 'green token'),
  },
  PPCN: {
    name: 'Peepalcoin',
    title: 'A shade that everyone shares.',
    description: 'Peepalcoin (PPCN) before its launch: buy in rupees by UPI or bank and keep each receipt.',
    keywords: keywords('Peepalcoin', 'PPCN', 'community token'),
  },
  SHIK: {
    name: 'Shikhar',
    title: 'Every summit starts at base camp.',
    description: 'Shikhar (SHIK) before its launch: a clear price, a clear fee and a record of every step.',
    keywords: keywords('Shikhar', 'SHIK', 'early sale'),
  },
  ACW: {
    name: 'Acewave',
    title: 'Be there before the wave.',
    description: 'Acewave (ACW) before its launch: buy in rupees, send the proof, watch the approval.',
    keywords: keywords('Acewave', 'ACW', 'early sale'),
  },
  COWL: {
    name: 'Cowl',
    title: 'Own COWL before it launches.',
    description:
      'Cowl (COWL) before its launch: buy in rupees by UPI or bank, follow every order and see your stock in one place.',
    keywords: keywords('Cowl', 'COWL', 'referral programme'),
  },
  RSGN: {
    name: 'Risegain',
    title: 'Up with the first light.',
    description: 'Risegain (RSGN) before its launch: a fair price for early members and a record of every entry.',
    keywords: keywords('Risegain', 'RSGN', 'early member'),
  },
  GLC: {
    name: 'Golconda',
    title: 'Cut with care, held with trust.',
    description: 'Golconda (GLC) before its launch: buy in rupees, with every stock entry in a signed public log.',
    keywords: keywords('Golconda', 'GLC', 'early sale'),
  },
  NXT: {
    name: 'Nextora',
    title: 'One step ahead of what is next.',
    description: 'Nextora (NXT) before its launch: quick to buy in rupees, easy to follow, open about its supply.',
    keywords: keywords('Nextora', 'NXT', 'early sale'),
  },
  GLXY: {
    name: 'Galaxia',
    title: 'A small world with a wide orbit.',
    description: 'Galaxia (GLXY) before its launch: buy in rupees, bring friends, see the whole supply at a glance.',
    keywords: keywords('Galaxia', 'GLXY', 'referral programme'),
  },
} as const satisfies Record<string, TokenTexts>;
