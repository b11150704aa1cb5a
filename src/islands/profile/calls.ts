/** What the profile needs to check what was typed and to send it; `useCalls` brings it. */
export { updatePassword } from '@/lib/auth/password-contract.ts';
export { addMedia } from '@/lib/media/contract.ts';
export { getProfile, updateProfile } from '@/lib/users/contract.ts';
export { cancelDeletion } from '@/lib/users/deletion-contract.ts';
export { getOwnData } from '@/lib/users/privacy-contract.ts';
export { call } from '../api.ts';
export { problemsOf } from '../problems.ts';
export { saveAs } from './save-as.ts';
