import type { LaunchState } from '../core/launch-states.ts';
import type { Paise } from '../core/money.ts';

/**
 * True if approving or reversing a purchase needs a second admin, because its final amount is above the company's bound.
 * @param abovePaise the bound; null if no purchase needs a second admin
 */
export function needsSecondApprover(finalAmountPaise: Paise, abovePaise: Paise | null): boolean {
  return abovePaise !== null && finalAmountPaise > abovePaise;
}

const INDIA_MINUTES = 330;

/** Whether it is one of the company's quiet hours in India, in which only mails go that people wait for. */
export function isQuiet(
  company: { readonly quiet_from_hour: number; readonly quiet_to_hour: number },
  now: Date,
): boolean {
  const { quiet_from_hour: from, quiet_to_hour: to } = company;
  const hour = new Date(now.getTime() + INDIA_MINUTES * 60_000).getUTCHours();
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** True if any rule of the company asks for two admins (docs/contract.md, Two admins). */
export function asksForTwoAdmins(company: {
  readonly two_admins_for_accounts: boolean;
  readonly second_approver_above_paise: Paise | null;
}): boolean {
  return company.two_admins_for_accounts || company.second_approver_above_paise !== null;
}

/** Whether the launch has locked the sale and the wallet addresses (docs/contract.md, Launch). */
export function isFrozen(company: { readonly launch_state: LaunchState }): boolean {
  return company.launch_state === 'FROZEN' || company.launch_state === 'PACKED';
}

/** For a buyer or an admin who would change stock after the freeze. */
export const SALE_FROZEN = 'The sale has ended: the stock of all members is frozen for the launch.';
/** For a member who would change their address after the freeze. */
export const ADDRESSES_FROZEN =
  'Wallet addresses are locked for the launch. If yours is wrong, please contact our team: an admin can change it with a reason.';
