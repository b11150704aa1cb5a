import { createElement, Fragment, type ReactNode } from 'react';
import { type English, translated, type ValuesOf } from '@/lib/core/texts.ts';

/** A text of the catalogue with elements in it, as links or names in bold. */
export function rich<Text extends English>(text: Text, ...[values]: ValuesOf<Text, ReactNode>): ReactNode {
  const filled = values as Readonly<Record<string, ReactNode>>;
  const parts = translated(text).split(/\{(\w+)\}/);
  // Every other part is the name of a value.
  return createElement(Fragment, null, ...parts.map((part, index) => (index % 2 === 0 ? part : filled[part])));
}
