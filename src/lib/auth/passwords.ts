export { hashPassword, needsRehash, verifyPassword } from '../users/passwords.ts';
