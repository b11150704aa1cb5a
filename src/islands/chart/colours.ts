import { TONES, type Tone } from './spec.ts';

/*
 * The theme's colours as a canvas and chart.js take them. The style sheet has OKLCH with variables, so the browser computes
 * the colour, and one pixel painted with it gives the RGB value.
 */

export interface ChartColours {
  tone(tone: Tone): string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly surface: string;
}

function toRgb(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** The current colours within `container`. */
export function readColours(container: HTMLElement): ChartColours {
  const probe = document.createElement('span');
  probe.hidden = true;
  container.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(${name})`;
    return toRgb(getComputedStyle(probe).color);
  };
  const tones = new Map(TONES.map((tone) => [tone, read(`--chart-${tone}`)]));
  const colours = {
    tone: (tone: Tone) => tones.get(tone) ?? '',
    ink: read('--ink'),
    muted: read('--muted'),
    line: read('--line'),
    surface: read('--surface'),
  };
  probe.remove();
  return colours;
}
