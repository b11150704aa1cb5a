import { forgetSignIn } from './flags.ts';

/*
 * The logout pages: the session is ended by a POST, then the login follows. A link from another site must not log anybody
 * out, and a browser that prepares the page ahead must not either: then the button waits for a click.
 */

async function leave(form: HTMLFormElement): Promise<void> {
  form.dataset.state = 'busy';
  try {
    const { status } = await fetch(form.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
      credentials: 'same-origin',
    });
    // 401: the session was gone already, which is what was asked for.
    if (status >= 400 && status !== 401) throw new Error(`the logout answered ${status}`);
    forgetSignIn();
    location.replace(form.dataset.next ?? '/');
  } catch {
    form.dataset.state = 'failed';
  }
}

/** Binds the form of a logout page and, where the visit is the person's own, sends it. */
export function bindLogoutPage(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-logout-page]');
  if (!form) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void leave(form);
  });
  if (form.dataset.state !== 'busy') return;
  // Chrome prepares a page that it expects to be typed: nobody has come yet.
  const ahead = 'prerendering' in document && document.prerendering === true;
  if (ahead) document.addEventListener('prerenderingchange', () => void leave(form), { once: true });
  else void leave(form);
}
