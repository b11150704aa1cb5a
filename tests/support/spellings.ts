/** Spellings of a path that reach a page through some router or other, or once did. */

const hex = (c: string): string => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`;
const encodeAll = (path: string): string => path.replace(/[^/]/g, hex);

export const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'as it is': (p) => p,
  'upper case': (p) => p.toUpperCase(),
  'mixed case': (p) => p.replace(/[aeiou]/g, (c) => c.toUpperCase()),
  'slash at the end': (p) => `${p}/`,
  'slashes at the end': (p) => `${p}///`,
  'doubled slash at the start': (p) => `/${p}`,
  'doubled slashes everywhere': (p) => p.replaceAll('/', '//'),
  'first letter encoded': (p) => p.replace(/[a-z]/, hex),
  'all letters encoded': encodeAll,
  'encoded in capitals': (p) => encodeAll(p).toUpperCase(),
  'doubly encoded': (p) => encodeAll(p).replaceAll('%', '%25'),
  'triply encoded': (p) => encodeAll(p).replaceAll('%', '%2525'),
  'encoded slashes': (p) => p.replaceAll('/', '%2f'),
  'doubly encoded slashes': (p) => `/${p.slice(1).replaceAll('/', '%252F')}`,
  'dot segment': (p) => `/.${p}`,
  'encoded dot segment': (p) => `/%2e${p}`,
  'up from elsewhere': (p) => `/privacy-policy/..${p}`,
  'encoded up from elsewhere': (p) => `/privacy-policy/%2e%2e${p}`,
  'encoded up and slash from elsewhere': (p) => `/x/%2e%2e%2f${p.slice(1)}`,
  backslashes: (p) => p.replaceAll('/', '\\'),
  'encoded backslashes': (p) => p.replaceAll('/', '%5c'),
  'parameter at the end': (p) => `${p};jsessionid=1`,
  'parameter in the first segment': (p) => p.replace(/^(\/[a-z]+)/, '$1;a=b'),
  'encoded parameter': (p) => `${p}%3bx`,
  'query in the path': (p) => `${p}?next=/`,
  'encoded query': (p) => `${p}%3fa=b`,
  'NUL at the end': (p) => `${p}%00`,
  'tab inside': (p) => p.replace(/^\/(.)/, '/$1%09'),
  'space at the end': (p) => `${p}%20`,
  'malformed encoding beside it': (p) => `${encodeAll(p)}/%zz%c3`,
  'leads out by encoded dots': (p) => `${p}/..%2f..%2f..%2fprivacy-policy`,
  'leads out by encoded backslash': (p) => `${p}/..%5c..%5cprivacy-policy`,
};
