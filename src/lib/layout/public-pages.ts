/** What search engines and phones read of a site: its public pages, the company behind it, its web app manifest. */
import { brandPath, PATHS } from '../core/paths.ts';
import type { Scope } from '../scope.ts';
import { brandFor } from '../tokens/brand.ts';

/** Every page for search engines. The others are behind a sign-in, or no result that anyone would search for. */
export const PUBLIC_PATHS: readonly string[] = [
  PATHS.login,
  PATHS.register,
  PATHS.token,
  PATHS.ledger,
  PATHS.privacyPolicy,
  '/api',
];

const HIDDEN_PATHS: readonly string[] = [PATHS.user, PATHS.admin, PATHS.superadmin, '/api/v1', '/dev'];

export function robotsText({ origin }: Pick<Scope, 'origin'>): string {
  return [
    'User-agent: *',
    ...HIDDEN_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** The sitemaps protocol, 0.9. No path has a character that XML would need escaped. */
export function sitemapXml({ origin }: Pick<Scope, 'origin'>): string {
  const urls = PUBLIC_PATHS.map((path) => `  <url><loc>${new URL(path, origin).href}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

/** Drawn by scripts/brand-cards.mjs. A phone cuts a maskable icon into its own shape. */
const PIXEL_ICONS = [
  { file: 'touch.png', sizes: '180x180' },
  { file: 'icon-192.png', sizes: '192x192' },
  { file: 'icon-512.png', sizes: '512x512' },
  { file: 'maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;

/** Web app manifest (W3C). */
export function manifestOf(scope: Scope): Record<string, unknown> {
  const brand = brandFor(scope);
  return {
    name: brand.metaData.title,
    short_name: brand.name,
    description: brand.metaData.description,
    lang: 'en-IN',
    start_url: PATHS.login,
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: iconsOf(scope),
  };
}

/** Of an uploaded icon the drawings around it, which have every size. */
function iconsOf(scope: Scope): readonly Record<string, string>[] {
  const drawing = { sizes: 'any', type: 'image/svg+xml' };
  const ownId = scope.brand?.icon_id;
  if (ownId)
    return [
      { src: brandPath('app-icon', ownId), ...drawing },
      { src: brandPath('maskable', ownId), ...drawing, purpose: 'maskable' },
    ];
  const icon = brandFor(scope).icon_url;
  const pixels = PIXEL_ICONS.map(({ file, ...more }) => ({
    src: icon.replace(/icon\.svg$/, file),
    type: 'image/png',
    ...more,
  }));
  return [{ src: icon, ...drawing }, ...pixels];
}

/** schema.org: the company behind the site, from its own record. */
export function organisationOf(scope: Scope): Record<string, unknown> {
  const { company, origin } = scope;
  const brand = brandFor(scope);
  return {
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${origin}/#organisation`,
        name: company.company_name,
        url: `${origin}/`,
        logo: new URL(brand.icon_url, origin).href,
        email: company.email,
        telephone: company.mobile,
        ...(brand.socialLinks.length > 0 && { sameAs: brand.socialLinks.map(({ link }) => link) }),
        ...(company.address && {
          address: {
            '@type': 'PostalAddress',
            streetAddress: company.address,
            postalCode: company.pincode,
            addressCountry: 'IN',
          },
        }),
      },
      {
        '@type': 'WebSite',
        '@id': `${origin}/#site`,
        name: brand.name,
        alternateName: brand.metaData.title,
        description: brand.metaData.description,
        url: `${origin}/`,
        inLanguage: 'en-IN',
        publisher: { '@id': `${origin}/#organisation` },
      },
    ],
  };
}
