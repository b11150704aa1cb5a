'use client';

export { HistoryScreen as default } from '@/islands/history/HistoryScreen.tsx';
