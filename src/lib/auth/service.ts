/** The use cases of registration, sign-in and codes. */
export { login, loginAdmin, logout } from './login.ts';
export { register, requestRegistrationCode } from './registration.ts';
export { requestResetCode, resetPassword } from './reset.ts';
export { loginSuperAdmin, requestSuperAdminCode } from './super-login.ts';
