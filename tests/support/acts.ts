/** What a person does on a screen, and what goes wrong meanwhile, as values of a table. */
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
/** A call of this path fails, and the server has nothing to say. */
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
/** The page as it would come where something of its data were otherwise. */
export const pageWith =
  (from: RegExp, to: string): Act =>
  async (page) => {
    // What the server has drawn is then not what the script draws.
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
/** A call of this path is never answered. */
export const hanging =
  (path: string): Act =>
  async (page) => {
    await page.route(`**${path}*`, () => new Promise(() => undefined));
  };
