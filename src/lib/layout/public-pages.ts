/** What search engines are told of a site: its public pages, who runs it, how it looks when it is kept on a phone. */
import { PATHS } from '../core/paths.ts';
import type { Scope } from '../scope.ts';
import { brandFor } from '../tokens/brand.ts';

/** Every page that may be found. All others are behind a sign-in, or of no use to who searches. */
export const PUBLIC_PATHS: readonly string[] = [PATHS.login, PATHS.register, PATHS.token, PATHS.privacyPolicy, '/api'];

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

/** The sitemaps protocol, 0.9. Paths hold nothing that XML would read otherwise. */
export function sitemapXml({ origin }: Pick<Scope, 'origin'>): string {
  const urls = PUBLIC_PATHS.map((path) => `  <url><loc>${new URL(path, origin).href}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

/** Web app manifest (W3C). */
export function manifestOf(scope: Scope): Record<string, unknown> {
  const brand = brandFor(scope);
  const icon = brand.icon_url;
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
    icons: icon.endsWith('.svg')
      ? [
          { src: icon, sizes: 'any', type: 'image/svg+xml' },
          { src: icon.replace(/icon\.svg$/, 'touch.png'), sizes: '180x180', type: 'image/png' },
        ]
      : [{ src: icon, sizes: 'any' }],
  };
}

/** schema.org: the company behind the site, as its own record says. */
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
