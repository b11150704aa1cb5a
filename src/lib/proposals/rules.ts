/** How long a change waits for its second admin. */
export const PROPOSAL_HOURS = 72;

/** Changes that may wait at once in a company: more is nobody's work. */
export const PROPOSALS_OPEN_MAX = 20;

export type Verb = 'confirm' | 'refuse' | 'withdraw';
export type ClosedState = 'CONFIRMED' | 'REFUSED' | 'WITHDRAWN';

export const STATE_OF: Readonly<Record<Verb, ClosedState>> = {
  confirm: 'CONFIRMED',
  refuse: 'REFUSED',
  withdraw: 'WITHDRAWN',
};

export interface Waiting {
  readonly state: 'OPEN' | 'EXPIRED' | ClosedState;
  /** By the database's clock. */
  readonly isOver: boolean;
  readonly isMine: boolean;
  /** Name of the admin who decided, null while nobody has. */
  readonly decidedBy: string | null;
  /** The admin who proposed it is still an active one. */
  readonly proposerStands: boolean;
  /** Who decides has been an active admin, under the same address, since before it was proposed. */
  readonly wasThere: boolean;
}

export interface Refusal {
  readonly code: 'conflict' | 'forbidden';
  readonly text: string;
}

const WORD: Readonly<Record<ClosedState, string>> = {
  CONFIRMED: 'confirmed',
  REFUSED: 'refused',
  WITHDRAWN: 'withdrawn',
};

/** Why this admin can't do that to a proposal; null when he can. Maker is never checker. */
export function refusalOf(it: Waiting, verb: Verb): Refusal | null {
  if (it.state !== 'OPEN' && it.state !== 'EXPIRED')
    return {
      code: 'conflict',
      text: `This change was already ${WORD[it.state]}${it.decidedBy === null ? '' : ` by ${it.decidedBy}`}.`,
    };
  if (it.state === 'EXPIRED' || it.isOver)
    return { code: 'conflict', text: 'This change was not confirmed in time. Please propose it again.' };
  if (verb === 'withdraw' && !it.isMine)
    return { code: 'forbidden', text: 'Only the admin who proposed this change can withdraw it.' };
  if (verb !== 'withdraw' && it.isMine)
    return { code: 'forbidden', text: `Another admin must ${verb} this change: you have proposed it yourself.` };
  if (verb === 'confirm' && !it.proposerStands)
    return {
      code: 'conflict',
      text: 'The admin who proposed this change is no longer active. Please refuse it and propose it anew.',
    };
  if (verb === 'confirm' && !it.wasThere)
    return {
      code: 'conflict',
      text:
        'You became an admin, or your email was changed, after this change was proposed. ' +
        'An admin from before has to confirm it, or it has to be proposed anew.',
    };
  return null;
}
