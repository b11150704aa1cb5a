import { type SocialMedia, TOKEN_SYMBOLS, type TokenSymbol } from './contract.ts';
import { TOKEN_TEXTS } from './data-texts.ts';

export { type SocialMedia, TOKEN_SYMBOLS, type TokenSymbol };

/*
 * The ten tokens of the product. A deployment selects one with `TOKEN_SYMBOL`. Its symbol in a page's `data-token` selects the
 * colours; its pictures are in public/tokens. Plain data, which browser code may import.
 */

export interface TokenEntry {
  /** Contract address on a chain; null before launch. */
  readonly address: string | null;
  readonly symbol: TokenSymbol;
  readonly name: string;
  readonly decimals: 18;
  /** Square emblem on its tile, also the favicon. */
  readonly icon_url: string;
  /** The bare emblem. */
  readonly defaultLogo: string;
  /** Emblem and name side by side. */
  readonly headerLogo: string;
  readonly title: string;
  readonly tokenDistribution: readonly string[];
  /** Empty until the company names its own channels. */
  readonly socialLinks: readonly { readonly mediaName: SocialMedia; readonly link: string }[];
  /** The supply distribution as a picture. */
  readonly chartImg: string;
  readonly footerNote: string;
  readonly metaData: { readonly title: string; readonly description: string; readonly keywords: string };
  /** Hue of the brand colour in OKLCH degrees; equal to the one in the style sheet. */
  readonly hue: number;
}

/** The same for every token (docs/product.md, Tokens and branding). */
export const TOKEN_DISTRIBUTION = [
  '50% Public Cell',
  '30% Referral Programme',
  '10% Angel Investor',
  '7.5% Founder Team',
  '2.5% Airdrop',
] as const;

/** Brand hues in OKLCH degrees; none between 10 and 45, where errors are. */
export const TOKEN_HUES: Readonly<Record<TokenSymbol, number>> = {
  MASP: 305,
  NTCN: 165,
  PPCN: 352,
  SHIK: 55,
  ACW: 215,
  COWL: 255,
  RSGN: 130,
  GLC: 85,
  NXT: 328,
  GLXY: 282,
};

export const FOOTER_NOTE =
  '{name} ({symbol}) is offered before its launch by the company named in the order. Token prices can fall as well as rise. Please buy only what you can afford to hold.';

function entry(symbol: TokenSymbol): TokenEntry {
  const texts = TOKEN_TEXTS[symbol];
  const folder = `/tokens/${symbol.toLowerCase()}`;
  return {
    address: null,
    symbol,
    name: texts.name,
    decimals: 18,
    icon_url: `${folder}/icon.svg`,
    defaultLogo: `${folder}/logo.svg`,
    headerLogo: `${folder}/header.svg`,
    title: texts.title,
    tokenDistribution: TOKEN_DISTRIBUTION,
    socialLinks: [],
    chartImg: `${folder}/chart.svg`,
    footerNote: FOOTER_NOTE.replace('{name}', texts.name).replace('{symbol}', symbol),
    metaData: { title: `${texts.name} (${symbol})`, description: texts.description, keywords: texts.keywords },
    hue: TOKEN_HUES[symbol],
  };
}

export const TOKENS: readonly TokenEntry[] = TOKEN_SYMBOLS.map(entry);

const BY_SYMBOL = new Map<string, TokenEntry>(TOKENS.map((token) => [token.symbol, token]));

/** The entry of a symbol in upper or lower case; undefined if the catalogue does not have it. */
export function tokenOf(symbol: string): TokenEntry | undefined {
  return BY_SYMBOL.get(symbol.trim().toUpperCase());
}

export interface SupplyShare {
  readonly label: string;
  /** As written: '7.5'. */
  readonly percent: string;
  /** The same in hundredths of a per cent, for drawing. */
  readonly bps: number;
}

/** The parts of a text such as '7.5% Founder Team'. */
export function supplyShares(distribution: readonly string[]): SupplyShare[] {
  const shares: SupplyShare[] = [];
  for (const line of distribution) {
    const match = /^(\d+)(?:\.(\d{1,2}))?% (.+)$/.exec(line);
    if (!match) continue;
    const [, whole = '0', part = '', label = ''] = match;
    shares.push({
      label,
      percent: part === '' ? whole : `${whole}.${part}`,
      bps: Number(whole) * 100 + Number(part.padEnd(2, '0')),
    });
  }
  return shares;
}
