export { hashPassword } from '../users/passwords.ts';
