import { ICONS } from '@/islands/ui/icons.ts';

/** The icons of frames, which no browser needs as script, and those of the islands. See there. */
export const FRAME_ICONS = {
  ...ICONS,
  buy: 'M3.5 8.5h17M5.5 5h13a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM7 15h4',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8',
  profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.9-3.4 3.9-5.5 7.5-5.5s6.6 2.1 7.5 5.5',
  requests:
    'M7 3.5h10a1.5 1.5 0 0 1 1.5 1.5v15.5l-3-1.8-2 1.8-1.5-1.8-1.5 1.8-2-1.8-3 1.8V5A1.5 1.5 0 0 1 7 3.5ZM9 8.5h6M9 12.5h4',
  bank: 'M4 9.5 12 4l8 5.5H4ZM6.5 13v4M12 13v4M17.5 13v4M4 20h16',
  company:
    'M5 20V5.5A1.5 1.5 0 0 1 6.5 4h7A1.5 1.5 0 0 1 15 5.5V20M15 10h3a1.5 1.5 0 0 1 1.5 1.5V20M3.5 20h17M8.5 8h3M8.5 12h3M8.5 16h3',
  logout: 'M14 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  collapse:
    'M5.5 4.5h13a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6a1.5 1.5 0 0 1 1.5-1.5ZM9.5 4.5v15M16 9.5 13.5 12l2.5 2.5',
  offline:
    'M3.5 4.5l16 16M12 18.5v.1M8.8 15.3a4.6 4.6 0 0 1 5.6-.7M5.6 12a9.2 9.2 0 0 1 4.2-2.4M13.4 9.3a9.2 9.2 0 0 1 5 2.7M2.5 8.8a13.6 13.6 0 0 1 4.3-2.7M10.2 5.2A13.7 13.7 0 0 1 21.5 8.8',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.8v1.7M12 19.5v1.7M4.2 12H2.5M21.5 12h-1.7M6.5 6.5 5.3 5.3M18.7 18.7l-1.2-1.2M6.5 17.5l-1.2 1.2M18.7 5.3l-1.2 1.2',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z',
} as const;

export type FrameIconName = keyof typeof FRAME_ICONS;
