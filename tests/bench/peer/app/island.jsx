'use client';

export { HistoryScreen as default } from '@/islands/purchases/history/HistoryScreen.tsx';
