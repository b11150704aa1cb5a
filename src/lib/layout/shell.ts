/** The sidebar frame: folding on large screens, the menu on small ones, and the logout. */
import { toast } from '@/islands/toasts.ts';
import { PATHS } from '../core/paths.ts';
import { t } from '../core/texts.ts';

const WIDE = '(width >= 1024px)';

function bindSidebar(root: HTMLElement): void {
  const button = document.querySelector<HTMLElement>('[data-sidebar-toggle]');
  if (!button) return;
  const say = (): void => {
    const collapsed = root.getAttribute('data-sidebar') === 'collapsed';
    button.setAttribute('aria-expanded', String(!collapsed));
    button.title = collapsed ? t('Expand sidebar') : t('Collapse sidebar');
  };
  button.addEventListener('click', () => {
    const collapse = root.getAttribute('data-sidebar') !== 'collapsed';
    if (collapse) root.setAttribute('data-sidebar', 'collapsed');
    else root.removeAttribute('data-sidebar');
    try {
      localStorage.setItem('sidebar', collapse ? 'collapsed' : 'open');
    } catch {
      // Without storage the choice lasts for this page.
    }
    say();
  });
  say();
}

function bindMenu(root: HTMLElement): void {
  const button = document.querySelector<HTMLElement>('[data-menu-toggle]');
  const menu = document.getElementById('side');
  if (!button || !menu) return;
  const set = (open: boolean): void => {
    if (open) root.setAttribute('data-menu', 'open');
    else root.removeAttribute('data-menu');
    button.setAttribute('aria-expanded', String(open));
    button.setAttribute('aria-label', open ? t('Close menu') : t('Open menu'));
  };
  const isOpen = (): boolean => root.getAttribute('data-menu') === 'open';
  button.addEventListener('click', () => set(!isOpen()));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    set(false);
    button.focus();
  });
  document.addEventListener('pointerdown', (event) => {
    const target = event.target;
    if (isOpen() && target instanceof Node && !menu.contains(target) && !button.contains(target)) set(false);
  });
  menu.addEventListener('focusout', (event) => {
    const to = event.relatedTarget;
    if (isOpen() && to instanceof Node && !menu.contains(to) && !button.contains(to)) set(false);
  });
  matchMedia(WIDE).addEventListener('change', () => set(false));
}

/** Leaves without a way back. Where the server was not reached the session lives on: on a shared phone that matters. */
function bindLogout(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-logout]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      import('@/islands/session/log-out.ts')
        .then(({ logOut }) => logOut(form.action))
        .then(
          () => location.replace(form.dataset.logout ?? '/'),
          () =>
            toast.error(
              t(
                'You are still logged in: the server could not be reached. Please check your connection and try again.',
              ),
            ),
        );
    });
  }
}

/** A member's switch: the account takes the language too. */
function bindLanguage(): void {
  const button = document.querySelector<HTMLElement>('[data-save-language]');
  button?.addEventListener('click', () => {
    void import('@/islands/profile/save-language.ts').then(({ saveLanguage }) =>
      saveLanguage(button.dataset.saveLanguage ?? ''),
    );
  });
}

const MEMBER = 'member';

/**
 * A browser is signed in as one member, whatever its tabs still show: where somebody else has signed in since, what is done
 * on this page would be done in that member's name. So it is left, and what was typed is forgotten.
 */
function bindMember(): void {
  const shown = document.querySelector<HTMLElement>('[data-member-id]')?.dataset.memberId;
  if (shown === undefined) return;
  const check = (): void => {
    const signedIn = localStorage.getItem(MEMBER);
    if (signedIn === null || signedIn === shown) return;
    void import('@/islands/session/typed.ts').then(({ forgetTyped }) => {
      forgetTyped();
      location.replace(PATHS.userDashboard);
    });
  };
  try {
    localStorage.setItem(MEMBER, shown);
    addEventListener('storage', check);
    // A tab that sleeps hears of nothing.
    document.addEventListener('visibilitychange', check);
  } catch {
    // Without storage tabs know nothing of each other.
  }
}

export function bindShell(): void {
  const root = document.documentElement;
  bindSidebar(root);
  bindMenu(root);
  bindLogout();
  bindMember();
  bindLanguage();
}
