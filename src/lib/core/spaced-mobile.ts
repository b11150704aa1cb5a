/** '+91 98765 43210' for the Indian number `+919876543210`; any other text unchanged. Apart from `phone.ts`, which reads typed numbers. */
export function spacedMobile(mobile: string): string {
  const [, start, end] = /^\+91(\d{5})(\d{5})$/.exec(mobile) ?? [];
  return start === undefined ? mobile : `+91 ${start} ${end}`;
}
