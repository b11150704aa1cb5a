/**
 * How Astro renders React on the server. The adapter's own way asks whether something is React by rendering it once for
 * nothing, and then reads a stream; nothing here waits while it renders, so a string does. What is handed children is
 * left to the adapter.
 */
import adapter from '@astrojs/react/server.js';
import type { AstroComponentMetadata } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

type Rendered = Awaited<ReturnType<typeof adapter.renderToStaticMarkup>>;
type Props = Record<string, unknown>;
type Context = { readonly result: object };

/** So many islands stand on a page so far: the ids that React makes begin with the number, here and in the browser. */
const counts = new WeakMap<object, number>();

/** React writes them for pictures; a page says itself what is loaded early. */
const PRELOADS = /<link rel="preload"[^>]*>/g;

export default {
  ...adapter,
  check: (component: unknown): boolean => typeof component === 'function',
  renderToStaticMarkup(
    this: Context,
    Component: ComponentType<Props>,
    props: Props,
    slots: Record<string, string>,
    metadata: AstroComponentMetadata,
  ): Rendered | Promise<Rendered> {
    if (Object.keys(slots).length > 0)
      return adapter.renderToStaticMarkup.call(this, Component, props, slots, metadata);
    const count = counts.get(this.result) ?? 0;
    counts.set(this.result, count + 1);
    const prefix = `i${count}`;
    const html = renderToString(createElement(Component, props), { identifierPrefix: prefix });
    return { html: html.includes('<link') ? html.replace(PRELOADS, '') : html, attrs: { prefix } };
  },
};
