/// <reference types="astro/client" />

/** A script with all that it imports, as one text for a page (scripts/inline-scripts.mjs). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}

declare namespace Astro {
  interface ClientDirectives {
    /** When the browser is idle, or at the first touch (src/lib/layout/soon.ts). */
    'client:soon'?: boolean;
  }
}

declare namespace App {
  interface Locals {
    app: import('./lib/scope.ts').App;
    requestId: string;
    /** The client's address: the peer's, or the one that a trusted proxy names. */
    ip: string;
    /** Whether a proxy says that it forwarded the request, trusted or not. */
    isForwarded: boolean;
    /** The company's own name under which the request came, checked by the server; null for the deployment's names. */
    host: string | null;
    /** Resolves once the client has taken what was written so far, or has gone; null under `astro dev`. */
    whenWritable: (() => Promise<void>) | null;
    /** Runs the function when the response is sent or its client gone; immediately under `astro dev`. */
    onClose: (run: () => void) => void;
    /** Ends the slot of a read before it is answered. */
    releaseSlot: () => void;
    /** Tells the server the pattern of the page or call that answers; does nothing under `astro dev`. */
    onRoute: (pattern: string) => void;
    /** Opened by the middleware for pages; calls of the API open their own. */
    scope: import('./lib/scope.ts').Scope;
    /** The text of the 503 page when it is shown instead of another page. */
    unavailable?: string;
  }
}
