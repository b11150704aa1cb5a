/** User actions and failures of calls, as values for tables of tests. */
import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import { allow } from './browser.ts';
import { button } from './member.ts';

export type Act = (page: Page) => Promise<void>;

export const press =
  (name: string): Act =>
  (page) =>
    button(page, name).click();
export const type =
  (values: Record<string, string>): Act =>
  async (page) => {
    for (const [label, text] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(text);
  };
export const enter =
  (label: string): Act =>
  (page) =>
    page.getByLabel(label, { exact: true }).press('Enter');
/** Makes calls of this path fail without a message of the server. */
export const failing =
  (path: string): Act =>
  async (page) => {
    allow(page, /answer: 500 /);
    await page.route(`**${path}*`, (route) => route.fulfill({ status: 500, body: '' }));
  };
export const answering =
  (path: string, json: unknown, status = 200): Act =>
  async (page) => {
    allow(page, /answer: 422 /);
    await page.route(`**${path}*`, (route) => route.fulfill({ status, json: json as Record<string, unknown> }));
  };
/** Changes data of the page in transit. */
export const pageWith =
  (from: RegExp, to: string): Act =>
  async (page) => {
    // The markup of the server then differs from the render of the script.
    allow(page, /Minified React error #418/);
    await page.route('**/*', async (route: Route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = await response.text();
      expect(body).toMatch(from);
      await route.fulfill({ response, body: body.replace(from, to) });
    });
  };
export const all =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };
/** Calls of this path never get a response. */
export const hanging =
  (path: string): Act =>
  async (page) => {
    await page.route(`**${path}*`, () => new Promise(() => undefined));
  };
