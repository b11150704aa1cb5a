import { type English, translated } from '../core/texts.ts';

/** What is before and after the placeholder of a text that has an element in it, as a link or code. */
export function around(text: English): readonly [before: string, after: string] {
  const [before = '', after = ''] = translated(text).split(/\{\w+\}/);
  return [before, after];
}
