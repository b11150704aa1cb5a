import { initials } from '@/lib/core/format.ts';
import { $profile, type ShownProfile } from '../stores.ts';

/** Writes the profile into the frame around the page, which was rendered on the server. */
function show({ name, imageUrl }: ShownProfile): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-profile-name]')) {
    place.textContent = name;
    const avatar = place.closest('.side-person')?.querySelector('.avatar');
    if (!avatar) continue;
    if (imageUrl === null) {
      avatar.textContent = initials(name);
      continue;
    }
    const picture = document.createElement('img');
    picture.alt = '';
    picture.src = imageUrl;
    avatar.replaceChildren(picture);
  }
}

/** Keeps the frame in step with the profile. @returns how to stop it */
export function bindSidebar(): () => void {
  return $profile.listen((profile) => profile && show(profile));
}
