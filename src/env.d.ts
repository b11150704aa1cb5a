/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    app: import('./lib/scope.ts').App;
    requestId: string;
    /** The client's address: the peer's, or the one that a trusted proxy names. */
    ip: string;
    /** The company's own name under which the request came, checked by the server; null for the deployment's names. */
    host: string | null;
    /** Resolves once the client has taken what was written so far, or is gone; null where nobody knows. */
    drained: (() => Promise<void>) | null;
    /** Opened by the middleware for pages; calls of the API open their own. */
    scope: import('./lib/scope.ts').Scope;
    /** What the page of 503 says, where it stands in another's place. */
    unavailable?: string;
  }
}
