/** Built and public files from the disk, and the compression of everything else. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import sirv from 'sirv';
import { setPartHeaders, WORKER_POLICY } from './headers.ts';
import { PART } from './part-cache.ts';

type Next = () => void;

/** Serves a file of `clientDir`; calls `next` if no file has this name. */
export function createAssets(clientDir: string): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  return sirv(clientDir, { brotli: true, gzip: true, etag: true, dotfiles: false, setHeaders: setAssetHeaders });
}

/** Compresses what is written to `res` from `next` on. */
export function createCompression(): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  // Typed for express, and needs nothing of it.
  return compression({ threshold: 1024 }) as unknown as ReturnType<typeof createCompression>;
}

function setAssetHeaders(res: ServerResponse, pathname: string): void {
  if (PART.test(pathname)) setPartHeaders(res);
  // Astro names what it builds after its content; every other file may change under its name.
  res.setHeader(
    'Cache-Control',
    pathname.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  );
  if (pathname === '/sw.js') {
    // A new version, or the one that withdraws it, is found at the next visit.
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('Content-Security-Policy', WORKER_POLICY);
  }
  if (pathname === '/speculation-rules.json') res.setHeader('Content-Type', 'application/speculationrules+json');
  // sirv does not know this type; without one, `nosniff` keeps browsers from showing the icon.
  if (pathname.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon');
}
