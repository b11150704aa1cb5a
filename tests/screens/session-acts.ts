/** What brings a screen to a session that has ended, or that has to confirm whose it is. */
import type { Page } from 'playwright';
import { allow } from '../support/browser.ts';
import { button } from '../support/member.ts';
import { openFirstRow } from './acts.ts';

export async function pressInFirstRow(page: Page, name: RegExp): Promise<void> {
  await openFirstRow(page);
  await button(page, name).first().click();
}

/** Answers the next writes as if the sign-in were old. */
async function refuseWrites(page: Page): Promise<void> {
  allow(page, /answer: 403/);
  const refusal = { status: false, code: 'reauthentication_required', message: 'Confirm that it is you to go on.' };
  await page.route(/\/api\/v1\/(admin|superadmin\/company)\//, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 403, json: refusal }),
  );
}

export async function toConfirmation(page: Page): Promise<void> {
  await refuseWrites(page);
  await button(page, 'Edit bank details').click();
  await page.getByRole('dialog').getByLabel('Branch', { exact: true }).fill('Fort, Mumbai');
  await button(page, 'Update').click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
}

/** The same for a super admin, with the code that was mailed. */
export async function toConfirmationByCode(page: Page): Promise<void> {
  await refuseWrites(page);
  // The pictures after the first come too soon for another code.
  allow(page, /answer: 429/);
  await pressInFirstRow(page, /^Pause:/);
  await page.getByRole('dialog').getByLabel('Reason').fill('Our bank is closed until Monday.');
  await button(page, 'Pause').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByText('Resend OTP in').waitFor();
}

export async function endSession(page: Page): Promise<void> {
  allow(page, /answer: 401 PUT/);
  await page.getByLabel('Current password').first().fill('pepper clouds 7 rivers');
  await page.context().clearCookies();
  await button(page, 'Save Changes').click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
}
