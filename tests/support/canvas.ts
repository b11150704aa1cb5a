/** What is painted on canvases: the texts, the slices and the bars that chart.js drew, and whether anything shows at all. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

interface Painted {
  texts: string[];
  /** Radians from the start to the end of each arc that is wider than a dot. */
  arcs: number[];
}
declare global {
  interface Window {
    painted: WeakMap<HTMLCanvasElement, Painted>;
  }
}

/** Call before the page is opened. */
export async function recordCanvases(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.painted = new WeakMap();
    const of = (context: CanvasRenderingContext2D): Painted => {
      let painted = window.painted.get(context.canvas);
      if (!painted) {
        painted = { texts: [], arcs: [] };
        window.painted.set(context.canvas, painted);
      }
      return painted;
    };
    const prototype = CanvasRenderingContext2D.prototype;
    const { fillText, arc } = prototype;
    prototype.fillText = function (this: CanvasRenderingContext2D, text, ...rest) {
      of(this).texts.push(text);
      fillText.call(this, text, ...rest);
    };
    prototype.arc = function (this: CanvasRenderingContext2D, x, y, radius, start, end, back) {
      if (radius > 40) of(this).arcs.push(end - start);
      arc.call(this, x, y, radius, start, end, back);
    };
  });
}

const canvas = (page: Page, title: string) => page.getByRole('img', { name: `${title}, a chart.` });

/** Every text that was painted on a chart since the page was opened. */
export function paintedTexts(page: Page, title: string): Promise<string[]> {
  return canvas(page, title).evaluate((it) => window.painted.get(it as HTMLCanvasElement)?.texts ?? []);
}

/** The shares of the whole that slices of a pie take. Chart.js paints the rim of each in two halves. */
export async function paintedShares(page: Page, title: string): Promise<number[]> {
  const arcs = await canvas(page, title).evaluate((it) => window.painted.get(it as HTMLCanvasElement)?.arcs ?? []);
  return arcs.map((angle) => angle / Math.PI);
}

/** How many colours there are on a chart, with how much of it is painted, in per cent. */
export function look(page: Page, title: string): Promise<{ colours: number; covered: number }> {
  return canvas(page, title).evaluate((node) => {
    const element = node as HTMLCanvasElement;
    const data = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
    const colours = new Map<string, number>();
    let painted = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 255) continue;
      painted += 1;
      const key = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      colours.set(key, (colours.get(key) ?? 0) + 1);
    }
    // A colour counts where it fills more than an edge.
    const filled = [...colours.values()].filter((count) => count > 150).length;
    return { colours: filled, covered: Math.round((400 * painted) / data.length) };
  });
}

/** Moves the pointer onto a point of a chart, given in parts of its width and height. */
export async function pointAt(page: Page, title: string, x: number, y: number): Promise<void> {
  const box = await canvas(page, title).boundingBox();
  if (!box) throw new Error(`there is no chart ${title}`);
  await page.mouse.move(box.x + box.width * x - 3, box.y + box.height * y);
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
}

/** Looks at the first chart that is not in the state: one far below what is seen is not drawn. @returns how many are in it */
export function lookAtCharts(page: Page, state: 'drawn' | 'failed'): Promise<number> {
  return page.evaluate((wanted) => {
    document.querySelector(`.chart-frame:not([data-state="${wanted}"])`)?.scrollIntoView();
    return document.querySelectorAll(`.chart-frame[data-state="${wanted}"]`).length;
  }, state);
}

/** Waits until so many charts of a page are drawn, and returns to its top. */
export async function drawn(page: Page, charts: number): Promise<void> {
  await expect.poll(() => lookAtCharts(page, 'drawn')).toBe(charts);
  await page.evaluate(() => scrollTo(0, 0));
}
