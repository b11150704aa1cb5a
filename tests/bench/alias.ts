/** The sources' own name for their folder, for what a bench takes from them without a build. Import it before them. */
import { registerHooks } from 'node:module';

const SRC = new URL('../../src/', import.meta.url);
registerHooks({
  resolve: (name, context, next) => next(name.startsWith('@/') ? new URL(name.slice(2), SRC).href : name, context),
});
