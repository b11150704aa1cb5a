import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { initials } from '@/lib/core/format.ts';
import { $profile, type ShownProfile } from '../stores.ts';

/** Writes the profile into the sidebar, which was rendered on the server. */
function show({ name, imageUrl }: ShownProfile): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-profile-name]')) {
    element.textContent = name;
    const avatar = element.closest('.side-person')?.querySelector('.avatar');
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

/** Keeps the sidebar in step with the profile. */
export function useSidebarProfile(): void {
  const profile = useStore($profile);
  useEffect(() => {
    if (profile) show(profile);
  }, [profile]);
}
