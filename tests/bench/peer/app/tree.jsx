/** What stands around the island, element by element, as server components. The island itself is the same code as ours. */
import { createElement, Fragment } from 'react';
import page from '../page.json';
import HistoryScreen from './island.jsx';

function elementOf(node) {
  if (typeof node === 'string') return node;
  if (node.tag === 'island') return createElement(HistoryScreen, page.props);
  return createElement(node.tag, node.attributes, ...node.children.map(elementOf));
}

export const Head = () => createElement(Fragment, null, ...page.head.map(elementOf));
export const Body = () => createElement(Fragment, null, ...page.body.map(elementOf));
