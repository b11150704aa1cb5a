/** Preloaded into a program of a test: its clock is `CLOCK_SKEW_MINUTES` off. */
const skewMs = Number(process.env.CLOCK_SKEW_MINUTES) * 60_000;
const RealDate = Date;
const nowMs = RealDate.now.bind(RealDate);

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(nowMs() + skewMs);
    else super(...parts);
  }
  static now() {
    return nowMs() + skewMs;
  }
};
