import { serveMedia } from '@/lib/http/media.ts';

export const ALL = serveMedia;
